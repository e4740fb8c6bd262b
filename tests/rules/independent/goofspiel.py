"""Goofspiel for two. A prize stays for the next bids if both bid the same, as the testbed plays it."""

import random

PLAYERS = 2
FIGURES = ("worth won by both", "better score", "margin", "prizes of the first player")


def play(seed):
    chance = random.Random(seed)
    prizes, *hands = (chance.sample(range(1, 14), 13) for _ in range(3))
    won, open_ = [[], []], []
    for prize, one, two in zip(prizes, *hands, strict=True):
        open_.append(prize)
        if one != two:
            won[two > one] += open_
            open_ = []
    scores = sorted(map(sum, won))
    return sum(scores), scores[1], scores[1] - scores[0], len(won[0])


def measured(game):
    scores = sorted(game.scores())
    return sum(scores), scores[1], scores[1] - scores[0], len(game.zones["won", 0])
