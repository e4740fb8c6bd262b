"""Elliptical arcs as cubic Bézier curves.

Centre and angles follow the SVG specification (SVG 2, appendix B.2.4 and B.2.5). Each curve covers at most a quarter
turn, so that it leaves the ellipse by less than 0.03 % of the radius.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Iterator

_SLACK = 0.001  # radians, so that a rounded quarter turn stays one curve


def arc_curves(
    start: complex, rx: float, ry: float, rotation: float, large: bool, sweep: bool, end: complex
) -> Iterator[tuple[complex, complex, complex]]:
    """Yields two control points and the end point of each curve from `start` to `end`, for an ellipse of these radii
    whose first axis is turned by `rotation` degrees.

    Radii that are too small grow until the ellipse meets both points. Yields nothing for a radius of 0 or points that
    are equal: the caller draws a line.
    """
    rx, ry = abs(rx), abs(ry)
    if not (rx and ry) or start == end:
        return
    turn = cmath.rect(1, math.radians(rotation))
    half = (start - end) / 2 / turn
    growth = math.hypot(half.real / rx, half.imag / ry)
    if growth > 1:
        rx, ry = rx * growth, ry * growth

    def to_circle(point: complex) -> complex:
        point /= turn
        return complex(point.real / rx, point.imag / ry)

    def from_circle(point: complex) -> complex:
        return complex(point.real * rx, point.imag * ry) * turn

    first, last = to_circle(start), to_circle(end)
    chord = last - first
    if not (length := abs(chord)) or not math.isfinite(length):
        return
    offset = math.sqrt(max(1 / length**2 - 0.25, 0.0)) * (1 if sweep != large else -1)
    centre = (first + last) / 2 + chord * offset * 1j
    angle = cmath.phase(first - centre)
    span = cmath.phase(last - centre) - angle
    if span < 0 and sweep:
        span += math.tau
    elif span > 0 and not sweep:
        span -= math.tau
    count = math.ceil(abs(span) / (math.pi / 2 + _SLACK))
    for number in range(count):
        begin, stop = (cmath.rect(1, angle + span * at / count) for at in (number, number + 1))
        handle = 4 / 3 * math.tan(span / count / 4) * 1j
        controls = begin * (1 + handle), stop * (1 - handle)
        yield from_circle(controls[0] + centre), from_circle(controls[1] + centre), from_circle(stop + centre)
