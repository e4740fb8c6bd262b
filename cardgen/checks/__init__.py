"""Static checks of a game's files: of definitions, and of translations."""
