"""Files for translators: a game's texts with their places and their room, and what translators return."""
