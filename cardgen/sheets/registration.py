"""Marks by which a cutter finds where a sheet lies: squares and angles at the corners of the front.

The forms are those of Silhouette's machines: a square top left, angles top right and bottom left; four angles for
those that look for four.
"""

from __future__ import annotations

from cardgen.definitions.sheet_file import CutterFile
from cardgen.drawing import Item, Shape
from cardgen.geometry import Box, Segments, rectangle, segments_box

INK = "#000000"


def registration_marks(cutter: CutterFile, width: float, height: float) -> tuple[Item, ...]:
    """The marks of a page of that size, in mm."""
    return tuple(Shape(path, fill=INK) for path in _paths(cutter, width, height))


def kept_white(cutter: CutterFile, width: float, height: float) -> list[Box]:
    """What must stay white around the marks of a page."""
    clear = cutter.clear
    found = []
    for path in _paths(cutter, width, height):
        left, top, right, bottom = segments_box(path)
        found.append((left - clear, top - clear, right + clear, bottom + clear))
    return found


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
