"""Two players buy from eight piles with what their own decks yield; twenty turns each or all provinces."""

import random

from tests.rules.independent import shuffled

PLAYERS, MANY = 2, 100
FIGURES = ("points of both", "better score", "bought", "actions played", "cards in both decks")
COST = {"c": 0, "s": 3, "g": 6, "e": 2, "d": 5, "p": 8, "m": 4, "t": 3}
COINS, POINTS = {"c": 1, "s": 2, "g": 3}, {"e": 1, "d": 3, "p": 6}


def play(seed):
    chance = random.Random(seed)
    supply = {"c": 26, "s": 20, "g": 15, "e": 8, "d": 8, "p": 8, "m": 10, "t": 10}
    sides = [{"deck": [], "hand": [], "off": [*"ccccccceee"]} for _ in range(2)]
    bought = played = 0

    def draw(side, many):
        for _ in range(many):
            if not side["deck"]:
                side["deck"], side["off"] = shuffled(chance, side["off"]), []
            if side["deck"]:
                side["hand"].append(side["deck"].pop())

    for side in sides:
        draw(side, 5)
    for turn in range(40):
        side, bonus, used = sides[turn % 2], 0, []
        action = chance.choice([None, *sorted({"m", "t"} & set(side["hand"]))])
        if action:
            side["hand"].remove(action)
            used, played = [action], played + 1
            if action == "t":
                bonus = 2
            else:
                draw(side, 3)
        money = bonus + sum(COINS.get(card, 0) for card in side["hand"])
        gain = chance.choice([None, *(card for card, left in supply.items() if left and COST[card] <= money)])
        if gain:
            supply[gain] -= 1
            side["off"].append(gain)
            bought += 1
        side["off"] += side["hand"] + used
        side["hand"] = []
        draw(side, 5)
        if not supply["p"]:
            break
    whole = [side["deck"] + side["hand"] + side["off"] for side in sides]
    points = [sum(POINTS.get(card, 0) for card in cards) for cards in whole]
    return sum(points), max(points), bought, played, sum(map(len, whole))


def measured(game):
    cards = sum(len(there) for key, there in game.zones.items() if key[0] in ("deck", "hand", "discard"))
    taken = game.taken
    return sum(game.scores()), max(game.scores()), taken.get("buy", 0), taken.get("play", 0), cards
