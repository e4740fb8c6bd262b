"""Briscola for three: cards are played freely, a trump beats, the trump that lies open is drawn last."""

import random

PLAYERS = 3
FIGURES = ("points of the first player", "best score", "second best")
POINTS = {10: 11, 9: 10, 8: 4, 7: 3, 6: 2}


def play(seed):
    chance = random.Random(seed)
    deck = [(force, suit) for force in range(1, 11) for suit in range(4) if (force, suit) != (1, 0)]
    chance.shuffle(deck)
    hands = [[deck.pop() for _ in range(3)] for _ in range(PLAYERS)]
    trump = deck.pop()
    deck.insert(0, trump)
    won, leader = [0] * PLAYERS, 0
    while any(hands):
        order = [(leader + step) % PLAYERS for step in range(PLAYERS)]
        laid = [(player, hands[player].pop(chance.randrange(len(hands[player])))) for player in order]
        led = laid[0][1][1]
        leader = max(laid, key=lambda each: _strength(each[1], led, trump[1]))[0]
        won[leader] += sum(POINTS.get(card[0], 0) for _, card in laid)
        for step in range(PLAYERS if deck else 0):
            hands[(leader + step) % PLAYERS] += [deck.pop()] if deck else []
    return won[0], *sorted(won)[:0:-1]


def _strength(card, led, trump):
    force, suit = card
    return force + 100 if suit == trump else force if suit == led else 0


def measured(game):
    scores = game.scores()
    return scores[0], *sorted(scores)[:0:-1]
