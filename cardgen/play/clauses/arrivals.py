"""Finds where play continues in a handwritten position: at the same row as in a random game that reaches such a
choice."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import numpy as np

from cardgen.foundations.dataclass import dataclass
from cardgen.play.chance import seed_streams
from cardgen.play.clauses import engine, record
from cardgen.rules.code import IDLE, PLAYERS, RESUME, YOU
from cardgen.rules.compile import Compiled
from cardgen.rules.rows import rows_of

MAX_GAMES, MAX_DECISIONS = 1_000, 400  # games, and decisions of each, in which cardgen looks for such a choice


@dataclass(frozen=True, slots=True)
class Sought:
    """A choice: the player who makes it, the holders of roles, and the zones that hold a card."""

    to_act: int | None
    roles: Mapping[str, int]
    held: Mapping[str, bool]


def arrive(compiled: Compiled, table: np.record, state: np.record, sought: Sought) -> bool:
    """Makes a position continue from such a choice, or from the start of its turn if it is the first of the turn.

    Roles that are not given are as at the beginning of play; if the player to act is not given, it is the first one who
    acts then. Returns whether any game reaches such a choice.
    """
    if state.terminal:
        state.v[:] = table.start
        state.v[PLAYERS] = state.players
        return True
    places, first = _places(compiled), dict[str, int]()
    for seed in range(MAX_GAMES):
        chooser, tried = Random(seed), np.zeros(1, record.STATE)
        arrival = tried[0]
        arrival.players = state.players
        seed_streams(arrival.streams, seed)
        engine.deal(table, arrival)
        if not seed:
            first = {name: int(arrival.v[at]) for name, at in compiled.roles.items()}
        wanted = sought.roles or first
        options = np.empty(record.MAX_OPTIONS, np.int32)
        for _ in range(MAX_DECISIONS):
            if arrival.terminal:
                break
            if _fits(compiled, arrival, sought, wanted):
                state.v[:] = arrival.v
                state.to_act = arrival.to_act
                state.v[YOU] = arrival.to_act
                state.v[RESUME] = places.get(int(arrival.v[RESUME]), int(arrival.v[RESUME]))
                state.v[IDLE] = -1
                return True
            count = engine.legal(table, arrival, options)
            engine.apply(table, arrival, options[chooser.randrange(count)])
    return False


def _places(compiled: Compiled) -> dict[int, int]:
    """The row where each turn begins, by the row of the turn's first choice."""
    rows = rows_of(compiled)
    choices = sorted(rows.choices.values())
    return {row: rows.places[label] for row, label in zip(choices, compiled.begins, strict=True) if label >= 0}


def _fits(compiled: Compiled, candidate: np.record, sought: Sought, roles: Mapping[str, int]) -> bool:
    if sought.to_act not in (None, int(candidate.to_act)):
        return False
    if any(candidate.v[compiled.roles[name]] != seat for name, seat in roles.items()):
        return False
    for zone, held in sought.held.items():
        sizes = (candidate.sizes[number] for number, each in enumerate(compiled.layout.instances) if each.zone == zone)
        if any(sizes) != held:
            return False
    return True
