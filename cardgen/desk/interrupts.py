"""Delays Ctrl-C while the desk starts, until the server can handle it, because imports can swallow it."""

from __future__ import annotations

import signal

HELD = hasattr(signal, "pthread_sigmask")


def hold() -> None:
    """Holds Ctrl-C back from now on, for this thread and those that it starts."""
    if HELD:
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})


def release() -> None:
    """Lets Ctrl-C through again, at once if one was held back."""
    if HELD:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
