"""Reads and writes what the computer's players have learnt of a game: `learnt.yaml` beside its `game.yaml`, made by
`cardgen learn`.

It serves all variants of the game: weights of features still hold if a few rules and cards differ.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

import numpy as np
from pydantic import Field

from cardgen.definitions.fields import Model, Number, Whole, Words
from cardgen.definitions.nodes import at, key_at
from cardgen.definitions.validate import validate
from cardgen.definitions.yaml_source import read_yaml
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import Fault, InputError, fail, nearest
from cardgen.play import thinking
from cardgen.play.engines import Engine
from cardgen.play.records import MAX_SEATS
from cardgen.store.library import Home
from cardgen.store.reach import is_file
from cardgen.store.writing import replace_file

DIGITS = 6
AS_LEARNT = "learnt"
POINT = 0.1  # value of a point ahead, in wins, if nothing was learnt


class Lesson(Model):
    """What was learnt for one number of players."""

    point: Number = Field(description="What each point ahead of the best rival is worth, in shares of a win.")
    opens: Words = Field(
        "learnt", description="The policy that plays before the end of a game is tried out: `learnt`, or another one."
    )
    weights: dict[Words, Number] = Field(
        description="For each feature, what one unit of it is worth, in shares of a win."
    )


class LearntFile(Model):
    """The whole file: the game, its rules' hash, and the lessons by number of players."""

    engine: Words = Field(description="The engine whose features these are.")
    rules: Words = Field(description="The hash of the rules and cards that it was learnt from.")
    seed: Whole = Field(description="The seed of the first game.")
    games: Whole = Field(description="The number of games for each number of players.")
    players: dict[Words, Lesson] = Field(description="What was learnt, by number of players.")


@dataclass(frozen=True, slots=True)
class Learnt:
    """Weights by number of players and feature, the value of a point, and the numbers of players for which a search
    opens better by the engine's first policy; `rules` is the hash of the rules in the games learnt from."""

    rules: str
    seed: int
    games: int
    points: Mapping[int, float]
    weights: Mapping[int, Sequence[float]]
    plainly: Collection[int] = ()


def read_learnt(home: Home, engine: Engine) -> Learnt | None:
    """What was learnt of a game, or None. Raises InputError, also for features of another engine."""
    path = home.own(home.learnt)
    if not is_file(path):
        return None
    node = read_yaml(path)
    content = validate(LearntFile, node)
    if content.engine != engine.name:
        raise fail(
            f"expected a file that was learnt for the engine '{engine.name}', got one for '{content.engine}'{_ANEW}",
            at(node, "engine"),
        )
    faults = []
    for players, lesson in content.players.items():
        if players not in map(str, range(1, MAX_SEATS + 1)):
            message = f"players.{players}: expected a number of players from 1 to {MAX_SEATS}"
            faults.append(Fault(message, key_at(node, "players", players)))
        if lesson.opens not in (known := (AS_LEARNT, engine.policies.POLICIES[0])):
            message = f"players.{players}.opens: expected {' or '.join(known)}, got '{lesson.opens}'"
            faults.append(Fault(message, at(node, "players", players, "opens")))
        for name in lesson.weights:
            if name not in engine.features:
                message = f"players.{players}.weights: the engine has no feature '{name}'"
                place = key_at(node, "players", players, "weights", name)
                faults.append(Fault(f"{message}{nearest(name, engine.features)}{_ANEW}", place))
        if missing := [name for name in engine.features if name not in lesson.weights]:
            message = f"players.{players}.weights: the weight of '{missing[0]}' is missing{_ANEW}"
            faults.append(Fault(message, key_at(node, "players", players, "weights")))
    if faults:
        raise InputError(*faults)
    return Learnt(
        content.rules,
        content.seed,
        content.games,
        {int(players): lesson.point for players, lesson in content.players.items()},
        {
            int(players): [lesson.weights[name] for name in engine.features]
            for players, lesson in content.players.items()
        },
        {int(players) for players, lesson in content.players.items() if lesson.opens != AS_LEARNT},
    )


_ANEW = "; to make the file again, run 'cardgen learn'"


def teach(table: np.record, learnt: Learnt | None) -> None:
    """Writes what was learnt into a table; a number of players without a lesson takes that of the nearest number."""
    table.taught[:] = 0
    table.point[:] = POINT
    table.opens[:] = thinking.OWN
    if learnt is None or not learnt.weights:
        return
    for players in range(1, MAX_SEATS + 1):
        nearest_one = min(learnt.weights, key=lambda known: (abs(known - players), known))
        table.taught[players] = 1
        table.opens[players] = thinking.OWN if nearest_one in learnt.plainly else thinking.LEARNT
        table.point[players] = learnt.points[nearest_one]
        table.learnt[players, : len(learnt.weights[nearest_one])] = learnt.weights[nearest_one]


def as_yaml(learnt: Learnt, engine: Engine) -> str:
    """The content of the file."""
    lines = [
        "# What the computer's players have learnt of this game; 'cardgen learn' makes it again.",
        f"engine: {engine.name}",
        f'rules: "{learnt.rules}"',
        f"seed: {learnt.seed}",
        f"games: {learnt.games}",
        "players:",
    ]
    for players, weights in sorted(learnt.weights.items()):
        opens = engine.policies.POLICIES[0] if players in learnt.plainly else AS_LEARNT
        lines += [f"  {players}:", f"    point: {learnt.points[players]:.{DIGITS}f}"]
        lines += [f"    opens: {opens}", "    weights:"]
        lines += [f"      {name}: {weight:.{DIGITS}f}" for name, weight in zip(engine.features, weights, strict=True)]
    return "\n".join(lines) + "\n"


def rounded(value: float) -> float:
    """A number rounded to the digits of the file."""
    return round(value, DIGITS) + 0.0


def write_learnt(learnt: Learnt, home: Home, engine: Engine) -> Path:
    """Writes the file beside the game and returns its path. Raises InputError if it cannot."""
    path = home.learnt
    replace_file(path, as_yaml(learnt, engine).encode(), *home.grounds)
    return path
