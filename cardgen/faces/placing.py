"""Works out which keys of a field change when it is moved, resized or turned by hand.

A field keeps its way of being placed: `right` stays `right`, and a length keeps its unit and its decimals.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from cardgen.faces.box import ACROSS, DOWN
from cardgen.foundations import units
from cardgen.foundations.dataclass import dataclass
from cardgen.graphics.geometry import Box

PLACE_KEYS = (*ACROSS, *DOWN, "turn")
SAME = 0.005  # mm or degrees: closer values are equal
_DECIMALS = {"mm": 2, "cm": 3, "in": 4, "pt": 2}  # to 0.01 mm or better
_LENGTH = re.compile(r"([+-]?(?:\d+\.?\d*|\.\d+))(\s*)([a-zA-Z]*)")


class FixedKeyError(ValueError):
    """A key that cannot be changed by hand, because an expression computes it."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


@dataclass(frozen=True, slots=True)
class KeyChange:
    """A key of a field, as it should be written. `value` is what that is in mm or degrees, `before` what it was."""

    key: str
    text: str
    value: float
    before: float


def place_changes(
    written: Mapping[str, str | None],
    before: tuple[Box, float],
    after: tuple[Box, float],
    size: tuple[float, float],
    bleed: float,
) -> Iterator[KeyChange]:
    """Yields the changes of keys that bring a field from one box and turn to another.

    `written` are the texts of those of PLACE_KEYS that the field has, None for an expression. Boxes are left, top,
    right and bottom in mm in a frame of that `size`; turns are degrees. Raises FixedKeyError.
    """
    for words, near, far, trim in ((ACROSS, 0, 2, size[0]), (DOWN, 1, 3, size[1])):
        now, wanted = ((box[near], box[far]) for box, _ in (before, after))
        yield from _axis(words, written, now, wanted, trim, bleed)
    if abs(after[1] - before[1]) >= SAME:
        yield _change("turn", written, after[1], before[1], bleed)


def _axis(
    words: tuple[str, str, str],
    written: Mapping[str, str | None],
    now: tuple[float, float],
    wanted: tuple[float, float],
    trim: float,
    bleed: float,
) -> Iterator[KeyChange]:
    near, far, length = words
    old = {near: now[0], far: trim - now[1], length: now[1] - now[0]}
    new = {near: wanted[0], far: trim - wanted[1], length: wanted[1] - wanted[0]}
    if abs(wanted[0] - now[0]) < SAME and abs(wanted[1] - now[1]) < SAME:
        return
    for key in _keys(words, written, abs(sum(wanted) - sum(now)) < 2 * SAME):
        leaves_centre = key == near and length in written and key not in written
        if leaves_centre or abs(new[key] - old[key]) >= SAME:
            yield _change(key, written, new[key], old[key], bleed)


def _keys(words: tuple[str, str, str], written: Mapping[str, str | None], same_centre: bool) -> tuple[str, ...]:
    """The keys that place a field: its own two, or those that it needs to leave the centre or an edge of its frame."""
    near, far, length = words
    given = tuple(key for key in words if key in written)
    if len(given) == 2:
        return given
    if length in written:
        return (length,) if same_centre else (near, length)
    return near, far


def _change(key: str, written: Mapping[str, str | None], value: float, before: float, bleed: float) -> KeyChange:
    text = written.get(key, "")
    if text is None:
        raise FixedKeyError(key)
    if key in ("left", "right", "top", "bottom") and bleed and abs(value + bleed) < SAME:
        return KeyChange(key, "-bleed", value, before)
    return KeyChange(key, _spelled(text, value), value, before)


def _spelled(text: str, value: float) -> str:
    """A length in the unit of the text that it replaces, with at least as many decimals."""
    match = _LENGTH.fullmatch(text.strip())
    number, space, unit = match.groups() if match else ("", "", "")
    known = unit.lower() if unit.lower() in units.MM else "mm"
    decimals = len(number.partition(".")[2])
    shortest = f"{value / units.MM[known]:.{_DECIMALS[known]}f}".rstrip("0").rstrip(".")
    whole, _, part = shortest.partition(".")
    part = part.ljust(decimals, "0")
    said = f"{whole}.{part}" if part else whole
    return ("0" if said == "-0" else said) + space + unit
