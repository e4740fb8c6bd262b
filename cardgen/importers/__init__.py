"""Reads decks of other programs, runs none of their code, and drafts a game that a person can go on with."""
