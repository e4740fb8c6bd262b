"""Layouts and cards to frozen faces, in millimetres."""
