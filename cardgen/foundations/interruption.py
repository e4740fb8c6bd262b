"""Ctrl-C and being terminated: what is interrupted hears it, wherever it is just then."""

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
_PAUSE = 0.05  # seconds until an interruption comes again that was lost
_timer: Timer | None = None  # of the last one
_last = signal.SIGINT  # the signal that came last
_unheard: set[CodeType] = set()


def heed() -> None:
    """Takes being terminated (SIGTERM, from `timeout` or a system that shuts down) as Ctrl-C: what is known is told.
    Where Python would only print an interruption and go on, as in the end of an object, it comes again."""
    for which in SIGNALS:
        if signal.getsignal(which) != signal.SIG_IGN:  # as a shell has Ctrl-C for what runs in its background
            signal.signal(which, _interrupt)
    sys.unraisablehook = _lost


def _interrupt(sent: int, frame: FrameType | None) -> None:
    global _last
    _last = signal.Signals(sent)
    while frame:
        if frame.f_code in _unheard:
            again()
            return
        frame = frame.f_back
    raise KeyboardInterrupt


def _lost(what: sys.UnraisableHookArgs) -> None:
    if what.exc_type is not None and issubclass(what.exc_type, KeyboardInterrupt):
        again()
    else:
        sys.__unraisablehook__(what)


def unheard(function: Function) -> Function:
    """A function that machine code calls: what is raised there is lost, and with it what it returns. An interruption
    comes when that is over; `is_due` tells meanwhile."""
    _unheard.add(function.__code__)
    return function


@contextlib.contextmanager
def noted() -> Iterator[list[int]]:
    """What is done here is not interrupted: the list that it gives says which signals came instead.

    Only the main thread is ever interrupted; elsewhere none comes.
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
    """An interruption that could not be heard comes again, a moment later, until it comes to who hears it."""
    global _timer
    _timer = Timer(_PAUSE, _send_again, [_last])
    _timer.daemon = True
    _timer.start()


def _send_again(which: signal.Signals) -> None:
    """A signal to the main thread. A real one, where there are such, also ends what that thread waits for."""
    thread = main_thread().ident
    if thread and hasattr(signal, "pthread_kill") and callable(signal.getsignal(which)):
        signal.pthread_kill(thread, which)
    else:
        interrupt_main()


def is_due() -> bool:
    """Whether one is to come again to this thread, which is the main one then."""
    return bool(_timer and _timer.is_alive() and current_thread() is main_thread())


def settle() -> None:
    """An interruption that is still to come comes now: what was done meanwhile is not to be used."""
    if is_due():
        assert _timer
        _timer.cancel()
        raise KeyboardInterrupt


@contextlib.contextmanager
def answered() -> Iterator[None]:
    """What goes wrong here while an interruption is still to come goes wrong for it: where it was lost, something may
    not have been done."""
    try:
        yield
    except Exception:
        settle()
        raise
