"""Prints games: it alone knows every printing stage, and hands frozen faces from one to the next."""
