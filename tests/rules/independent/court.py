"""One card in hand, one drawn, one played for its effect; four play."""

import random

from tests.rules.independent import shuffled

PLAYERS = 4
FIGURES = ("cards played", "still at court", "highest rank held")


def play(seed):
    chance = random.Random(seed)
    stock = shuffled(chance, [1] * 5 + [2, 2, 3, 3, 4, 4, 5, 5, 6, 7, 8])
    spare = [stock.pop()]
    held = {player: stock.pop() for player in range(4)}
    safe, turn, played = set(), 0, 0
    while stock and len(held) > 1:
        me, turn = turn % 4, turn + 1
        if me not in held:
            continue
        safe.discard(me)
        two = [held[me], stock.pop()]
        card = 7 if 7 in two and (5 in two or 6 in two) else chance.choice(sorted(set(two)))
        two.remove(card)
        held[me] = two[0]
        played += 1
        others = [player for player in held if player != me and player not in safe]
        if card == 8:
            del held[me]
        elif card == 4:
            safe.add(me)
        elif card == 5:
            who = chance.choice([me, *others])
            if held.pop(who) != 8:
                held[who] = stock.pop() if stock else spare.pop()
        elif others and card in (1, 3, 6):
            who = chance.choice(others)
            if card == 1 and chance.randrange(2, 9) == held[who]:
                del held[who]
            elif card == 3 and held[me] != held[who]:
                del held[min(me, who, key=held.__getitem__)]
            elif card == 6:
                held[me], held[who] = held[who], held[me]
    return played, len(held), max(held.values())


def measured(game):
    return game.rounds, sum(bool(game.zones["hand", player]) for player in range(4)), max(game.scores())
