"""Faces imposed on paper: grid, bleed, crop marks, duplex."""
