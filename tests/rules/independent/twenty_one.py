"""Three players hit or stand by chance; the house draws to seventeen."""

import random

from tests.rules.independent import shuffled

PLAYERS = 3
FIGURES = ("won and lost", "cards hit", "beyond 21", "total of the house")


def total(hand):
    points, aces = sum(hand), hand.count(11)
    while points > 21 and aces:
        points, aces = points - 10, aces - 1
    return points


def play(seed):
    chance = random.Random(seed)
    stock = shuffled(chance, [*range(2, 10), 10, 10, 10, 10, 11] * 4)
    hands = [[stock.pop(), stock.pop()] for _ in range(3)]
    house, hits = [stock.pop()], 0
    for hand in hands:
        while total(hand) < 21 and chance.random() < 0.5:
            hand.append(stock.pop())
            hits += 1
    while total(house) < 17:
        house.append(stock.pop())
    bank, result = total(house), 0
    for mine in map(total, hands):
        if mine > 21:
            result -= 1
        elif bank > 21 or mine > bank:
            result += 1
        elif mine < bank:
            result -= 1
    return result, hits, sum(total(hand) > 21 for hand in hands), bank


def measured(game):
    points = game.program.deck.fields["points"]
    *mine, bank = (
        total([points[card] for card in game.zones[key]]) for key in (*(("hand", p) for p in range(3)), ("house", None))
    )
    return sum(game.scores()), game.rounds, sum(each > 21 for each in mine), bank
