"""Checks that colours which reach the cut fill the bleed, so no white edge shows if a cut is off."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from cardgen.export.houses.sizes import CutSize
from cardgen.graphics.drawing import Face
from cardgen.graphics.geometry import apply, multiply
from cardgen.graphics.outline import Outline
from cardgen.graphics.polygon import area, polygon

if TYPE_CHECKING:
    import numpy

    from cardgen.pdf.raster import Pixels

_MIN_EDGE = 0.02  # the reported part of an edge without filled bleed
_ROOM = 0.5  # mm inside the cut and inside the bleed's end, because colours have soft edges
_STEP = 1.0  # mm between samples along the cut


def unfilled_sides(pixels: Pixels, face: Face, cut: CutSize, outline: Outline, bleed: float) -> list[str]:
    """The sides on which ink within the cut ends before the end of the bleed."""
    import numpy

    width, height = pixels.width, pixels.height
    covered = numpy.frombuffer(pixels.data, numpy.uint8).reshape(height, width, 4)[:, :, 3] > 250
    matrix = multiply(cut.matrix(face), (width / cut.area[0], 0, 0, height / cut.area[1], 0, 0))
    counts, open_ = Counter[str](), Counter[str]()
    for (x, y), (a, b) in _along(outline):
        (across, down), (wide, high) = ((apply(matrix, x + d * a, y + d * b)) for d in (-_ROOM, bleed - _ROOM))
        side = ("left", "right")[a > 0] if abs(a) > abs(b) else ("top", "bottom")[b > 0]
        counts[side] += 1
        open_[side] += bool(_at(covered, across, down) and not _at(covered, wide, high))
    return [side for side in counts if open_[side] > _MIN_EDGE * counts[side]]


def _at(pixels: numpy.ndarray, x: float, y: float) -> bool:
    high, wide = pixels.shape
    return bool(pixels[min(high - 1, max(0, int(y))), min(wide - 1, max(0, int(x)))])


def _along(outline: Outline) -> Iterator[tuple[tuple[float, float], tuple[float, float]]]:
    """Points along an outline, about a millimetre apart, each with the outward direction."""
    points = polygon(outline.path)
    out = 1 if area(points) > 0 else -1
    for (x, y), (u, v) in zip(points, (*points[1:], points[0]), strict=True):
        length = math.hypot(u - x, v - y)
        steps = max(1, round(length / _STEP))
        for step in range(steps) if length else ():
            part = (step + 0.5) / steps
            yield (x + part * (u - x), y + part * (v - y)), (out * (v - y) / length, -out * (u - x) / length)
