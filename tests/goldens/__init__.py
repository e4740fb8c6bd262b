"""Goldens: what is printed, written down so that a person can review a change. `make golden` writes them anew."""
