"""Records which files cardgen reads or looks for while it makes something, as a compiler writes a depfile.

Code that reads or looks for files asks a question, such as what a file contains, whether it exists, or what a folder
contains. Its answer can be compared later. `store/reach.py` asks these questions for all stages that print, and notes
each one in the current trace. So nobody lists files by hand, and no file is forgotten. A result is still valid if the
same questions have the same answers now. A search for a file that does not exist is a question as well.

Traces nest: an inner trace also counts for the outer one. `store/remember.py` keeps a remembered value with its trace,
and notes that trace again whenever it uses the value. A forked process returns its trace with its result
(`press/cores.py`). Threads begin without a trace, so code that prints starts none.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

from cardgen.foundations.dataclass import dataclass

READ, FILE, FOLDER, ANY, NAMES, BELOW = KINDS = ("read", "file", "folder", "any", "names", "below")
_CHANGED = "changed"  # the answer of a question with two different answers; no present answer equals it
NONE = ""  # the answer if there is no such file
DIGEST = 16  # bytes


@dataclass(frozen=True, slots=True)
class Question:
    """A question about a path: the content of a file (READ), whether there is a file (FILE), a folder (FOLDER) or
    anything (ANY), which files in a folder match a pattern (NAMES), or which files below it have certain endings
    (BELOW). `of` is the pattern or the endings."""

    kind: str
    path: str
    of: str = ""


class Trace:
    """Questions with their answers, in the order in which they were asked."""

    def __init__(self, answers: Iterable[tuple[Question, str]] = ()) -> None:
        self.answers: dict[Question, str] = {}
        self._changes = 0
        self._added: dict[int, tuple[Trace, int]] = {}  # traces already added, by id, with their number of changes then
        for question, answer in answers:
            self.note(question, answer)

    def note(self, question: Question, answer: str) -> None:
        """Adds an answer; after a second, different answer, the trace agrees with nothing."""
        before = self.answers.get(question)
        if before != answer and before != _CHANGED:
            self.answers[question] = answer if before is None else _CHANGED
            self._changes += 1

    def add(self, other: Trace) -> None:
        if self._added.get(id(other), (other, -1))[1] != other._changes:
            for question, answer in [*other.answers.items()]:
                self.note(question, answer)
            self._added[id(other)] = other, other._changes

    def without(self, paths: Iterable[Path]) -> Trace:
        """Returns the questions about other files than these."""
        left_out = set(map(absolute, paths))
        return Trace((question, answer) for question, answer in self.answers.items() if question.path not in left_out)

    def beyond(self, known: Trace) -> Trace:
        """Returns the questions that another trace does not have, or answers differently."""
        own = self.answers.items()
        return Trace((question, answer) for question, answer in own if known.answers.get(question) != answer)

    def __reduce__(self) -> tuple[type[Trace], tuple[list[tuple[Question, str]]]]:
        return Trace, ([*self.answers.items()],)

    def paths(self) -> list[str]:
        """Returns the files that were read."""
        return [question.path for question in self.answers if question.kind == READ]


_current: ContextVar[Trace | None] = ContextVar("trace", default=None)


@contextmanager
def tracing(into: Trace | None = None) -> Iterator[Trace]:
    """Records the questions asked in its context, also for the trace around it. With `into`, it continues that trace,
    all of which also counts for the trace around it."""
    trace = Trace() if into is None else into
    before = _current.set(trace)
    try:
        yield trace
    finally:
        _current.reset(before)
        replay(trace)


@contextmanager
def untraced() -> Iterator[None]:
    """Records nothing in its context: these questions only test whether something is still valid."""
    before = _current.set(None)
    try:
        yield
    finally:
        _current.reset(before)


def replay(trace: Trace) -> None:
    """Records once more the questions of a result that is used again."""
    if (current := _current.get()) is not None and current is not trace:
        current.add(trace)


def note_answer(question: Question, answer: str) -> None:
    if (current := _current.get()) is not None:
        current.note(question, answer)


def note_content(path: Path, data: bytes) -> None:
    """Records the content of a file that was just read."""
    if is_tracing():
        note_answer(Question(READ, absolute(path)), digest_of(data))


def note_missing(path: Path) -> None:
    """Records that a file was missing."""
    note_answer(Question(READ, absolute(path)), NONE)


def note_there(kind: str, path: Path, there: bool) -> None:
    """Records whether a path leads to a file, to a folder or to anything."""
    note_answer(Question(kind, absolute(path)), yes(there))


def note_names(folder: Path, pattern: str, paths: Iterable[Path]) -> None:
    """Records which files in a folder match a pattern."""
    if is_tracing():
        note_answer(Question(NAMES, absolute(folder), pattern), digest_of_names(folder, paths))


def note_below(folder: Path, of: str, paths: Iterable[Path]) -> None:
    """Records which files lie below a folder, with the endings and options of `of`."""
    if is_tracing():
        note_answer(Question(BELOW, absolute(folder), of), digest_of_names(folder, paths))


def is_tracing() -> bool:
    return _current.get() is not None


def digest_of(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=DIGEST).hexdigest()


def digest_of_names(folder: Path, paths: Iterable[Path]) -> str:
    base = len(str(folder))
    return digest_of("\0".join(sorted(str(path)[base:] for path in paths)).encode("utf-8", "surrogateescape"))


def yes(there: bool) -> str:
    return "yes" if there else "no"


def absolute(path: Path) -> str:
    name = str(path)
    return name if name.startswith(os.sep) and ".." not in name else os.path.abspath(name)
