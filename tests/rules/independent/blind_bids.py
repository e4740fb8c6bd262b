"""Twelve prizes, each player's bids of 1 to 12 are laid at once; equal highest bids leave the prize."""

import random

PLAYERS = 3
FIGURES = ("worth won by all", "best score", "prizes left")


def play(seed):
    chance = random.Random(seed)
    prizes = chance.sample(range(1, 13), 12)
    bids = [chance.sample(range(1, 13), 12) for _ in range(3)]
    won, offer = [0] * 3, []
    for prize, *laid in zip(prizes, *bids, strict=True):
        offer.append(prize)
        if laid.count(max(laid)) == 1:
            won[laid.index(max(laid))] += sum(offer)
            offer = []
    return sum(won), max(won), len(offer)


def measured(game):
    return sum(game.scores()), max(game.scores()), len(game.zones["offer", None])
