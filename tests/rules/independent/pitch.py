"""Pitch for two pairs, one deal."""

import random

PLAYERS = 4
FIGURES = (
    "points of the bidders",
    "points of the others",
    "bid",
    "game points of the bidder",
    "trumps won by the bidder",
)
GAME = {14: 4, 13: 3, 12: 2, 11: 1, 10: 10}


def play(seed):
    chance = random.Random(seed)
    pack = [(suit, rank) for suit in "CDHS" for rank in range(2, 15)]
    chance.shuffle(pack)
    hands = [pack[6 * player : 6 * player + 6] for player in range(PLAYERS)]
    bid, bidder = 0, None
    for player in range(PLAYERS):
        last = player == PLAYERS - 1
        bids = [each for each in range(2, 6) if each > bid or (last and each == bid)]
        chosen = chance.choice([*bids, 0] if bid or not last else bids)
        if chosen:
            bid, bidder = chosen, player
    trumps, leader = None, bidder
    won, tricks = [[] for _ in range(PLAYERS)], [0] * PLAYERS
    for _ in range(6):
        laid, led = {}, None
        for player in ((leader + place) % PLAYERS for place in range(PLAYERS)):
            follows = any(suit == led for suit, _ in hands[player])
            able = [card for card in hands[player] if not follows or card[0] in (led, trumps)]
            card = chance.choice(able)
            hands[player].remove(card)
            laid[player], led, trumps = card, led or card[0], trumps or card[0]
        leader = max(laid, key=lambda player: (laid[player][0] == trumps, laid[player][0] == led, laid[player][1]))
        won[leader] += laid.values()
        tricks[leader] += 1
    ranks = [rank for cards in won for suit, rank in cards if suit == trumps]
    counted = {max(ranks), min(ranks), 11}
    mates = bidder, (bidder + 2) % PLAYERS
    points, games = [0, 0], [0, 0]  # of the bidders, of the others
    for player, cards in enumerate(won):
        side = player not in mates
        points[side] += sum(suit == trumps and rank in counted for suit, rank in cards)
        games[side] += sum(GAME.get(rank, 0) for _, rank in cards)
    if games[0] != games[1]:
        points[games[1] > games[0]] += 1
    if bid == 5:
        theirs = 5 if sum(tricks[mate] for mate in mates) == 6 and points[0] == 4 else -5
    else:
        theirs = points[0] if points[0] >= bid else -bid
    own = won[bidder]
    return theirs, points[1], bid, sum(GAME.get(rank, 0) for _, rank in own), sum(suit == trumps for suit, _ in own)


def measured(game):
    scores, bidder = game.scores(), game.roles["bidder"]
    own = game.zones["won", bidder]
    kinds = {"ace": 4, "king": 3, "queen": 2, "jack": 1, "ten": 10}
    trumps = str(game.counters["trumps", None])
    return (
        scores[bidder], scores[(bidder + 1) % PLAYERS], game.counters["bid", None],
        sum(kinds.get(card.split("_")[0], 0) for card in own), sum(card.endswith(trumps) for card in own),
    )  # fmt: skip
