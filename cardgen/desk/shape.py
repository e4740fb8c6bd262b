"""Finds the zones of a game's positions, and which of them belong to players, by playing random games."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from cardgen.foundations.dataclass import dataclass
from cardgen.play.game import PlayedGame
from cardgen.play.playthrough import Turns
from cardgen.play.position import Position
from cardgen.store.remember import per_large_object

DECISIONS = 400  # of the random game that shows which zones hold what
CARDS, NUMBERS, OTHER = "cards", "numbers", ""
BOOKKEEPING = frozenset({"players", "to_act", "terminal"})


@dataclass(frozen=True, slots=True)
class PositionShape:
    """The names in positions of a game: `each` are the names of what every player has, `kinds` what is behind each
    name: CARDS, or something else. `roles` name players, `unseen` counts what lies unseen in a zone, `forms` are what
    mats say of zones."""

    each: frozenset[str]
    kinds: Mapping[str, str]
    roles: frozenset[str]
    unseen: Mapping[str, str]
    hidden: frozenset[str]  # names that a table does not show
    forms: Mapping[str, tuple[str, str]]  # by zone: its arrangement on a mat, and the id of the mat


@per_large_object
def shape_of(played: PlayedGame) -> PositionShape:
    """Returns what every position of this game holds."""
    known = {design.id for design in played.definition.designs}
    each: set[str] | None = None
    kinds: dict[str, str] = {}
    for players in played.player_counts:
        dealt = played.new_position(players).snapshot()
        own = {name for name, value in dealt.items() if _is_each(value, players, known)}
        each = own if each is None else each & own
        _learn(kinds, dealt, each, known)
    turns = Turns(played, ["random"] * played.player_counts[-1], 0, DECISIONS, {})
    for steps in turns:
        for step in steps:
            _learn(kinds, Position(played, step.then).snapshot(), each or set(), known)
    picture, game = played.engine.picture, played.definition
    forms = {zone: (form, mat.id) for mat in game.components for zone, form in mat.lays.items()}
    hidden = BOOKKEEPING | set(picture.BOOKKEEPING)
    roles = frozenset(picture.roles(game))
    return PositionShape(frozenset(each or ()), kinds, roles, picture.unseen(game), frozenset(hidden), forms)


def _is_each(value: object, players: int, known: set[str]) -> bool:
    return (
        isinstance(value, list) and len(value) == players and not any(each in known for each in value if _is_text(each))
    )


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _learn(kinds: dict[str, str], snapshot: Mapping[str, Any], each: set[str], known: set[str]) -> None:
    for name, value in snapshot.items():
        for one in value if name in each else (value,):
            if is_cards(one, known) and (one or name not in kinds):
                kinds[name] = CARDS if one or isinstance(one, dict) else kinds.get(name, OTHER)


def is_cards(value: object, known: Collection[str]) -> bool:
    """Returns whether a value of a position lists cards, counts them, or is one; an empty list can be of anything."""
    if isinstance(value, dict):
        return all(card in known and isinstance(count, int) for card, count in value.items())
    if isinstance(value, list):
        return all(card is None or (isinstance(card, str) and card in known) for card in value)
    return isinstance(value, str) and value in known
