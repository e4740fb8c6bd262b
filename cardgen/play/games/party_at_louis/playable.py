"""Finds the cards that the engine of Party at Louis cannot play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardgen.definitions.game import Design, Game
from cardgen.definitions.nodes import key_at
from cardgen.foundations.errors import Fault, Place
from cardgen.play.games.party_at_louis.cards import DISH, END, IMPOSTOR, KINDS, NOBLE, SOLO, of_kind
from cardgen.play.games.party_at_louis.group import COLOURS
from cardgen.play.games.party_at_louis.heap import WHITE
from cardgen.play.games.party_at_louis.record import MAX_CARDS, MAX_NOBLES, MAX_PLAYERS, MAX_SOLO

TYPES = (*COLOURS, WHITE)


def faults(game: Game) -> Iterator[Fault]:
    """All faults of the cards; one place can be at fault for each player."""
    place = key_at(game.node, "decks")
    for design in game.designs:
        if design.kind not in KINDS:
            message = f"the engine plays cards of the kinds {', '.join(KINDS)}, not '{design.kind}'"
            yield Fault(f"{design.id}: {message}", design.place)
    yield from (fault for design in of_kind(game, DISH) for fault in _dish_faults(design))
    yield from _count_faults(of_kind(game, DISH), "dish", 1, MAX_CARDS, place)
    yield from _count_faults(of_kind(game, SOLO), "solo card", 1 if game.players[0] == 1 else 0, MAX_SOLO, place)
    yield from _count_faults(of_kind(game, END), "End card", 1 if game.players[1] > 1 else 0, 1, place)
    for design in (*of_kind(game, IMPOSTOR), *of_kind(game, SOLO)):
        if "pattern" not in design.behaviour:
            yield Fault(f"{design.id}: expected a pattern", design.place)
    yield from _noble_faults(game)
    yield from _row_faults(game, place)


def _dish_faults(design: Design) -> Iterator[Fault]:
    if design.set not in TYPES:
        yield Fault(f"{design.id}: expected a set that is one of {', '.join(TYPES)}, got {design.set}", design.place)
    yield from _number_faults(design, "value")


def _number_faults(design: Design, field: str) -> Iterator[Fault]:
    if field not in design.fields:
        yield Fault(f"{design.id}: expected {field}: a whole number", design.place)


def _count_faults(designs: Sequence[Design], what: str, least: int, most: int, place: Place) -> Iterator[Fault]:
    if len(designs) < least:
        yield Fault(f"the engine cannot play without a {what}", place)
    if len(designs) > most:
        message = f"the engine plays at most {most} of the kind '{designs[most].kind}', got {len(designs)}"
        yield Fault(message, designs[most].place)


def _noble_faults(game: Game) -> Iterator[Fault]:
    for design in of_kind(game, NOBLE):
        if not design.reverse:
            yield Fault(f"{design.id}: the engine plays nobles with two sides", design.place)
        for face in design.faces:
            if "demand" not in face.behaviour:
                yield Fault(f"{design.id}: expected a demand on its side {face.side}", face.place)
            yield from _number_faults(face, "points")


def _row_faults(game: Game, place: Place) -> Iterator[Fault]:
    """Faults if players have different numbers of nobles."""
    rows: dict[str, int] = {}
    for design in of_kind(game, NOBLE):
        owner = design.set or ""
        rows[owner] = rows.get(owner, 0) + 1
        if rows[owner] == MAX_NOBLES + 1:
            yield Fault(f"{design.id}: the engine plays at most {MAX_NOBLES} nobles of one player", design.place)
    if len(rows) < min(game.players[1], MAX_PLAYERS):
        yield Fault(f"there are nobles for {len(rows)} players, not for {game.players[1]}", place)
    elif len(rows) > MAX_PLAYERS:
        yield Fault(f"the engine plays at most {MAX_PLAYERS} sets of nobles, got {len(rows)}", place)
    if len(set(rows.values())) > 1:
        counts = ", ".join(f"{owner} {count}" for owner, count in rows.items())
        yield Fault(f"every player needs as many nobles as the others, got {counts}", place)
