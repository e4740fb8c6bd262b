"""Plays games in pieces on an executor, and keeps sums from which all figures come."""
