"""Party at Louis, for 1 to 4 players."""
