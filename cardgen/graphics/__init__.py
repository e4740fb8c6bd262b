"""Values that the printing stages pass on, and geometry: shapes, paths, outlines, pictures, print layers."""
