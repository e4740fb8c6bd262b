"""Two with twelve health; cards cost strength, of which there is more every other turn."""

import random

from tests.rules.independent import shuffled

PLAYERS = 2
FIGURES = ("turns", "beaten", "health of the first", "cards played")
COST = {"jab": 1, "blow": 3, "parry": 2, "draught": 2, "wind": 1}


def play(seed):
    chance = random.Random(seed)
    stock = shuffled(chance, ["jab"] * 12 + ["blow"] * 8 + ["parry"] * 8 + ["draught"] * 6 + ["wind"] * 6)
    hands = [[stock.pop() for _ in range(3)] for _ in range(2)]
    health, guard, turn, played = [12, 12], [0, 0], 0, 0
    while stock and min(health) > 0:
        me, turn = turn % 2, turn + 1
        you, force = 1 - me, min(5, (turn + 1) // 2)
        guard[me] = 0
        hands[me].append(stock.pop())
        while health[you] > 0:
            card = chance.choice([None, *(card for card in sorted(set(hands[me])) if COST[card] <= force)])
            if card is None:
                break
            hands[me].remove(card)
            force -= COST[card]
            played += 1
            if card == "parry":
                guard[me] += 2
            elif card == "draught":
                health[me] = min(12, health[me] + 2)
            elif card == "wind":
                hands[me] += [stock.pop() for _ in range(min(2, len(stock)))]
            else:
                harm = 4 if card == "blow" else 1
                through = max(0, harm - guard[you])
                guard[you] = max(0, guard[you] - harm)
                health[you] -= through
    return turn, min(health) <= 0, health[0], played


def measured(game):
    return game.rounds, min(game.scores()) <= 0, game.scores()[0], game.taken.get("play", 0)
