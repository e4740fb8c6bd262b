"""Cards 2 to 59 go together onto two rising and two falling rows; ten back is allowed."""

import random

from tests.rules.independent import shuffled

PLAYERS = 3
FIGURES = ("cards left", "games won", "turns")


def play(seed):
    chance = random.Random(seed)
    stock = shuffled(chance, range(2, 60))
    hands = [[stock.pop() for _ in range(6)] for _ in range(3)]
    rows, me, turns = [[], [], [], []], 0, 0
    while any(hands):
        hand, laid = hands[me], 0
        turns += bool(hand)
        while hand:
            ways = [(card, row) for card in hand for row in range(4) if fits(card, rows[row], row < 2)]
            ways += ["done"] * (laid >= 2)
            if not ways:
                return result(stock, hands, turns)
            way = chance.choice(ways)
            if way == "done":
                hand += [stock.pop() for _ in range(min(len(stock), 6 - len(hand)))]
                break
            hand.remove(way[0])
            rows[way[1]].append(way[0])
            laid += 1
        me = (me + 1) % 3
    return result(stock, hands, turns)


def fits(card, row, rising):
    if not row:
        return True
    return (card > row[-1] or card == row[-1] - 10) if rising else (card < row[-1] or card == row[-1] + 10)


def result(stock, hands, turns):
    left = len(stock) + sum(map(len, hands))
    return left, left <= 34, turns


def measured(game):
    assert len(game.winners()) in (0, 3)
    return game.scores()[0], len(game.winners()) == 3, game.rounds
