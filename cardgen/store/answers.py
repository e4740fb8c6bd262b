"""Compares a trace with the present files, by answering its questions again. Keeps traces in depfiles, as for Make."""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from cardgen.foundations.errors import InputError
from cardgen.store import reach
from cardgen.store.traces import (
    ANY,
    BELOW,
    DIGEST,
    FILE,
    FOLDER,
    KINDS,
    NAMES,
    NONE,
    READ,
    Question,
    Trace,
    absolute,
    digest_of_names,
    is_tracing,
    note_answer,
    untraced,
    yes,
)

MAX_QUESTIONS = 50_000  # in one kept trace


class Answers:
    """The present answers; each question is asked once for all outputs of a build."""

    def __init__(self) -> None:
        self._known: dict[Question, str] = {}

    def agree(self, asked: Iterable[tuple[Question, str]]) -> bool:
        """Returns whether all questions still have the same answers."""
        return all(self.of(question) == answer for question, answer in asked)

    def of(self, question: Question) -> str:
        if question not in self._known:
            with untraced():
                self._known[question] = answer(question)
        return self._known[question]


def answer(question: Question) -> str:
    """Returns the present answer to a question."""
    path = Path(question.path)
    if question.kind == READ:
        return digest_of_file(path) or NONE
    with untraced():
        if question.kind == FILE:
            return yes(reach.is_file(path))
        if question.kind == ANY:
            return yes(reach.is_there(path))
        if question.kind == FOLDER:
            return yes(reach.is_folder(path))
        try:
            if question.kind == NAMES:
                return digest_of_names(path, reach.matching(path, question.of))
            endings, _, hidden = question.of.partition("|")
            return digest_of_names(path, reach.files_below(path, filter(None, endings.split(",")), bool(hidden)))
        except InputError:  # there are too many files
            return NONE


def as_kept(trace: Trace, folder: Path) -> list[list[str]]:
    """Returns a trace for a JSON file in that folder; `of_kept` reads it."""
    base = absolute(folder)
    return [
        [question.kind, os.path.relpath(question.path, base), question.of, answer]
        for question, answer in sorted(trace.answers.items(), key=lambda each: (each[0].path, each[0].kind, each[0].of))
    ]


def of_kept(kept: object, folder: Path, bounds: Iterable[Path] = ()) -> list[tuple[Question, str]]:
    """Reads a trace. Raises ValueError for data that `as_kept` did not make, or that lists folders outside of all
    `bounds`: a file beside the outputs can come from a stranger, and a whole disk takes long to list."""
    if not isinstance(kept, list) or len(kept) > MAX_QUESTIONS:
        raise ValueError("no trace")
    base, within = absolute(folder), [os.path.realpath(bound) for bound in bounds]
    pairs = []
    for each in kept:
        if not isinstance(each, list) or len(each) != 4 or not all(isinstance(part, str) for part in each):
            raise ValueError("no question")
        kind, path, of, answer = each
        question = Question(kind, os.path.normpath(os.path.join(base, path)), of)
        if kind not in KINDS:
            raise ValueError(f"there is no question {kind}")
        if kind in (NAMES, BELOW) and not any(Path(question.path).is_relative_to(bound) for bound in within):
            raise ValueError(f"{question.path} is none of the game's folders")
        pairs.append((question, answer))
    return pairs


def digest_of_file(path: Path) -> str | None:
    """Returns the digest of a regular file; None if there is none, or if it cannot be read."""
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return None
    if not stat.S_ISREG(status.st_mode):
        return None
    return _digest_at(path, status.st_mtime_ns, status.st_ctime_ns, status.st_size)


@lru_cache(maxsize=20_000)
def _digest_at(path: Path, mtime_ns: int, ctime_ns: int, size: int) -> str | None:
    """The digest of a file. The times and the size only key the cache, so a changed file is read again."""
    digest = hashlib.blake2b(digest_size=DIGEST)
    try:
        for part in reach.chunks(path):
            digest.update(part)
    except OSError:
        return None
    return digest.hexdigest()


def note_file(path: Path) -> None:
    """Notes that a file is read by code other than `reach`."""
    if is_tracing():
        question = Question(READ, absolute(path))
        note_answer(question, answer(question))
