"""Goods are taken one by one and paid for recipes."""

import random

from tests.rules.independent import shuffled

PLAYERS = 3
FIGURES = ("points of all", "best score", "cooked", "goods in hands")
NEEDS = {"soup": ("rrh", 2), "stew": ("rhf", 3), "roast": ("hhff", 5), "feast": ("rrrhhf", 8)}


def play(seed):
    chance = random.Random(seed)
    book = shuffled(chance, ["soup"] * 5 + ["stew"] * 5 + ["roast"] * 4 + ["feast"] * 4)
    stock = shuffled(chance, "r" * 16 + "h" * 16 + "f" * 12)
    board, market = [book.pop() for _ in range(3)], [stock.pop() for _ in range(4)]
    hands, points, cooked, me = [[], [], []], [0] * 3, 0, 0
    while market and board:
        hand = hands[me]
        able = [name for name in sorted(set(board)) if all(hand.count(g) >= NEEDS[name][0].count(g) for g in "rhf")]
        what = chance.choice(sorted(set(market)) + able)
        if what in NEEDS:
            for good in NEEDS[what][0]:
                hand.remove(good)
            board.remove(what)
            points[me] += NEEDS[what][1]
            cooked += 1
            board += [book.pop()] if book else []
        else:
            market.remove(what)
            hand.append(what)
            market += [stock.pop()] if stock else []
        me = (me + 1) % 3
    return sum(points), max(points), cooked, sum(map(len, hands))


def measured(game):
    left = sum(len(game.zones["hand", player]) for player in range(3))
    return sum(game.scores()), max(game.scores()), game.rounds, left
