"""Imports decks of other programs without running their code, and drafts a game that a person can go on with."""
