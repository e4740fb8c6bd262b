"""Scopa for two with the primiera, one game of 36 turns."""

import random
from itertools import combinations

PLAYERS = 2
FIGURES = ("points of all", "margin", "scopas", "captures of several", "points of the first player", "higher primiera")
PRIMES = {7: 21, 6: 18, 1: 16, 5: 15, 4: 14, 3: 13, 2: 12}


def primiera(cards):
    best = {}
    for value, suit in cards:
        best[suit] = max(best.get(suit, 0), PRIMES.get(value, 10))
    return sum(best.values()) if len(best) == 4 else 0


def play(seed):
    chance = random.Random(seed)
    stock = [(value, suit) for value in range(1, 11) for suit in "OCSB"]
    chance.shuffle(stock)
    table = [stock.pop() for _ in range(4)]
    won, scopas, last, several = ([], []), [0, 0], 0, 0
    while stock:
        hands = [[stock.pop() for _ in range(3)] for _ in range(PLAYERS)]
        for turn in range(6):
            who = turn % 2
            card = chance.choice(hands[who])
            hands[who].remove(card)
            sets = [(each,) for each in table if each[0] == card[0]]
            for size in (2, 3, 4):
                if not sets or len(sets[0]) > 1:
                    sets += [cards for cards in combinations(table, size) if sum(v for v, _ in cards) == card[0]]
            if not sets:
                table.append(card)
                continue
            taken = chance.choice(sets)
            table = [each for each in table if each not in taken]
            won[who].extend((card, *taken))
            last = who
            several += len(taken) > 1
            scopas[who] += not table and bool(stock or any(hands))
    won[last].extend(table)
    points, primes = list(scopas), [primiera(cards) for cards in won]
    for who, other in ((0, 1), (1, 0)):
        coins = [sum(suit == "O" for _, suit in won[each]) for each in (who, other)]
        points[who] += (len(won[who]) > len(won[other])) + (coins[0] > coins[1]) + ((7, "O") in won[who])
        points[who] += primes[who] > primes[other]
    return sum(points), abs(points[0] - points[1]), sum(scopas), several, points[0], max(primes)


def measured(game):
    points, deck = game.scores(), game.program.deck.fields
    several = sum(game.taken.get(action, 0) for action in ("pair", "triple", "four"))
    primes = [
        primiera([(deck["value"][card], card.split("_")[-1]) for card in game.zones["won", player]])
        for player in range(PLAYERS)
    ]
    scopas = sum(game.counters["scopas", player] for player in range(PLAYERS))
    return sum(points), abs(points[0] - points[1]), scopas, several, points[0], max(primes)
