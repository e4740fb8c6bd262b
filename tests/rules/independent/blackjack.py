"""Blackjack for one player who has fifteen chips."""

import random

PLAYERS = 1
FIGURES = ("chips", "stake", "insured", "cards hit", "naturals of the house", "beyond 21", "total of the house")


def total(cards):
    best = [sum(cards) - 10 * ones for ones in range(cards.count(11) + 1)]
    return next((each for each in best if each <= 21), best[-1])


def play(seed):
    chance = random.Random(seed)
    stock = [*range(2, 10), 10, 10, 10, 10, 11] * 4
    chance.shuffle(stock)
    stake = chance.choice((2, 4, 6, 8, 10))
    chips, hits = 15 - stake, 0
    house, hand = [stock.pop(), stock.pop()], [stock.pop(), stock.pop()]
    insured = stake // 2 if house[1] >= 10 and chance.random() < 0.5 else 0
    chips -= insured
    natural = sum(house) == 21
    if natural:
        chips += 3 * insured + stake * (total(hand) == 21)
    else:
        while total(hand) <= 21 and chance.random() < 0.5:
            hand.append(stock.pop())
            hits += 1
        mine = total(hand)
        while mine <= 21 and total(house) < 17:
            house.append(stock.pop())
        bank = total(house)
        if mine <= 21 and (bank > 21 or mine > bank):
            chips += stake * (3 if mine == 21 else 2)
        elif mine <= 21 and mine == bank:
            chips += stake
    return chips, stake, insured, hits, natural, total(hand) > 21, total(house)


def measured(game):
    points = game.program.deck.fields["points"]
    hand, house = ([points[card] for card in game.zones[zone]] for zone in (("hand", 0), ("house", None)))
    return (
        game.scores()[0], game.counters["stake", None], game.counters["insured", None], len(hand) - 2,
        game.counters["natural", None], total(hand) > 21, total(house),
    )  # fmt: skip
