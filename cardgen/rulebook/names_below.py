"""The type of the names below faces."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from cardgen.foundations.errors import InputError
from cardgen.foundations.units import POINT
from cardgen.rulebook.legible import MIN_LEGIBLE_SIZE
from cardgen.rulebook.look import Look, Type

LEADING = 1.15  # ems
STEP = 0.25  # pt


def type_of_names(look: Look, most: int, set_names: Callable[[Type], Iterable[Sequence[object]]]) -> Type:
    """The type of captions, or a smaller one in which all names fit their widths on `most` lines; else the smallest,
    with hyphens. `set_names` sets the lines of all names in a type, and raises InputError if a word is too wide."""
    whole = replace(look.caption, italic=False, colour=look.ink)
    size = whole.size
    while size > MIN_LEGIBLE_SIZE * POINT:
        type_ = replace(whole, size=size, leading=LEADING * size)
        try:
            if all(len(lines) <= most for lines in set_names(type_)):
                return type_
        except InputError:  # a word is wider than its face
            pass
        size -= STEP * POINT
    least = MIN_LEGIBLE_SIZE * POINT
    return replace(whole, size=least, leading=LEADING * least, hyphenate=True)
