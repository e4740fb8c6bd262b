"""Workshops are bought, and bring more the more there are of one trade."""

import random

from tests.rules.independent import shuffled

PLAYERS = 4
FIGURES = ("points of all", "best score", "built", "coins left")
BRINGS = (0, 1, 3, 5, 8)


def play(seed):
    chance = random.Random(seed)
    stock = shuffled(chance, [(trade, cost) for trade in range(3) for cost in range(2, 7) for _ in range(2)])
    market, coins, built = [stock.pop() for _ in range(4)], [3] * 4, 0
    works = [[[], [], []] for _ in range(4)]
    for _ in range(12):
        for me in range(4):
            coins[me] += 1 + sum(BRINGS[min(4, len(shops))] for shops in works[me])
            shop = chance.choice([None, *(shop for shop in sorted(set(market)) if shop[1] <= coins[me])])
            if shop:
                coins[me] -= shop[1]
                market.remove(shop)
                works[me][shop[0]].append(shop[1])
                built += 1
                market += [stock.pop()] if stock else []
    points = [sum(map(sum, works[me])) + 3 * sum(map(bool, works[me])) + coins[me] // 4 for me in range(4)]
    return sum(points), max(points), built, sum(coins)


def measured(game):
    return sum(game.scores()), max(game.scores()), game.rounds, sum(game.counters["coins", p] for p in range(4))
