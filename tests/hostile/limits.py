"""Bounds of time and memory within which an attack must come to nothing, in this very process."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PAGE = 4096  # bytes
BUSY = 5  # times as long on the clock: other processes may want the processors, too


class TooLong(BaseException):
    """What no handler of a command takes for a fault of its own."""


@contextmanager
def limits(seconds: float = 20, more: int = 1_000_000_000) -> Iterator[None]:
    """Raises TooLong after so many seconds of a processor, or BUSY times as many on the clock, as what waits needs no
    processor; nothing takes so many bytes `more` than what is taken already."""
    import resource

    def late(number: int, frame: object) -> None:
        raise TooLong(f"more than {seconds:g} s")

    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    taken = int(Path("/proc/self/statm").read_text().split()[0]) * PAGE
    timers = {signal.ITIMER_PROF: (signal.SIGPROF, seconds), signal.ITIMER_REAL: (signal.SIGALRM, BUSY * seconds)}
    before = {number: signal.signal(number, late) for number, _ in timers.values()}
    for timer, (_, long) in timers.items():
        signal.setitimer(timer, long)
    resource.setrlimit(resource.RLIMIT_AS, (taken + more, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
        for timer in timers:
            signal.setitimer(timer, 0)
        for number, handler in before.items():
            signal.signal(number, handler)
