"""Press your luck: turn up cards till you stop or see a number twice."""

import random

PLAYERS = 4
FIGURES = ("points in all banks", "stops")


def play(seed):
    chance = random.Random(seed)
    stock = [value for value in range(1, 9) for _ in range(6)]
    chance.shuffle(stock)
    banked = stops = 0
    while stock:
        row = []
        while stock:
            if row and chance.randrange(2):
                stops += 1
                break
            row.append(stock.pop())
            if row.count(row[-1]) == 2:
                row = []
                break
        banked += sum(row)
    return banked, stops


def measured(game):
    return sum(game.scores()), game.taken.get("stop", 0)
