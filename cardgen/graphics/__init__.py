"""Values that the printing stages hand on, and geometry: shapes, paths, outlines, pictures, print layers."""
