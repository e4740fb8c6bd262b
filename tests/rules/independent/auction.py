"""An open auction of fifteen lots among four."""

import random

from tests.rules.independent import shuffled

PLAYERS = 4
FIGURES = ("money left", "best score", "bids")


def play(seed):
    chance = random.Random(seed)
    purses, worths, bids = [20] * 4, [0] * 4, 0
    for number, lot in enumerate(shuffled(chance, range(1, 16))):
        ring = [(number + 1 + seat) % 4 for seat in range(4)]
        price = 0
        while len(ring) > 1:
            bidder = ring.pop(0)
            ways = ["pass", *range(price + 1, purses[bidder] + 1)]
            way = chance.choice(ways)
            if way != "pass":
                price, bids = way, bids + 1
                ring.append(bidder)
        purses[ring[0]] -= price
        worths[ring[0]] += lot
    return sum(purses), max(map(sum, zip(purses, worths, strict=True))), bids


def measured(game):
    return sum(game.counters["money", player] for player in range(4)), max(game.scores()), game.taken.get("bid", 0)
