"""The `zones` module of the contract, for games of clauses: tables, tallies, snapshots, whether the cards suffice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from cardgen.definitions.game import Game
from cardgen.play.clauses import engine, native, record
from cardgen.play.clauses.compiled_game import compiled_of
from cardgen.play.clauses.positions import Positions, shown_in
from cardgen.play.clauses.proofs import deck_needs, proofs, provides, remedy
from cardgen.play.clauses.steady import expected_endings, steady
from cardgen.play.clauses.tables import settings_of, table_of
from cardgen.play.clauses.unused import unused
from cardgen.play.records import LEARNT_FIELDS
from cardgen.play.seating import ALWAYS
from cardgen.rules.called import ZONE
from cardgen.rules.layout import TIE
from cardgen.rules.marked import bytes_of
from cardgen.rules.options import BLOCKED
from cardgen.rules.program import rules_of
from cardgen.store.remember import per_large_object

__all__ = ["deck_needs", "expected_endings", "proofs", "provides", "remedy", "steady", "unused"]

MAX_PLAYERS = record.MAX_PLAYERS
OPTIONS: dict[str, tuple[str, ...]] = {}  # players agree on nothing before a game


def make_table(game: Game) -> np.ndarray:
    """The rules, the cards and the clauses as one record. Raises InputError for clauses at fault."""
    return table_of(compiled_of(game), rules_of(game))


def marked(game: Game) -> bytes:
    """The bytes from which the mark of the rules is made. They depend on the clauses, not on the compiler."""
    program = compiled_of(game).program
    return bytes_of(program, settings_of(program, rules_of(game)))


def new_state(players: int) -> np.ndarray:
    """A position before the deal."""
    state = np.zeros(1, record.STATE)
    state[0].players = players
    return state


def precompile(game: Game, tables: np.ndarray, quick: bool = False) -> None:
    """Compiles the game to machine code before many games are played; with `quick`, faster but less optimised."""
    native.load(compiled_of(game), tables, quick)


def ready(tables: np.ndarray) -> np.ndarray:
    """The table with the address of the game's machine code, if this process has it; else the game is interpreted."""
    if not native.address_of(tables):
        native.prepare_interpreter()
        return tables
    table = _with_address(tables)
    for name in LEARNT_FIELDS:  # learnt fields may have changed since
        table[name] = tables[name]
    return table


@per_large_object
def _with_address(tables: np.ndarray) -> np.ndarray:
    table = tables.copy()
    table["native"] = native.address_of(tables)
    return table


# ---- what games count


def ending_names(game: Game) -> tuple[str, ...]:
    return tuple(compiled_of(game).layout.endings)


def silences(game: Game) -> dict[str, str]:
    """The cases that clauses leave open: by their own names with the fact that settles them, or with the clause."""
    compiled, cases = compiled_of(game), {}
    declared = compiled.program.silences
    of_ties = next((path for path in declared if path.startswith("ties.")), "ties")
    for case in compiled.layout.cases:
        clause = of_ties if case == TIE else case.partition(".")[2]
        blocks = case != f"{BLOCKED}.{clause}" and f"{BLOCKED}.{clause}" in compiled.layout.cases
        silence = None if blocks else declared.get(clause)  # not if the case is that an action is not offered
        cases[silence.name if silence else case] = silence.fact if silence else clause
    return cases


def tally_names(game: Game) -> tuple[str, ...]:
    """Actions, notes, and totals at the end of a game; actions of one name are counted together."""
    return tuple(compiled_of(game).layout.notes)


def scored(game: Game) -> bool:
    return bool(compiled_of(game).program.score)


def shared(game: Game, table: np.record) -> bool:
    """Whether a clause says that players share a win. If none does, sharing is a ruling."""
    return bool(table.shared)


def things(game: Game) -> tuple[str, ...]:
    """The cards that a player can use."""
    return compiled_of(game).layout.cards


def policies(game: Game) -> tuple[str, ...]:
    """A policy for each name of an action: it plays that action whenever it is legal, else a random one."""
    return tuple(f"{ALWAYS}{name}" for name in compiled_of(game).action_names)


def simple(game: Game) -> tuple[str, ...]:
    """The policies of the first two actions of the first choice that has several."""
    sections = compiled_of(game).program.actions
    first = next((list(actions) for actions in sections.values() if len(actions) > 1), [])
    return tuple(f"{ALWAYS}{name}" for name in first[:2])


# ---- snapshots


def piles(game: Game) -> tuple[str, ...]:
    """The names in snapshots of zones that are listed with the top card last."""
    compiled = compiled_of(game)
    zones = compiled.program.zones
    return tuple(shown.name for shown in shown_in(compiled) if shown.form == ZONE and zones[shown.what].ordered)


def snapshot(game: Game, table: np.record, state: np.record) -> dict[str, Any]:
    """The position as plain lists, numbers and names; see `positions`."""
    return Positions(game, table).snapshot(state)


def observe(game: Game, table: np.record, state: np.record, player: int) -> dict[str, Any]:
    """The position as one player sees it."""
    return Positions(game, table).observe(state, player)


def restore(game: Game, table: np.record, data: Mapping[str, Any], dice: Sequence[int] | None = None) -> np.ndarray:
    """The position of a snapshot, whole or handwritten. Raises ValueError with the reason if it is impossible."""
    if dice is not None:
        rolled = any(each[0] == "die" for each in compiled_of(game).code.instructions)
        raise ValueError(f"dice: {'they fall by chance' if rolled else 'there are no dice'} in this game")
    return Positions(game, table).restore(data)


def outcome(game: Game, table: np.record, state: np.record) -> dict[str, Any]:
    """What a worked example can state beside zones: the totals of reports, for each player."""
    compiled, results = compiled_of(game), dict[str, list[int]]()
    for player in range(int(state.players)):
        counted = state.copy()
        counted.tallies[:] = 0
        engine.add_reports(table, counted, np.int32(player))
        for name in compiled.program.tallies:
            results.setdefault(name, []).append(int(counted.tallies[compiled.layout.notes[name]]))
    return results
