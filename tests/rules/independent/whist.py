"""Whist for four, one deal of thirteen tricks."""

import random

PLAYERS = 4
FIGURES = (
    "odd tricks of the first pair",
    "odd tricks of the better pair",
    "most tricks of one player",
    "twos won by the first player",
)


def play(seed):
    chance = random.Random(seed)
    pack = [(suit, rank) for suit in "CDHS" for rank in range(2, 15)]
    chance.shuffle(pack)
    hands = [pack[13 * player : 13 * player + 13] for player in range(PLAYERS)]
    trumps = pack[-1][0]  # the dealer, in the last seat, gets the last card
    won, leader, twos = [0] * PLAYERS, 0, 0
    for _ in range(13):
        laid, led = {}, None
        for player in ((leader + place) % PLAYERS for place in range(PLAYERS)):
            card = chance.choice([card for card in hands[player] if card[0] == led] or hands[player])
            hands[player].remove(card)
            laid[player], led = card, led or card[0]
        leader = max(laid, key=lambda player: (laid[player][0] == trumps, laid[player][0] == led, laid[player][1]))
        won[leader] += 1
        twos += sum(rank == 2 for _, rank in laid.values()) if leader == 0 else 0
    first, second = won[0] + won[2], won[1] + won[3]
    return max(0, first - 6), max(first, second) - 6, max(won), twos


def measured(game):
    scores = game.scores()
    won = [game.zones["won", player] for player in range(PLAYERS)]
    return scores[0], max(scores), max(map(len, won)) // 4, sum(card.startswith("card_2_") for card in won[0])
