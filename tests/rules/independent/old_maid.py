"""Twelve ranks of four and three maids among four players, who draw from the left."""

import random
from collections import Counter

PLAYERS = 4
FIGURES = ("draws", "seat of the loser", "first loses")


def play(seed):
    chance = random.Random(seed)
    pack = [rank for rank in range(12) for _ in range(4)] + [12] * 3
    chance.shuffle(pack)
    hands = [drop(pack[player::4]) for player in range(4)]
    me = draws = 0
    while sum(map(len, hands)) > 1:
        if hands[me]:
            giver = next(hands[(me + by) % 4] for by in range(1, 5) if hands[(me + by) % 4])
            hands[me] = drop([*hands[me], giver.pop(chance.randrange(len(giver)))])
            draws += 1
        me = (me + 1) % 4
    loser = next(player for player in range(4) if hands[player])
    return draws, loser, loser == 0


def drop(hand):
    return [rank for rank, count in Counter(hand).items() if count % 2]


def measured(game):
    loser = game.scores().index(-1)
    return game.rounds, loser, loser == 0
