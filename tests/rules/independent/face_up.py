"""Skyjo for three, one round without the removal of columns: swap, or throw away and turn up."""

import random

PLAYERS = 3
FIGURES = ("points of all", "fewest points", "cards thrown", "cards taken")
DECK = [-2] * 5 + [-1] * 10 + [0] * 15 + [value for value in range(1, 13) for _ in range(10)]


class _Table:
    def __init__(self, seed):
        self.chance = random.Random(seed)
        self.stock = DECK[:]
        self.chance.shuffle(self.stock)
        self.down = [[self.stock.pop() for _ in range(12)] for _ in range(PLAYERS)]
        self.up = [[self.lift(player) for _ in range(2)] for player in range(PLAYERS)]
        self.discard = [self.stock.pop()]
        self.thrown = self.took = 0

    def lift(self, player):
        return self.down[player].pop(self.chance.randrange(len(self.down[player])))

    def turn(self, player):
        drawn = bool(self.chance.randrange(2))
        if drawn and not self.stock:
            *self.stock, top = self.discard
            self.discard = [top]
            self.chance.shuffle(self.stock)
        card = self.stock.pop() if drawn else self.discard.pop()
        self.took += not drawn
        options = ["hidden"] * bool(self.down[player]) + sorted({*self.up[player]}) + ["throw"] * drawn
        chosen = self.chance.choice(options)
        if chosen == "throw":
            self.thrown += 1
            self.discard.append(card)
            card = self.lift(player) if self.down[player] else None
        elif chosen == "hidden":
            self.discard.append(self.lift(player))
        else:
            self.up[player].remove(chosen)
            self.discard.append(chosen)
        self.up[player] += [] if card is None else [card]


def play(seed):
    table = _Table(seed)
    shown = [sum(cards) for cards in table.up]
    player = shown.index(max(shown))
    table.turn(player)
    while table.down[player]:
        player = (player + 1) % PLAYERS
        table.turn(player)
    for step in range(1, PLAYERS):
        table.turn((player + step) % PLAYERS)
    points = [sum(up) + sum(down) for up, down in zip(table.up, table.down, strict=True)]
    others = [each for other, each in enumerate(points) if other != player]
    if points[player] > 0 and points[player] >= min(others):
        points[player] *= 2
    return sum(points), min(points), table.thrown, table.took


def measured(game):
    return sum(game.scores()), min(game.scores()), game.taken["throw"], game.taken["take"]
