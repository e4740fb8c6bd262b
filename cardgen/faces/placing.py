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
_SAME = 0.005  # mm or degrees: closer values are equal
_DECIMALS = {"mm": 2, "cm": 3, "in": 4, "pt": 2}  # to 0.01 mm or better
_LENGTH = re.compile(r"([+-]?(?:\d+\.?\d*|\.\d+))(\s*)([a-zA-Z]*)")


class FixedKeyError(ValueError):
    """A key that cannot be changed by hand, because an expression computes it."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


@dataclass(frozen=True, slots=True)
class PlaceChange:
    """A change along one axis, or of the turn: the new texts of some of its `keys`, and the values before and after
    (start and end in mm, or the turn in degrees)."""

    keys: tuple[str, ...]
    before: tuple[float, ...]
    after: tuple[float, ...]
    texts: dict[str, str]


def place_changes(
    written: Mapping[str, str | None],
    before: tuple[Box, float],
    after: tuple[Box, float],
    size: tuple[float, float],
    bleed: float,
) -> Iterator[PlaceChange]:
    """Yields the changes that move a field from one box and turn to another: across, down, and of the turn.

    `written` has the texts of the PLACE_KEYS that the field has, None for an expression. Boxes are left, top, right and
    bottom in mm in a frame of that `size`; turns are degrees. Raises FixedKeyError.
    """
    for keys, near_index, far_index, extent in ((ACROSS, 0, 2, size[0]), (DOWN, 1, 3, size[1])):
        now, wanted = ((box[near_index], box[far_index]) for box, _ in (before, after))
        if not is_same(now, wanted):
            yield PlaceChange(keys, now, wanted, _axis(keys, written, now, wanted, extent, bleed))
    if not is_same((before[1],), (after[1],)):
        texts = {"turn": _text("turn", written, after[1], bleed)}
        yield PlaceChange(("turn",), (before[1],), (after[1],), texts)


def is_same(first: tuple[float, ...], second: tuple[float, ...]) -> bool:
    """Returns whether values are equal for a printer."""
    return all(abs(one - other) < _SAME for one, other in zip(first, second, strict=True))


def _axis(
    axis_keys: tuple[str, str, str],
    written: Mapping[str, str | None],
    now: tuple[float, float],
    wanted: tuple[float, float],
    extent: float,
    bleed: float,
) -> dict[str, str]:
    near, far, length = axis_keys
    old = {near: now[0], far: extent - now[1], length: now[1] - now[0]}
    new = {near: wanted[0], far: extent - wanted[1], length: wanted[1] - wanted[0]}
    keys = _keys(axis_keys, written, abs(sum(wanted) - sum(now)) < 2 * _SAME)
    leaves_centre = near in keys and near not in written and length in written
    changed = [key for key in keys if abs(new[key] - old[key]) >= _SAME or (key == near and leaves_centre)]
    return {key: _text(key, written, new[key], bleed) for key in changed}


def _keys(axis_keys: tuple[str, str, str], written: Mapping[str, str | None], same_centre: bool) -> tuple[str, ...]:
    """The keys that place a field: its own two, or the two with which it can leave the centre or an edge of its
    frame."""
    near, far, length = axis_keys
    given = tuple(key for key in axis_keys if key in written)
    if len(given) == 2:
        return given
    if length in written:
        return (length,) if same_centre else (near, length)
    return near, far


def _text(key: str, written: Mapping[str, str | None], value: float, bleed: float) -> str:
    """A key's value as it should be written."""
    text = written.get(key, "")
    if text is None:
        raise FixedKeyError(key)
    if key in ("left", "right", "top", "bottom") and bleed and abs(value + bleed) < _SAME:
        return "-bleed"
    return _formatted(text, value)


def _formatted(text: str, value: float) -> str:
    """A length in the unit of the text that it replaces, with at least as many decimals."""
    value = 0.0 if abs(value) < _SAME else value
    match = _LENGTH.fullmatch(text.strip())
    number, space, unit = match.groups() if match else ("", "", "")
    known = unit.lower() if unit.lower() in units.MM else "mm"
    decimals = len(number.partition(".")[2])
    shortest = f"{value / units.MM[known]:.{_DECIMALS[known]}f}".rstrip("0").rstrip(".")
    whole, _, part = shortest.partition(".")
    part = part.ljust(decimals, "0")
    formatted = f"{whole}.{part}" if part else whole
    return formatted + space + unit
