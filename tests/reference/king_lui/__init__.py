"""King Lui, for 3 to 5 players."""
