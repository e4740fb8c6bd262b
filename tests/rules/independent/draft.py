"""Keep a card, pass the others on; sets of kinds and most eggs score too."""

import random

PLAYERS = 4
FIGURES = ("points of cards", "points of sets and eggs")


def play(seed):
    chance = random.Random(seed)
    stock = [(kind, points) for kind in ("roll", "egg", "tea", "fish") for points in (1, 2, 3) for _ in range(5)]
    chance.shuffle(stock)
    hands = [[stock.pop() for _ in range(7)] for _ in range(4)]
    kept = [[] for _ in range(4)]
    for _ in range(7):
        for hand, mine in zip(hands, kept, strict=True):
            card = chance.choice(sorted(set(hand)))
            hand.remove(card)
            mine.append(card)
        hands = hands[-1:] + hands[:-1]
    eggs = [sum(kind == "egg" for kind, _ in mine) for mine in kept]
    sets = sum((0, 0, 1, 3, 8)[len({kind for kind, _ in mine})] for mine in kept)
    most = sum(3 for place, count in enumerate(eggs) if count > max(eggs[:place] + eggs[place + 1 :]))
    return sum(points for mine in kept for _, points in mine), sets + most


def measured(game):
    points = game.program.deck.fields["points"]
    plain = sum(points[card] for player in range(4) for card in game.zones["kept", player])
    return plain, sum(game.scores()) - plain
