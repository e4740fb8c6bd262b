"""Snapshots, made up by the reference, in which what seldom happens is near."""

from __future__ import annotations

import random

from tests.play.party_at_louis.reference import DISH, DISHES, ID, dealt
from tests.play.party_at_louis.reference_nobles import colour_of, judge, plain


def late(players: int, side: str, chooser: random.Random) -> dict:
    """A snapshot near the end of a game, made up: much is validated or lies under nobles, little is left to draw."""
    found = dealt(players, side, chooser)
    found["impostor_used"] = [chooser.random() < 0.5 for _ in range(players)]
    share = chooser.choice([0, 0.95])
    for row in found["nobles"]:
        for noble in row:
            noble["validated"] = chooser.random() < share
        row[chooser.choice([0, 1, 2, 3, 4, 5, 5, 5, 5])]["validated"] = False  # a sum is met the soonest
    drawn = chooser.choice([0, 1, 2, 5])
    left = lay_out(found["nobles"], 9 + drawn, chooser)
    found["sideboard"], left = left[:9], left[9:]
    if players == 1:
        turn = chooser.randint(7, 9)
        found["solo"] = {"pile": found["solo"]["pile"][turn:], "turn": turn}
        drawn = 6 * (9 - turn)
    found["draw"], found["discard"] = left[:drawn], left[drawn:]
    if players > 1:
        found["draw"].insert(chooser.randint(0, len(found["draw"])), "end")
        found["end_card_seen"] = chooser.randrange(2)
    return found


def before_the_refill(drawn: int, discarded: int, chooser: random.Random) -> dict:
    """A snapshot, made up: three gaps in the sideboard, so many dishes on the End card, so many in the discard."""
    found = dealt(4, "masked", chooser)
    left = lay_out(found["nobles"], 6 + drawn + discarded, chooser)
    found["sideboard"] = [left.pop() for _ in range(6)] + [None] * 3
    chooser.shuffle(found["sideboard"])
    found["draw"], found["discard"] = ["end", *left[:drawn]], left[drawn:]
    return found | {"phase": "clear"}


def lay_out(rows: list, least: int, chooser: random.Random) -> list[str]:
    """Puts dishes under nobles that they leave open until so few are left, or no more will do, and returns the rest."""
    dishes = [ID[dish] for dish in chooser.sample(DISHES, 72)]
    nobles = [(seat, noble) for seat, row in enumerate(rows) for noble in row if not noble["validated"]]
    for name in dishes[:]:
        if len(dishes) == least:
            break
        for seat, noble in chooser.sample(nobles, len(nobles)):
            groups = with_dish(noble["groups"], chooser.randrange(len(noble["groups"])), name)
            if verdict(noble["id"], seat, groups) == "open":
                noble["groups"] = groups
                dishes.remove(name)
                break
    return dishes


def with_dish(groups: list, place: int, dish) -> list:
    return [[*group, dish] if at == place else group for at, group in enumerate(groups)]


def verdict(noble: str, seat: int, groups: list[list[str]]) -> str:
    """The reference's, of groups of dishes' ids."""
    return judge(noble, colour_of(noble, seat), plain(noble, [[DISH[name] for name in group] for group in groups]))
