"""One small tree of errors, and how the terminal shows them.

Faults are values: a stage collects all that it finds and raises them together.
"""

from __future__ import annotations

import os
from bisect import bisect_left
from collections.abc import Iterable

from cardgen.foundations.dataclass import dataclass

# What kind of fault it is. Those in JUDGED concern files that are valid in themselves: a check reports them.
INVALID = "invalid"
UNKNOWN_NAME = "unknown-name"
CIRCLE = "circle"
OUTSIDE_LIBRARY = "outside-library"
DOES_NOT_FIT = "does-not-fit"
STRING_MISSING = "string-missing"
GLYPH_MISSING = "glyph-missing"
MOST_FAULTS = 100  # told of one file at once: to find the nearest name takes its time
MOST_NEAR = 1_000  # names that are looked at for it: of more those that stand next to the word in the alphabet
FEW, KEYS = 12, 60  # names, and keys of a file, that are all told where none is near
MOST_LETTERS = 100  # of the word
_ALIKE = 0.7  # of difflib's measure, for words that are more than a slip apart: a rose is no rogue
JUDGED = {DOES_NOT_FIT, STRING_MISSING, GLYPH_MISSING}


@dataclass(frozen=True, order=True, slots=True)
class Place:
    """Where something stands: a file, and a line and a column counted from 1 (0: the whole file).

    In a spreadsheet of several sheets line and column are those of a cell, which people call by its letters: C7.
    """

    file: str
    line: int = 0
    column: int = 0
    sheet: str = ""

    @property
    def cell(self) -> str:
        """What people call the cell of a sheet: C7; nothing elsewhere."""
        letters, number = "", self.column
        while number > 0:
            number, letter = divmod(number - 1, 26)
            letters = chr(ord("A") + letter) + letters
        return f"{letters}{self.line}" if self.sheet and self.line else ""

    def __str__(self) -> str:
        shown = os.path.relpath(self.file)
        shown = self.file if shown.startswith(".." + os.sep) else shown
        if self.sheet:
            return f"{shown}:{self.sheet}" + (f"!{self.cell}" if self.cell else "")
        return f"{shown}:{self.line}:{self.column}" if self.line else shown


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong with the input: where, what was expected, what was found."""

    message: str
    place: Place | None = None
    code: str = INVALID
    who: str = ""  # what it concerns, in a word: a card's id
    cause: str = ""  # what faults of several have in common: they are told as one

    def __str__(self) -> str:
        return f"{self.place}: {self.message}" if self.place else self.message


class CardgenError(Exception):
    """Root of all errors that cardgen raises on purpose."""


class InputError(CardgenError):
    """The input is at fault; holds every fault found, in the order of the files' lines."""

    def __init__(self, *faults: Fault) -> None:
        nowhere = Place("")
        self.faults = tuple(sorted(faults, key=lambda fault: fault.place or nowhere))
        super().__init__("\n".join(str(fault) for fault in self.faults))


def fail(message: str, place: Place | None = None, code: str = INVALID) -> InputError:
    """An error with a single fault, to be raised by the caller."""
    return InputError(Fault(message, place, code))


def likeliest(word: str, known: Iterable[str]) -> str | None:
    """The known name that was most likely meant, if any is close: rather the same letters in another order."""
    import difflib

    names = sorted(known)
    if len(names) > MOST_NEAR:
        start = max(0, bisect_left(names, word) - MOST_NEAR // 2)
        names = names[start : start + MOST_NEAR]
    word = word[:MOST_LETTERS]
    close = difflib.get_close_matches(word, names, n=5, cutoff=0.6)
    if same := next((name for name in close if sorted(name) == sorted(word)), None):
        return same
    alike = set(difflib.get_close_matches(word, close, n=5, cutoff=_ALIKE))
    return next((name for name in close if name in alike or is_slip(word, name)), None)


def is_slip(word: str, meant: str) -> bool:
    """Whether a word is another but for one letter: added, left out, changed, or changed places with the next."""
    same = next((at for at, (one, two) in enumerate(zip(word, meant, strict=False)) if one != two), None)
    at = min(len(word), len(meant)) if same is None else same
    rest, other = word[at:], meant[at:]
    return word != meant and (
        rest[1:] in (other, other[1:]) or rest == other[1:] or (rest[1::-1] == other[:2] and rest[2:] == other[2:])
    )


def nearest(word: str, known: Iterable[str], most: int = FEW) -> str:
    """The end of a message about an unknown name: the nearest valid one, else all of them, at most so many."""
    names = sorted(known)
    if nearest_name := likeliest(word, names):
        return f"; did you mean '{nearest_name}'?"
    if 0 < len(names) <= most:
        return f"; expected one of {', '.join(names)}"
    return ""
