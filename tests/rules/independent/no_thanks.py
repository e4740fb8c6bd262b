"""Take the card or pay a chip; 33 cards of which nine stay out, eleven chips each."""

import random

PLAYERS = 4
FIGURES = ("points of all", "least points", "chips paid", "longest row")


def play(seed):
    chance = random.Random(seed)
    cards = chance.sample(range(3, 36), 24)
    chips, rows, me, paid = [11] * 4, [[] for _ in range(4)], 0, 0
    for card in cards:
        pot = 0
        while chips[me] and chance.random() < 0.5:
            chips[me] -= 1
            pot, paid, me = pot + 1, paid + 1, (me + 1) % 4
        chips[me] += pot
        rows[me].append(card)
    points = [sum(c for c in row if c - 1 not in row) - chip for row, chip in zip(rows, chips, strict=True)]
    return sum(points), min(points), paid, max(map(len, rows))


def measured(game):
    rows = [len(game.zones["row", player]) for player in range(4)]
    return sum(game.scores()), min(game.scores()), game.taken.get("refuse", 0), max(rows)
