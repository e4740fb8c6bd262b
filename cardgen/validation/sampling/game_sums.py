"""Sums of played games, which can be added to one another. All findings and figures come from them.

Games are played in pieces whose first seeds and sizes are always the same, and pieces are put together in their order,
so figures are the same to the last bit on every machine and at any time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

import numpy as np

from cardgen.foundations.dataclass import dataclass
from cardgen.play.batches import GamesSpec
from cardgen.validation.sampling import confidence
from cardgen.validation.sampling.confidence import Estimate
from cardgen.validation.sampling.measures import Measure, Watched, all_measures

BLOCKS = 32  # parts of a piece whose means are kept, to compare a variant with its base on the same seeds
COMPARED = ("turns", "rounds", "score", "margin", "ties", "dead_ends", "first_player")
MAX_PIECE = 8  # largest piece, in sizes of the first one
GRAIN = 4_096


@dataclass(frozen=True, kw_only=True)
class GameSums:
    """Sums over games. Arrays of one row for each measure, in the order of `all_measures`; `seed_of_minimum`
    and `seed_of_maximum` are the first seeds with the least and the greatest value, -1 if there are no games. `turns`
    has the turn in which it happened in the game of `seed_of_maximum`.

    `points` and `lengths` count how often a player has so many points, and a game so many turns: (value, times).
    `blocks` has a row for every block of `widths` games: the sums of the measures that are compared.
    """

    what: Watched
    games: int
    work: int
    sums: np.ndarray
    squares: np.ndarray
    minimum: np.ndarray
    maximum: np.ndarray
    seed_of_minimum: np.ndarray
    seed_of_maximum: np.ndarray
    turns: np.ndarray
    points: np.ndarray
    lengths: np.ndarray
    widths: np.ndarray
    blocks: np.ndarray

    @classmethod
    def empty(cls, what: Watched) -> GameSums:
        """Returns the sums of no games."""
        zeros, no_seeds = np.zeros(len(all_measures(what))), np.full(len(all_measures(what)), -1, np.int64)
        no_pairs = np.zeros((0, 2), np.int64)
        return cls(
            what=what,
            games=0,
            work=0,
            sums=zeros,
            squares=zeros,
            minimum=zeros + np.inf,
            maximum=zeros - np.inf,
            seed_of_minimum=no_seeds,
            seed_of_maximum=no_seeds,
            turns=no_seeds,
            points=no_pairs,
            lengths=no_pairs,
            widths=np.zeros(0),
            blocks=np.zeros((0, len(compared(what)))),
        )

    @classmethod
    def from_records(cls, what: Watched, records: np.ndarray) -> GameSums:
        """Returns the sums of records of games."""
        games = len(records)
        if not games:
            return cls.empty(what)
        known = all_measures(what)
        values = np.array(
            [measure.of(records) for measure in known.values()], float
        )  # one row for each measure, one column for each game
        values = np.round(values * GRAIN) / GRAIN  # sums of rounded values are exact in any order
        lowest, highest = values.argmin(axis=1), values.argmax(axis=1)
        rows = np.arange(len(values))
        starts = np.arange(min(BLOCKS, games)) * games // min(BLOCKS, games)
        order = {name: place for place, name in enumerate(known)}
        in_blocks = [order[name] for name in compared(what)]
        return cls(
            what=what,
            games=games,
            work=int(records["work"].sum()),
            sums=values.sum(axis=1),
            squares=(values * values).sum(axis=1),
            minimum=values[rows, lowest],
            maximum=values[rows, highest],
            seed_of_minimum=records["seed"][lowest],
            seed_of_maximum=records["seed"][highest],
            turns=_turns(known.values(), records, highest),
            points=_times(records["scores"][:, : what.players]),
            lengths=_times(records["turns"]),
            widths=np.diff(np.append(starts, games)).astype(float),
            blocks=np.add.reduceat(values[in_blocks], starts, axis=1).T,
        )

    def __add__(self, later: GameSums) -> GameSums:
        """Adds the sums of games with later seeds."""
        lower, higher = later.minimum < self.minimum, later.maximum > self.maximum
        return GameSums(
            what=self.what,
            games=self.games + later.games,
            work=self.work + later.work,
            sums=self.sums + later.sums,
            squares=self.squares + later.squares,
            minimum=np.minimum(self.minimum, later.minimum),
            maximum=np.maximum(self.maximum, later.maximum),
            seed_of_minimum=np.where(lower, later.seed_of_minimum, self.seed_of_minimum),
            seed_of_maximum=np.where(higher, later.seed_of_maximum, self.seed_of_maximum),
            turns=np.where(higher, later.turns, self.turns),
            points=_merged(self.points, later.points),
            lengths=_merged(self.lengths, later.lengths),
            widths=np.concatenate([self.widths, later.widths]),
            blocks=np.concatenate([self.blocks, later.blocks]),
        )

    @cached_property
    def _places(self) -> dict[str, int]:
        return {name: place for place, name in enumerate(all_measures(self.what))}

    def total(self, name: str) -> float:
        return float(self.sums[self._places[name]])

    def mean(self, name: str) -> float:
        return self.total(name) / self.games if self.games else 0.0

    def deviation(self, name: str) -> float:
        """The standard deviation of a measure in the sample."""
        if self.games < 2:
            return 0.0
        sum_of_squares = float(self.squares[self._places[name]]) - self.total(name) * self.mean(name)
        return (max(0.0, sum_of_squares) / (self.games - 1)) ** 0.5

    def range(self, name: str) -> tuple[float, float]:
        place = self._places[name]
        return float(self.minimum[place]), float(self.maximum[place])

    def estimate(self, name: str, alpha: float) -> Estimate:
        """Returns a share or a mean with an interval that holds with chance 1 - alpha, however often you look."""
        if all_measures(self.what)[name].share:
            return confidence.share(round(self.total(name)), self.games, alpha)
        place = self._places[name]
        value_range = float(self.maximum[place] - self.minimum[place]) if self.games else 0.0
        return confidence.mean(self.games, self.total(name), float(self.squares[place]), value_range, alpha)

    def first(self, name: str) -> int | None:
        """Returns the first seed for which a share is true."""
        place = self._places[name]
        return int(self.seed_of_maximum[place]) if self.games and self.maximum[place] else None

    def turn(self, name: str) -> int | None:
        """Returns the turn in which something happened in the game of the first seed, if that is known."""
        turn = int(self.turns[self._places[name]])
        return turn if turn >= 0 and self.first(name) is not None else None

    def extreme(self, name: str, most: bool) -> int | None:
        """Returns the first seed with the greatest value, or with the least."""
        return int((self.seed_of_maximum if most else self.seed_of_minimum)[self._places[name]]) if self.games else None


def compared(what: Watched) -> list[str]:
    """Returns the measures by which a variant is compared with its base."""
    return [*COMPARED, *(f"tallies.{name}" for name in what.tallies)]


def observe(what: Watched, spec: GamesSpec, first: int, games: int, few: bool = False) -> GameSums:
    """Plays a piece, and returns the sums of its games."""
    return GameSums.from_records(what, spec.play(first, games, few))


def pieces(done: int, games: int, least: int) -> Iterator[tuple[int, int]]:
    """Yields the start and the size of each piece from `done` games to the number asked for. The first has `least`
    games, each further one as many as all before it, up to MAX_PIECE times the first."""
    while done < games:
        size = min(max(least, done), least * MAX_PIECE, games - done)
        yield done, size
        done += size


def _turns(known: Iterable[Measure], records: np.ndarray, games: np.ndarray) -> np.ndarray:
    """The turn of each measure in one of the games; -1 if that is not known."""
    turns = [
        measure.turn(records[game : game + 1])[0] if measure.turn else -1
        for measure, game in zip(known, games, strict=True)
    ]
    return np.array(turns, np.int64)


def _times(values: np.ndarray) -> np.ndarray:
    return np.stack(np.unique(values, return_counts=True), axis=1).astype(np.int64)


def _merged(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    values, places = np.unique(np.concatenate([one[:, 0], other[:, 0]]), return_inverse=True)
    times = np.zeros(len(values), np.int64)
    np.add.at(times, places, np.concatenate([one[:, 1], other[:, 1]]))
    return np.stack([values, times], axis=1)
