"""Writes files for translators, with a game's texts, their places and their room, and reads them back."""
