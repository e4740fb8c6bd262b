"""Agram for three, with its 35 cards."""

import random

PLAYERS = 3
FIGURES = ("won by the first player", "most tricks", "cards of the winner", "aces of the winner")


def play(seed):
    chance = random.Random(seed)
    pack = [(suit, rank) for suit in "CDHS" for rank in (*range(3, 11), 14) if (suit, rank) != ("S", 14)]
    chance.shuffle(pack)
    hands = [pack[6 * player : 6 * player + 6] for player in range(PLAYERS)]
    won, leader = [[] for _ in range(PLAYERS)], 0
    for _ in range(6):
        laid, led = {}, None
        for player in ((leader + place) % PLAYERS for place in range(PLAYERS)):
            card = chance.choice([card for card in hands[player] if card[0] == led] or hands[player])
            hands[player].remove(card)
            laid[player], led = card, led or card[0]
        leader = max((player for player in laid if laid[player][0] == led), key=lambda player: laid[player][1])
        won[leader] += laid.values()
    return leader == 0, max(map(len, won)) // 3, len(won[leader]), sum(rank == 14 for _, rank in won[leader])


def measured(game):
    won = [game.zones["won", player] for player in range(PLAYERS)]
    winner = won[game.scores().index(1)]
    return game.scores()[0], max(map(len, won)) // 3, len(winner), sum(card.startswith("ace") for card in winner)
