"""Straight lines between two points, with heads at their ends, and the dashes of any stroke."""

from __future__ import annotations

import math
import re

from cardgen.definitions.layout_fields import Head, LineField
from cardgen.definitions.templates import Template
from cardgen.faces.context import Context
from cardgen.foundations.units import length
from cardgen.graphics.drawing import PLAIN, Item, Pen, Shape
from cardgen.graphics.geometry import (
    Box,
    Matrix,
    Segments,
    ellipse,
    multiply,
    rectangle,
    rotation,
    transform,
    translation,
)

_NUMBER = r"\d{1,6}(?:\.\d+)?"
_DASHES = re.compile(rf"\s*+{_NUMBER}(?:[\s,]++{_NUMBER})*\s*+")
_COORDINATE = r"([+-]?(?:\d{1,6}(?:\.\d*+)?|\.\d++))(?:\s*+(%|mm|cm|in|pt))?+"
_POINT = re.compile(rf"\s*+{_COORDINATE}[\s,]++{_COORDINATE}\s*+")
_MIN_PERIOD = 0.2  # mm of all dashes and gaps of a pattern: a finer one looks like a whole line
_MAX_DASHES = 8  # lengths of dashes and gaps in a pattern
_LONG, _WIDE = 5.0, 4.0  # the length of an arrow, and the width of dots and arrows, in widths of their line
_DEEP = math.sqrt(_WIDE**2 - 1) / 2  # the distance from a dot's middle to where its line meets its edge
_LOOSE = 0.01  # mm by which rounding may take a point out of its field
Point = tuple[float, float]


def pen_of(dash: Template | None, context: Context) -> Pen:
    """Returns the pen of a stroke."""
    if dash is None:
        return PLAIN
    return context.read(lambda: _pen(context.fill(dash, "dash")), dash, "dash")


def _pen(text: str) -> Pen:
    """The pen of dashes. Raises ValueError."""
    dashes = tuple(float(each) for each in re.findall(_NUMBER, text)) if _DASHES.fullmatch(text) else ()
    if not 2 <= len(dashes) <= _MAX_DASHES or sum(dashes) < _MIN_PERIOD:
        raise ValueError(f"expected the lengths of dashes and gaps in mm, such as 2 1, got {text[:40]!r}")
    return Pen("round" if 0.0 in dashes[::2] else "butt", dashes=dashes)


def draw_line(field: LineField, box: Box, context: Context) -> list[Item]:
    start, end = _point(field.from_point, "from", box, context), _point(field.to_point, "to", box, context)
    long = math.dist(start, end)
    if long < _LOOSE:
        context.fail("expected two points, got one twice", field.to_point, "to")
    colour, wide = context.colour(field.colour, "colour") or "", field.line
    degrees = math.degrees(math.atan2(end[1] - start[1], end[0] - start[0]))
    first = multiply(rotation(degrees + 180, 0, 0), translation(*start))  # heads point along x, to (0, 0)
    last = multiply(rotation(degrees, 0, 0), translation(*end))
    heads = [(kind, matrix) for kind, matrix in ((field.start, first), (field.end, last)) if kind != "none" and wide]
    arrow = min(_LONG * wide, long / 2)
    takes = {"none": 0.0, "arrow": arrow, "dot": min(_DEEP * wide, long / 2), "bar": min(wide, long) / 2}
    shaft = (
        ("M", *_along(start, end, takes[field.start] / long)),
        ("L", *_along(end, start, takes[field.end] / long)),
    )
    pen, left = pen_of(field.dash, context), long - takes[field.start] - takes[field.end]
    items: list[Item] = [Shape(shaft, stroke=colour, line=wide, pen=pen)] if left > _LOOSE else []
    return [*items, *(_head(kind, matrix, wide, arrow, colour) for kind, matrix in heads)]


def _head(kind: Head, matrix: Matrix, wide: float, arrow: float, colour: str) -> Shape:
    radius, half = _WIDE * wide / 2, _WIDE / _LONG * arrow / 2
    drawn: dict[str, Segments] = {
        "arrow": (("M", 0.0, 0.0), ("L", -arrow, -half), ("L", -arrow, half), ("Z",)),
        "dot": ellipse(-radius, -radius, radius, radius),
        "bar": rectangle(-wide / 2, -_LONG / 2 * wide, wide / 2, _LONG / 2 * wide),
    }
    return Shape(transform(drawn[kind], matrix), fill=colour)


def _along(start: Point, end: Point, part: float) -> Point:
    return start[0] + part * (end[0] - start[0]), start[1] + part * (end[1] - start[1])


def _point(written: Template, key: str, box: Box, context: Context) -> Point:
    """The place of a point on the face, mirrored in a language that is laid out from the right."""
    text = context.fill(written, key)
    match = _POINT.fullmatch(text)
    if not match:
        context.fail(f"expected a point such as 5 40, or 0 % 100 %, got {text[:40]!r}", written, key)
    left, top, right, bottom = box
    x = _distance(match[1], match[2], right - left)
    y = _distance(match[3], match[4], bottom - top)
    if min(x, y, right - left - x, bottom - top - y) < -_LOOSE:
        room = f"{right - left:.4g} x {bottom - top:.4g} mm"
        context.fail(f"expected a point in the field's {room}, got {text.strip()!r}", written, key)
    mirrored = context.language in context.supplies.game.mirrored
    return (right - x if mirrored else left + x), top + y


def _distance(number: str, unit: str | None, whole: float) -> float:
    return float(number) / 100 * whole if unit == "%" else length(f"{number} {unit or 'mm'}")
