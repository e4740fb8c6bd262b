"""Curves for text: reads the curve of a text field, measures it, and lays a line of text along it."""

from __future__ import annotations

import math
import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import accumulate, pairwise

from cardgen.faces.draw.icon import fit_into
from cardgen.faces.paragraph import OPPOSITE, Paragraph
from cardgen.faces.supplies import Supplies
from cardgen.foundations import units
from cardgen.foundations.dataclass import dataclass
from cardgen.graphics.drawing import Glyph, Item, Text, Use
from cardgen.graphics.geometry import (
    IDENTITY,
    Box,
    Matrix,
    Segments,
    around,
    box_through,
    multiply,
    rotation,
    segments_box,
    transform,
    translation,
)
from cardgen.graphics.paths import parse_path, parse_view
from cardgen.graphics.polygon import Point, polygon
from cardgen.text.breaking import Break
from cardgen.text.fitting import NATURAL, Fit
from cardgen.text.setting import line_items

_SHAPE = re.compile(r"\s*+(arc|wave)\s++(\S++(?:\s++(?:mm|cm|in|pt))?+)(?:\s++[x×]\s++(\d{1,2}))?+\s*+")
_FINE = 0.005  # mm by which straight parts may miss a curve
_ROUGH = 1 / 5_000  # the least such distance, in parts of the curve's extent
_MAX_PARTS = 200  # of a path that letters stand on
_STEPS = 48  # straight parts for a wave
EXPECTED = "expected an arc and its rise (arc 8), a wave and its height (wave 3), or SVG path data"


@dataclass(frozen=True, slots=True)
class Curve:
    """A curve as straight segments, in mm on the face, each point with its distance along the curve. A `loose` curve
    begins at y = 0 and moves down to the place of its text in the field."""

    points: tuple[Point, ...]
    ways: tuple[float, ...]
    loose: bool

    @property
    def length(self) -> float:
        return self.ways[-1]

    @property
    def height(self) -> float:
        ys = [y for _, y in self.points]
        return max(ys) - min(ys)

    def at(self, way: float) -> Point:
        """Returns the point at a distance along the curve, in mm; beyond the ends, it goes straight on."""
        index = min(max(bisect_right(self.ways, way), 1), len(self.ways) - 1)
        (x0, y0), (x1, y1) = self.points[index - 1 : index + 1]
        part = (way - self.ways[index - 1]) / (self.ways[index] - self.ways[index - 1])
        return x0 + part * (x1 - x0), y0 + part * (y1 - y0)

    def place(self, way: float, width: float) -> Matrix:
        """Returns the matrix that moves something of that width, on y = 0 from x = 0 on, to its place along the curve:
        turned as its two ends lie, with its middle on the curve."""
        (x0, y0), (x1, y1) = (self.at(way + max(width, _FINE) * part) for part in (0, 1))
        turn = rotation(math.degrees(math.atan2(y1 - y0, x1 - x0)), 0, 0)
        return multiply(multiply(translation(-width / 2, 0), turn), translation(*self.at(way + width / 2)))


def curve_of(written: str, view: Callable[[], str], area: Box) -> Curve:
    """Returns the curve of a field, in its area. Raises ValueError."""
    left, _, right, _ = area
    if match := _SHAPE.fullmatch(written):
        kind, size, times = match[1], units.length(match[2]), int(match[3] or 1)
        points = _arc(size, right - left) if kind == "arc" else _wave(size, right - left, times)
        highest = min(y for _, y in points)
        return _measure([(left + x, y - highest) for x, y in points], loose=True)
    try:
        segments = _first(parse_path(written))
    except ValueError:
        raise ValueError(f"{EXPECTED}, got {written[:40]!r}") from None
    if len(segments) > _MAX_PARTS:
        raise ValueError(f"expected a line of at most {_MAX_PARTS:,} parts, got {len(segments):,}")
    x, y, width, height = parse_view(view())
    placed = transform(segments, fit_into((x, y, x + width, y + height), area))
    points = [*polygon(placed, _loose(placed))]
    if placed and placed[-1][0] == "Z":
        points.append(points[0])
    if len(points) < 2:
        raise ValueError(f"{EXPECTED}, got a path without length")
    return _measure(points, loose=False)


def _loose(path: Segments) -> float:
    """The distance in mm by which straight parts may miss a path: larger if it reaches far beyond any card."""
    left, top, right, bottom = segments_box(path) if path else (0.0, 0.0, 0.0, 0.0)
    return max(_FINE, _ROUGH * max(right - left, bottom - top))


def _measure(points: list[Point], loose: bool) -> Curve:
    ways = accumulate((math.dist(*ends) for ends in pairwise(points)), initial=0.0)
    return Curve(tuple(points), tuple(ways), loose)


def _first(path: Segments) -> Segments:
    """The first of the lines that a path draws."""
    starts = [index for index, (letter, *_) in enumerate(path) if letter == "M"]
    return path[: starts[1]] if len(starts) > 1 else path


def _arc(rise: float, width: float) -> list[Point]:
    """A part of a circle, from one end of a width to the other."""
    if abs(rise) > width / 2:
        raise ValueError(f"expected a rise of at most half its width, {width / 2:.4g} mm, got {rise:g} mm")
    if abs(rise) < _FINE:
        return [(0.0, 0.0), (width, 0.0)]
    radius = (width**2 / 4 + rise**2) / (2 * abs(rise))
    return [*polygon(parse_path(f"M0 0A{radius!r} {radius!r} 0 0 {int(rise > 0)} {width!r} 0"), _FINE)]


def _wave(height: float, width: float, times: int) -> list[Point]:
    """A number of sine curves side by side, up first."""
    if not times or abs(height) * times > 4 * width:
        raise ValueError(f"expected from 1 wave on, and none steeper than its width allows, got {times}")
    steps = _STEPS * times
    return [
        (width * step / steps, -height / 2 * math.sin(2 * math.pi * times * step / steps)) for step in range(steps + 1)
    ]


def excess_along(words: Paragraph, curve: Curve, size: float, height: float) -> tuple[float, str] | None:
    """Returns by how many mm a text is too long for its curve, or both are too high for their field; None if they
    fit."""
    if (over := words.natural * size - curve.length) > 1e-6:
        return over, "wide"
    if any(isinstance(piece, Break) and piece.forced for piece in words.pieces):
        return words.height(2, size) - words.height(1, size), "high"
    over = words.height(1, size) + curve.height - height
    return (over, "high") if curve.loose and over > 1e-6 else None


def lay_along(
    text: Paragraph, curve: Curve, size: float, area: Box, align: str, valign: str, colour: str, supplies: Supplies
) -> list[Item]:
    """Lays a text's items along a curve, all in mm; `valign` gives the place of a loose curve in its area."""
    align = OPPOSITE.get(align, align) if text.backwards else align
    line = [piece for piece in text.pieces if not isinstance(piece, Break)]
    items = line_items(line, 0.0, 0.0, size, colour, Fit(spacing=text.spacing) if text.spacing else NATURAL)
    slack = curve.length - text.natural * size
    bend = _Bend(curve, {"centre": slack / 2, "right": slack}.get(align, 0.0), supplies)
    down = translation(0, _down(text, curve, size, area, valign) if curve.loose else 0.0)
    return [item for each in items for item in bend.item(each, down)]


def _down(text: Paragraph, curve: Curve, size: float, area: Box, valign: str) -> float:
    """The distance below y = 0 at which a curve begins, so its text is at the top, in the middle or at the bottom."""
    _, top, _, bottom = area
    font, height = text.font, curve.height
    highest, lowest = top + font.ascent * size, bottom - font.descent * size - height
    middle = (top + bottom + font.cap_height * size - height) / 2
    return max({"top": highest, "middle": min(middle, lowest), "bottom": lowest}[valign], highest)


@dataclass(frozen=True, slots=True)
class _Bend:
    """Moves items that stand on y = 0, from x = 0 on, to a curve, `start` mm along it."""

    curve: Curve
    start: float
    supplies: Supplies

    def item(self, item: Item, then: Matrix) -> Iterator[Item]:
        if isinstance(item, Text):
            yield self._text(item, then)
        elif isinstance(item, Use):
            left, _, right, _ = self.supplies.symbols[item.symbol].box
            x, width = item.matrix[4] + left * item.matrix[0], (right - left) * item.matrix[0]
            own = multiply(item.matrix, translation(-x, 0))
            yield replace(item, matrix=multiply(multiply(own, self._place(x, width)), then))

    def _place(self, pen: float, width: float) -> Matrix:
        return self.curve.place(self.start + pen, width)

    def _text(self, text: Text, then: Matrix) -> Text:
        if not text.text:
            return text
        placed = [
            (multiply(multiply(own, self._place(pen, width)), then), width) for own, pen, width in self._signs(text)
        ]
        up, down = text.ascent, text.descent
        left, top, right, bottom = around(box_through(place, (0, -up, width, down)) for place, width in placed)
        moved_to = replace(text, x=left, y=bottom, width=right - left, ascent=bottom - top, descent=0.0)
        return replace(moved_to, kerns=(), spacing=0.0, places=tuple(place for place, _ in placed))

    def _signs(self, text: Text) -> Iterator[tuple[Matrix, float, float]]:
        """Yields for each character or glyph the matrix within its cluster, which is turned as a whole, and the start
        and the width of the cluster."""
        size, pen = text.size, text.x
        if not text.glyphs:
            kerns, face = dict(text.kerns), self.supplies.fonts[text.font]
            for index, sign in enumerate(text.text):
                width = face.advance(sign) * size
                yield IDENTITY, pen, width
                pen += width + (kerns.get(index, 0.0) + text.spacing) * size
            return
        for cluster in _clusters(text.glyphs):
            width, within = sum(glyph.advance for glyph in cluster) * size, 0.0
            for glyph in cluster:
                yield translation((within + glyph.x) * size, -glyph.y * size), pen, width
                within += glyph.advance
            pen += width


def _clusters(glyphs: Iterable[Glyph]) -> list[list[Glyph]]:
    """Glyphs with the marks that stand on them."""
    clusters: list[list[Glyph]] = []
    for glyph in glyphs:
        if glyph.text or not clusters:
            clusters.append([])
        clusters[-1].append(glyph)
    return clusters
