"""Three courses of dishes from hands that go round, for four."""

import random
from collections import Counter

from tests.rules.independent import shuffled

PLAYERS = 4
MANY = 60
FIGURES = ("points of all", "best score", "most puddings", "two at once", "spiced")
COPIES = {"tempura": 14, "sashimi": 14, "dumpling": 14, "roll": 6, "pair": 12, "three": 8, "egg": 5, "salmon": 10,
          "squid": 5, "wasabi": 6, "stick": 4, "pudding": 10}  # fmt: skip
FISH, ROLLS = {"egg": 1, "salmon": 2, "squid": 3}, {"roll": 1, "pair": 2, "three": 3}
MORE = (0, 1, 3, 6, 10, 15)


def shared(total, amounts, wanted):
    """What each has of a total that is shared out among those with that amount."""
    among = amounts.count(wanted)
    return [total // among if amount == wanted else 0 for amount in amounts]


def play(seed):
    chance = random.Random(seed)
    stock = shuffled(chance, [dish for dish, many in COPIES.items() for _ in range(many)])
    points, puddings, twice, spiced = [0] * 4, [0] * 4, 0, 0
    for _ in range(3):
        hands, rows = [[stock.pop() for _ in range(8)] for _ in range(4)], [[] for _ in range(4)]
        while hands[0]:
            for hand, row in zip(hands, rows, strict=True):
                dishes = sorted(set(hand))
                two = "stick" in row and len(hand) > 1 and chance.randrange(2)
                for turn in range(1 + bool(two)):
                    dish = chance.choice(dishes if turn == 0 else sorted(set(hand)))
                    hand.remove(dish)
                    row.append(dish)
                if two:
                    twice += 1
                    row.remove("stick")
                    hand.append("stick")
            hands = [hands[-1], *hands[:-1]]
        for player, row in enumerate(rows):
            there, hot = Counter(row), 0
            points[player] += 5 * (there["tempura"] // 2) + 10 * (there["sashimi"] // 3)
            points[player] += MORE[min(there["dumpling"], 5)]
            for dish in row:  # in the order they came
                hot += dish == "wasabi"
                points[player] += FISH.get(dish, 0) * (3 if hot and dish in FISH else 1)
                spiced += bool(hot) and dish in FISH
                hot -= bool(hot) and dish in FISH
            puddings[player] += there["pudding"]
        makis = [sum(ROLLS.get(dish, 0) for dish in row) for row in rows]
        first, second = max(makis), max((amount for amount in makis if amount < max(makis)), default=0)
        gains = shared(6, makis, first) if first else [0] * 4
        if makis.count(first) == 1 and second:
            gains = [one + two for one, two in zip(gains, shared(3, makis, second), strict=True)]
        points = [one + two for one, two in zip(points, gains, strict=True)]
    most, fewest = shared(6, puddings, max(puddings)), shared(6, puddings, min(puddings))
    sweet = [more - less for more, less in zip(most, fewest, strict=True)] if len(set(puddings)) > 1 else [0] * 4
    points = [one + two for one, two in zip(points, sweet, strict=True)]
    return sum(points), max(points), max(puddings), twice, spiced


def measured(game):
    kept = [len(game.zones["sweet", player]) for player in range(4)]
    return sum(game.scores()), max(game.scores()), max(kept), game.taken.get("two", 0), game.notes.get("spiced", 0)
