"""Draws the registration marks by which a cutter finds where a sheet lies: squares and angles at the corners of the
front.

The forms are those of Silhouette's machines: a square top left, angles top right and bottom left, or four angles.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from cardgen.definitions.sheet_file import CutterFile
from cardgen.graphics.drawing import Item, Page, Shape
from cardgen.graphics.geometry import Box, Segments, rectangle, segments_box
from cardgen.sheets.pens import INK


def registration_marks(cutter: CutterFile, width: float, height: float) -> tuple[Item, ...]:
    """The marks of a page of this size, in mm."""
    return tuple(Shape(path, fill=INK) for path in _paths(cutter, width, height))


def for_cutter(page: Page, cutter: CutterFile | None, cut: Iterable[Segments], scored: Iterable[Segments] = ()) -> Page:
    """The page with a cutter's marks and the lines along which it cuts and scores; unchanged without a cutter."""
    if cutter is None:
        return page
    marks = registration_marks(cutter, page.width, page.height)
    return replace(page, items=(*page.items, *marks), fixed=len(marks), cut=tuple(cut), scored=tuple(scored))


def kept_white(cutter: CutterFile, width: float, height: float) -> list[Box]:
    """The boxes around the marks of a page that stay white, without bleed."""
    return _around(cutter, width, height, cutter.clear)


def kept_free(cutter: CutterFile, width: float, height: float) -> list[Box]:
    """The boxes of a page that the cutter cannot cut."""
    return _around(cutter, width, height, cutter.clear if cutter.nearest is None else cutter.nearest)


def beside_marks(cutter: CutterFile | None) -> float:
    """The extent of marks and the white around them, from a page's corner along its edges."""
    if cutter is None or cutter.marks == "none":
        return 0.0
    return cutter.inset + max(cutter.arm, cutter.square if cutter.marks == "three" else 0.0) + cutter.clear


def _around(cutter: CutterFile, width: float, height: float, by: float) -> list[Box]:
    boxes = [segments_box(path) for path in _paths(cutter, width, height)]
    return [(left - by, top - by, right + by, bottom + by) for left, top, right, bottom in boxes]


def _paths(cutter: CutterFile, width: float, height: float) -> list[Segments]:
    if cutter.marks == "none":
        return []
    near, right, bottom = cutter.inset, width - cutter.inset, height - cutter.inset
    angles = [(right, near, -1, 1), (near, bottom, 1, -1)]
    if cutter.marks == "three":
        square = rectangle(near, near, near + cutter.square, near + cutter.square)
        return [square, *(_angle(cutter, *angle) for angle in angles)]
    return [_angle(cutter, *angle) for angle in ((near, near, 1, 1), *angles, (right, bottom, -1, -1))]


def _angle(cutter: CutterFile, x: float, y: float, across: int, down: int) -> Segments:
    """An L with its outer corner at (x, y), its arms running inwards."""
    arm, line = cutter.arm, cutter.line
    steps = ((0, 0), (arm, 0), (arm, line), (line, line), (line, arm), (0, arm))
    (first, *others) = [(x + across * a, y + down * b) for a, b in steps]
    return (("M", *first), *(("L", *point) for point in others), ("Z",))
