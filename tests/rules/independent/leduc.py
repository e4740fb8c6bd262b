"""Leduc poker for two, with the turns of the testbed: who has raised is asked once more."""

import random

PLAYERS = 2
FIGURES = ("chips won by the better", "won by the first", "folds", "bets of both", "ties")


def play(seed):
    chance = random.Random(seed)
    pack = [1, 1, 2, 2, 3, 3]
    chance.shuffle(pack)
    hands, board = pack[:2], pack[2]
    bets = [1, 1]
    fold = None
    for raise_ in (2, 4):
        last, turn = ["", ""], 0
        while fold is None and last != ["call", "call"]:
            move = chance.choice(["fold", "call", "raise"] if last[turn] != "raise" else ["fold", "call"])
            if move == "fold":
                fold = turn
            else:
                bets[turn] = bets[1 - turn] + (raise_ if move == "raise" else 0)
            last[turn] = move
            turn = 1 - turn
    points = [10 + board if hand == board else max(hand, board) for hand in hands]
    if fold is None and points[0] == points[1]:
        return 0, 0, 0, sum(bets), 1
    winner = 1 - fold if fold is not None else int(points[1] > points[0])
    return bets[1 - winner], bets[1] if winner == 0 else -bets[0], fold is not None, sum(bets), 0


def measured(game):
    scores = game.scores()
    bets = [game.counters["bet", player] for player in range(PLAYERS)]
    return max(scores), scores[0], any(game.counters["folded", p] for p in range(PLAYERS)), sum(bets), not any(scores)
