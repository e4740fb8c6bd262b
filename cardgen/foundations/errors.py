"""One small tree of errors, and how the terminal shows them.

Faults are values: a stage collects all that it finds and raises them together.
"""

from __future__ import annotations

import os
from bisect import bisect_left
from collections.abc import Iterable

from cardgen.foundations.columns import column_letters
from cardgen.foundations.dataclass import dataclass

# Kinds of faults. Those in JUDGED concern valid files: a check reports them.
INVALID = "invalid"
UNKNOWN_NAME = "unknown-name"
CIRCLE = "circle"
OUTSIDE_LIBRARY = "outside-library"
DOES_NOT_FIT = "does-not-fit"
STRING_MISSING = "string-missing"
GLYPH_MISSING = "glyph-missing"
MAX_FAULTS = 100  # in one file, because it takes time to find nearest names
MAX_NEAR = 1_000  # names compared with a word; if there are more, the nearest in the alphabet
FEW, KEYS = 12, 60  # names, and keys of a file, that a message lists if none is near
MAX_LETTERS = 100  # of a word that is compared
_ALIKE = 0.7  # the least difflib ratio of words that differ in more than one letter
JUDGED = {DOES_NOT_FIT, STRING_MISSING, GLYPH_MISSING}


@dataclass(frozen=True, order=True, slots=True)
class Place:
    """A place in a file: a line and a column, counted from 1 (0: the whole file).

    In a spreadsheet with several sheets, line and column are those of a cell, such as C7.
    """

    file: str
    line: int = 0
    column: int = 0
    sheet: str = ""

    @property
    def cell(self) -> str:
        """The name of the cell in a sheet, such as C7; empty in other files."""
        return f"{column_letters(self.column)}{self.line}" if self.sheet and self.line else ""

    def __str__(self) -> str:
        path = os.path.relpath(self.file)
        path = self.file if path.startswith(".." + os.sep) else path
        if self.sheet:
            return f"{path}:{self.sheet}" + (f"!{self.cell}" if self.cell else "")
        return f"{path}:{self.line}:{self.column}" if self.line else path


@dataclass(frozen=True, slots=True)
class Fault:
    """One mistake in the input: its place, what cardgen expected, and what it got."""

    message: str
    place: Place | None = None
    code: str = INVALID
    who: str = ""  # what the fault concerns, such as a card's id
    cause: str = ""  # faults with the same cause are reported as one

    def __str__(self) -> str:
        return f"{self.place}: {self.message}" if self.place else self.message


class CardgenError(Exception):
    """Base class of all errors that cardgen raises on purpose."""


class InputError(CardgenError):
    """Mistakes in the input: all faults, in order of files and lines."""

    def __init__(self, *faults: Fault) -> None:
        nowhere = Place("")
        self.faults = tuple(sorted(faults, key=lambda fault: fault.place or nowhere))
        super().__init__("\n".join(str(fault) for fault in self.faults))


def fail(message: str, place: Place | None = None, code: str = INVALID) -> InputError:
    """An error with a single fault, for the caller to raise."""
    return InputError(Fault(message, place, code))


def likeliest(word: str, known: Iterable[str]) -> str | None:
    """The known name that a word most likely means, if any is close. Names with the same letters come first."""
    import difflib

    names = sorted(known)
    if len(names) > MAX_NEAR:
        start = max(0, bisect_left(names, word) - MAX_NEAR // 2)
        names = names[start : start + MAX_NEAR]
    word = word[:MAX_LETTERS]
    close = difflib.get_close_matches(word, names, n=5, cutoff=0.6)
    if same := next((name for name in close if sorted(name) == sorted(word)), None):
        return same
    alike = set(difflib.get_close_matches(word, close, n=5, cutoff=_ALIKE))
    return next((name for name in close if name in alike or is_slip(word, name)), None)


def is_slip(word: str, meant: str) -> bool:
    """Whether a word has one typing error: a letter that is added, missing, wrong, or swapped with the next."""
    same = next((at for at, (one, two) in enumerate(zip(word, meant, strict=False)) if one != two), None)
    at = min(len(word), len(meant)) if same is None else same
    rest, other = word[at:], meant[at:]
    return word != meant and (
        rest[1:] in (other, other[1:]) or rest == other[1:] or (rest[1::-1] == other[:2] and rest[2:] == other[2:])
    )


def nearest(word: str, known: Iterable[str], most: int = FEW) -> str:
    """The end of a message about an unknown name: the nearest known name, or else all of them if they are few."""
    names = sorted(known)
    if nearest_name := likeliest(word, names):
        return f"; did you mean '{nearest_name}'?"
    if 0 < len(names) <= most:
        return f"; expected one of {', '.join(names)}"
    return ""
