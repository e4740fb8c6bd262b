"""Positions of Party at Louis for tests: short to write, played by name."""

from __future__ import annotations

from functools import cache

from cardgen.definitions.fields import word
from cardgen.play.game import PlayedGame, load_game

COLOURS = ("blue", "green", "purple", "pink", "yellow", "white")
DISHES = [f"{colour}-{value}" for colour in COLOURS for value in range(1, 13)]


@cache
def _salon(*rules) -> PlayedGame:
    return load_game("party_at_louis", rules=dict(rules))


def salon(**rules) -> PlayedGame:
    """The game under some rules. Demands read rules too, so it is loaded anew; once for each set of rules."""
    return _salon(*sorted((name, word(value)) for name, value in rules.items()))


def position(players=2, rules=None, **zones):
    """A position in which a sideboard not named in full is filled up, a pile not named has nine dishes, and all other
    dishes that no zone names lie in the discard; the End card, not named, is at the bottom of the pile.
    """
    game = salon(**(rules or {}))
    rest = [dish for dish in DISHES if f"'{dish}'" not in repr(zones)]
    while "sideboard" in zones and len(zones["sideboard"]) < 9:
        zones["sideboard"] = [*zones["sideboard"], rest.pop()]
    if "draw" not in zones:
        zones["draw"], rest = rest[:9], rest[9:]
    zones.setdefault("discard", rest)
    if players > 1 and zones.get("end_card_seen", 0) < 2 and "end" not in zones["draw"]:
        zones["draw"] = ["end", *zones["draw"]]
    return game.from_snapshot({"players": players, **zones}, seed=4)


def row(noble_dishes=None, validated=()):
    """A player's nobles: dishes by noble, a list or two."""
    found = [{"id": name, "groups": [], "validated": True} for name in validated]
    for name, dishes in (noble_dishes or {}).items():
        groups = dishes if dishes and isinstance(dishes[0], list) else [dishes]
        found.append({"id": name, "groups": groups, "validated": False})
    return found


def do(position, *lines):
    """Plays lines of a playthrough, without the player's name."""
    for line in lines:
        position.apply_action(position.string_to_action(line, "en"))
    return position


def under(position, player=0):
    """What lies under a player's nobles, those with nothing left out."""
    return {noble["id"]: noble["groups"] for noble in position.snapshot()["nobles"][player] if any(noble["groups"])}


def validated(position, player=0):
    return [noble["id"] for noble in position.snapshot()["nobles"][player] if noble["validated"]]


def places(position):
    """Every card of a snapshot, where it lies."""
    found = position.snapshot()
    cards = [*found["draw"], *found["discard"], *found["held"], *(card for card in found["sideboard"] if card)]
    for noble in (noble for row in found["nobles"] for noble in row):
        cards += [card for group in noble["groups"] for card in group]
    return cards
