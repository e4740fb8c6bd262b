"""Cuckoo for six, one round."""

import random

PLAYERS = 6
FIGURES = ("losers", "lowest card", "all ranks", "first loses", "kings from the stock")


def play(seed):
    chance = random.Random(seed)
    pack = [rank for rank in range(1, 14)] * 4
    chance.shuffle(pack)
    cards = [pack.pop() for _ in range(PLAYERS)]
    stopped = [False] * PLAYERS  # whose king was shown
    cut = 0
    for player in range(PLAYERS):
        if stopped[player] or chance.random() < 0.5:
            continue
        if player == PLAYERS - 1:
            drawn = pack.pop()
            cut += drawn == 13
            cards[player] = cards[player] if drawn == 13 else drawn
        elif cards[player + 1] == 13:
            stopped[player + 1] = True
        else:
            cards[player], cards[player + 1] = cards[player + 1], cards[player]
    low = min(cards)
    return cards.count(low), low, sum(cards), cards[0] == low, cut


def measured(game):
    ranks = [int(card.split("_")[1]) for player in range(PLAYERS) for card in game.zones["shown", player]]
    losers = [score < 0 for score in game.scores()]
    return sum(losers), min(ranks), sum(ranks), losers[0], len(game.zones["cut", None])
