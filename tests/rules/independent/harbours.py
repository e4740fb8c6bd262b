"""Port Royal, simplified, for three, played at random: one card a turn, and a coin for each card that others take."""

import random

PLAYERS = 3
MANY = 40
FIGURES = ("rounds", "cards turned up", "busts", "coins of all", "best score", "points of all")

SHIPS = {1: (1, 3), 2: (2, 3), 3: (4, 2), 4: (99, 2)}  # coins: strength, ships of each colour
PERSONS = {(3, 1, 1): 8, (4, 1, 0): 6, (5, 1, 2): 4, (6, 2, 0): 4, (7, 2, 1): 4, (8, 3, 0): 3, (9, 3, 2): 3}
DECK = [("person", *person) for person, n in PERSONS.items() for _ in range(n)]  # a person: cost, points, swords
DECK += [
    ("ship", coins, strength, colour) for coins, (strength, n) in SHIPS.items() for colour in range(5) for _ in range(n)
]


class Game:
    """The cards on the table, and what players own."""

    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.stock, self.discard = DECK[:], []
        self.rng.shuffle(self.stock)
        self.gold, self.crews = [3] * PLAYERS, [[] for _ in range(PLAYERS)]
        self.turned = self.busts = 0

    def points(self):
        return [sum(points for _, _, points, _ in crew) for crew in self.crews]

    def sail(self, player):
        """Turn up cards until the player stops; return them, or none if two ships of a colour ended the turn."""
        harbour, swords = [], sum(person[3] for person in self.crews[player])
        while True:
            options = ["on"] * bool(self.stock or self.discard) + ["stop"] * bool(harbour)
            if self.rng.choice(options) == "stop":
                return harbour
            if not self.stock:
                self.stock, self.discard = self.discard, []
                self.rng.shuffle(self.stock)
            card = self.stock.pop()
            self.turned += 1
            if card[0] == "person" or all(c[0] == "person" or c[3] != card[3] for c in harbour):
                harbour.append(card)
            elif swords >= card[2]:
                self.discard.append(card)
            else:
                self.busts += 1
                self.discard += [*harbour, card]
                return []

    def trade(self, player, captain, harbour):
        """Let a player take a card, or none; whoever is not captain pays the captain a coin for it."""
        fee = int(player != captain)
        money = self.gold[player] - fee
        may = sorted({card for card in harbour if money >= (card[1] if card[0] == "person" else 0)})
        card = self.rng.choice([*may, None])
        if card is None:
            return
        harbour.remove(card)
        self.gold[player] -= fee
        self.gold[captain] += fee
        if card[0] == "ship":
            self.gold[player] += card[1]
            self.discard.append(card)
        else:
            self.gold[player] -= card[1]
            self.crews[player].append(card)


def play(seed):
    """Play one game and return its figures."""
    game, rounds = Game(seed), 0
    while max(game.points()) < 12:
        rounds += 1
        for captain in range(PLAYERS):
            harbour = game.sail(captain)
            for seat in range(captain, captain + PLAYERS):
                game.trade(seat % PLAYERS, captain, harbour)
            game.discard += harbour
    return rounds, game.turned, game.busts, sum(game.gold), max(game.points()), sum(game.points())


def measured(game):
    gold, busts = (sum(game.counters[name, player] for player in range(PLAYERS)) for name in ("gold", "busts"))
    return game.rounds, game.taken["on"], busts, gold, max(game.scores()), sum(game.scores())
