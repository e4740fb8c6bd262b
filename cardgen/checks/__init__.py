"""Static checks of a game's files: definitions and translations."""
