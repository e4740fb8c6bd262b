"""Plays the games that players learn from, in pieces that any processor or machine can play.

A piece adds up what its own games show. Pieces are added in the order of their seeds. Sums of fractions depend on the
order, so what is learnt is the same to the last bit on all machines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from cardgen.foundations.dataclass import dataclass
from cardgen.play.batches import BOUND, workers
from cardgen.play.engines import load_engine
from cardgen.play.tiers import at_speed

PIECE = 4  # games of a piece

Sums = tuple[np.ndarray, np.ndarray]  # sums of products of features, and of features times gains
Piece = tuple[int, int]  # the number of its first game, the number of games


@dataclass(frozen=True, slots=True, eq=False)
class Course:
    """Everything needed to play the games from which players learn. `table` holds what was learnt so far; `templates`
    are positions before the deal, one for each agreement, used in turn. Playouts judge `judged` options of each choice
    in so many `determinisations`; one choice in `exploration_period` is random. Game n has seed `seed` + n."""

    engine: str
    table: np.ndarray
    templates: tuple[np.ndarray, ...]
    seed: int
    judged: int
    determinisations: int
    exploration_period: int

    @at_speed()
    def study(self, first: int, games: int) -> Sums:
        """Plays so many games from a seed on, and returns the sums for learning."""
        plays = load_engine(self.engine)
        known, table = len(plays.features), plays.zones.ready(self.table)[0]
        squares, moments = np.zeros((known, known)), np.zeros(known)
        state = self.templates[0].copy()
        work = np.concatenate([self.templates[0]] * plays.loops.COPIES)
        for number in range(first, first + games):
            template = self.templates[number % len(self.templates)]
            with np.errstate(over="ignore"):
                plays.loops.thinking.study(
                    table, template, state, work, self.seed + number,
                    self.judged, self.determinisations, self.exploration_period, BOUND, squares, moments,
                )  # fmt: skip
        return squares, moments


Studies = Callable[[Course, Sequence[Piece]], Iterable[Sums]]  # the sums of each piece, in their order


def pieces(games: int) -> list[Piece]:
    return [(first, min(PIECE, games - first)) for first in range(0, games, PIECE)]


def here(course: Course, asked: Sequence[Piece]) -> Iterator[Sums]:
    """Plays pieces on all processors of this machine."""
    with ThreadPoolExecutor(workers()) as pool:
        try:
            yield from pool.map(lambda piece: course.study(*piece), asked)
        finally:
            pool.shutdown(cancel_futures=True)
