"""Makes frozen faces of layouts and cards, in millimetres."""
