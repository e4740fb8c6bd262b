"""Crazy Eights for three: who can play must, who cannot draws from a stock that is made anew."""

import random

PLAYERS = 3
FIGURES = ("points left in hands", "cards drawn", "eights played", "cards played", "the first is out")


def play(seed):
    chance = random.Random(seed)
    stock = [(rank, suit) for rank in range(1, 14) for suit in "CDHS"]
    chance.shuffle(stock)
    hands = [[stock.pop() for _ in range(5)] for _ in range(PLAYERS)]
    pile = [stock.pop()]
    suit = "H" if pile[-1][0] == 8 else pile[-1][1]
    drawn = eights = played = idle = turn = 0
    while all(hands) and idle < PLAYERS:
        hand = hands[turn % PLAYERS]
        turn += 1
        ways = [(card, card[1]) for card in hand if card[0] != 8 and (card[1] == suit or card[0] == pile[-1][0])]
        ways += [(card, named) for card in hand if card[0] == 8 for named in "CDHS"]
        if ways:
            card, suit = chance.choice(ways)
            hand.remove(card)
            pile.append(card)
            eights += card[0] == 8
            played += 1
            idle = 0
            continue
        if not stock:
            stock, pile = pile[:-1], pile[-1:]
            chance.shuffle(stock)
        if stock:
            hand.append(stock.pop())
            drawn += 1
            idle = 0
        else:
            idle += 1
    points = sum(50 if rank == 8 else min(rank, 10) for hand in hands for rank, _ in hand)
    return points, drawn, eights, played, not hands[0]


def measured(game):
    taken = [game.taken.get(action, 0) for action in ("draw", "wild", "match")]
    return sum(game.scores()), taken[0], taken[1], taken[1] + taken[2], not game.zones["hand", 0]
