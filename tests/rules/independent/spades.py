"""Two pairs bid and take tricks; spades beat the rest."""

import random

PLAYERS = 4
FIGURES = ("points of a pair", "most tricks of one", "pairs that made it")


def play(seed):
    chance = random.Random(seed)
    pack = [(suit, rank) for suit in range(4) for rank in range(2, 15)]  # suit 3: spades
    chance.shuffle(pack)
    hands = [pack[13 * player : 13 * player + 13] for player in range(4)]
    bids, tricks = [chance.randrange(14) for _ in range(4)], [0] * 4
    leader, broken = 0, False
    for _ in range(13):
        laid = []
        for seat in range(4):
            hand = hands[(leader + seat) % 4]
            if laid:
                able = [card for card in hand if card[0] == laid[0][0]] or hand
            else:
                able = [card for card in hand if broken or card[0] != 3] or hand
            laid.append(chance.choice(able))
            hand.remove(laid[-1])
            broken |= laid[-1][0] == 3
        worth = [(card[0] == 3, card[0] == laid[0][0], card[1]) for card in laid]
        leader = (leader + worth.index(max(worth))) % 4
        tricks[leader] += 1
    points, made = [], 0
    for pair in ((0, 2), (1, 3)):
        bid, took = sum(bids[player] for player in pair), sum(tricks[player] for player in pair)
        points.append(10 * bid + took - bid if took >= bid else -10 * bid)
        made += took >= bid
    return points[0], max(tricks), made


def measured(game):
    pairs = game.scores()[:2]
    return pairs[0], max(len(game.zones["won", player]) // 4 for player in range(4)), sum(each >= 0 for each in pairs)
