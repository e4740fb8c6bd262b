"""Colours and faces are matched; the direction turns, players are passed over and draw two."""

import random

from tests.rules.independent import shuffled

PLAYERS = 4
FIGURES = ("cards drawn in turn", "points of the winner", "cards left", "first wins")


def play(seed):
    chance = random.Random(seed)
    cards = [(face, colour) for face in range(13) for colour in "rygb" for _ in range(2)] + [(13, "")] * 4
    stock = shuffled(chance, cards)
    hands = [[stock.pop() for _ in range(7)] for _ in range(4)]
    start = max(place for place, card in enumerate(stock) if card[0] < 10)
    pile = [stock.pop(start)]
    face, colour = pile[0]
    me, way, drawn = 0, 1, 0
    while True:
        if not stock:
            stock, pile = shuffled(chance, pile[:-1]), pile[-1:]
        ways = [card for card in sorted(set(hands[me])) if card[0] < 13 and (card[1] == colour or card[0] == face)]
        ways += [(13, named) for named in "rygb" if (13, "") in hands[me]]
        ways += ["draw"] * (not ways and bool(stock))
        chosen = chance.choice(ways) if ways else None
        over = False
        if chosen == "draw":
            hands[me].append(stock.pop())
            drawn += 1
        elif chosen:
            face, colour = chosen
            card = (13, "") if face == 13 else chosen
            hands[me].remove(card)
            pile.append(card)
            way = -way if face == 11 else way
            over = face in (10, 12)
            if face == 12:
                for _ in range(min(2, len(stock))):
                    hands[(me + way) % 4].append(stock.pop())
            if not hands[me]:
                break
        me = (me + way * (1 + over)) % 4
    left = [card for hand in hands for card in hand]
    return drawn, sum(card[0] for card in left), len(left), me == 0


def measured(game):
    left = sum(len(game.zones["hand", player]) for player in range(4))
    return game.rounds, max(game.scores()), left, not game.zones["hand", 0]
