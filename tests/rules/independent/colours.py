"""Rows of at most three cards are filled and taken; three colours count, the others are minus."""

import random
from collections import Counter

from tests.rules.independent import shuffled

PLAYERS, MANY = 4, 100
FIGURES = ("points of all", "best score", "rounds", "cards kept")
WORTH = (0, 1, 3, 6, 10, 15, 21, 21, 21, 21)


def play(seed):
    chance = random.Random(seed)
    stock = shuffled(chance, [colour for colour in range(7) for _ in range(9)] + ["+"] * 10)
    kept, rounds, first = [[] for _ in range(4)], 0, 0
    while len(stock) >= 16:
        rounds += 1
        rows, playing, me = [[] for _ in range(4)], {0, 1, 2, 3}, first
        while playing:
            if me in playing:
                takes = [row for row in rows if row]
                adds = any(len(row) < 3 for row in rows)
                way = chance.choice(takes + ["add"] * adds)
                if way == "add":
                    chance.choice([row for row in rows if len(row) < 3]).append(stock.pop())
                else:
                    kept[me] += way
                    rows = [row for row in rows if row is not way]
                    playing.remove(me)
                    first = me
            me = (me + 1) % 4
    points = []
    for mine in kept:
        counts = Counter(mine)
        extra = counts.pop("+", 0)
        worth = sorted((WORTH[count] for count in counts.values()), reverse=True)
        points.append(sum(worth[:3]) - sum(worth[3:]) + 2 * extra)
    return sum(points), max(points), rounds, sum(map(len, kept))


def measured(game):
    kept = sum(len(there) for key, there in game.zones.items() if key[0] in ("stack", "good", "extra"))
    return sum(game.scores()), max(game.scores()), game.rounds, kept
