"""Arcs against an independent writing (fontTools) and against the equation of the ellipse."""

import cmath
import math

import pytest
from fontTools.svgLib.path.arc import EllipticalArc
from hypothesis import assume, given
from hypothesis import strategies as st

from cardgen.graphics.arcs import arc_curves

COORDINATES = st.floats(-50, 50).map(lambda value: round(value, 3))
POINTS = st.builds(complex, COORDINATES, COORDINATES)
RADII = st.floats(0.5, 80).map(lambda value: round(value, 3))


class Pen:
    def __init__(self):
        self.curves = []

    def curveTo(self, *points):
        self.curves.append([complex(*point) for point in points])


@given(POINTS, RADII, RADII, st.integers(-180, 180), st.booleans(), st.booleans(), POINTS)
def test_arcs_are_those_of_an_independent_writing(start, rx, ry, rotation, large, sweep, end):
    assume(abs(end - start) > 0.01)
    pen = Pen()
    EllipticalArc(start, rx, ry, rotation, large, sweep, end).draw(pen)
    ours = list(arc_curves(start, rx, ry, rotation, large, sweep, end))
    assert len(ours) == len(pen.curves)
    for mine, theirs in zip(ours, pen.curves, strict=True):
        assert all(cmath.isclose(a, b, abs_tol=1e-3, rel_tol=1e-5) for a, b in zip(mine, theirs, strict=True))


def test_curves_stay_on_the_circle():
    """From (1, 0) three quarters round the origin: a curve leaves its circle by at most 0.03 % of the radius."""
    at, ends = 1 + 0j, []
    for first, second, end in arc_curves(at, 1, 1, 0, True, True, -1j):
        for t in (0.25, 0.5, 0.75):
            point = (1 - t) ** 3 * at + 3 * t * (1 - t) ** 2 * first + 3 * t**2 * (1 - t) * second + t**3 * end
            assert abs(point) == pytest.approx(1, abs=3e-4)
        at = end
        ends.append(end)
    assert [round(math.degrees(cmath.phase(end)), 6) for end in ends] == [90.0, 180.0, -90.0]


@pytest.mark.parametrize(("rx", "ry", "end"), [(0, 5, 3j), (5, 0, 3j), (5, 5, 0j)])
def test_nothing_is_drawn_without_a_radius_or_a_chord(rx, ry, end):
    assert not list(arc_curves(0j, rx, ry, 0, False, True, end))


def test_small_radii_grow_until_they_reach():
    """Radii 1 for points 10 apart: a half circle of radius 5."""
    *_, (_, _, end) = curves = list(arc_curves(0j, 1, 1, 0, False, True, 10 + 0j))
    assert len(curves) == 2
    assert end == pytest.approx(10)
    assert curves[0][2] == pytest.approx(5 - 5j)
