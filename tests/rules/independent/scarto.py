"""Scarto for three, one deal; the three cards that are left go to the dealer, in the last seat."""

import random

PLAYERS = 3
FIGURES = ("points of the first player", "points of the dealer", "most points", "cards of the fool's player")


def play(seed):
    chance = random.Random(seed)
    pack = [(suit, force, {14: 4, 13: 3, 12: 2, 11: 1}.get(force, 0)) for suit in "SBCO" for force in range(1, 15)]
    pack += [("T", force, 4 if force in (1, 21) else 0) for force in range(1, 22)] + [("F", 0, 3)]
    chance.shuffle(pack)
    hands = [pack[25 * player : 25 * player + 25] for player in range(PLAYERS)]
    won = [[], [], pack[75:]]
    leader = 0
    for _ in range(25):
        laid, led = {}, ""
        for player in ((leader + place) % PLAYERS for place in range(PLAYERS)):
            hand = hands[player]
            bound = [card for card in hand if card[0] == led] or [card for card in hand if card[0] == "T"]
            able = [card for card in hand if not led or not bound or card in bound or card[0] == "F"]
            card = chance.choice(able)
            hand.remove(card)
            laid[player] = card
            led = led or card[0].replace("F", "")
        ranked = {player: (card[0] == "T", card[0] == led, card[1]) for player, card in laid.items()}
        leader = max(ranked, key=lambda player: ranked[player])
        for player, card in laid.items():
            won[player if card[0] == "F" else leader].append(card)
    scores = [sum(worth for *_, worth in cards) + (len(cards) + 1) // 3 for cards in won]
    holder = next(player for player in range(PLAYERS) if ("F", 0, 3) in won[player])
    return scores[0], scores[2], max(scores), len(won[holder])


def measured(game):
    scores = game.scores()
    won = [game.zones["won", player] for player in range(PLAYERS)]
    return (
        scores[0],
        scores[2],
        max(scores),
        next(len(cards) for cards in won if any(card.startswith("fool") for card in cards)),
    )
