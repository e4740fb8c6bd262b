"""Cards are turned up until one stops and takes a flower, or sees a flower's second bee and loses all; four play."""

import random

from tests.rules.independent import shuffled

PLAYERS = 4
FIGURES = ("points of all", "most points", "stings", "visits that end with honey")
SMOKE = "smoke"  # pots are (flower, value); bees are the flower that they guard


def play(seed):
    chance = random.Random(seed)
    pots = [(flower, value) for flower in range(5) for value in (1, 1, 2, 2, 2, 2, 3, 3, 3, 4)]
    tree = shuffled(chance, [*pots, *list(range(5)) * 4, 2, 3, 4, *[SMOKE] * 6])
    larders, stings, honey, bees = [[] for _ in range(4)], [0] * 4, [], [0, 1]
    visits = takes = 0
    while visits % 4 or len(tree) >= 16:
        seat, took = visits % 4, None
        while took is None:
            card = tree.pop() if tree else None
            if card == SMOKE:
                if bees:
                    bees.remove(chance.choice(bees))  # all are different
            elif isinstance(card, tuple):
                honey.append(card)
            elif card in bees:
                stings[seat] += 1
                honey, bees = [], []
                break
            elif card is not None:
                bees.append(card)
            ways = sorted({flower for flower, _ in honey} - set(bees)) + ["more"] * bool(tree)
            if not ways:
                break
            took = way if (way := chance.choice(ways)) != "more" else None
        if took is not None:
            takes += 1
            larders[seat] += [pot for pot in honey if pot[0] == took]
            honey = [pot for pot in honey if pot[0] != took]
        visits += 1
    counts = [[sum(flower == pot[0] for pot in larder) for flower in range(5)] for larder in larders]
    points = [sum(value for _, value in larder) - 2 * stung for larder, stung in zip(larders, stings, strict=True)]
    for each in zip(*counts, strict=True):
        if each.count(max(each)) == 1:
            points[each.index(max(each))] += 4
    return sum(points), max(points), sum(stings), takes


def measured(game):
    stings = sum(len(game.zones["stings", player]) for player in range(4))
    return sum(game.scores()), max(game.scores()), stings, game.taken.get("take", 0)
