"""Runs work on all cores, in forked processes that inherit the work and everything known so far.

Windows cannot fork. There, processes begin anew and get the work as a pickle; what cannot be pickled runs on one core.

What a process reads belongs to the trace of its parent (`store/traces.py`): the trace comes back with the result.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from cardgen.foundations import progress
from cardgen.store import processes
from cardgen.store.traces import Trace, replay, tracing

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing.connection import Connection

T = TypeVar("T")
R = TypeVar("R")


def each(do: Callable[[T], R], things: Sequence[T], what: str) -> list[R]:
    """Returns `do` of each, computed on all cores, in order. An interruption ends the processes and reaches the caller.

    `what` is the word for the work in the line of progress. A process that works for another one uses only its share
    of the cores.
    """
    workers = min(len(things), processes.processors())
    if workers < 2 or not (processes.forks() or _can_be_sent(do, things)):
        return list(map(do, progress.track_all(things, what)))
    with _pool(workers, do) as pool:
        try:
            with processes.delay_interruption():
                done = pool.map(_do, things)
            return [_result(each) for each in progress.track(done, len(things), what)]
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


class BackgroundTask(Generic[R]):
    """A task in a background process; it runs here if there is no such process, or if that one died."""

    def __init__(self, do: Callable[[], R], here: Connection | None = None) -> None:
        self._do = do
        self._here = here
        self._outcome: Any = None if here else (True, do(), Trace())

    def is_known(self) -> bool:
        """Returns whether the result is there."""
        return self._here is None or self._here.poll()

    def result(self) -> R:
        """Waits for the result and returns it, or raises the task's exception."""
        if self._here:
            try:
                self._outcome = self._here.recv()
            except EOFError:  # the system ended the process, for example if memory is short
                self._outcome = True, self._do(), Trace()
            self._here = None
        done, result, seen = self._outcome
        replay(seen)
        if not done:
            raise result
        return result


@contextmanager
def run_in_background(do: Callable[[], R], wait: bool = False) -> Iterator[BackgroundTask[R]]:
    """Runs `do` in a process of its own, which ends with the block; at once with `wait`, or on one core."""
    if wait or processes.processors() < 2 or not processes.forks() or sys.platform == "win32":
        yield BackgroundTask(do)
        return
    import multiprocessing

    fork = multiprocessing.get_context("fork")
    here, there = fork.Pipe(duplex=False)
    share = max(1, processes.processors() - 1)  # the block itself has a core
    process = fork.Process(target=_send_result, args=(do, there, share))  # no daemon, because it may start processes
    processes.expect()
    with processes.delay_interruption():
        process.start()
    there.close()
    try:
        yield BackgroundTask(do, here)
    finally:
        process.terminate()
        process.join()
        here.close()


def _send_result(do: Callable[[], Any], there: Connection, share: int) -> None:
    _begin(share)
    with tracing() as seen:
        try:
            outcome = True, do(), seen
        except BaseException as error:
            outcome = False, error, seen
    there.send(outcome)


def _can_be_sent(do: Callable[[T], Any], things: Sequence[T]) -> bool:
    """Returns whether a process that does not inherit the work can get it."""
    from multiprocessing.reduction import ForkingPickler

    try:
        ForkingPickler.dumps((do, list(things)))
    except Exception:  # such as a lock, or a function within another; each kind raises an error of its own
        return False
    return True


def _pool(workers: int, do: Callable[[Any], Any]) -> ProcessPoolExecutor:
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    if not processes.forks():
        return ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), _begin_spawned_work, (do,))
    processes.expect()
    return ProcessPoolExecutor(workers, multiprocessing.get_context("fork"), _begin_work, (do,))


_work: Callable[[Any], Any]  # the work of a process of a pool, set once when it begins


def _begin_work(do: Callable[[Any], Any]) -> None:
    global _work
    _begin(1)
    _work = do


def _begin_spawned_work(do: Callable[[Any], Any]) -> None:
    global _work
    processes.begin_spawned()
    progress.mute()
    _work = do


def _do(thing: Any) -> tuple[Any, Trace]:
    with tracing() as seen:
        return _work(thing), seen


def _result(traced: tuple[R, Trace]) -> R:
    result, seen = traced
    replay(seen)
    return result


def _begin(share: int) -> None:
    processes.begin(share)
    progress.mute()
