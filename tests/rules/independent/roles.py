"""Six roles are chosen from the crown on and act by their numbers."""

import random

PLAYERS = 4
FIGURES = ("points of all", "best score", "houses", "coins left")


def play(seed):
    chance = random.Random(seed)
    coins, houses, shrines, crown = [2] * 4, [0] * 4, [0] * 4, 0
    for _ in range(10):
        court, mine = [1, 2, 3, 4, 5, 6], {}
        for seat in range(4):
            mine[court.pop(chance.randrange(len(court)))] = (crown + seat) % 4
        for role in sorted(mine):
            me = mine[role]
            coins[me] += 2
            if role == 1:
                rich = max([(me + by) % 4 for by in (1, 2, 3, 0)], key=coins.__getitem__)
                loot = min(2, coins[rich])
                coins[rich] -= loot
                coins[me] += loot
            elif role == 2:
                shrines[me] += 1
            elif role == 3:
                crown = me
                coins[me] += 1
            elif role == 4:
                coins[me] += 2
            elif role == 5 and coins[me] >= 3:
                coins[me] -= 3
                houses[me] += 1
            if coins[me] >= 4 and chance.randrange(2):
                coins[me] -= 4
                houses[me] += 1
    points = [3 * houses[me] + shrines[me] + coins[me] // 3 for me in range(4)]
    return sum(points), max(points), sum(houses), sum(coins)


def measured(game):
    houses, coins = (sum(game.counters[name, player] for player in range(4)) for name in ("houses", "coins"))
    return sum(game.scores()), max(game.scores()), houses, coins
