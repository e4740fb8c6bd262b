"""Decides when numba compiles a function: two tiers, as virtual machines have them, an interpreter and a compiler.

Code that is about to play thousands of games says so (`at_speed`) and waits for machine code. A move, a worked example
or a single game is interpreted sooner than compiled. So it is, until compiled code is kept or interpreting has taken
`patience`. Whether a game of clauses runs as machine code or as rows is another question: `clauses/native.py` decides
it.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

COMPILE_AFTER = 3.0  # seconds of a processor: compiling an engine takes ten times as long, loading it a tenth


class Tiers(threading.local):
    """How functions run that Python calls: in this thread `interpreting` one (what it calls is interpreted too), or at
    `speed`, compiled; else interpreted for as long as `patience` lasts, which all threads share."""

    patience = COMPILE_AFTER  # what is left of it in this process
    compiling = 0  # functions, in all threads
    interpreting = False
    speed = False

    def must_compile(self) -> bool:
        return not self.interpreting and (self.speed or Tiers.patience <= 0)

    def interpret(self, source: Callable, *args: Any) -> Any:
        if self.interpreting:
            return source(*args)
        begun, self.interpreting = time.thread_time(), True
        try:
            return source(*args)
        finally:
            self.interpreting = False
            Tiers.patience -= time.thread_time() - begun


tiers = Tiers()


@contextmanager
def at_speed() -> Iterator[None]:
    """What is played here, by this thread, is worth waiting for machine code."""
    before, tiers.speed = tiers.speed, True
    try:
        yield
    finally:
        tiers.speed = before
