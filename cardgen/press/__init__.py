"""Prints games. Only this package knows every printing stage, and it passes frozen faces from one to the next."""
