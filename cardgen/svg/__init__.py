"""Reads SVG files as drawings: shapes with strokes, gradients, clips, masks and words, as vectors in file units."""
