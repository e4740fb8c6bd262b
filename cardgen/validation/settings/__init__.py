"""Plays a game with many settings: sweeps over all of them, and searches for those that a designer wants."""
