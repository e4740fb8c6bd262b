"""Parade for three: a card spares as many of the newest as its value, and takes of the others its colour and all
that are no higher."""

import random

PLAYERS = 3
FIGURES = ("points of all", "fewest points", "cards played")


def play(seed):
    chance = random.Random(seed)
    deck = [(value, colour) for value in range(11) for colour in range(6)]
    chance.shuffle(deck)
    hands = [[deck.pop() for _ in range(5)] for _ in range(PLAYERS)]
    row = [deck.pop() for _ in range(6)]
    taken = [[] for _ in range(PLAYERS)]
    played, left = 0, None
    while left != 0:
        player = played % PLAYERS
        value, colour = hands[player].pop(chance.randrange(len(hands[player])))
        asked = row[: max(0, len(row) - value)]
        goes = [card for card in asked if card[1] == colour or card[0] <= value]
        row = [card for card in row if card not in goes] + [(value, colour)]
        taken[player] += goes
        played += 1
        if left is not None:
            left -= 1
            continue
        hands[player] += [deck.pop()] if deck else []
        if len({card[1] for card in taken[player]}) == 6 or not deck:
            left = PLAYERS
    for hand, cards in zip(hands, taken, strict=True):
        cards += chance.sample(hand, 2)
    points = [0] * PLAYERS
    for colour in range(6):
        counts = [sum(card[1] == colour for card in cards) for cards in taken]
        for player, cards in enumerate(taken):
            most = counts[player] and counts[player] == max(counts)
            points[player] += counts[player] if most else sum(card[0] for card in cards if card[1] == colour)
    return sum(points), min(points), played


def measured(game):
    return sum(game.scores()), min(game.scores()), game.taken["march"]
