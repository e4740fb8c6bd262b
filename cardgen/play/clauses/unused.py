"""Finds clauses that never take effect in random games: sentences, moves that move nothing, debts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from cardgen.definitions.game import Game
from cardgen.foundations.errors import InputError, Place
from cardgen.play.clauses.compiled_game import most_players
from cardgen.play.clauses.proofs import reach_of
from cardgen.play.clauses.record import MAX_REGISTERS
from cardgen.play.clauses.steady import games_at_random
from cardgen.play.clauses.tables import table_of
from cardgen.rules import grammar
from cardgen.rules.clauses import Block, Choice, Do, Program, Said, steps_of
from cardgen.rules.coverage import DECIDES, DONE, MOVES, OWES, alternatives, covered
from cardgen.rules.program import program_of, rules_of
from cardgen.rules.rounds import Reach
from cardgen.rules.tree import Tree

AT_ONCE = MAX_REGISTERS // 10  # sentences observed in the same games: each needs a few registers
Marks = dict[str, set[str]]  # paths of sentences and of parts of conditions, by event
COUNTED_ELSEWHERE = grammar.DoNote | grammar.DoNothing  # steps that are counted, or do nothing


def unused(game: Game, seats: Sequence[int]) -> Iterator[tuple[str, str, str, Place]]:
    """Findings about sentences that do nothing in random games with these numbers of players, or that pay what they do
    not have: code, path of the clause, message and place. Of unreached clauses, it reports only the outermost."""
    program, reach = program_of(game), reach_of(game, game.players[0])
    paths = [path for path in _paths(reach) if not _is_counted_elsewhere(program, path)]
    asked = [path for path, said in program.sentences.items() if alternatives(said)]
    known, marks, games = _watched(game, seats, list(dict.fromkeys([*paths, *asked])))
    never = [path for path in paths if path in known[DONE] and path not in marks[DONE]]
    for path in _outermost(program, never):
        first = next(each for each in never if each == path or each.startswith(f"{path}."))
        yield "never-done", path, f"never happens in {games:,} random games", program.sentences[first].place
    for path in paths:
        if path in marks[DONE] and path not in marks[MOVES] and _moves(program, path):
            message = f"happens, but never finds a card to move, in {games:,} random games"
            yield "never-moves", path, message, program.sentences[path].place
    for path in asked:
        for part in _never_alone(reach, program.sentences[path], known[DECIDES], marks[DECIDES]):
            message = (
                f"'{part}' never decides anything in {games:,} random games: it is true only when another part is "
                "true, or never"
            )
            yield "never-decides", path, message, program.sentences[path].place
    for path in paths:
        if path in marks[OWES]:
            message = "pays more than there is: the counter that it pays from falls below 0 in random games"
            yield "pays-short", path, message, program.sentences[path].place


def _never_alone(reach: Reach, said: Said[Tree], known: set[str], happened: set[str]) -> Iterator[str]:
    """The words of each part of a condition that never holds if no other part does, although the others do."""
    for tree in alternatives(said):
        every = tree.sides()
        marks = [f"{said.path}#{number}" for number in range(len(every))]
        settled = any(reach.ruled_out(part, False) for part in every)  # the rules alone settle the condition
        for number, part in enumerate(every if happened.intersection(marks) and not settled else ()):
            if marks[number] in known and marks[number] not in happened and not reach.ruled_out(part, True):
                end = every[number + 1].at if number + 1 < len(every) else len(said.text)
                yield said.text[part.at : end].strip().removesuffix(" or").strip("()")


def _paths(reach: Reach) -> list[str]:
    """The sentences that the rules let play reach."""
    said = (flow.said for flow in reach.all_of(reach.program.phases["game"]) if isinstance(flow, Do))
    return list(dict.fromkeys(each.path for each in said if not reach.never(each.tree)))


def _step(program: Program, path: str) -> grammar.Do | None:
    """The step of a sentence; None for a condition."""
    tree = program.sentences[path].tree
    return tree.do if isinstance(tree, grammar.StepIf | grammar.StepUnless | grammar.StepDo) else None


def _is_counted_elsewhere(program: Program, path: str) -> bool:
    """Whether a sentence does nothing, or reports count it anyway, such as notes and named endings."""
    step = _step(program, path)
    return isinstance(step, COUNTED_ELSEWHERE) or (isinstance(step, grammar.DoEndGame) and step.ending is not None)


def _moves(program: Program, path: str) -> bool:
    return isinstance(_step(program, path), grammar.Moving)


def _watched(game: Game, seats: Sequence[int], paths: Sequence[str]) -> tuple[Marks, Marks, int]:
    """The possible events of sentences, those that occurred, and the number of games; plays for AT_ONCE sentences at a
    time."""
    known, happened, games = _marks(), _marks(), 0
    for begin in range(0, len(paths), AT_ONCE):
        try:
            covering = covered(program_of(game), most_players(game), frozenset(paths[begin : begin + AT_ONCE]))
        except InputError:  # there is no room for marks
            continue
        table = table_of(covering.compiled, rules_of(game))[0]
        places = [(what, path, at) for what, marks in covering.marks.items() for path, at in marks.items()]
        watched = np.array([at for *_, at in places], np.int64)
        changes, games = games_at_random(table, seats, watched, np.zeros(len(watched), np.int64))
        for (what, path, _), came in zip(places, changes, strict=True):
            known[what].add(path)
            if came:
                happened[what].add(path)
    return known, happened, games


def _marks() -> Marks:
    return {what: set() for what in (DONE, MOVES, OWES, DECIDES)}


def _outermost(program: Program, never: Sequence[str]) -> list[str]:
    """The outermost clauses of which nothing takes effect, except actions, which reports count."""
    for path, inner in sorted(_wholes(program).items(), key=lambda each: len(each[0])):
        if inner <= {*never}:
            never = list(dict.fromkeys(path if each in inner else each for each in never))
    actions = {f"{section}.{name}" for section, each in program.actions.items() for name in each}
    return [path for path in never if path not in actions]


def _wholes(program: Program) -> dict[str, frozenset[str]]:
    """The sentences in each section or conditional block in which nobody chooses."""
    sections = {**program.phases, **{f"effects.{name}": flow for name, flow in program.effects.items()}}
    actions = {action.path: action.steps for each in program.actions.values() for action in each.values()}
    steps = {**{path: (flow,) for path, flow in sections.items()}, **actions}
    every = [flow for those in steps.values() for each in those for flow in steps_of(each)]
    steps |= {flow.path: flow.steps for flow in every if isinstance(flow, Block) and flow.when}
    wholes = {}
    for path, flows in steps.items():
        inner = [each for flow in flows for each in steps_of(flow)]
        if not any(isinstance(each, Choice) for each in inner):
            wholes[path] = frozenset(each.said.path for each in inner if isinstance(each, Do))
    return {path: inner for path, inner in wholes.items() if inner}
