"""Makes a game from pictures of whole cards: reads their file names and sizes, and groups them into decks."""
