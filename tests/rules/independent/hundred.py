"""The Game for three, played at random until somebody cannot play or all 98 cards lie in the rows."""

import random

PLAYERS = 3
FIGURES = ("turns", "cards laid upwards", "cards laid downwards", "cards left in hands")
UP, DOWN = 1, -1


def fits(card, row):
    """Whether a card goes on: in the row's direction, or exactly ten back."""
    way, end = row
    return (card - end) * way > 0 or (card - end) * way == -10


def play(seed):
    rng = random.Random(seed)
    stock = list(range(2, 100))
    rng.shuffle(stock)
    hands = [[stock.pop() for _ in range(6)] for _ in range(PLAYERS)]
    rows = [(UP, 1), (UP, 1), (DOWN, 100), (DOWN, 100)]
    laid = {UP: 0, DOWN: 0}
    turns = who = 0
    lost = False
    while any(hands) and not lost:
        hand = hands[who]
        who = (who + 1) % PLAYERS
        if not hand:
            continue
        turns += 1
        due = 2 if stock else 1
        while hand:
            options = [(card, r) for card in hand for r, row in enumerate(rows) if fits(card, row)]
            if due <= 0:
                options.append(None)  # to stop
            if not options:
                lost = True
                break
            option = rng.choice(options)
            if option is None:
                break
            card, r = option
            way = rows[r][0]
            rows[r] = way, card
            hand.remove(card)
            laid[way] += 1
            due -= 1
        if not lost:
            while stock and len(hand) < 6:
                hand.append(stock.pop())
    return turns, laid[UP], laid[DOWN], sum(map(len, hands))


def measured(game):
    left = sum(len(game.zones["hand", player]) for player in range(PLAYERS))
    return game.rounds, game.taken["up"], game.taken["down"], left
