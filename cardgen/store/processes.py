"""Manages the processes of one command: how many processors they may use, and that they end with it.

`python -m cardgen.store.processes MODULE ...` runs a module of ours as a program that ends with its parent.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from collections.abc import Iterator
from threading import Lock, Thread
from typing import TYPE_CHECKING

from cardgen.foundations import interruption

if TYPE_CHECKING:
    from multiprocessing.process import BaseProcess as ParentProcess

_DEATH = 1  # prctl(PR_SET_PDEATHSIG, ...): Linux sends this process a signal when the one that began it ends

_lock = Lock()
_line: tuple[int, int, int] | None = None  # a pipe: its read end, its write end, and the process that keeps it open
_share: int | None = None  # processors for this process, if others run beside it


def processors() -> int:
    """Returns how many processors this process can use: those that the system gives it, or its share of them."""
    most = os.cpu_count() or 1
    if hasattr(os, "sched_getaffinity"):
        most = min(most, len(os.sched_getaffinity(0)))
    return most if _share is None else min(most, _share)


def forks() -> bool:
    """Returns whether a new process can inherit everything from this one."""
    import multiprocessing

    return "fork" in multiprocessing.get_all_start_methods()


def command(module: str, *arguments: str) -> tuple[list[str], dict[str, str]]:
    """Returns the command that runs a module of ours as a program, and its environment: it finds the same modules as
    this process, and never takes a module of the current folder for one of ours."""
    command_line = [sys.executable, "-P", "-m", module, *arguments]
    return command_line, {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}


def expect() -> None:
    """Prepares for forks; call it before you fork processes that `begin`."""
    global _line
    with _lock:
        if _line is None or _line[2] != os.getpid():
            _line = (*os.pipe(), os.getpid())


@contextlib.contextmanager
def delay_interruption(programs: bool = False) -> Iterator[None]:
    """Delays an interruption until all processes have begun, because nobody would end those that have.

    A process forked meanwhile gets neither Ctrl-C, which a terminal sends to it as well, nor the signal to end, until
    it `begin`s: before that, it would take the signal for an interruption of its parent, and go on with the parent's
    work. `programs` that begin meanwhile never get Ctrl-C.
    """
    came: list[int] = []
    try:
        with interruption.collect_signals() as came, _deaf({signal.SIGINT} if programs else {*interruption.SIGNALS}):
            yield
    finally:
        if came:
            raise KeyboardInterrupt


@contextlib.contextmanager
def _deaf(signals: set[signal.Signals]) -> Iterator[None]:
    """Blocks signals in this thread and in processes that it begins; other threads may still get them."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, signals)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def begin(share: int = 1) -> None:
    """Call it in a process that was just forked: it gets a `share` of the processors, and ends at the latest with its
    parent. Ctrl-C reaches every process of a terminal: only the first one handles it."""
    global _line
    _handle_signals(share)
    assert _line, "cardgen started this process itself"
    there, here, parent = _line
    _line = None
    os.close(here)  # only the parent keeps this end, so it closes when the parent ends
    if _is_signalled():
        os.close(there)
    else:
        Thread(target=_wait, args=(there,), daemon=True).start()
    if os.getppid() != parent:  # the parent has already ended
        os._exit(1)


def begin_spawned(share: int = 1) -> None:
    """Call it, instead of `begin`, in a process that was started anew and inherits nothing, as on Windows."""
    import multiprocessing

    _handle_signals(share)
    if parent := multiprocessing.parent_process():
        Thread(target=_wait_for_end, args=(parent,), daemon=True).start()


def _wait_for_end(parent: ParentProcess) -> None:
    parent.join()
    os._exit(1)


def _handle_signals(share: int) -> None:
    global _share
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT, signal.SIGTERM})  # blocked by `delay_interruption`
    _share = share


def end_all() -> None:
    """Ends the processes that this one began and no longer needs, and waits for their end."""
    if "multiprocessing" in sys.modules:
        children = sys.modules["multiprocessing"].active_children()
        for child in children:
            child.kill()
        for child in children:
            child.join()


def end_with_parent() -> None:
    """Call it in a program for which a thread of another program waits: it ends with that program, if the system can
    report its end."""
    _is_signalled()


def _is_signalled() -> bool:
    """Asks the system to end this process with the thread that began it; returns whether it will."""
    if sys.platform != "linux":
        return False
    with contextlib.suppress(ImportError, OSError, AttributeError):
        import ctypes

        return ctypes.CDLL(None).prctl(_DEATH, signal.SIGKILL, 0, 0, 0) == 0
    return False


def _wait(there: int) -> None:
    """Waits until all writers of a pipe are gone; nobody writes to it."""
    os.read(there, 1)
    os._exit(1)


if __name__ == "__main__":
    import runpy

    end_with_parent()
    del sys.argv[0]
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
