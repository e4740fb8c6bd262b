"""Finds what clauses could change but never do: counters and roles that never change, endings that never occur."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from cardgen.definitions.game import Game
from cardgen.foundations import interruption
from cardgen.foundations.errors import Place
from cardgen.play import chance
from cardgen.play.clauses import engine, native, record
from cardgen.play.clauses.compiled_game import compiled_of
from cardgen.play.clauses.proofs import reach_of
from cardgen.play.compiled import allocating, compiled
from cardgen.play.tiers import at_speed
from cardgen.rules import grammar
from cardgen.rules.clauses import Do, Program
from cardgen.rules.compile import Compiled
from cardgen.rules.mentions import changed, names_in

GAMES, MAX_DECISIONS = 200, 2_000  # games, and decisions of each; what never changes in them is reported
MAX_IN_ALL = 40_000  # decisions of all games; fewer long games are played
EVERY = "no clause changes it"


def expected_endings(game: Game) -> frozenset[str]:
    """The named endings of the clauses that the rules let come about."""
    reach = reach_of(game, game.players[0])
    steps = (flow.said.tree.do for flow in reach.all_of(reach.program.phases["game"]) if isinstance(flow, Do))
    return frozenset(step.ending for step in steps if isinstance(step, grammar.DoEndGame) and step.ending)


def steady(game: Game, table: np.record, seats: Sequence[int]) -> Iterator[tuple[str, str, Place | None]]:
    """The counters and roles that no clause changes, or none does in any game played at random with these numbers of
    players: the name of each, the reason to report it, and where it is declared.

    It leaves out what clauses set in several ways, because a change may be undone before the next decision, and what
    clauses cannot change under the current rules.
    """
    made = compiled_of(game)
    program = made.program
    steps = [tree for said in program.sentences.values() for tree in said.tree.walk() if isinstance(tree, grammar.Do)]
    met = {name for name in _reached(game) if not _may_be_undone(name, steps)}
    watched = [name for name in (*program.counters, *program.roles) if name in met]
    left, games = _unchanged(made, table, seats, watched) if watched else ([], 0)
    for name in (*program.counters, *program.roles):
        place = program.counters[name].place if name in program.counters else program.roles[name].place
        if not any(name in changed(tree) for tree in steps):
            yield name, EVERY, place
        elif name in left:
            yield name, f"no clause changed it in {games:,} random games", place
    filled = names_in(tree.target for tree in steps if isinstance(tree, grammar.Moving | grammar.DoShuffleZone))
    for name, zone in program.zones.items():
        if name not in filled and name in _asked_for(program):
            yield name, "no clause puts cards there", zone.place


def _asked_for(program: Program) -> frozenset[str]:
    """The names in sentences that are no steps: numbers, conditions, scores."""
    trees = (
        tree for said in program.sentences.values() for tree in said.tree.walk() if not isinstance(tree, grammar.Do)
    )
    return frozenset(names_in(trees))


def _reached(game: Game) -> frozenset[str]:
    """What reachable clauses change."""
    reach = reach_of(game, game.players[0])
    said = (flow.said.tree for flow in reach.all_of(reach.program.phases["game"]) if isinstance(flow, Do))
    return frozenset(name for tree in said for name in changed(tree.do))


def _may_be_undone(name: str, steps: Sequence[grammar.Do]) -> bool:
    """Whether clauses set a counter, or both raise and lower it: it may then be unchanged at the next decision."""
    ways = {type(tree) for tree in steps if name in changed(tree)}
    return grammar.DoSet in ways or len(ways) > 1


def _unchanged(made: Compiled, table: np.record, seats: Sequence[int], names: Sequence[str]) -> tuple[list[str], int]:
    """The names that were unchanged at each decision and end of random games, and the number of games."""
    registers = [[*_registers(made, name)] for name in names]
    watched = np.array([register for each in registers for register in each], np.int64)
    begins = np.array([begin for name, each in zip(names, registers, strict=True) for begin in
                       [_begin(made, name)] * len(each)], np.int64)  # fmt: skip
    changes, games = games_at_random(table, seats, watched, begins)
    changed_ones = {int(register) for register, changed in zip(watched, changes, strict=True) if changed}
    return [name for name, each in zip(names, registers, strict=True) if not changed_ones & {*each}], games


def games_at_random(
    table: np.record, seats: Sequence[int], watched: np.ndarray, begins: np.ndarray
) -> tuple[np.ndarray, int]:
    """Plays GAMES games with these numbers of players, or fewer if they are long. Returns which registers ever changed,
    as 1 or 0, and the number of games."""
    changes, played = np.zeros(len(watched), np.int8), 0
    with at_speed():
        if not table.native:
            native.prepare_interpreter()
        for number, players in enumerate(seats):
            states = np.zeros(2, record.STATE)
            states[0].players = players
            games = len(range(number, GAMES, len(seats)))
            most = MAX_IN_ALL // len(seats)
            played += play_and_watch(table, states, number, games, most, watched, begins, changes)
            interruption.settle()
    return changes, played


def _registers(made: Compiled, name: str) -> range:
    if name in made.roles:
        return range(made.roles[name], made.roles[name] + 1)
    first = made.counters[name]
    return range(first, first + (made.players if made.program.counters[name].each else 1))


def _begin(made: Compiled, name: str) -> int:
    """A value at the beginning of play; -1 for a role, whose value comes from the first game."""
    return -1 if name in made.roles else made.program.counters[name].start


@allocating
def play_and_watch(table, states, seed, games, most, watched, begins, changes):
    """Plays random games from a seed on, and marks in `changes` the registers that ever differ from `begins`; if it is
    -1, from the first value found. states[0] is a position before the deal. After `most` decisions it begins no further
    game; returns the number of games."""
    options = np.empty(engine.MAX_OPTIONS, np.int32)
    made = 0
    for game in range(games):
        if made >= most:
            return game
        states[1] = states[0]
        state, decisions = states[1], 0
        chance.seed_streams(state.streams, seed + game)
        engine.deal(table, state)
        note(state, watched, begins, changes)
        while not state.terminal and decisions < MAX_DECISIONS:
            count = engine.legal(table, state, options)
            engine.apply(table, state, options[chance.below(state.streams, 1 + state.to_act, count)])
            note(state, watched, begins, changes)
            decisions += 1
        made += decisions
    return games


@compiled
def note(state, watched, begins, changes):
    for place in range(len(watched)):
        value = state.v[watched[place]]
        if begins[place] < 0:
            begins[place] = value
        if value != begins[place]:
            changes[place] = 1
