"""Diamant for four: all decide at once to go on or home; the second danger of a kind takes what is carried."""

import random

PLAYERS = 4
FIGURES = ("points of all", "best score", "decisions")
VALUES = [1, 2, 3, 4, 5, 5, 7, 7, 9, 11, 11, 13, 14, 15, 17]


def play(seed):
    chance = random.Random(seed)
    bank, dangers, decisions = [0] * PLAYERS, [peril for peril in "abcde" for _ in range(3)], 0
    for _ in range(5):
        deck = [*VALUES, *dangers]
        chance.shuffle(deck)
        carried, inside, lying, met = [0] * PLAYERS, {*range(PLAYERS)}, 0, set()
        while inside:
            card = deck.pop()
            if card in met:
                dangers.remove(card)
                break
            if isinstance(card, str):
                met.add(card)
            else:
                share, rest = divmod(card, len(inside))
                lying += rest
                for player in inside:
                    carried[player] += share
            decisions += len(inside)
            gone = [player for player in inside if chance.randrange(2)]
            for player in gone:
                bank[player] += carried[player] + lying // len(gone)
            lying = lying % len(gone) if gone else lying
            inside -= {*gone}
    return sum(bank), max(bank), decisions


def measured(game):
    return sum(game.scores()), max(game.scores()), game.taken["lay"]
