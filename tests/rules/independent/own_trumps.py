"""Ten tricks of four; everybody has a trump suit of their own, equals go to whoever played first."""

import random

PLAYERS = 4
FIGURES = ("most tricks", "points of all", "best score")


def play(seed):
    chance = random.Random(seed)
    pack = [(suit, rank) for suit in range(4) for rank in range(1, 11)]
    chance.shuffle(pack)
    hands = [pack[10 * player : 10 * player + 10] for player in range(4)]
    trumps = [chance.choice(sorted({suit for suit, _ in hand})) for hand in hands]
    tricks, won, leader = [0] * 4, [[] for _ in range(4)], 0
    for _ in range(10):
        best, taker, laid = -1, leader, []
        for player in [(leader + seat) % 4 for seat in range(4)]:
            hand = hands[player]
            able = [card for card in hand if laid and card[0] == laid[0][0]] or hand
            card = chance.choice(able)
            hand.remove(card)
            laid.append(card)
            worth = 20 * card[1] * (card[0] == trumps[player]) + card[1] * (card[0] == laid[0][0])
            if worth > best:
                best, taker = worth, player
        tricks[taker] += 1
        won[taker] += laid
        leader = taker
    points = [tricks[p] + sum(rank for suit, rank in won[p] if suit == trumps[p]) for p in range(4)]
    return max(tricks), sum(points), max(points)


def measured(game):
    tricks = [len(game.zones["won", player]) // 4 for player in range(4)]
    return max(tricks), sum(game.scores()), max(game.scores())
