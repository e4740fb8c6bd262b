"""Turns SVG files of icons and patterns into one path each, of all fills and strokes, whatever their colours. White on
a darker colour is a hole, and so is the colour of a background that is left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import InputError, Place, fail
from cardgen.graphics.drawing import Gradient, Group, Item, Picture, Shape
from cardgen.graphics.geometry import IDENTITY, Box, Matrix, Segments, multiply, segments_box, transform
from cardgen.graphics.paths import parse_view
from cardgen.store.reach import is_there
from cardgen.store.remember import per_file
from cardgen.svg.outline import IntricateError, difference, intersection, stroke_outline, union
from cardgen.svg.read import draw_tree
from cardgen.svg.tree import Element, read_file
from cardgen.svg.values import length

MAX_BYTES = 1_000_000
WHITE = "#ffffff"
_FAINT = 0.5  # opacity: a fainter part does not count for a silhouette
_EDGE_TOLERANCE = 0.02  # parts of a view box by which a background may miss its edges


@dataclass(frozen=True, slots=True)
class Outline:
    """An icon's path, its view box (left, top, width, height), and whether it has, or had, a background."""

    segments: Segments
    view: Box
    background: bool = False


@dataclass(frozen=True, slots=True)
class _Part:
    """A painted part: its path, whether by the even-odd rule, its colour, and its opacity from 0 to 1."""

    segments: Segments
    evenodd: bool
    colour: str
    covers: float = 1.0


@per_file
def read_svg(path: Path, bare: bool = False) -> Outline:
    """Reads what an SVG file paints, as one path; if `bare`, without a background as large as its view box.

    Raises InputError.
    """
    place = Place(str(path))
    if is_there(path) and (size := path.stat().st_size) > MAX_BYTES:
        raise fail(f"expected at most {MAX_BYTES:,} bytes, got {size:,}; simplify the drawing", place)
    root = read_file(path)
    try:
        view = _view(root)
    except ValueError as error:
        raise fail(str(error), place) from None
    for name in ("width", "height", "preserveAspectRatio"):
        root.attrib.pop(name, None)
    root.set("viewBox", " ".join(f"{value!r}" for value in view))
    drawn = draw_tree(root, place, "", None, None)
    if drawn.faults:
        raise InputError(*drawn.faults)
    try:
        segments, background = _covered_outline(drawn.items, view, bare, place)
    except IntricateError as error:
        raise fail(str(error), place) from None
    if not segments:
        raise fail("expected at least one filled shape or stroke, got an empty drawing", place)
    return Outline(segments, view, background)


def _covered_outline(items: tuple[Item, ...], view: Box, bare: bool, place: Place) -> tuple[Segments, bool]:
    """The outline of the area that items cover, and whether they include a background."""
    left, top, width, height = view
    parts = [part for part in _parts(items, (1, 0, 0, 1, left, top), None, place) if part.segments and part.covers]
    # Highlights and shadows, unless there is nothing else
    parts = [part for part in parts if part.covers >= _FAINT] or parts
    background = len(parts) > 1 and _covers(parts[0], (left, top, left + width, top + height))
    return (_join(parts[1:], parts[0].colour) if background and bare else _join(parts, WHITE)), background


def _view(root: Element) -> Box:
    """The view box, or the one that width and height give. Raises ValueError."""
    if "viewBox" in root.attrib:
        return parse_view(root.attrib["viewBox"])
    width, height = (length(root.get(name), 0) for name in ("width", "height"))
    if width is None or height is None:
        raise ValueError("expected a view box such as viewBox='0 0 512 512', got none")
    return parse_view(f"0 0 {width} {height}")


def _join(parts: list[_Part], paper: str) -> Segments:
    """One path of all parts: those in the colour of the paper are holes in those below."""
    if len(parts) == 1 and not parts[0].evenodd:
        return parts[0].segments
    if all(part.colour == paper for part in parts):
        paper = ""
    outline: Segments = ()
    for hole, same in _runs(parts, paper):
        area = union((part.segments, part.evenodd) for part in same)
        if not hole:
            outline = union([(outline, False), (area, False)])
        elif outline:
            outline = difference(outline, area)
    return outline


def _runs(parts: list[_Part], paper: str) -> Iterator[tuple[bool, list[_Part]]]:
    """Runs of successive parts that are all holes, or all no holes."""
    same: list[_Part] = []
    for part in parts:
        if same and (part.colour == paper) != (same[0].colour == paper):
            yield same[0].colour == paper, same
            same = []
        same.append(part)
    if same:
        yield same[0].colour == paper, same


def _covers(part: _Part, box: Box) -> bool:
    """Whether a part is one contour that reaches all edges of a box."""
    own = segments_box(part.segments)
    near = _EDGE_TOLERANCE * max(box[2] - box[0], box[3] - box[1])
    single = [segment[0] for segment in part.segments].count("M") == 1
    return single and all(
        abs(a - b) <= near or _beyond(a, b, index) for index, (a, b) in enumerate(zip(own, box, strict=True))
    )


def _beyond(value: float, edge: float, index: int) -> bool:
    return value < edge if index < 2 else value > edge


def _parts(
    items: tuple[Item, ...], matrix: Matrix, clip: Segments | None, place: Place, opacity: float = 1.0
) -> Iterator[_Part]:
    """All painted parts, in the coordinates of the whole."""
    for item in items:
        if isinstance(item, Group):
            inner = multiply(item.matrix, matrix)
            inside = clip
            for cut in (item.clip, _mask_path(item, place)):
                if cut is not None:
                    cut = transform(cut, inner)
                    inside = cut if inside is None else intersection(inside, cut)
            if inside != ():
                yield from _parts(item.items, inner, inside, place, opacity * item.opacity)
        elif isinstance(item, Shape):
            for part in _painted_parts(item):
                segments = transform(part.segments, matrix) if matrix != IDENTITY else part.segments
                if clip is not None:
                    segments = intersection(union([(segments, part.evenodd)]), clip)
                yield _Part(segments, part.evenodd and clip is None, part.colour, opacity * part.covers)
        elif isinstance(item, Picture):
            raise fail("expected shapes, got a picture of pixels (<image>); trace it in your drawing program", place)


def _painted_parts(shape: Shape) -> Iterator[_Part]:
    if shape.fill:
        yield _Part(shape.segments, shape.evenodd, *_colour(shape.fill))
    if shape.stroke:
        yield _Part(stroke_outline(shape.segments, shape.line, shape.pen), False, *_colour(shape.stroke))


def _colour(paint: str | Gradient) -> tuple[str, float]:
    """The paint's colour, or that of a gradient's end, and its opacity."""
    colour = paint if isinstance(paint, str) else paint.stops[-1][1]
    return colour[:7], int(colour[7:9] or "ff", 16) / 255


def _mask_path(group: Group, place: Place) -> Segments | None:
    """The area where a group's mask shows half or more of it."""
    if group.mask is None:
        return None
    shown: Segments = ()
    for part in _parts(group.mask.items, IDENTITY, None, place):
        area = union([(part.segments, part.evenodd)])
        red, green, blue = (int(part.colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
        bright = group.mask.alpha or 0.2126 * red + 0.7152 * green + 0.0722 * blue >= 0.5
        shown = union([(shown, False), (area, False)]) if bright else difference(shown, area)
    return shown


def silhouette(segments: Segments) -> Segments:
    """Returns the whole outline without its holes: it turns every contour the same way, so all of them fill."""
    outline: list[tuple] = []
    for contour in _contours(segments):
        outline += contour if _area(contour) >= 0 else _reverse(contour)
    return tuple(outline)


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


def _reverse(contour: list[tuple]) -> list[tuple]:
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
