"""Finds doubtful cards of Party at Louis: demands that the deck cannot meet, points outside the solo scale."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from cardgen.definitions.game import Game
from cardgen.definitions.rules import as_model
from cardgen.foundations.errors import Place
from cardgen.play.games.party_at_louis import record
from cardgen.play.games.party_at_louis.cards import cards, number
from cardgen.play.games.party_at_louis.rules import Rules
from cardgen.play.games.party_at_louis.worth import grades, scale


def doubts(game: Game, table: np.record) -> Iterator[tuple[str, str, Place]]:
    """Findings with their codes and places, before anything is played."""
    reported = set()
    for noble in cards(game).nobles:
        start = int(table.start[noble.face])
        width = len(set(table.column[noble.face].tolist()) - {0})
        place = noble.design.place_of("demand")
        if (table.steps[start + 1 : start + 1 + width] == record.BLOCKED).all() and place not in reported:
            reported.add(place)
            yield "unfulfillable", f"{noble.design.id}: no cards of this deck fulfil the demand", place
    if game.players[0] == 1:
        yield from _scale_doubts(game)


def _scale_doubts(game: Game) -> Iterator[tuple[str, str, Place]]:
    """P45: the ranges of the scale cover each sum of points from 0 to that of all nobles, once."""
    printed = scale(game)
    if printed is None:
        return
    mixed = as_model(game.rules, Rules).mixed_sides  # each noble may then show its better side
    worth: dict[tuple[str | None, str | None], dict[int, int]] = {}
    for noble in cards(game).nobles:
        row = worth.setdefault((noble.design.set, None if mixed else noble.design.side), {})
        row[noble.place] = max(row.get(noble.place, 0), number(noble.design, "points"))
    covered = sorted(points for grade in grades(game) for points in range(grade.low, grade.high + 1))
    for (owner, side), points in worth.items():
        total = sum(points.values())
        if covered != list(range(total + 1)):
            reaches = f"from {covered[0]} to {covered[-1]}" if covered else "to nothing"
            if len(set(covered)) != len(covered) or covered != list(range(len(covered))):
                reaches += ", with gaps or overlaps"
            nobles = f"{side} nobles" if side else "better sides of the nobles"
            message = f"the scale goes {reaches}, but the {nobles} of {owner} are worth {total} points in all"
            yield "off-scale", message, printed.place
            return  # the others are reported once this one is corrected
