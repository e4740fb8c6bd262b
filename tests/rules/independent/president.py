"""President for five: the whole pack is dealt, and play goes on until all are out."""

import random
from collections import Counter

PLAYERS = 5
FIGURES = ("heats", "cards followed with", "passes", "points of the first player", "points of the last player")


def play(seed):
    chance = random.Random(seed)
    pack = [*range(3, 16)] * 4
    chance.shuffle(pack)
    hands = [Counter(pack[player::PLAYERS]) for player in range(PLAYERS)]
    points, worth, leader = [0] * PLAYERS, 2, 0
    heats = follows = passes = 0
    while any(map(any, map(Counter.values, hands))):
        while not hands[leader].total():
            leader = (leader + 1) % PLAYERS
        heats += 1
        player, owner, top, size = leader, None, 0, 0
        while owner != player and any(hand.total() for hand in hands):
            hand = hands[player]
            if hand.total():
                if size:
                    ways = [None, *((rank, size) for rank, many in hand.items() if rank > top and many >= size)]
                else:
                    ways = [(rank, many) for rank, held in hand.items() for many in range(1, held + 1)]
                way = chance.choice(ways)
                if way:
                    follows += size > 0
                    (top, size), owner = way, player
                    hand[top] -= size
                    if not hand.total():
                        points[player], worth = worth, max(0, worth - 1)
                else:
                    passes += 1
            player = (player + 1) % PLAYERS
        leader = owner
    return heats, follows, passes, points[0], points[-1]


def measured(game):
    taken, scores = game.taken, game.scores()
    return game.rounds, taken["follow"], taken["pass"], scores[0], scores[-1]
