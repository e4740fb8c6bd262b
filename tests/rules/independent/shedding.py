"""A game of the Crazy Eights kind: be rid of your cards, eights are wild."""

import random

PLAYERS = 4
FIGURES = ("points left in hands", "cards drawn")


def play(seed):
    chance = random.Random(seed)
    stock = [(rank, suit) for rank in range(2, 15) for suit in range(4)]
    chance.shuffle(stock)
    hands = [[stock.pop() for _ in range(5)] for _ in range(4)]
    rank, suit = stock.pop()
    drawn = passes = turn = 0
    while passes < 4:
        hand = hands[turn % 4]
        options = [card for card in hand if card[0] != 8 and (card[1] == suit or card[0] == rank)]
        options += [(8, own, named) for _, own in [card for card in hand if card[0] == 8] for named in range(4)]
        options += ["draw"] * bool(stock)
        turn += 1
        if not options:
            passes += 1
            continue
        passes, chosen = 0, chance.choice(options)
        if chosen == "draw":
            hand.append(stock.pop())
            drawn += 1
            continue
        rank, suit = chosen[0], chosen[-1]
        hand.remove(chosen[:2])
        if not hand:
            break
    return sum(50 if card[0] == 8 else card[0] for hand in hands for card in hand), drawn


def measured(game):
    return sum(game.scores()), game.taken.get("draw", 0)
