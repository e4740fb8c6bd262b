"""Games written a second time, in plain Python, by their rules and without a look at their clauses.

Each module has the name of a file in `games`: `play(seed)` plays one game at random and returns figures, `measured`
reads the same figures off a game that the clauses played. `PLAYERS` and `FIGURES` say how many play and what is
counted, and `MANY`, where games are long, how many of them are enough.
"""

import random


def shuffled(chance: random.Random, cards: list) -> list:
    """The cards as a stock, of which the last is drawn first."""
    cards = list(cards)
    chance.shuffle(cards)
    return cards
