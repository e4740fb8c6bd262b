"""Five goods are on offer; sets of one sort are sold for more than their cards are worth alone."""

import random
from collections import Counter

from tests.rules.independent import shuffled

PLAYERS = 4
FIGURES = ("coins of all", "most coins", "sales", "unsold")


def play(seed):
    chance = random.Random(seed)
    stock = shuffled(chance, [good for good in range(5) for _ in range(11)])
    hands = [[stock.pop(), stock.pop()] for _ in range(4)]
    market, coins, sales, me = [stock.pop() for _ in range(5)], [0] * 4, 0, 0
    while market:
        counts = Counter(hands[me])
        ways = [("take", good) for good in sorted(set(market))] if len(hands[me]) < 6 else []
        ways += [("sell", good) for good in sorted(counts) if counts[good] > 1]
        what, good = chance.choice(ways)
        if what == "take":
            market.remove(good)
            hands[me].append(good)
            if stock:
                market.append(stock.pop())
        else:
            coins[me] += (2, 4, 7, 11, 16)[counts[good] - 2]
            hands[me] = [each for each in hands[me] if each != good]
            sales += 1
        me = (me + 1) % 4
    return sum(coins), max(coins), sales, sum(map(len, hands))


def measured(game):
    unsold = sum(len(game.zones["hand", player]) for player in range(4))
    return sum(game.scores()), max(game.scores()), game.rounds, unsold
