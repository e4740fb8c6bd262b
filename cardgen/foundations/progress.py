"""Shows the progress of a command: a bar on a terminal if it takes over a second, nothing in a pipe."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from cardgen.foundations.terminal import takes_escapes

T = TypeVar("T")

_DELAY = 1.0  # seconds before the bar appears
_UPDATE_INTERVAL = 0.1  # seconds between updates
_WIDTH = 30  # characters of the bar


class _Bar:
    """The progress bar, hidden until `show` is called for a terminal."""

    def __init__(self) -> None:
        self.begun: float | None = None
        self.last_update = 0.0
        self.shown = False

    def update(self, done: int, total: int, what: str) -> None:
        if self.begun is None:
            return
        now = time.monotonic()
        if now - self.begun < _DELAY or now - self.last_update < _UPDATE_INTERVAL:
            return
        self.last_update, self.shown = now, True
        full = _WIDTH * done // max(1, total)
        bar = "#" * full + "." * (_WIDTH - full)
        print(f"\r\033[K[{bar}] {what}, {done:,} of {total:,}", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        if self.shown:
            print("\r\033[K", end="", file=sys.stderr, flush=True)
        self.begun, self.shown = None, False


_bar = _Bar()


def show() -> None:
    """Shows progress from now on, if standard error is a terminal."""
    if takes_escapes(sys.stderr):
        _bar.begun = time.monotonic()


def hide() -> None:
    """Removes the bar and shows no more progress."""
    _bar.clear()


def mute() -> None:
    """Shows no more progress, in a process that shares its terminal with the one that shows it."""
    _bar.begun, _bar.shown = None, False


def track_all(things: Sequence[T], what: str) -> Iterator[T]:
    """Yields the things, and shows how many are done."""
    return track(things, len(things), what)


def track(things: Iterable[T], total: int, what: str) -> Iterator[T]:
    """Yields the things as they come, and shows how many of `total` are done."""
    for done, thing in enumerate(things):
        _bar.update(done, total, what)
        yield thing
