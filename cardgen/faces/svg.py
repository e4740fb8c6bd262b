"""SVG files (icons, patterns) and path data to segments. Shapes are silhouettes: fills count, strokes do not."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from xml.etree import ElementTree

from cardgen.drawing import IDENTITY, Box, Matrix, Segments, moved, multiply, transform, turned
from cardgen.errors import Place, fail
from cardgen.remember import per_file

MAX_BYTES = 1_000_000
MAX_DEPTH = 50
FARTHEST = 1_000_000  # coordinates that no drawing needs, infinite ones among them


class _Pen:
    """A fontTools pen that writes segments down."""

    def __init__(self) -> None:
        self.segments: list[tuple] = []
        self.at = (0.0, 0.0)

    def moveTo(self, point) -> None:
        self.segments.append(("M", *point))
        self.at = point

    def lineTo(self, point) -> None:
        self.segments.append(("L", *point))
        self.at = point

    def curveTo(self, *points) -> None:
        self.segments.append(("C", *(value for point in points for value in point)))
        self.at = points[-1]

    def qCurveTo(self, control, end) -> None:
        (x0, y0), (x1, y1), (x2, y2) = self.at, control, end
        first = (x0 + 2 * (x1 - x0) / 3, y0 + 2 * (y1 - y0) / 3)
        self.curveTo(first, (x2 + 2 * (x1 - x2) / 3, y2 + 2 * (y1 - y2) / 3), end)

    def closePath(self) -> None:
        self.segments.append(("Z",))

    def endPath(self) -> None:
        pass


@lru_cache(maxsize=500)  # a layout's path is drawn on every card
def parse_path(data: str) -> Segments:
    """The segments of SVG path data. Raises ValueError."""
    from fontTools.svgLib.path import parse_path as parse

    pen = _Pen()
    try:
        parse(data, pen)
    except Exception as error:  # fontTools raises whatever it stumbles on
        raise ValueError(f"expected SVG path data, got {data[:40]!r} ({type(error).__name__})") from None
    if not all(abs(value) < FARTHEST for _, *values in pen.segments for value in values):
        raise ValueError(f"expected SVG path data with coordinates under {FARTHEST:,}, got {data[:40]!r}")
    return tuple(pen.segments)


def parse_view(text: str) -> Box:
    """Left, top, width and height of a view box. Raises ValueError."""
    try:
        left, top, width, height = (float(part) for part in text.replace(",", " ").split())
    except ValueError:
        raise ValueError(f"expected a view box such as 0 0 512 512, got {text!r}") from None
    if not (0 < width < FARTHEST and 0 < height < FARTHEST and max(abs(left), abs(top)) < FARTHEST):
        raise ValueError(f"expected a view box with a width and a height, got {text!r}")
    return left, top, width, height


@per_file
def read_svg(path: Path) -> tuple[Segments, Box]:
    """The filled shapes of an SVG file as one path, and its view box. Raises InputError."""
    place = Place(str(path))
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise fail(f"cannot be read: {error.strerror}", place) from None
    if len(raw) > MAX_BYTES:
        raise fail(f"expected at most {MAX_BYTES:,} bytes, got {len(raw):,}", place)
    if b"\0" in raw:
        raise fail("expected UTF-8 text; save the file as plain SVG", place)
    if b"<!DOCTYPE" in raw or b"<!ENTITY" in raw:
        raise fail("expected plain SVG without DOCTYPE or entities", place)
    try:
        root = ElementTree.fromstring(raw)
    except ElementTree.ParseError as error:
        line, column = error.position
        raise fail(f"cannot be read as SVG: {error}", Place(str(path), line, column + 1)) from None
    except (LookupError, ValueError) as error:  # an encoding that nobody knows
        raise fail(f"cannot be read as SVG: {error}", Place(str(path), 1, 1)) from None
    if not root.tag.endswith("svg"):
        raise fail(f"expected an <svg> element, got <{root.tag}>", place)
    box = root.get("viewBox") or f"0 0 {root.get('width', '')} {root.get('height', '')}"
    try:
        shapes, view = tuple(_shapes(root, IDENTITY)), parse_view(box)
    except ValueError as error:
        raise fail(str(error), place) from None
    if not shapes:
        raise fail("expected at least one filled shape, got an empty drawing", place)
    return shapes, view


_SHAPES = {"path", "rect", "circle", "ellipse", "polygon", "polyline"}
_PASSED_OVER = {"title", "desc", "metadata", "defs", "namedview"}


def _shapes(element: ElementTree.Element, matrix: Matrix, depth: int = 0) -> Iterator[tuple]:
    """The filled shapes of an element and all below it, in the coordinates of the root. Raises ValueError."""
    if depth > MAX_DEPTH:
        raise ValueError(f"expected at most {MAX_DEPTH} groups within one another")
    tag = element.tag.rpartition("}")[2]
    if tag in _PASSED_OVER or element.get("fill") == "none":
        return
    if element.get("stroke", "none") != "none":
        raise ValueError("expected filled shapes only; convert strokes to outlines in your drawing program")
    matrix = multiply(_transform(element.get("transform", "")), matrix)
    if tag in _SHAPES:
        for path in _paths(tag, element):
            yield from transform(parse_path(path), matrix) if matrix != IDENTITY else parse_path(path)
    elif tag not in ("svg", "g"):
        raise ValueError(f"expected shapes and groups, got <{tag}>; convert it to paths in your drawing program")
    for child in element:
        yield from _shapes(child, matrix, depth + 1)


def _paths(tag: str, element: ElementTree.Element) -> list[str]:
    """The path data of a shape. Raises ValueError."""
    from fontTools.svgLib.path.shapes import PathBuilder

    told = {key: value for key, value in element.items() if key != "transform"}
    builder = PathBuilder()
    try:
        builder.add_path_from_element(ElementTree.Element(tag, told))
    except (TypeError, ValueError, IndexError):  # a measure that is missing, a percentage, an odd number of points
        raise ValueError(f"<{tag}> has a measure that is missing or no number; convert it to a path") from None
    return [path for path in builder.paths if path.strip()]


def _transform(text: str) -> Matrix:
    """The matrix of a transform attribute (SVG 2, 8.5), the first function being applied last."""
    found = IDENTITY
    for verb, numbers in re.findall(r"(\w+)\s*\(([^)]*)\)", text):
        try:
            n = [float(number) for number in re.split(r"[\s,]+", numbers.strip())]
            found = multiply(_TRANSFORMS[verb](*n), found)
        except (KeyError, TypeError, ValueError):
            raise ValueError(f"expected translate, scale, rotate or matrix, got {verb}({numbers})") from None
    return found


_TRANSFORMS: dict[str, Callable[..., Matrix]] = {
    "matrix": lambda a, b, c, d, e, f: (a, b, c, d, e, f),
    "translate": lambda x, y=0.0: moved(x, y),
    "scale": lambda x, y=None: (x, 0, 0, x if y is None else y, 0, 0),
    "rotate": lambda degrees, x=0.0, y=0.0: turned(degrees, x, y),
}


def silhouette(segments: Segments) -> Segments:
    """The whole outline without its holes: every contour turned the same way, so that all of them fill."""
    found: list[tuple] = []
    for contour in _contours(segments):
        found += contour if _area(contour) >= 0 else _reversed(contour)
    return tuple(found)


def _contours(segments: Segments) -> list[list[tuple]]:
    contours: list[list[tuple]] = []
    for segment in segments:
        if segment[0] == "M":
            contours.append([])
        if contours:
            contours[-1].append(segment)
    return contours


def _area(contour: list[tuple]) -> float:
    """Twice the signed area of the polygon through all points, control points included."""
    points = [pair for _, *n in contour for pair in zip(n[0::2], n[1::2], strict=True)]
    return sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in zip(points, points[1:] + points[:1], strict=True))


def _reversed(contour: list[tuple]) -> list[tuple]:
    ends = [segment[-2:] for segment in contour if segment[0] != "Z"]
    turned: list[tuple] = [("M", *ends[-1])]
    drawn = [segment for segment in contour[1:] if segment[0] != "Z"]
    for segment, end in zip(reversed(drawn), reversed(ends[:-1]), strict=True):
        if segment[0] == "L":
            turned.append(("L", *end))
        else:
            _, x1, y1, x2, y2, _, _ = segment
            turned.append(("C", x2, y2, x1, y1, *end))
    return [*turned, ("Z",)]
