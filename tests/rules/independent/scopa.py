"""Scopa for two with sets of two or three, played at random: one hand of 36 turns."""

import random
from itertools import combinations

PLAYERS = 2
FIGURES = ("points of all", "margin", "scopas", "captures of several")
COINS = 0


def captures(value, table):
    """The sets of table cards that a card of this value may take: one of its own value goes before sums."""
    same = [(card,) for card in table if card[0] == value]
    sums = [cards for size in (2, 3) for cards in combinations(table, size) if sum(v for v, _ in cards) == value]
    return same or sums


def play(seed):
    rng = random.Random(seed)
    stock = [(value, suit) for value in range(1, 11) for suit in range(4)]
    rng.shuffle(stock)
    table, stock = stock[:4], stock[4:]
    won, scopas, last, several = [[], []], [0, 0], 0, 0
    while stock:
        hands, stock = [stock[:3], stock[3:6]], stock[6:]
        for turn in range(6):
            who = turn % 2
            card = hands[who].pop(rng.randrange(len(hands[who])))
            sets = captures(card[0], table)
            if not sets:
                table.append(card)
                continue
            taken = rng.choice(sets)
            table = [c for c in table if c not in taken]
            won[who] += [card, *taken]
            last = who
            several += len(taken) > 1
            if not table and (stock or any(hands)):
                scopas[who] += 1
    won[last] += table
    points = list(scopas)
    for who in range(2):
        mine, theirs = won[who], won[1 - who]
        points[who] += len(mine) > len(theirs)
        points[who] += sum(s == COINS for _, s in mine) > sum(s == COINS for _, s in theirs)
        points[who] += (7, COINS) in mine
    return sum(points), abs(points[0] - points[1]), sum(scopas), several


def measured(game):
    points = game.scores()
    several = game.taken.get("pair", 0) + game.taken.get("triple", 0)
    return sum(points), max(points) - min(points), sum(game.counters["scopas", player] for player in range(2)), several
