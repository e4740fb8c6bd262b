"""Cribbage for two, one deal; the dealer sits last."""

import random
from itertools import combinations, pairwise

PLAYERS, MANY = 2, 100
FIGURES = (
    "points of the first player",
    "points of the dealer",
    "points of the winner",
    "squares of points",
)


def run(cards):
    ranks = sorted(rank for rank, _ in cards)
    return len(ranks) >= 3 and all(after - rank == 1 for rank, after in pairwise(ranks))


def shown(kept, start, crib):
    cards = [*kept, start]
    sets = [each for size in range(2, 6) for each in combinations(cards, size)]
    points = 2 * sum(sum(min(rank, 10) for rank, _ in each) == 15 for each in sets)
    points += 2 * sum(len(each) == 2 and each[0][0] == each[1][0] for each in sets)
    longest = max((len(each) for each in sets if run(each)), default=0)
    points += sum(len(each) for each in sets if run(each) and len(each) == longest)
    if len({suit for _, suit in kept}) == 1:
        points += 5 if kept[0][1] == start[1] else 0 if crib else 4
    return points + ((11, start[1]) in kept)


def play(seed):
    chance = random.Random(seed)
    stock = [(rank, suit) for rank in range(1, 14) for suit in range(4)]
    chance.shuffle(stock)
    hands, crib = [[stock.pop() for _ in range(6)] for _ in range(PLAYERS)], []
    for hand in hands:
        for _ in range(2):
            crib.append(hand.pop(chance.randrange(len(hand))))
    start, kept = stock.pop(), [list(hand) for hand in hands]
    points = [0, 2 * (start[0] == 11)]
    player = 0
    while any(hands):
        row, count, last = [], 0, player
        while True:
            able = [[card for card in hand if count + min(card[0], 10) <= 31] for hand in hands]
            if not any(able):
                break
            if able[player]:
                row.append(chance.choice(able[player]))
                hands[player].remove(row[-1])
                count += min(row[-1][0], 10)
                last = player
                tail = next((n for n in range(len(row), 1, -1) if len({rank for rank, _ in row[-n:]}) == 1), 0)
                straight = next((n for n in range(len(row), 2, -1) if run(row[-n:])), 0)
                points[player] += 2 * (count in (15, 31)) + tail * (tail - 1) + straight
            player = 1 - player
        points[last] += count < 31
        player = 1 - last
    show = [shown(kept[0], start, False), shown(kept[1], start, False) + shown(crib, start, True)]
    points = [laid + more for laid, more in zip(points, show, strict=True)]
    return *points, max(points), sum(each * each for each in points)


def measured(game):
    points = game.scores()
    return *points, max(points), sum(each * each for each in points)
