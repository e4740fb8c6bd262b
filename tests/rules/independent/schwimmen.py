"""Schwimmen for five, one deal, points doubled."""

import random

PLAYERS = 5
FIGURES = ("points of all", "best score", "turns", "cards in the stock", "closed")
ALL = "all"


def worth(rank):
    return 11 if rank == 14 else min(rank, 10)


def suits(hand):
    return max(sum(worth(rank) for rank, suit in hand if suit == each) for each in range(4))


def points(hand):
    ranks = {rank for rank, _ in hand}
    return 64 if ranks == {14} else 61 if len(ranks) == 1 else 2 * suits(hand)


def full(hand):
    return suits(hand) == 31 or {rank for rank, _ in hand} == {14}


def play(seed):
    chance = random.Random(seed)
    pack = [(rank, suit) for rank in range(7, 15) for suit in range(4)]
    chance.shuffle(pack)
    hands = [[pack.pop() for _ in range(3)] for _ in range(PLAYERS)]
    middle = [pack.pop() for _ in range(3)]
    if chance.random() < 0.5:
        hands[0], middle = middle, hands[0]
    turns = passes = left = 0
    closed = False
    while len(pack) >= 3 and not any(map(full, hands)) and not (closed and not left):
        hand = hands[turns % PLAYERS]
        moves = ["pass", ALL, *((mine, other) for mine in range(3) for other in range(3))]
        move = chance.choice(moves)
        left -= closed
        passes = passes + 1 if move == "pass" else 0
        if move == ALL:
            hand[:], middle[:] = middle[:], hand[:]
        elif move != "pass":
            hand[move[0]], middle[move[1]] = middle[move[1]], hand[move[0]]
        if not closed and chance.random() < 0.5:
            closed, left, passes = True, PLAYERS - 1, 0
        turns += 1
        if passes == PLAYERS:
            middle, passes = [pack.pop() for _ in range(3)], 0
    scores = [points(hand) for hand in hands]
    return sum(scores), max(scores), turns, len(pack), closed


def measured(game):
    scores = game.scores()
    return sum(scores), max(scores), game.rounds, len(game.zones["stock", None]), game.counters["closed", None] > 0
