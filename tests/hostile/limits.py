"""Bounds of time and memory within which an attack must come to nothing, in this very process."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PAGE = 4096  # bytes


class TooLong(BaseException):
    """What no handler of a command takes for a fault of its own."""


@contextmanager
def limits(seconds: float = 20, more: int = 1_000_000_000) -> Iterator[None]:
    """Raises TooLong after so many seconds; nothing takes so many bytes `more` than what is taken already."""
    import resource

    def late(number: int, frame: object) -> None:
        raise TooLong(f"more than {seconds:g} s")

    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    taken = int(Path("/proc/self/statm").read_text().split()[0]) * PAGE
    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    resource.setrlimit(resource.RLIMIT_AS, (taken + more, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
