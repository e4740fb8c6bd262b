"""Delays Ctrl-C while the desk starts, until the server can handle it, because imports can swallow it."""

from __future__ import annotations

import signal
import sys


def hold() -> None:
    """Delays Ctrl-C from now on, for this thread and those that it starts."""
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})


def release() -> None:
    """Lets Ctrl-C through again, and delivers one that was delayed."""
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
