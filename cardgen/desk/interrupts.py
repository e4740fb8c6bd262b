"""Holds Ctrl-C back while the desk starts, until the server can answer it, as imports may swallow it."""

from __future__ import annotations

import signal

HELD = hasattr(signal, "pthread_sigmask")


def hold() -> None:
    """From now on it waits, for this thread and those that it begins."""
    if HELD:
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})


def release() -> None:
    """It comes through again, at once if there was one."""
    if HELD:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
