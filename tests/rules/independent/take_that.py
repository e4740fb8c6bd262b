"""Blows, storms, shields, thieves and salves among four with six lives each."""

import random

from tests.rules.independent import shuffled

PLAYERS = 4
FIGURES = ("lives of all", "most lives", "turns", "dead")


def play(seed):
    chance = random.Random(seed)
    stock = shuffled(chance, ["blow"] * 18 + ["storm"] * 6 + ["shield"] * 10 + ["thief"] * 8 + ["salve"] * 10)
    hands = [[stock.pop() for _ in range(3)] for _ in range(4)]
    lives, me, turns = [6] * 4, 0, 0
    while stock and sum(life > 0 for life in lives) > 1:
        if lives[me]:
            turns += 1
            hands[me].append(stock.pop())
            card = chance.choice(sorted(set(hands[me])))
            hands[me].remove(card)
            others = [player for player in range(4) if player != me and hands[player]]
            if card == "storm":
                lives = [max(0, life - 1) for life in lives]
            elif card == "salve":
                lives[me] += 1
            elif others and card == "thief":
                victim = hands[chance.choice(others)]
                hands[me].append(victim.pop(chance.randrange(len(victim))))
            elif others and card == "blow":
                who = chance.choice([player for player in others if lives[player]] or others)
                if "shield" in hands[who]:
                    hands[who].remove("shield")
                else:
                    lives[who] = max(0, lives[who] - 2)
        me = (me + 1) % 4
    return sum(lives), max(lives), turns, lives.count(0)


def measured(game):
    lives = game.scores()
    return sum(lives), max(lives), game.rounds, lives.count(0)
