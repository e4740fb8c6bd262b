"""Two rounds of keeping a card and passing the others, to the left and then to the right; four play."""

import random

from tests.rules.independent import shuffled

PLAYERS = 4
FIGURES = ("points of all", "most points", "points of butterflies")
DECK = ["oak"] * 12 + ["acorn"] * 14 + ["jay"] * 10 + ["owl"] * 12 + ["fox"] * 12 + list("abcd") * 4
ROSES = [1] * 4 + [2] * 6 + [3] * 4


def play(seed):
    chance = random.Random(seed)
    stock = shuffled(chance, DECK + ROSES)
    hedges, flown = [[] for _ in range(4)], [0] * 4
    for way in (1, -1):
        hands = [[stock.pop() for _ in range(9)] for _ in range(4)]
        while hands[0]:
            for hand, hedge in zip(hands, hedges, strict=True):
                card = chance.choice(sorted(set(hand), key=str))
                hand.remove(card)
                hedge.append(card)
            hands = [hands[(seat - way) % 4] for seat in range(4)]
        for seat, hedge in enumerate(hedges):
            flown[seat] += (0, 1, 3, 6, 10)[len(set("abcd") & {str(card) for card in hedge})]
            hedges[seat] = [card for card in hedge if str(card) not in "abcd"]
    points = []
    for seat, hedge in enumerate(hedges):
        left, count = hedges[(seat + 1) % 4], hedge.count
        others = [other.count("owl") for other in hedges[:seat] + hedges[seat + 1 :]]
        scored = count("oak") * (1 + count("acorn")) + count("jay") * left.count("acorn")
        scored += count("owl") + 6 * (count("owl") > max(others)) + (0, 3, 7, 4, 0)[min(count("fox"), 4)]
        points.append(scored + flown[seat] + sum(card for card in hedge if isinstance(card, int)))
    return sum(points), max(points), sum(flown)


def measured(game):
    return sum(game.scores()), max(game.scores()), sum(game.counters["flutter", player] for player in range(4))
