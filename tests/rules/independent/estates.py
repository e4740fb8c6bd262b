"""Seven auctions of four estates, then seven sales against four cheques."""

import random

PLAYERS = 4
FIGURES = ("money left", "best score", "least score", "raises")


def play(seed):
    chance = random.Random(seed)
    estates, cheques = chance.sample(range(1, 31), 28), chance.sample([0, *range(2, 16)] * 2, 28)
    money, own, income, first, raises = [14] * 4, [[] for _ in range(4)], [0] * 4, 0, 0
    for auction in range(7):
        market = sorted(estates[4 * auction : 4 * auction + 4])
        ring, bids, high = [(first + seat) % 4 for seat in range(4)], [0] * 4, 0
        while len(market) > 1:
            me = ring.pop(0)
            price = chance.choice([0, *range(high + 1, money[me] + 1)])
            if price:
                bids[me] = high = price
                raises += 1
                ring.append(me)
            else:
                money[me] -= -(-bids[me] // 2)
                own[me].append(market.pop(0))
        first = ring[0]
        money[first] -= bids[first]
        own[first] += market
    for sale in range(7):
        offered = sorted((mine.pop(chance.randrange(len(mine))), player) for player, mine in enumerate(own))
        for worth, (_, player) in zip(sorted(cheques[4 * sale : 4 * sale + 4]), offered, strict=True):
            income[player] += worth
    points = [coins + more for coins, more in zip(money, income, strict=True)]
    return sum(money), max(points), min(points), raises


def measured(game):
    money = sum(game.counters["money", player] for player in range(4))
    return money, max(game.scores()), min(game.scores()), game.taken.get("raise", 0)
