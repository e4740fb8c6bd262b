"""Many settings of a game: sweeps over them, and searches for those that a designer wishes."""
