"""Plays many games at once: game i has seed S + i, whatever number of workers shares them out."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait

import numpy as np

from cardgen.play.compiled import COMPILES
from cardgen.play.game import PlayedGame
from cardgen.play.records import result_type
from cardgen.play.tables import codes

BOUND = 10_000  # decisions after which a game is given up as endless
CHUNK = 0.15  # seconds that a worker plays before it looks up


def workers() -> int:
    """How many processors may be used; compiled games run beside one another in threads, interpreted ones do not."""
    if not COMPILES:
        return 1
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Batch:
    """Games of one variant, number of players and table of policies, played as far as they are asked for."""

    def __init__(
        self,
        game: PlayedGame,
        table: Sequence[str],
        seed: int = 0,
        bound: int = BOUND,
        options: Mapping[str, str] | None = None,
    ) -> None:
        self.game = game
        self.table = tuple(table)
        self.seed = seed
        self._bound = bound
        self._template = game.template(len(table), **(options or {}))
        self._seats, self._playouts = codes(table, game.machine)
        self._chunks: list[np.ndarray] = []
        self._next = seed
        self._rate = 0.0  # games a second of one worker, as seen last

    @property
    def results(self) -> np.ndarray:
        """A record of each game so far, by seed: as many as were played without a gap."""
        found = np.concatenate(self._chunks) if self._chunks else self._room(0)
        found = found[np.argsort(found["seed"], kind="stable")]
        gaps = np.flatnonzero(found["seed"] != self.seed + np.arange(len(found)))
        return found[: gaps[0]] if len(gaps) else found

    def __len__(self) -> int:
        return sum(len(chunk) for chunk in self._chunks)

    def play(self, games: int, seconds: float = float("inf"), threads: int | None = None) -> None:
        """Plays on until there are so many games, or the time is up. Ctrl-C keeps what is known."""
        stop = time.monotonic() + seconds
        threads = threads or workers()
        with ThreadPoolExecutor(threads) as pool:
            running: set[Future[tuple[np.ndarray, float]]] = set()
            try:
                pending = self._shares(games, stop, threads)
                while True:
                    while len(running) < threads and (share := next(pending, None)):
                        running.add(pool.submit(self._some, *share))
                    if not running:
                        return
                    done, running = wait(running, return_when=FIRST_COMPLETED)
                    self._take(done)
            except KeyboardInterrupt:
                self._take(wait(running).done)
                raise

    def _take(self, done: Iterable[Future[tuple[np.ndarray, float]]]) -> None:
        for future in done:
            chunk, rate = future.result()
            self._chunks.append(chunk)
            self._rate = rate

    def _shares(self, games: int, stop: float, threads: int) -> Iterator[tuple[int, int]]:
        while (left := self.seed + games - self._next) > 0 and (time.monotonic() < stop or not self._chunks):
            first = 1 if self._playouts.any() else 4  # before anything is known of how long a game takes
            size = max(1, int(self._rate * CHUNK)) if self._rate else first
            size = min(size, max(1, -(-left // threads)))
            self._next += size
            yield self._next - size, size

    def _some(self, first: int, count: int) -> tuple[np.ndarray, float]:
        start = time.perf_counter()
        results = self._room(count)
        state, work = self._template.copy(), np.concatenate([self._template] * self.game.machine.loops.COPIES)
        with np.errstate(over="ignore"):
            self.game.machine.loops.batch(
                self.game.table, self._template, state, work, self._seats, self._playouts,
                first, self._bound, True, results,
            )  # fmt: skip
        return results, count / max(time.perf_counter() - start, 1e-6)

    def _room(self, count: int) -> np.ndarray:
        return np.zeros(count, result_type(self.game.machine.engine.STATE))
