"""Prints games: alone sees every printing stage, and hands frozen faces from one to the next."""
