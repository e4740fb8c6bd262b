"""SVG files to drawings: shapes with strokes, gradients, clips, masks and words, as vectors in the file's units."""
