"""Two players lay rising paths in five colours, or leave cards for each other to take."""

import random

from tests.rules.independent import shuffled

PLAYERS, MANY = 2, 100
FIGURES = ("points of both", "better score", "cards on paths", "taken from what was left")


def play(seed):
    chance = random.Random(seed)
    cards = [(colour, value) for colour in range(5) for value in (1, 1, 1, *range(2, 11))]
    stock = shuffled(chance, cards)
    hands = [[stock.pop() for _ in range(8)] for _ in range(2)]
    paths = [[[] for _ in range(5)] for _ in range(2)]
    left = [[] for _ in range(5)]
    me = old = 0
    while stock:
        hand, mine = hands[me], paths[me]
        kinds = sorted(set(hand))
        ways = [(mine, card) for card in kinds if not mine[card[0]] or card[1] >= mine[card[0]][-1]]
        where, card = chance.choice(ways + [(left, card) for card in kinds])
        hand.remove(card)
        where[card[0]].append(card[1])
        barred = card[0] if where is left else None
        take = chance.choice(["new"] + [colour for colour in range(5) if left[colour] and colour != barred])
        if take == "new":
            hand.append(stock.pop())
        else:
            hand.append((take, left[take].pop()))
            old += 1
        me = 1 - me
    points = [sum(map(worth, mine)) for mine in paths]
    return sum(points), max(points), sum(len(path) for mine in paths for path in mine), old


def worth(path):
    if not path:
        return 0
    wagers = path.count(1)
    return (sum(path) - wagers - 20) * (1 + wagers) + 20 * (len(path) >= 8)


def measured(game):
    laid = sum(len(there) for key, there in game.zones.items() if key[0] == "path")
    return sum(game.scores()), max(game.scores()), laid, game.taken.get("old", 0)
