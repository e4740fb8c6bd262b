"""Converts basic shapes into path segments (SVG 2, 10)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from cardgen.graphics.geometry import Segments
from cardgen.graphics.paths import read_path
from cardgen.svg.values import Size, length, numbers

_ARC = 0.5522847498  # the same as in `cardgen.graphics.geometry`
Get = Mapping[str, str]


def segments_of(tag: str, attributes: Get, view: Size, em: float) -> Segments:
    """The path of a shape with these attributes; empty if it draws nothing."""
    return _SHAPES[tag](attributes, _Measures(attributes, view, em))


class _Measures:
    def __init__(self, attributes: Get, view: Size, em: float) -> None:
        self.attributes, self.view, self.em = attributes, view, em
        self.diagonal = ((view[0] ** 2 + view[1] ** 2) / 2) ** 0.5

    def across(self, name: str) -> float | None:
        return length(self.attributes.get(name), self.view[0], self.em)

    def down(self, name: str) -> float | None:
        return length(self.attributes.get(name), self.view[1], self.em)

    def along(self, name: str) -> float | None:
        return length(self.attributes.get(name), self.diagonal, self.em)


def _path(attributes: Get, _: _Measures) -> Segments:
    return read_path(attributes.get("d", ""))[0]


def _rect(attributes: Get, at: _Measures) -> Segments:
    x, y = at.across("x") or 0.0, at.down("y") or 0.0
    width, height = at.across("width") or 0.0, at.down("height") or 0.0
    if width <= 0 or height <= 0:
        return ()
    rx, ry = (None if value is None or value < 0 else value for value in (at.across("rx"), at.down("ry")))
    rx, ry = (ry if rx is None else rx) or 0.0, (rx if ry is None else ry) or 0.0
    rx, ry = min(rx, width / 2), min(ry, height / 2)
    right, bottom = x + width, y + height
    if not rx or not ry:
        return (("M", x, y), ("L", right, y), ("L", right, bottom), ("L", x, bottom), ("Z",))
    p, q = rx * (1 - _ARC), ry * (1 - _ARC)
    return (
        ("M", x + rx, y),
        ("L", right - rx, y),
        ("C", right - p, y, right, y + q, right, y + ry),
        ("L", right, bottom - ry),
        ("C", right, bottom - q, right - p, bottom, right - rx, bottom),
        ("L", x + rx, bottom),
        ("C", x + p, bottom, x, bottom - q, x, bottom - ry),
        ("L", x, y + ry),
        ("C", x, y + q, x + p, y, x + rx, y),
        ("Z",),
    )


def _circle(attributes: Get, at: _Measures) -> Segments:
    radius = at.along("r") or 0.0
    return _round(at, radius, radius)


def _ellipse(attributes: Get, at: _Measures) -> Segments:
    rx, ry = (None if value is None or value < 0 else value for value in (at.across("rx"), at.down("ry")))
    return _round(at, (ry if rx is None else rx) or 0.0, (rx if ry is None else ry) or 0.0)


def _round(at: _Measures, rx: float, ry: float) -> Segments:
    if rx <= 0 or ry <= 0:
        return ()
    x, y = at.across("cx") or 0.0, at.down("cy") or 0.0
    k, m = rx * _ARC, ry * _ARC
    return (  # dashes begin at the right and run clockwise
        ("M", x + rx, y),
        ("C", x + rx, y + m, x + k, y + ry, x, y + ry),
        ("C", x - k, y + ry, x - rx, y + m, x - rx, y),
        ("C", x - rx, y - m, x - k, y - ry, x, y - ry),
        ("C", x + k, y - ry, x + rx, y - m, x + rx, y),
        ("Z",),
    )


def _line(attributes: Get, at: _Measures) -> Segments:
    ends = at.across("x1") or 0.0, at.down("y1") or 0.0, at.across("x2") or 0.0, at.down("y2") or 0.0
    return (("M", *ends[:2]), ("L", *ends[2:]))


def _polyline(attributes: Get, _: _Measures) -> Segments:
    coordinates = numbers(attributes.get("points"))
    points = list(zip(coordinates[0::2], coordinates[1::2], strict=False))
    if len(points) < 2:
        return ()
    return (("M", *points[0]), *(("L", *point) for point in points[1:]))


def _polygon(attributes: Get, at: _Measures) -> Segments:
    open_path = _polyline(attributes, at)
    return (*open_path, ("Z",)) if open_path else ()


_SHAPES: dict[str, Callable[[Get, _Measures], Segments]] = {
    "path": _path,
    "rect": _rect,
    "circle": _circle,
    "ellipse": _ellipse,
    "line": _line,
    "polyline": _polyline,
    "polygon": _polygon,
}
SHAPES = frozenset(_SHAPES)
