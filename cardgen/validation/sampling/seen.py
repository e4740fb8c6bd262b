"""Sums of played games, which can be added to one another. All findings and figures come from them.

Games are played in pieces whose first seeds and sizes are always the same, and pieces are put together in their order,
so that figures are the same to the last bit whoever played them, and when.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

import numpy as np

from cardgen.foundations.dataclass import dataclass
from cardgen.play.batches import Deals
from cardgen.validation.sampling import sound
from cardgen.validation.sampling.measures import Measure, Watched, all_measures
from cardgen.validation.sampling.sound import Estimate

BLOCKS = 32  # parts of a piece of which means are kept, by which a variant is compared with its base on the same seeds
COMPARED = ("turns", "rounds", "score", "margin", "ties", "dead_ends", "first_player")
MOST_PIECE = 8  # times the games of the first one
GRAIN = 4_096
NONE = np.zeros(0)


@dataclass(frozen=True)
class GameSums:
    """Sums over games. Arrays of one row for each measure, in the order of `all_measures`; `lowest` and `highest` are
    the first seeds with the least and the greatest value, -1 where there are no games; `turns` tells when what is
    measured came about in the game of `highest`.

    `points` and `lengths` count how often a player has so many points, and a game so many turns: (value, times).
    `blocks` has a row for every block of `widths` games: the sums of the measures that are compared.
    """

    what: Watched
    games: int
    work: int
    sums: np.ndarray
    squares: np.ndarray
    low: np.ndarray
    high: np.ndarray
    lowest: np.ndarray
    highest: np.ndarray
    turns: np.ndarray
    points: np.ndarray
    lengths: np.ndarray
    widths: np.ndarray
    blocks: np.ndarray

    @cached_property
    def _places(self) -> dict[str, int]:
        return {name: place for place, name in enumerate(all_measures(self.what))}

    def total(self, name: str) -> float:
        return float(self.sums[self._places[name]])

    def mean(self, name: str) -> float:
        return self.total(name) / self.games if self.games else 0.0

    def deviation(self, name: str) -> float:
        """The standard deviation of a sample."""
        if self.games < 2:
            return 0.0
        spread = float(self.squares[self._places[name]]) - self.total(name) * self.mean(name)
        return (max(0.0, spread) / (self.games - 1)) ** 0.5

    def range(self, name: str) -> tuple[float, float]:
        place = self._places[name]
        return float(self.low[place]), float(self.high[place])

    def estimate(self, name: str, level: float) -> Estimate:
        """Returns a share or a mean with an interval that holds with chance 1 - level, however often you look."""
        if all_measures(self.what)[name].share:
            return sound.share(round(self.total(name)), self.games, level)
        place = self._places[name]
        spread = float(self.high[place] - self.low[place]) if self.games else 0.0
        return sound.mean(self.games, self.total(name), float(self.squares[place]), spread, level)

    def first(self, name: str) -> int | None:
        """Returns the first seed for which a share is true."""
        place = self._places[name]
        return int(self.highest[place]) if self.games and self.high[place] else None

    def turn(self, name: str) -> int | None:
        """Returns the turn in which it happened in the game of that seed, if that is known."""
        found = int(self.turns[self._places[name]])
        return found if found >= 0 and self.first(name) is not None else None

    def extreme(self, name: str, most: bool) -> int | None:
        """Returns the first seed with the greatest value, or with the least."""
        return int((self.highest if most else self.lowest)[self._places[name]]) if self.games else None


def compared(what: Watched) -> list[str]:
    """Returns the measures by which a variant is compared with its base."""
    return [*COMPARED, *(f"tallies.{name}" for name in what.tallies)]


def nothing(what: Watched) -> GameSums:
    """Returns the sums of no games."""
    size, width = len(all_measures(what)), len(compared(what))
    zeros, none = np.zeros(size), np.full(size, -1, np.int64)
    empty, pairs = np.zeros((0, width)), np.zeros((0, 2), np.int64)
    return GameSums(
        what, 0, 0, zeros, zeros, zeros + np.inf, zeros - np.inf, none, none, none, pairs, pairs, NONE, empty
    )


def observe(what: Watched, deals: Deals, first: int, games: int, few: bool = False) -> GameSums:
    """Plays a piece, and returns the sums of its games."""
    return keep(what, deals.play(first, games, few))


def keep(what: Watched, records: np.ndarray) -> GameSums:
    """Returns the sums of records of games."""
    games = len(records)
    if not games:
        return nothing(what)
    known = all_measures(what)
    values = np.array([measure.of(records) for measure in known.values()], float)  # measures by games
    values = np.round(values * GRAIN) / GRAIN  # sums of which are exact, in whatever order a processor adds
    lowest, highest = values.argmin(axis=1), values.argmax(axis=1)
    rows = np.arange(len(values))
    starts = np.arange(min(BLOCKS, games)) * games // min(BLOCKS, games)
    order = {name: place for place, name in enumerate(known)}
    held = [order[name] for name in compared(what)]
    return GameSums(
        what,
        games,
        int(records["work"].sum()),
        values.sum(axis=1),
        (values * values).sum(axis=1),
        values[rows, lowest],
        values[rows, highest],
        records["seed"][lowest],
        records["seed"][highest],
        _turns(known.values(), records, highest),
        _times(records["scores"][:, : what.players]),
        _times(records["turns"]),
        np.diff(np.append(starts, games)).astype(float),
        np.add.reduceat(values[held], starts, axis=1).T,
    )


def together(one: GameSums, other: GameSums) -> GameSums:
    """Adds two sums; `other` has the later seeds."""
    return GameSums(
        one.what,
        one.games + other.games,
        one.work + other.work,
        one.sums + other.sums,
        one.squares + other.squares,
        np.minimum(one.low, other.low),
        np.maximum(one.high, other.high),
        np.where(other.low < one.low, other.lowest, one.lowest),
        np.where(other.high > one.high, other.highest, one.highest),
        np.where(other.high > one.high, other.turns, one.turns),
        _merged(one.points, other.points),
        _merged(one.lengths, other.lengths),
        np.concatenate([one.widths, other.widths]),
        np.concatenate([one.blocks, other.blocks]),
    )


def pieces(done: int, games: int, least: int) -> Iterator[tuple[int, int]]:
    """Yields the start and the size of each piece from `done` games to the number asked for. The first has `least`
    games, each further one as many as all before it, up to MOST_PIECE times the first."""
    while done < games:
        size = min(max(least, done), least * MOST_PIECE, games - done)
        yield done, size
        done += size


def _turns(known: Iterable[Measure], records: np.ndarray, games: np.ndarray) -> np.ndarray:
    """For each measure when it came about in one of the games; -1 where that is not known."""
    found = [
        measure.turn(records[game : game + 1])[0] if measure.turn else -1
        for measure, game in zip(known, games, strict=True)
    ]
    return np.array(found, np.int64)


def _times(values: np.ndarray) -> np.ndarray:
    return np.stack(np.unique(values, return_counts=True), axis=1).astype(np.int64)


def _merged(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    values, places = np.unique(np.concatenate([one[:, 0], other[:, 0]]), return_inverse=True)
    times = np.zeros(len(values), np.int64)
    np.add.at(times, places, np.concatenate([one[:, 1], other[:, 1]]))
    return np.stack([values, times], axis=1)
