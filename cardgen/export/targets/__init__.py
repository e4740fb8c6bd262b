"""A module here adds targets: its `targets(home)` gives them, for a game that may bring profiles of its own."""
