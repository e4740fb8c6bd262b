"""Hearts for four, one deal: any card but a heart is led first, and hearts are led once one has been thrown."""

import random

PLAYERS = 4
FIGURES = ("most points", "squares of points", "points of the first player", "most tricks", "all taken by one")


def play(seed):
    chance = random.Random(seed)
    pack = [(suit, rank) for suit in "CDHS" for rank in range(2, 15)]
    chance.shuffle(pack)
    hands = [pack[player::PLAYERS] for player in range(PLAYERS)]
    points, tricks, broken, leader = [0] * PLAYERS, [0] * PLAYERS, False, 0
    for _ in range(13):
        laid, led = {}, None
        for player in ((leader + place) % PLAYERS for place in range(PLAYERS)):
            hand = hands[player]
            if led:
                able = [card for card in hand if card[0] == led]
            else:
                able = [card for card in hand if broken or card[0] != "H"]
            laid[player] = chance.choice(able or hand)
            hand.remove(laid[player])
            led = led or laid[player][0]
        leader = max(laid, key=lambda player: (laid[player][0] == led, laid[player][1]))
        tricks[leader] += 1
        for suit, rank in laid.values():
            points[leader] += 1 if suit == "H" else 13 if (suit, rank) == ("S", 12) else 0
            broken = broken or suit == "H"
    points = [-26 if each == 26 else each for each in points]
    return max(points), sum(each * each for each in points), points[0], max(tricks), -26 in points


def measured(game):
    points = game.scores()
    tricks = max(len(game.zones["won", player]) // 4 for player in range(PLAYERS))
    return max(points), sum(each * each for each in points), points[0], tricks, -26 in points
