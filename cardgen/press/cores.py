"""Runs work on all cores, in forked processes that inherit what is already known."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from cardgen.foundations import progress
from cardgen.store import processes

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing.connection import Connection

T = TypeVar("T")
R = TypeVar("R")


def each(do: Callable[[T], R], things: Sequence[T], what: str) -> list[R]:
    """`do` of each, on all cores, in their order. An interruption ends the processes and goes on to the caller.

    `what` is told of what is done. A process that works for another one has its share of the cores alone.
    """
    workers = min(len(things), _most())
    if workers < 2:
        return list(map(do, progress.track_all(things, what)))
    with _pool(workers) as pool:
        try:
            with processes.undisturbed():
                done = pool.map(do, things)
            return list(progress.track(done, len(things), what))
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


class BackgroundTask(Generic[R]):
    """What a process beside this one works out; here, where there is none, or where it died."""

    def __init__(self, do: Callable[[], R], here: Connection | None = None) -> None:
        self._do = do
        self._here = here
        self._told: Any = None if here else (True, do())

    def is_known(self) -> bool:
        """Whether it is known."""
        return self._here is None or self._here.poll()

    def result(self) -> R:
        """Waits for it. Raises what came of it instead."""
        if self._here:
            try:
                self._told = self._here.recv()
            except EOFError:  # the system ended it, as it does where memory is short
                self._told = True, self._do()
            self._here = None
        done, told = self._told
        if not done:
            raise told
        return told


@contextmanager
def beside(do: Callable[[], R], wait: bool = False) -> Iterator[BackgroundTask[R]]:
    """What `do` comes to, worked out meanwhile by a process of its own, which ends with the block; at once with
    `wait`, or with one core."""
    if wait or _most() < 2:
        yield BackgroundTask(do)
        return
    import multiprocessing

    fork = multiprocessing.get_context("fork")
    here, there = fork.Pipe(duplex=False)
    share = max(1, _most() - 1)  # the block itself has a core
    process = fork.Process(target=_tell, args=(do, there, share))  # no daemon: it may need processes of its own
    processes.expect()
    with processes.undisturbed():
        process.start()
    there.close()
    try:
        yield BackgroundTask(do, here)
    finally:
        process.terminate()
        process.join()
        here.close()


def _tell(do: Callable[[], Any], there: Connection, share: int) -> None:
    _begin(share)
    try:
        told = True, do()
    except BaseException as error:
        told = False, error
    there.send(told)


def _most() -> int:
    """How many processes may work at once: one where a process cannot begin with all that this one knows."""
    return processes.processors() if processes.forks() else 1


def _pool(workers: int) -> ProcessPoolExecutor:
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    processes.expect()
    return ProcessPoolExecutor(workers, multiprocessing.get_context("fork"), partial(_begin, 1))


def _begin(share: int) -> None:
    processes.begin(share)
    progress.mute()
