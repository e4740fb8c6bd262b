"""The tasks of a cluster's workers: they play pieces of games, or learn from some, if their sources are ours.

A task names the sources that it needs; a worker with other sources answers with its own instead of figures.
"""

from __future__ import annotations

from collections.abc import Sequence
from threading import Lock
from typing import TypeVar

from cardgen import __version__
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import InputError
from cardgen.play.batches import GamesSpec, engine_hash
from cardgen.play.course import Course, Sums
from cardgen.validation.sampling import kept
from cardgen.validation.sampling.game_sums import GameSums, observe
from cardgen.validation.sampling.measures import Watched

T = TypeVar("T")
_ONE_AT_A_TIME = Lock()  # a worker of several threads loads an engine once


@dataclass(frozen=True, slots=True)
class Sources:
    """The sources on which figures depend; `engine` is empty if there is no engine with that name."""

    version: str
    engine: str
    measures: str

    def __str__(self) -> str:
        engine = f"engine {self.engine[:8]}" if self.engine else "no such engine"
        return f"cardgen {self.version}, {engine}, measures {self.measures[:8]}"


@dataclass(frozen=True, slots=True)
class Refusal:
    """The answer of a worker with other sources, instead of figures."""

    worker: str
    sources: Sources


@dataclass(frozen=True, slots=True)
class CellGames:
    """The games of a cell, and how they are measured."""

    spec: GamesSpec
    what: Watched


Span = tuple[int, int, int]  # index of the cell in the task, first seed, number of games


def sources(engine: str) -> Sources:
    """Returns the sources with which this process would play that engine's games."""
    with _ONE_AT_A_TIME:
        try:
            return Sources(__version__, engine_hash(engine), kept.measurement_hash())
        except InputError:
            return Sources(__version__, "", kept.measurement_hash())


def play_pieces(wanted: Sources, pieces: Sequence[Span], *cells: CellGames) -> list[GameSums] | Refusal:
    """A task: plays pieces on the worker, if its sources are the same."""
    if refusal := _refused(cells[0].spec.engine, wanted):
        return refusal
    return [observe(cells[cell].what, cells[cell].spec, first, games) for cell, first, games in pieces]


def study_piece(wanted: Sources, course: Course, first: int, games: int) -> Sums | Refusal:
    """A task: returns what is learnt from some games, if the worker's sources are the same."""
    return _refused(course.engine, wanted) or course.study(first, games)


def _refused(engine: str, wanted: Sources) -> Refusal | None:
    """The answer of a worker with other sources; None if they are the same."""
    mine = sources(engine)
    if mine == wanted:
        return None
    from distributed import get_worker

    return Refusal(get_worker().address, mine)


def scattered(thing: T) -> T:
    """A task: puts its argument into the cluster, where workers copy it from one another or make it again."""
    return thing
