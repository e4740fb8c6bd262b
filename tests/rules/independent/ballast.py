"""Who has nothing left ends a flight; things pull to two sides, beyond 8 on neither, and back at 0 one goes again."""

import random

from tests.rules.independent import shuffled

PLAYERS = 4
FIGURES = ("weight left", "cards drawn", "pairs")
STORK, GUST = "stork", "gust"  # things are their weight, below 0 on one side


def play(seed):
    chance = random.Random(seed)
    load, drawn, pairs, first = 0, 0, 0, 0
    for _ in range(3):
        things = [weight * side for weight in range(1, 10) for side in (-1, 1)]
        stock = shuffled(chance, [*things, STORK, GUST] * 3)
        hands = [[stock.pop() for _ in range(8)] for _ in range(4)]
        tilt, turn = 0, first
        while all(hands):
            hand = hands[turn % 4]
            mine = {card for card in hand if isinstance(card, int)}
            ways = [(card,) for card in sorted(mine) if abs(tilt + card) <= 8]
            ways += [(-card, card) for card in sorted(mine) if card > 0 and -card in mine]
            ways += [(GUST,)] if GUST in hand else []
            ways += [(STORK, other) for other in range(4) if other != turn % 4] if STORK in hand else []
            ways += [("draw",)] if stock else []
            if not ways:
                break
            way = chance.choice(ways)
            if way[0] == "draw":
                hand.append(stock.pop())
                drawn += 1
            elif way[0] == STORK:
                hand.remove(STORK)
                hands[way[1]] += [stock.pop()] if stock else []
            else:
                for card in way:
                    hand.remove(card)
                pairs += len(way) == 2
                tilt = -tilt if way[0] == GUST else tilt + sum(way)
                if len(way) == 1 and way[0] != GUST and tilt == 0:
                    continue
            turn += 1
        left = [sum(abs(card) if isinstance(card, int) else 5 for card in hand) for hand in hands]
        first = left.index(max(left))
        load += sum(left)
    return load, drawn, pairs


def measured(game):
    return sum(game.scores()), game.taken.get("draw", 0), game.taken.get("pair", 0)
