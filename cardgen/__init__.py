"""cardgen prints home-made card games and writes their rulebooks: what is printed is what is played."""

__version__ = "0.1.0"
