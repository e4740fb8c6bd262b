"""Work that is done on all cores, by processes that inherit all that is known so far."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Sequence
from typing import TypeVar

from cardgen import progress

T = TypeVar("T")
R = TypeVar("R")


def each(do: Callable[[T], R], things: Sequence[T], what: str) -> list[R]:
    """`do` of each, on all cores, in their order. An interruption ends the processes and goes on to the caller.

    `what` is told of what is done.
    """
    import multiprocessing

    workers = min(len(things), os.cpu_count() or 1)
    if workers < 2 or "fork" not in multiprocessing.get_all_start_methods():
        return list(map(do, progress.counted(things, what)))
    from concurrent.futures import ProcessPoolExecutor

    with ProcessPoolExecutor(workers, multiprocessing.get_context("fork"), _begin) as pool:
        try:
            return list(progress.told(pool.map(do, things), len(things), what))
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _begin() -> None:
    """Ctrl-C reaches every process of a terminal: only the first one answers it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    progress.mute()
