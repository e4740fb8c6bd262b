"""Golf with six cards for four, one deal."""

import random

PLAYERS = 4
FIGURES = ("points of all", "fewest points", "turns", "cards left in the stock", "equal columns")


def play(seed):
    chance = random.Random(seed)
    pack = [rank for rank in range(1, 14)] * 4
    chance.shuffle(pack)
    grids = [[pack.pop() for _ in range(6)] for _ in range(PLAYERS)]
    hidden = [set(range(6)) for _ in range(PLAYERS)]
    discard = [pack.pop()]
    for player in range(PLAYERS):
        hidden[player] -= set(chance.sample(range(6), 2))
    turns = 0
    while all(hidden) and (pack or discard):
        player = turns % PLAYERS
        turns += 1
        from_stock = chance.choice([True] * bool(pack) + [False] * bool(discard))
        card = (pack if from_stock else discard).pop()
        place = chance.randrange(-1 if from_stock else 0, 6)
        if place >= 0:
            card, grids[player][place] = grids[player][place], card
            hidden[player].discard(place)
        discard.append(card)
    scores, equal = [], 0
    for grid in grids:
        columns = [(grid[at], grid[at + 3]) for at in range(3)]
        equal += sum(a == b for a, b in columns)
        scores.append(sum(worth(a) + worth(b) for a, b in columns if a != b))
    return sum(scores), min(scores), turns, len(pack), equal


def worth(rank):
    return {2: -2, 11: 10, 12: 10, 13: 0}.get(rank, rank)


RANKS = {"ace": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "king": 13}


def measured(game):
    scores = game.scores()
    equal = 0
    for player in range(PLAYERS):
        grid = [rank_of(game.zones["seen", player, at][0]) for at in range(1, 7)]
        equal += sum(grid[at] == grid[at + 3] for at in range(3))
    return sum(scores), min(scores), game.rounds, len(game.zones["stock", None]), equal


def rank_of(card):
    kind, *more = card.split("_")
    return RANKS.get(kind) or int(more[0])
