"""Outlines along which cards and tokens are cut: rectangles, rounded or not, circles, ellipses, hexagons and paths.

A definition gives a `Shape`; at a size it becomes an `Outline`. All in millimetres, y downwards.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Literal

from cardgen.foundations import units
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import nearest
from cardgen.graphics.geometry import Box, Segments, backwards, ellipse, rectangle, segments_box, transform
from cardgen.graphics.paths import parse_path, parse_view
from cardgen.graphics.polygon import Point, Points, area, around, crosses, depth, polygon

Kind = Literal["rectangle", "rounded", "circle", "ellipse", "hexagon", "path"]

CORNERS = 3.0  # mm, of `rounded` without a radius: the usual corners of cards
SIDE = math.sqrt(3) / 2  # a hexagon's width across flats, in parts of that across corners
SAFE, SAFE_PART = 3.0, 1 / 16  # at most so many mm, and so much of the narrower side: 1/16 inch of an inch
_LOOSE = 0.01  # tolerance of a shape's proportions
_MAX_POINTS = 2000
_MIN_PART = 0.2  # the least area of a path, in parts of its box
_WORDS: tuple[Kind, ...] = ("rectangle", "rounded", "circle", "ellipse", "hexagon")
_EXPECTED = "expected rectangle, rounded 3 mm, circle, ellipse, hexagon, hexagon flat, or {path: M 0 0 ...}"


@dataclass(frozen=True, slots=True)
class Outline:
    """The line along which a face of this size is cut. `path` is closed and lies inside the face's box; `holes` are
    closed and lie inside the path."""

    kind: Kind
    width: float
    height: float
    path: Segments
    corners: float = 0.0
    holes: tuple[Segments, ...] = ()

    @property
    def straight(self) -> bool:
        """Whether straight cuts from edge to edge cut it out."""
        return self.kind == "rectangle" and not self.holes

    @property
    def lines(self) -> tuple[Segments, ...]:
        """All lines to cut, holes first: once the outline is cut, nothing holds the piece. Holes run the other way, so
        the nonzero rule fills the piece without them."""
        way = area(polygon(self.path)) > 0
        holes = (hole if (area(polygon(hole)) > 0) != way else backwards(hole) for hole in self.holes)
        return (*holes, self.path)

    @property
    def as_path(self) -> Segments:
        """The piece without its holes, as one path for the nonzero rule."""
        return tuple(segment for line in self.lines for segment in line)

    @property
    def mirrored(self) -> Outline:
        """The outline, seen from behind."""
        if self.kind != "path" and not self.holes:
            return self
        behind = (-1, 0, 0, 1, self.width, 0)
        path = transform(self.path, behind) if self.kind == "path" else self.path
        holes = tuple(transform(hole, behind) for hole in self.holes)
        return Outline(self.kind, self.width, self.height, path, self.corners, holes)

    @property
    def safe(self) -> float:
        """The default distance of words from the outline, in mm: less on a token than on a card."""
        return min(SAFE, SAFE_PART * min(self.width, self.height))

    @property
    def flat(self) -> bool:
        """Whether a hexagon has a side on top."""
        return self.width > self.height

    def grown(self, by: float) -> Segments:
        """The outline grown by `by` mm, for the nonzero rule."""
        if self.kind in ("rectangle", "rounded"):
            corners = self.corners + by if self.corners else 0.0
            return rectangle(-by, -by, self.width + by, self.height + by, corners)
        if self.kind in ("circle", "ellipse"):
            return ellipse(-by, -by, self.width + by, self.height + by)
        return (*self.path, *around(polygon(self.path), by)) if by > 0 else self.path

    def room(self, corners: Points) -> float:
        """The distance of a convex polygon from the outline and its holes, in mm; negative if it crosses one."""
        return min(self._inside(corners), *(beside(polygon(hole), corners) for hole in self.holes), math.inf)

    def _inside(self, corners: Points) -> float:
        if self.kind in ("rectangle", "rounded", "circle"):
            return min(map(self._depth, corners))
        outline = polygon(self.path)
        notches = (-depth(corners, corner) for corner in outline)  # a notch can reach between two corners
        return min(*(depth(outline, corner) for corner in corners), *notches)

    def _depth(self, point: Point) -> float:
        """How far a point lies inside a circle, or a rectangle with or without round corners."""
        x, y = point
        if self.kind == "circle":
            radius = self.width / 2
            return radius - math.dist(point, (radius, radius))
        beside, above = min(x, self.width - x), min(y, self.height - y)
        edges = min(beside, above)
        if edges < 0 or max(beside, above) >= self.corners:
            return edges
        return self.corners - math.hypot(self.corners - beside, self.corners - above)


def beside(points: Points, others: Points) -> float:
    """The distance of two polygons; negative if a corner of one lies inside the other."""
    out = (-depth(points, other) for other in others)
    return min(*out, *(-depth(others, point) for point in points))


@dataclass(frozen=True, slots=True)
class Shape:
    """A value of `shape:`. `corners` are in mm, a `flat` hexagon has a side on top, `path` has the units of `view`."""

    kind: Kind = "rectangle"
    corners: float = 0.0
    flat: bool = False
    path: Segments = ()
    view: Box = (0.0, 0.0, 1.0, 1.0)  # left, top, right, bottom

    @property
    def proportion(self) -> float | None:
        """The ratio of width to height; None if any will do."""
        if self.kind == "circle":
            return 1.0
        if self.kind == "hexagon":
            return 1 / SIDE if self.flat else SIDE
        left, top, right, bottom = self.view
        return (right - left) / (bottom - top) if self.kind == "path" else None

    def across(self, diameter: float) -> tuple[float, float]:
        """The size for a diameter: that of a circle, of a hexagon across flats, else the longer side."""
        wide = self.proportion or 1.0
        if (wide > 1) == (self.kind == "hexagon"):
            return diameter * wide, diameter
        return diameter, diameter / wide

    def outline(self, width: float, height: float) -> Outline:
        """The outline at this size. Raises ValueError with a size that fits the shape."""
        if self.proportion and abs(width / height / self.proportion - 1) > _LOOSE:
            high, wide = width / self.proportion, height * self.proportion
            expected = f"{width:g} x {high:.4g} mm or {wide:.4g} x {height:g} mm"
            raise ValueError(f"{self} is not {width:g} x {height:g} mm; expected a size such as {expected}")
        if self.kind == "rounded" and 2 * self.corners > min(width, height):
            most = min(width, height) / 2
            raise ValueError(f"expected corners of at most {most:g} mm on {width:g} x {height:g} mm, got {self}")
        return Outline(self.kind, width, height, self._path(width, height), self.corners)

    def _path(self, width: float, height: float) -> Segments:
        if self.kind in ("circle", "ellipse"):
            return ellipse(0, 0, width, height)
        if self.kind == "hexagon":
            return _hexagon(width, height, self.flat)
        if self.kind == "path":
            left, top, right, bottom = self.view
            x, y = width / (right - left), height / (bottom - top)
            return transform(self.path, (x, 0, 0, y, -left * x, -top * y))
        return rectangle(0, 0, width, height, self.corners)

    def __str__(self) -> str:
        if self.kind == "rounded":
            return f"rounded {self.corners:g} mm"
        if self.kind == "hexagon":
            return "a hexagon with a side on top" if self.flat else "a hexagon with a corner on top"
        return {"path": "the path", "ellipse": "an ellipse"}.get(self.kind, f"a {self.kind}")


RECTANGLE, CIRCLE = Shape(), Shape("circle")


def read_shape(text: str) -> Shape:
    """Parses a shape in a word or two. Raises ValueError."""
    word, *rest = text.split(maxsplit=1)[:2] or [""]
    more = rest[0].strip() if rest else ""
    kind = next((each for each in _WORDS if each == word), None)
    if kind is None:
        raise ValueError(f"there is no shape '{word}'{nearest(word, _WORDS)}; {_EXPECTED}")
    if kind == "rounded":
        corners = units.length(more) if more else CORNERS
        if not 0 < corners <= 100:
            raise ValueError(f"expected corners of more than 0 mm and at most 100 mm, got '{text}'")
        return Shape("rounded", corners=corners)
    if kind == "hexagon" and more in ("", "pointy", "flat"):
        return Shape("hexagon", flat=more == "flat")
    if more:
        raise ValueError(f"{_EXPECTED}, got '{text}'")
    return Shape(kind)


@lru_cache(maxsize=100)
def read_path(data: str, view: str | None) -> Shape:
    """The shape of SVG path data in a view box (left, top, width, height); without one, the path's own box.

    Raises ValueError unless it is one closed line that does not cross itself.
    """
    try:
        path = parse_path(data)
        path = path if path[-1:] == (("Z",),) else (*path, ("Z",)) if path else ()
    except ValueError as error:
        raise ValueError(f"path: {error}") from None
    points = polygon(path)
    if sum(letter == "M" for letter, *_ in path) > 1:
        raise ValueError("path: expected one line around the whole, without holes or second parts")
    if len(points) < 3 or abs(area(points)) < 1e-9:
        raise ValueError("path: expected a line around an area")
    if len(points) > _MAX_POINTS:
        raise ValueError(f"path: expected at most {_MAX_POINTS:,} points, got {len(points):,}")
    box = segments_box(tuple(("L", *point) for point in points))
    frame = _view(view) if view else box
    over = max(frame[0] - box[0], frame[1] - box[1], box[2] - frame[2], box[3] - frame[3])
    if over > 1e-3 * max(frame[2] - frame[0], frame[3] - frame[1]):
        raise ValueError(f"path: reaches {over:.4g} beyond its view box")
    if abs(area(points)) / 2 < _MIN_PART * (frame[2] - frame[0]) * (frame[3] - frame[1]):
        raise ValueError(f"path: expected a line around at least {_MIN_PART:.0%} of its view box")
    if crosses(points):
        raise ValueError("path: the line crosses itself, so that nobody could cut along it")
    return Shape("path", path=path, view=frame)


def _view(text: str) -> Box:
    try:
        left, top, width, height = parse_view(text)
    except ValueError as error:
        raise ValueError(f"view: {error}") from None
    return left, top, left + width, top + height


def _hexagon(width: float, height: float, flat: bool) -> Segments:
    """A hexagon that fills its box, clockwise."""
    if flat:
        w, h = width / 4, height / 2
        points = [(w, 0.0), (3 * w, 0.0), (4 * w, h), (3 * w, 2 * h), (w, 2 * h), (0.0, h)]
    else:
        w, h = width / 2, height / 4
        points = [(w, 0.0), (2 * w, h), (2 * w, 3 * h), (w, 4 * h), (0.0, 3 * h), (0.0, h)]
    return (("M", *points[0]), *(("L", *point) for point in points[1:]), ("Z",))
