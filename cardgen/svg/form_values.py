"""Checks the values that cards fill into attributes and properties of a form: numbers, transforms, paths, visibility.

It ignores odd values of a drawing program in silence, but reports a wrong value of a card.
"""

from __future__ import annotations

import re

from cardgen.graphics.paths import MAX_COORDINATE, read_path
from cardgen.svg.values import length, numbers, part, transform, view_box

COLOURS = frozenset(
    ["fill", "stroke", "stop-color", "flood-color", "lighting-color", "color", "background-color", "background"]
)
_POSITIVE = frozenset(
    ["width", "height", "r", "rx", "ry", "font-size", "stroke-width", "markerWidth", "markerHeight", "data-width"]
)
_LENGTHS = _POSITIVE | {
    "x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "fx", "fy", "dx", "dy", "rotate", "stroke-dashoffset",
    "stroke-miterlimit", "letter-spacing", "word-spacing", "textLength",
}  # fmt: skip
_PARTS = frozenset(["opacity", "fill-opacity", "stroke-opacity", "stop-opacity", "flood-opacity", "offset"])
_TRANSFORMS = ("transform", "gradientTransform", "patternTransform")
_HIDDEN = {"display": ("inline", "none"), "visibility": ("visible", "hidden")}  # values of each for visible and hidden
_SEEN = {"display": ("inline", "none", "block", "inherit"), "visibility": ("visible", "hidden", "collapse", "inherit")}
_KEYWORDS = {
    "width": ("auto",), "height": ("auto",), "rx": ("auto",), "ry": ("auto",), "letter-spacing": ("normal",),
    "word-spacing": ("normal",),
    "font-size": ("xx-small", "x-small", "small", "medium", "large", "x-large", "xx-large", "larger", "smaller"),
}  # fmt: skip


def controls_visibility(name: str) -> bool:
    """Whether an attribute controls visibility: it also accepts yes and no."""
    return name in _HIDDEN


def visibility_value(name: str, value: str, there: bool) -> str:
    """The value of such an attribute; `there` is the value as a condition."""
    visible, hidden = _HIDDEN[name]
    return value if value in _SEEN[name] else visible if there else hidden


def require_valid(name: str, value: str) -> str:
    """Checks a value for an attribute or a property, and returns it. Raises ValueError."""
    if name in _LENGTHS and value not in _KEYWORDS.get(name, ()):
        _check_lengths(name, value)
    elif name in _PARTS and part(value, -1.0) < 0:
        raise ValueError(f"expected a number from 0 to 1 or a percentage, got {value[:40]!r}")
    elif name in _TRANSFORMS:
        transform(value)
    elif name == "d" and not read_path(value)[1]:
        raise ValueError(f"expected SVG path data with coordinates under {MAX_COORDINATE:,}, got {value[:40]!r}")
    elif name == "points" and len(numbers(value)) != len(re.split(r"[\s,]+", value.strip())):
        raise ValueError(f"expected coordinates of points, got {value[:40]!r}")
    elif name == "viewBox" and view_box(value) is None:
        raise ValueError(f"expected four numbers, the last two of them more than 0, got {value[:40]!r}")
    return value


def _check_lengths(name: str, value: str) -> None:
    words = re.split(r"[\s,]+", value.strip())
    lengths = [length(word, 100.0) for word in words]
    if None in lengths:
        raise ValueError(f"expected a number under {MAX_COORDINATE:,}, with a unit or without, got {value[:40]!r}")
    if name in _POSITIVE and any(each is not None and each < 0 for each in lengths):
        raise ValueError(f"expected 0 or more, got {value[:40]!r}")
