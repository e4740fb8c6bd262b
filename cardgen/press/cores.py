"""Work that is done on all cores, by processes that inherit all that is known so far."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")


def each(do: Callable[[T], R], things: Sequence[T], told: Callable[[Iterable[R]], Iterable[R]] = iter) -> list[R]:
    """`do` of each, on all cores, in their order. An interruption ends the processes and goes on to the caller.

    `told` passes on what is done, as it comes.
    """
    workers = min(len(things), os.cpu_count() or 1)
    if workers < 2 or "fork" not in multiprocessing.get_all_start_methods():
        return list(told(map(do, things)))
    from concurrent.futures import ProcessPoolExecutor

    with ProcessPoolExecutor(workers, multiprocessing.get_context("fork"), _begin) as pool:
        try:
            return list(told(pool.map(do, things)))
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _begin() -> None:
    """Ctrl-C reaches every process of a terminal: only the first one answers it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
