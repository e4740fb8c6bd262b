"""Samples the cells whose questions are open: a little of each first, then those whose answers need more games.

How many games a cell gets follows from what was seen and from budgets in decisions, never from a clock: the same files
give the same games on any machine, however many processors share them out.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import field
from threading import Lock
from typing import Protocol

import numpy as np

from cardgen.foundations.dataclass import dataclass
from cardgen.play.batches import CHUNK, GamesSpec, workers
from cardgen.play.contract import WEIGHS
from cardgen.play.seating import PLAYOUTS, RANDOM, ROLLOUT, SABOTEUR
from cardgen.validation.sampling import kept
from cardgen.validation.sampling.cells import Cell, CellStanding
from cardgen.validation.sampling.game_sums import GameSums, pieces
from cardgen.validation.sampling.measures import Watched

FIRST_PIECE, FIRST_PIECE_EXPENSIVE = 64, 8  # games; expensive ones have a policy with playouts for each move
FIRST_PIECE_ENDLESS = 2  # games, if they probably have no end: each is as long as possible
ENDLESS_SHARE = 0.2  # share of endless games from which the cell's other questions stay open
BUDGET = 30_000_000  # random decisions for each variant, playouts included: about 3 s on one processor
DEEP_FACTOR = 10  # budgets of a deep check
SABOTEUR_SHARE = 8  # the part of the budget (1 / 8) that cells with a saboteur use up at most
MIN_DECISIONS = 16  # decisions that a game costs at least, because it is dealt and counted
POLL_SECONDS = 0.25  # longest wait for a piece before the check can be stopped
MAX_AHEAD = 256  # pieces begun at a time; while they are played, cardgen prepares more
MAX_DEEP_EXPENSIVE = 2  # EXPENSIVE_BUDGETs of a deep check, in which all games have expensive play
COST_WEIGHTS = (1, 4, 8, 16)  # relative budget of a cell, indexed by Cell.standing
MAX_LEAD = 2  # a cell waits once it is this many times ahead of the cheapest
EXPENSIVE_BUDGET = 90_000_000  # further decisions for a variant's expensive cells


class Executor(Protocol):
    """The executor of pieces: threads here, or processes anywhere."""

    @property
    def ahead(self) -> int:
        """The best number of pieces to have begun at a time."""

    def play(self, what: Watched, spec: GamesSpec, first: int, games: int) -> Future[GameSums]: ...


class SplitPiece(Future[GameSums]):
    """A piece that is played in shares, in parallel; the thread that plays the last share sums up its games."""

    def __init__(self, what: Watched, spec: GamesSpec, first: int, games: int) -> None:
        super().__init__()
        size = 1 if spec.playouts.any() else CHUNK  # an expensive game takes as long as many cheap ones
        self.chunks = [(seed, min(size, first + games - seed)) for seed in range(first, first + games, size)]
        self._what, self._spec, self._lock = what, spec, Lock()
        self._played: dict[int, np.ndarray] = {}

    def play(self, place: int) -> None:
        """Plays one of the shares. It does nothing if the piece was cancelled, which is possible only before the first
        share begins."""
        with self._lock:
            if self.done() or not (self.running() or self.set_running_or_notify_cancel()):
                return
        try:
            played = self._spec.play(*self.chunks[place])
            with self._lock:
                self._played[place] = played
                if len(self._played) < len(self.chunks):
                    return
            self.set_result(
                GameSums.from_records(
                    self._what, np.concatenate([self._played[each] for each in range(len(self.chunks))])
                )
            )
        except BaseException as error:
            with self._lock:
                if not self.done():
                    self.set_exception(error)


@dataclass(slots=True)
class ThreadExecutor:
    """Plays pieces on the processors of this machine; a context manager."""

    pool: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(workers()))

    @property
    def ahead(self) -> int:
        return MAX_AHEAD

    def play(self, what: Watched, spec: GamesSpec, first: int, games: int) -> Future[GameSums]:
        whole = SplitPiece(what, spec, first, games)
        for place in range(len(whole.chunks)):
            self.pool.submit(whole.play, place)
        return whole

    def __enter__(self) -> ThreadExecutor:
        return self

    def __exit__(self, *_: object) -> None:
        self.pool.shutdown(wait=False, cancel_futures=True)  # nobody needs the shares still being played


@dataclass(frozen=True, slots=True)
class Piece:
    """The next games of a cell, after those that it has."""

    cell: Cell
    first: int
    games: int


@dataclass(slots=True)
class Sampler:
    """Plays further games with an executor; `fresh` also replays those that were kept. It calls `report(done, begun,
    cell)` for each piece."""

    executor: Executor
    fresh: bool = False
    report: Callable[[int, int, Cell], None] = lambda *_: None
    played: int = 0  # games played, without kept ones
    _coming: dict[Future[GameSums], str] = field(
        default_factory=dict
    )  # futures, with the names under which cardgen will keep their sums
    _lock: Lock = field(default_factory=Lock)

    def play(self, goals: Iterable[tuple[Cell, int]]) -> None:
        """Plays each cell until it has the number of games asked for; further goals can come while it plays.

        If an exception ends it, the pieces played until then are kept, and only these count.
        """
        todo = (Piece(cell, *piece) for cell, games in goals for piece in pieces(cell.seen.games, games, least(cell)))
        done = begun = 0
        waiting: deque[tuple[Piece, GameSums | Future[GameSums]]] = deque()
        ahead = self.executor.ahead
        try:
            while True:
                while len(waiting) < ahead and (piece := next(todo, None)):
                    waiting.append((piece, self._begin(piece)))
                    begun += 1
                if not waiting:
                    break
                piece, coming = waiting[0]
                self.report(done, begun, piece.cell)
                while not _wait_for(coming):
                    self.report(done, begun, piece.cell)
                self._take(piece, coming)
                waiting.popleft()
                done += 1
        except BaseException:
            with self._lock:
                self._coming.clear()  # pieces that threads are still playing do not count
            for _, coming in waiting:
                if isinstance(coming, Future):
                    coming.cancel()
            raise

    def _begin(self, piece: Piece) -> GameSums | Future[GameSums]:
        cell, first = piece.cell, piece.cell.seed + piece.first
        name = kept.name(kept.key(cell.spec, cell.seen.what), first, piece.games)
        kept_sums = None if self.fresh else kept.read(name, cell.seen.what)
        if kept_sums:
            return kept_sums
        coming = self.executor.play(cell.seen.what, cell.spec, first, piece.games)
        self._coming[coming] = name
        coming.add_done_callback(self._keep)  # keeps the piece at once, even if earlier ones fail
        return coming

    def _keep(self, come: Future[GameSums]) -> None:
        """Counts and keeps a piece, once."""
        with self._lock:
            name = self._coming.pop(come, None)
            if name is None or come.cancelled() or come.exception():
                return
            self.played += come.result().games
            kept.write(name, come.result())

    def _take(self, piece: Piece, coming: GameSums | Future[GameSums]) -> None:
        if isinstance(coming, Future):
            sums = coming.result()
            self._keep(coming)  # if the callback has not run yet
        else:
            sums = coming
        piece.cell.seen += sums


def _wait_for(result: GameSums | Future[GameSums]) -> bool:
    """Waits up to POLL_SECONDS for a piece, and returns whether it is done."""
    if not isinstance(result, Future):
        return True
    with suppress(Exception):  # _take() raises the error
        result.result(POLL_SECONDS)  # asking for a result makes a cluster send its queued pieces
    return result.done()


def cost(cell: Cell) -> int:
    """Returns what a cell's games have cost so far, in random decisions."""
    work = max(cell.seen.work, MIN_DECISIONS * cell.seen.games)
    if {*cell.table} <= {RANDOM, SABOTEUR, ROLLOUT}:
        return work
    if ROLLOUT in cell.table:  # most of the work is random playouts
        return work + WEIGHS * round(cell.seen.total("decisions"))
    if cell.expensive:
        return work * cell.game.engine.policies.WEIGHS
    return max(work, WEIGHS * round(cell.seen.total("decisions")))  # some policies count the actions that they examine


def _charged(cell: Cell) -> int:
    """The part of the budget that a cell uses up, with a cap for saboteurs, whose games are few and long."""
    return min(cost(cell), BUDGET // SABOTEUR_SHARE) if SABOTEUR in cell.table else cost(cell)


def least(cell: Cell) -> int:
    """Returns how many games a cell begins with."""
    return FIRST_PIECE_EXPENSIVE if any(name in PLAYOUTS for name in cell.table) else FIRST_PIECE


def has_no_end(cell: Cell) -> bool:
    """Returns whether so many of a cell's games are endless that each further one is expensive and shows nothing
    new."""
    return cell.seen.mean("endless") >= ENDLESS_SHARE


def next_round(cells: Sequence[Cell], is_open: Callable[[Cell], bool], budget: int) -> Iterator[tuple[Cell, int]]:
    """Yields the open cells of a variant, each with twice its games. It leaves out cells whose games are endless and
    cells beyond the budget; expensive cells have a budget of their own.

    Cells with the least cost by their COST_WEIGHTS come first. Others wait until these have caught up.
    """
    for expensive in (False, True):
        alike = [cell for cell in cells if cell.expensive == expensive]
        left = (min(budget, MAX_DEEP_EXPENSIVE * BUDGET) * EXPENSIVE_BUDGET // BUDGET if expensive else budget) - sum(
            map(_charged, alike)
        )
        wanted = [cell for cell in alike if is_open(cell) and not has_no_end(cell)]
        for cell in sorted(wanted, key=_weighted_cost):
            left -= cost(cell)
            if left < 0 or _weighted_cost(cell) > MAX_LEAD * min(map(_weighted_cost, wanted)):
                break
            yield cell, 2 * cell.seen.games


def _weighted_cost(cell: Cell) -> float:
    """The cost of a cell, divided by its weight."""
    return cost(cell) / COST_WEIGHTS[CellStanding.RANDOM if cell.tries_skill else cell.standing]
