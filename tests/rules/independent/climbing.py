"""Sets of equal rank are beaten by as many of a higher one; who is out first gets most."""

import random
from collections import Counter

PLAYERS, MANY = 4, 100
FIGURES = ("heats", "cards of the last", "points of the first player")


def play(seed):
    chance = random.Random(seed)
    pack = list(range(13)) * 4
    chance.shuffle(pack)
    hands = [Counter(pack[player::4]) for player in range(4)]
    points, worth, me, heats = [0] * 4, 3, 0, 0
    while True:
        size = top = 0
        owner = None
        while owner != me:
            left = sum(hands[me].values())
            if left and owner is None:
                ways = [(rank, many) for rank, count in sorted(hands[me].items()) for many in range(1, count + 1)]
            elif left:
                ways = [(rank, size) for rank, count in sorted(hands[me].items()) if rank > top and count >= size]
                ways.append(None)
            else:
                ways = [None]
            chosen = chance.choice(ways)
            if chosen:
                (top, size), owner = chosen, me
                hands[me][top] -= size
                if sum(hands[me].values()) == 0:
                    points[me], worth = worth, worth - 1
                    if worth == 0:
                        return heats, max(sum(hand.values()) for hand in hands), points[0]
            me = (me + 1) % 4
        heats += 1
        while not sum(hands[me].values()):
            me = (me + 1) % 4


def measured(game):
    return game.rounds, max(len(game.zones["hand", player]) for player in range(4)), game.scores()[0]
