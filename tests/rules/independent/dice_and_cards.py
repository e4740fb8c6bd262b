"""Two dice against the strength of one of three beasts; chips buy another roll."""

import random

from tests.rules.independent import shuffled

PLAYERS = 3
FIGURES = ("points of all", "beasts caught", "chips left")


def play(seed):
    chance = random.Random(seed)
    stock = shuffled(chance, [(strength, points) for strength in range(3, 12) for points in (1, 2, 3)])
    forest, points, chips, caught, me = [stock.pop() for _ in range(3)], [0] * 3, [4] * 3, 0, 0
    while forest:
        strength, worth = forest.pop(chance.randrange(len(forest)))
        while (missed := chance.randint(1, 6) + chance.randint(1, 6) < strength) and chips[me] and chance.randrange(2):
            chips[me] -= 1
        if not missed:
            caught += 1
            points[me] += worth
        forest += [stock.pop()] if stock else []
        me = (me + 1) % 3
    return sum(points) + sum(chips), caught, sum(chips)


def measured(game):
    caught = sum(len(game.zones["caught", player]) for player in range(3))
    return sum(game.scores()), caught, sum(game.counters["chips", player] for player in range(3))
