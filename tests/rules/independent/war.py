"""Two piles of 26; the higher card takes all that lies there, equals go to war."""

import random

from tests.rules.independent import shuffled

PLAYERS = 2
FIGURES = ("battles", "wars", "cards of the better")


class Out(Exception):
    pass


def play(seed):
    chance = random.Random(seed)
    pack = shuffled(chance, [rank for rank in range(2, 15) for _ in range(4)])
    sides = [{"deck": pack[:26], "won": [], "front": []}, {"deck": pack[26:], "won": [], "front": []}]
    battles = wars = 0

    def renew(side):
        if not side["deck"]:
            side["deck"], side["won"] = shuffled(chance, side["won"]), []

    def show():
        for side in sides:
            if not side["deck"] and not side["won"]:
                raise Out
            renew(side)
            side["front"].append(side["deck"].pop())

    try:
        while battles < 100:
            show()
            while sides[0]["front"][-1] == sides[1]["front"][-1]:
                for side in sides:
                    renew(side)
                    for _ in range(min(3, len(side["deck"]))):
                        side["front"].append(side["deck"].pop())
                show()
                wars += 1
            best = max(sides, key=lambda side: side["front"][-1])
            for side in sides:
                best["won"] += side["front"]
                side["front"] = []
            battles += 1
    except Out:
        pass
    return battles, wars, max(len(side["deck"]) + len(side["won"]) for side in sides)


def measured(game):
    return game.rounds, game.notes.get("war", 0), max(game.scores())
