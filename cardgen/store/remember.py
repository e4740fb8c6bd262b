"""Memoisation: results are computed once for a file or an object, because editions of a game share most of them."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import TypeVar

from cardgen.store.answers import answer, note_file
from cardgen.store.traces import Trace, absolute, note_missing, replay, tracing

T = TypeVar("T")
MAX_OBJECTS = 20_000  # an edition has one or two thousand
MAX_FILES = 1_000
MAX_LARGE_RESULTS = 60  # those that take much memory


def stamp(path: Path) -> tuple[int, int] | None:
    """Returns a file's time and size, which change with it; None if there is no file."""
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return None
    return status.st_mtime_ns, status.st_size


def per_file(work: Callable[..., T]) -> Callable[..., T]:
    """Memoises `work` of a path, and perhaps more hashable arguments, until the file's time or size changes; it also
    remembers what else `work` read."""

    known: dict[tuple, tuple[T, Trace]] = {}

    @wraps(work)
    def ask(path: Path, *more) -> T:
        if (stamped := stamp(path)) is None:
            note_missing(path)
            return work(path, *more)  # `work` reports what is wrong with the file
        key = (path, stamped, *more)
        if (entry := known.get(key)) is None or not _is_true(entry[1], path):
            with tracing() as trace:
                entry = work(path, *more), trace
            if len(known) >= MAX_FILES:
                known.clear()
            known[key] = entry
        note_file(path)
        replay(entry[1])
        return entry[0]

    return ask


def _is_true(trace: Trace, path: Path) -> bool:
    """Returns whether the other files that were read are unchanged; most results have none."""
    if len(trace.answers) <= 1:
        return True
    own = absolute(path)
    return all(question.path == own or answer(question) == before for question, before in trace.answers.items())


def once(work: Callable[[], T]) -> Callable[[], T]:
    """Memoises the result of `work` from the first call on; what it read counts for every caller."""
    known: list[tuple[T, Trace]] = []

    @wraps(work)
    def ask() -> T:
        if not known:
            with tracing() as trace:
                known.append((work(), trace))
        result, trace = known[0]
        replay(trace)
        return result

    return ask


def per_object(work: Callable[..., T], most: int = MAX_OBJECTS) -> Callable[..., T]:
    """Memoises `work` of a frozen object, and perhaps more hashable arguments, for that very object.

    Comparing large drawings by identity is faster than comparing all that is in them.
    """
    known: dict[tuple, tuple[object, T, Trace | None]] = {}

    @wraps(work)
    def ask(thing: object, *more) -> T:
        key = (id(thing), *more)
        if (entry := known.get(key)) is None:  # one look-up: another thread may clear what is known at any time
            with tracing() as trace:
                result = work(thing, *more)
            entry = thing, result, trace if trace.answers else None  # while we hold it, no other object has its id
            if len(known) >= most:
                known.clear()
            known[key] = entry
        elif entry[2]:
            replay(entry[2])
        return entry[1]

    return ask


def per_large_object(work: Callable[..., T]) -> Callable[..., T]:
    """Memoises `work` of an object like `per_object`, but only the last few results, because they take much memory."""
    return per_object(work, MAX_LARGE_RESULTS)
