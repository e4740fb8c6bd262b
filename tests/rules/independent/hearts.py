"""Hearts for four, one deal, nothing passed."""

import random

PLAYERS = 4
FIGURES = ("most points", "squares of points", "most tricks", "all taken by one")


def play(seed):
    chance = random.Random(seed)
    pack = [(suit, rank) for suit in "CDHS" for rank in range(2, 15)]
    chance.shuffle(pack)
    hands = [pack[13 * player : 13 * player + 13] for player in range(4)]
    leader = next(player for player in range(4) if ("C", 2) in hands[player])
    broken, points, tricks = False, [0] * 4, [0] * 4
    for trick in range(13):
        laid = {}
        for player in [(leader + seat) % 4 for seat in range(4)]:
            hand = hands[player]
            if not laid:
                able = [("C", 2)] if trick == 0 else [card for card in hand if broken or card[0] != "H"] or hand
            else:
                able = [card for card in hand if card[0] == laid[leader][0]] or hand
                if trick == 0:
                    able = [card for card in able if card[0] != "H" and card != ("S", 12)] or able
            card = chance.choice(able)
            hand.remove(card)
            laid[player] = card
            broken = broken or card[0] == "H" or card == ("S", 12)
        suit = laid[leader][0]
        leader = max(laid, key=lambda player: (laid[player][0] == suit, laid[player][1]))
        tricks[leader] += 1
        points[leader] += sum(card[0] == "H" for card in laid.values()) + 13 * (("S", 12) in laid.values())
    if 26 in points:
        points = [26 - each for each in points]
    return max(points), sum(each * each for each in points), max(tricks), sum(points) == 78


def measured(game):
    points = game.scores()
    tricks = max(len(game.zones["won", player]) // 4 for player in range(4))
    return max(points), sum(each * each for each in points), tricks, sum(points) == 78
