"""The engines in Python, one folder for each game."""
