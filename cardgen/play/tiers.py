"""Decides when numba compiles a function: two tiers, as virtual machines have them, an interpreter and a compiler.

Code that is about to play thousands of games waits for machine code (`at_speed`). Interpreting a move, an example or a
single game is faster than compiling. So cardgen interprets until compiled code is kept or the time limit `patience` is
over. `clauses/native.py` decides whether a game of clauses runs as machine code or as rows.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

COMPILE_AFTER = 3.0  # seconds of a processor: compiling an engine takes ten times as long, loading it a tenth


class Tiers(threading.local):
    """How functions run that Python calls: interpreted if this thread is `interpreting` one; compiled at `speed`; else
    interpreted while `patience` lasts, which all threads share."""

    patience = COMPILE_AFTER  # seconds left in this process
    compiling = 0  # functions being compiled, in all threads
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
    """Makes this thread wait for machine code inside."""
    before, tiers.speed = tiers.speed, True
    try:
        yield
    finally:
        tiers.speed = before
