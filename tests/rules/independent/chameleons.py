"""Coloretto for four: add a card to a row, or take a row and be out; three colours count, the others against one."""

import random

PLAYERS = 4
FIGURES = ("points of all", "best score", "rounds", "cards laid")


def play(seed):
    chance = random.Random(seed)
    firsts = chance.sample(range(7), PLAYERS)
    kept = [[colour] for colour in firsts]
    deck = [colour for colour in range(7) for _ in range(8 if colour in firsts else 9)]
    chance.shuffle(deck)
    starter = rounds = laid = 0
    while len(deck) >= 16:
        rounds += 1
        rows, out, player = [[] for _ in range(PLAYERS)], set(), starter
        open_rows = set(range(PLAYERS))
        while len(out) < PLAYERS:
            if player not in out:
                space = [row for row in sorted(open_rows) if len(rows[row]) < 3]
                options = [row for row in sorted(open_rows) if rows[row]] + ([None] if space else [])
                row = chance.choice(options)
                if row is None:
                    rows[chance.choice(space)].append(deck.pop())
                    laid += 1
                else:
                    kept[player] += rows[row]
                    open_rows.discard(row)
                    out.add(player)
                    starter = player
            player = (player + 1) % PLAYERS
    scores = [_score(cards) for cards in kept]
    return sum(scores), max(scores), rounds, laid


def _score(cards):
    worth = sorted((_points(cards.count(colour)) for colour in {*cards}), reverse=True)
    return sum(worth[:3]) - sum(worth[3:])


def _points(many):
    return sum(range(1, min(many, 6) + 1))


def measured(game):
    return sum(game.scores()), max(game.scores()), game.rounds, game.taken["draw"]
