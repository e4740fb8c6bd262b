"""Klaverjassen for four, one deal of eight tricks."""

import random
from collections import Counter
from itertools import pairwise

PLAYERS = 4
FIGURES = ("points of the makers", "points of all", "lost by the makers", "extra points", "points of the first player")
PLAIN, TRUMPS = "789JQKTA", "78QKTA9J"
POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
WORTH = {**POINTS, "J": 20, "9": 14}
ROW = "789TJQKA"


def extras(cards, trumps):
    found = 0
    for suit in "CDHS":
        ranks = sorted(ROW.index(rank) for each, rank in cards if each == suit)
        steps = "".join("1" if after - rank == 1 else "0" for rank, after in pairwise(ranks))
        found += 50 if "111" in steps else 20 if "11" in steps else 0
    kind, many = Counter(rank for _, rank in cards).most_common(1)[0]
    if many == 4:
        found += 200 if kind == "J" else 100 if kind in "AKQT" else 0
    return found + 20 * ({(trumps, "K"), (trumps, "Q")} <= set(cards))


def play(seed):
    chance = random.Random(seed)
    pack = [(suit, rank) for suit in "CDHS" for rank in ROW]
    chance.shuffle(pack)
    hands = [pack[8 * player : 8 * player + 8] for player in range(PLAYERS)]
    trumps, leader = chance.choice("CDHS"), 0
    points, extra, tricks = [0] * PLAYERS, [0] * PLAYERS, [0] * PLAYERS

    def force(card):
        if card[0] == trumps:
            return 100 + TRUMPS.index(card[1])
        return PLAIN.index(card[1]) if card[0] == led else -1

    for _ in range(8):
        laid, led = {}, None
        for player in ((leader + place) % PLAYERS for place in range(PLAYERS)):
            hand = hands[player]
            able = hand
            if led:
                winner = max(laid, key=lambda each: force(laid[each]))
                top = max(99, force(laid[winner]))
                over = [card for card in hand if force(card) > top]
                same = [card for card in hand if card[0] == led]
                if same:
                    able = over or same if led == trumps else same
                elif over and (winner - player) % 2:
                    able = over
                else:
                    able = [card for card in hand if card[0] != trumps or card in over] or hand
            laid[player] = chance.choice(able)
            hand.remove(laid[player])
            led = led or laid[player][0]
        leader = max(laid, key=lambda each: force(laid[each]))
        tricks[leader] += 1
        extra[leader] += extras(list(laid.values()), trumps)
        points[leader] += sum((WORTH if suit == trumps else POINTS).get(rank, 0) for suit, rank in laid.values())
    points[leader] += 10
    pairs = [
        points[side] + points[side + 2] + extra[side] + extra[side + 2] + 100 * (tricks[side] + tricks[side + 2] == 8)
        for side in range(2)
    ]
    lost = pairs[0] < pairs[1]
    return 0 if lost else pairs[0], sum(pairs), lost, sum(extra), points[0] + extra[0]


def measured(game):
    scores = game.scores()
    made, other = scores[:2]
    extra = [game.counters["extra", player] for player in range(PLAYERS)]
    trumps, first = str(game.counters["trumps", None]), extra[0]
    for card in game.zones["won", 0]:
        kind, suit = card.split("_")[0], card.split("_")[-1]
        letter = {"seven": "7", "eight": "8", "nine": "9"}.get(kind, kind[0].upper())
        first += (WORTH if suit == trumps else POINTS).get(letter, 0)
    return made, made + other, made == 0, sum(extra) - 10, first
