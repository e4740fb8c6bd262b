"""Block rummy for two, one deal."""

import random

PLAYERS, MANY = 2, 60
FIGURES = (
    "turns",
    "points of both",
    "sequences",
    "sets",
    "cards laid off",
    "cards in the stock",
    "taken from the pile",
)


def ways(hand):
    """All that may be melded: sequences of three or more, and all cards of a rank."""
    for suit in range(4):
        for low in range(1, 12):
            row = []
            while (low + len(row), suit) in hand:
                row.append((low + len(row), suit))
                if len(row) >= 3:
                    yield list(row)
    for rank in range(1, 14):
        equal = [card for card in hand if card[0] == rank]
        if len(equal) >= 3:
            yield equal


def fits(card, meld):
    ranks = [rank for rank, _ in meld]
    if len(set(ranks)) == 1:
        return card[0] == ranks[0]
    return card[1] == meld[0][1] and card[0] in (min(ranks) - 1, max(ranks) + 1)


def play(seed):
    chance = random.Random(seed)
    stock = [(rank, suit) for rank in range(1, 14) for suit in range(4)]
    chance.shuffle(stock)
    hands = [[stock.pop() for _ in range(10)] for _ in range(PLAYERS)]
    pile, melds, turns, laid, taken = [stock.pop()], [], 0, 0, 0
    rows = 0
    while stock and all(hands):
        hand = hands[turns % PLAYERS]
        turns += 1
        drawn = None
        if chance.random() < 0.5:
            drawn = pile.pop()
            taken += 1
        hand.append(drawn or stock.pop())
        meld = chance.choice([*ways(hand), None])
        if meld:
            melds.append(meld)
            rows += meld[0][0] != meld[1][0]
            hand[:] = [card for card in hand if card not in meld]
        while hand:
            choice = chance.choice([(card, meld) for card in hand for meld in melds if fits(card, meld)] + [None])
            if not choice:
                break
            hand.remove(choice[0])
            choice[1].append(choice[0])
            laid += 1
        if hand:
            pile.append(chance.choice([card for card in hand if card != drawn] or hand))
            hand.remove(pile[-1])
    points = sum(min(rank, 10) for hand in hands for rank, _ in hand)
    return turns, points, rows, len(melds) - rows, laid, len(stock), taken


def measured(game):
    taken = [game.taken.get(action, 0) for action in ("sequence", "set", "pile", "equal", "onward")]
    return game.rounds, sum(game.scores()), *taken[:2], sum(taken[3:]), len(game.zones["stock", None]), taken[2]
