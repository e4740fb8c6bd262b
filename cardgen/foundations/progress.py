"""How far a command is: a bar on a terminal from its second second on, nothing in a pipe."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")

_PATIENCE = 1.0  # seconds before anything is told
_OFTEN = 0.1  # seconds between two tellings
_WIDTH = 30  # characters of the bar


class _Bar:
    """What tells; silent until `show` is called for a terminal."""

    def __init__(self) -> None:
        self.begun: float | None = None
        self.told = 0.0
        self.shown = False

    def tell(self, done: int, total: int, what: str) -> None:
        if self.begun is None:
            return
        now = time.monotonic()
        if now - self.begun < _PATIENCE or now - self.told < _OFTEN:
            return
        self.told, self.shown = now, True
        full = _WIDTH * done // max(1, total)
        bar = "#" * full + "." * (_WIDTH - full)
        print(f"\r\033[K[{bar}] {what}, {done:,} of {total:,}", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        if self.shown:
            print("\r\033[K", end="", file=sys.stderr, flush=True)
        self.begun, self.shown = None, False


_bar = _Bar()


def show() -> None:
    """From now on how far work is is told, if standard error is a terminal."""
    if sys.stderr.isatty():
        _bar.begun = time.monotonic()


def hide() -> None:
    """Takes the bar away; nothing is told from now on."""
    _bar.clear()


def mute() -> None:
    """Nothing is told from now on, by a process that shares its terminal with the one that tells."""
    _bar.begun, _bar.shown = None, False


def track_all(things: Sequence[T], what: str) -> Iterator[T]:
    """The things, telling how many of them are done."""
    return track(things, len(things), what)


def track(things: Iterable[T], total: int, what: str) -> Iterator[T]:
    """Things as they come, telling how many of `total` have come."""
    for done, thing in enumerate(things):
        _bar.tell(done, total, what)
        yield thing
