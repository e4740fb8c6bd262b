"""Sueca for four, one deal of ten tricks."""

import random

PLAYERS = 4
FIGURES = ("points of the first pair", "points of the better pair", "points of the first player", "most tricks of one")
POINTS = {"A": 11, "7": 10, "K": 4, "H": 3, "M": 2}
ORDER = "23456MHK7A"


def play(seed):
    chance = random.Random(seed)
    pack = [suit + rank for suit in "OCSB" for rank in ORDER]
    chance.shuffle(pack)
    hands = [pack[10 * player : 10 * player + 10] for player in range(PLAYERS)]
    trumps, leader = hands[-1][-1][0], 0
    points, tricks = [0] * PLAYERS, [0] * PLAYERS
    for _ in range(10):
        laid, led = [], ""
        for player in ((leader + place) % PLAYERS for place in range(PLAYERS)):
            card = chance.choice([card for card in hands[player] if card[0] == led] or hands[player])
            hands[player].remove(card)
            led = led or card[0]
            value = ORDER.index(card[1]) + (100 if card[0] == trumps else 50 if card[0] == led else 0)
            laid.append((value, player, POINTS.get(card[1], 0)))
        leader = max(laid)[1]
        points[leader] += sum(worth for *_, worth in laid)
        tricks[leader] += 1
    pairs = points[0] + points[2], points[1] + points[3]
    return pairs[0], max(pairs), points[0], max(tricks)


def measured(game):
    scores = game.scores()
    own = [sum(POINTS[LETTERS[card.split("_")[0]]] for card in cards(game, player)) for player in range(1)]
    return scores[0], max(scores), own[0], max(len(game.zones["won", player]) // 4 for player in range(PLAYERS))


LETTERS = {"ace": "A", "seven": "7", "king": "K", "horse": "H", "maid": "M"}


def cards(game, player):
    return [card for card in game.zones["won", player] if card.split("_")[0] in LETTERS]
