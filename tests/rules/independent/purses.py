"""Sixteen lots, bid for with notes; the fourth red card ends it."""

import random

from tests.rules.independent import shuffled

PLAYERS = 4
MANY = 50
FIGURES = ("lots for sale", "money left", "out for want of money", "best score", "raises", "notes laid")
NOTES = (1, 2, 3, 4, 6, 8, 10, 12, 15, 20, 25)


def play(seed):
    chance = random.Random(seed)
    purses, rows, owing = [list(NOTES) for _ in range(4)], [[] for _ in range(4)], set()
    first = reds = lots = raises = laid = 0
    for lot in shuffled(chance, [*range(1, 11), *["title"] * 3, "debt", "theft", "scandal"]):
        lots += 1
        reds += lot in ("title", "scandal")
        if reds == 4:
            break
        unwanted, bids, high = lot in ("debt", "theft", "scandal"), [[] for _ in range(4)], 0
        ring = [(first + seat) % 4 for seat in range(4)]
        while True:
            bidder = ring.pop(0)
            if sum(purses[bidder] + bids[bidder]) > high and chance.randrange(2):
                raises += 1
                while sum(bids[bidder]) <= high:
                    note = chance.choice(purses[bidder])
                    purses[bidder].remove(note)
                    bids[bidder].append(note)
                    laid += 1
                high = sum(bids[bidder])
                ring.append(bidder)
                continue
            purses[bidder] += bids[bidder]
            if unwanted or len(ring) == 1:
                break
        first = bidder if unwanted else ring[0]
        if lot == "theft":
            owing.add(first)
        else:
            rows[first].append(lot)
        goods = [each for each in rows[first] if isinstance(each, int)]
        if first in owing and goods:
            rows[first].remove(chance.choice(goods))
            owing.remove(first)
    money = [sum(purse) for purse in purses]
    scores = [worth(row) - 1000 * (left == min(money)) for row, left in zip(rows, money, strict=True)]
    return lots, sum(money), sum(left == min(money) for left in money), max(scores), raises, laid


def worth(row):
    found = sum(-5 if each == "debt" else each for each in row if each == "debt" or isinstance(each, int))
    return found * 2 ** row.count("title") // (2 if "scandal" in row else 1)


def measured(game):
    purses = [game.zones["purse", player] for player in range(4)]
    money = sum(int(card.split("_")[1]) for purse in purses for card in purse)
    out = sum(score < -500 for score in game.scores())
    return game.rounds, money, out, max(game.scores()), game.taken.get("raise", 0), game.taken.get("add", 0)
