"""Handles Ctrl-C and termination, wherever the program is when the signal comes."""

from __future__ import annotations

import contextlib
import signal
import sys
from _thread import interrupt_main
from collections.abc import Callable, Iterator
from threading import Timer, current_thread, main_thread
from types import CodeType, FrameType
from typing import TypeVar

Function = TypeVar("Function", bound=Callable)
SIGNALS = (signal.SIGINT, signal.SIGTERM)
_PAUSE = 0.05  # seconds until a lost interruption is raised again
_timer: Timer | None = None  # raises the last lost interruption again
_last = signal.SIGINT  # the last signal
_deferring: set[CodeType] = set()


def handle_termination() -> None:
    """Handles SIGTERM, from `timeout` or a shutdown, as Ctrl-C, so commands report partial results.

    If Python would only print an interruption, such as in a finaliser, it is raised again later.
    """
    for which in SIGNALS:
        if signal.getsignal(which) != signal.SIG_IGN:  # a shell has background jobs ignore signals
            signal.signal(which, _interrupt)
    sys.unraisablehook = _lost


def _interrupt(sent: int, frame: FrameType | None) -> None:
    global _last
    _last = signal.Signals(sent)
    while frame:
        if frame.f_code in _deferring:
            again()
            return
        frame = frame.f_back
    raise KeyboardInterrupt


def _lost(what: sys.UnraisableHookArgs) -> None:
    if what.exc_type is not None and issubclass(what.exc_type, KeyboardInterrupt):
        again()
    else:
        sys.__unraisablehook__(what)


def defer_interruption(function: Function) -> Function:
    """Decorates a function that machine code calls, where exceptions and results would be lost. An interruption comes
    after it returns; `is_due` is true until then."""
    _deferring.add(function.__code__)
    return function


@contextlib.contextmanager
def collect_signals() -> Iterator[list[int]]:
    """Runs a block without interruptions. It yields a list that gets the signals which come meanwhile.

    Only the main thread gets signals; in other threads the list stays empty.
    """
    came: list[int] = []
    if current_thread() is not main_thread():
        yield came
        return
    heeded = [which for which in SIGNALS if signal.getsignal(which) != signal.SIG_IGN]
    heard = {which: signal.signal(which, lambda sent, _: came.append(sent)) for which in heeded}
    try:
        yield came
    finally:
        for which, handler in heard.items():
            signal.signal(which, handler)


def again() -> None:
    """Raises a lost interruption again a moment later, until somebody handles it."""
    global _timer
    _timer = Timer(_PAUSE, _send_again, [_last])
    _timer.daemon = True
    _timer.start()


def _send_again(which: signal.Signals) -> None:
    """Sends a signal to the main thread. A real signal, if the system has them, also ends a blocking call there."""
    thread = main_thread().ident
    if thread and hasattr(signal, "pthread_kill") and callable(signal.getsignal(which)):
        signal.pthread_kill(thread, which)
    else:
        interrupt_main()


def is_due() -> bool:
    """Whether an interruption is still to come to this thread, the main one."""
    return bool(_timer and _timer.is_alive() and current_thread() is main_thread())


def settle() -> None:
    """Raises an interruption that is still to come: results since then are not usable."""
    if is_due():
        assert _timer
        _timer.cancel()
        raise KeyboardInterrupt


@contextlib.contextmanager
def prefer_interruption() -> Iterator[None]:
    """Raises the interruption instead of an error while one is still to come, because its loss can cause the error."""
    try:
        yield
    except Exception:
        settle()
        raise
