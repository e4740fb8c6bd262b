"""President for four with pairs: higher of as many, or pass and stay out of the trick; points by who goes out when."""

import random

PLAYERS = 4
FIGURES = ("points of the first player", "pairs", "passes", "single cards")


def play(seed):
    chance = random.Random(seed)
    deck = [rank for rank in range(3, 16) for _ in range(4)]
    chance.shuffle(deck)
    hands = [deck[13 * player : 13 * player + 13] for player in range(PLAYERS)]
    points, counts, leader, gone = [0] * PLAYERS, [0, 0, 0], 0, 0
    while sum(map(bool, hands)) > 1:
        player, passed, height, size = leader, set(), 0, 0
        while sum(map(bool, hands)) > 1:
            rivals = [each for each in range(PLAYERS) if hands[each] and each not in passed and each != leader]
            if not rivals:
                break
            if hands[player] and player not in passed:
                options = [
                    (many, rank)
                    for rank in sorted({*hands[player]})
                    for many in (1, 2)
                    if rank > height and size in (0, many) and hands[player].count(rank) >= many
                ]
                many, rank = chance.choice(options + [(0, 0)] * bool(size))
                counts[many] += 1
                if not many:
                    passed.add(player)
                else:
                    height, size, leader = rank, many, player
                    for _ in range(many):
                        hands[player].remove(rank)
                    if not hands[player]:
                        points[player] = PLAYERS - 1 - gone
                        gone += 1
            player = (player + 1) % PLAYERS
    return points[0], counts[2], counts[0], counts[1]


def measured(game):
    taken = game.taken
    return game.scores()[0], taken.get("pair", 0), taken.get("pass", 0), taken.get("single", 0)
