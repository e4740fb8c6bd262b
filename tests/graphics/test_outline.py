"""Outlines: what is held, how much room a text has, what lies around them; and shapes that cannot be."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgen.definitions.load import load_game
from cardgen.foundations.errors import InputError
from cardgen.graphics.outline import SIDE, Outline, Shape, read_path, read_shape
from cardgen.graphics.polygon import area, depth, distance, holds, hull, polygon
from cardgen.store.library import Home

ARROW = "M0 0 L60 0 L60 60 Q60 80 30 80 C 10 80 25 50 0 40 Z"
shapes = st.sampled_from(
    [
        Shape("rounded", corners=5).outline(60, 80),
        Shape("circle").outline(60, 60),
        Shape("ellipse").outline(60, 80),
        Shape("hexagon").outline(60, 60 / SIDE),
        Shape("hexagon", flat=True).outline(60 / SIDE, 60),
        read_path(ARROW, None).outline(60, 80),
    ]
)
places = st.tuples(st.floats(-12, 82), st.floats(-12, 92))


def wound(outline: Outline, by: float, point) -> bool:
    """Whether the nonzero rule fills a point of what is grown."""
    turns, contour = 0, []
    for segment in outline.grown(by):
        if segment[0] == "M":
            contour = []
        contour.append(segment)
        if segment[0] == "Z":
            points = polygon(tuple(contour))
            turns += (1 if area(points) > 0 else -1) if holds(points, point) else 0
    return turns != 0


def corners_of(box):
    left, top, right, bottom = box
    return (left, top), (right, top), (right, bottom), (left, bottom)


@settings(deadline=None)
@given(shapes, st.floats(0.5, 8), places)
def test_grown_is_all_within_that_distance(outline, by, point):
    """Of an ellipse nearly so; corners of rounded rectangles and of paths are round."""
    points = polygon(outline.path)
    away = -distance(points, point) if holds(points, point) else distance(points, point)
    loose = 0.25 if outline.kind != "ellipse" else 0.12 * by + 0.1
    if abs(away - by) > loose:
        beside = point[0] + 1.7e-4, point[1] + 2.3e-4  # on a line between two polygons neither may hold it
        assert wound(outline, by, beside) == (away < by)


@settings(deadline=None)
@given(shapes, places, st.floats(0.1, 20), st.floats(0.1, 8))
def test_a_box_has_room_just_where_all_of_it_is_held(outline, corner, width, height):
    box = (*corner, corner[0] + width, corner[1] + height)
    points = polygon(outline.path)
    room = outline.room(corners_of(box))
    inside = all(holds(points, (box[0] + width * x / 6, box[1] + height * y / 6)) for x in range(7) for y in range(7))
    if abs(room) > 0.07:  # a curve in straight parts
        assert (room > 0) == inside
    if room > 0.07:
        assert room <= min(distance(points, (x, y)) for x in box[0::2] for y in box[1::2]) + 0.07


@given(st.floats(-5, 60), st.floats(-5, 80), st.floats(0.1, 70), st.floats(0.1, 90))
def test_in_a_rectangle_room_is_the_least_distance_of_four(left, top, width, height):
    outline = Shape().outline(63, 88)
    box = left, top, left + width, top + height
    assert outline.room(corners_of(box)) == pytest.approx(min(left, top, 63 - left - width, 88 - top - height))


@settings(deadline=None)
@given(st.lists(places, min_size=3, max_size=12))
def test_a_hull_holds_all_points_and_has_no_corner_but_them(points):
    corners = hull(points)
    assert set(corners) <= set(points)
    if area(corners) > 1e-3:
        assert all(depth(corners, point) > -1e-6 for point in points)
        turns = zip(corners, corners[1:] + corners[:1], corners[2:] + corners[:2], strict=True)
        assert all((b[0] - a[0]) * (c[1] - b[1]) >= (b[1] - a[1]) * (c[0] - b[0]) for a, b, c in turns)


def test_room_in_a_circle_is_measured_at_the_corners_of_a_polygon_not_of_its_box():
    coin = Shape("circle").outline(20, 20)
    assert coin.room(((10, 3), (17, 10), (10, 17), (3, 10))) == pytest.approx(3)
    assert coin.room(corners_of((3, 3, 17, 17))) == pytest.approx(10 - 7 * math.sqrt(2))


def test_a_notch_may_reach_in_between_two_corners():
    notched = read_path("M0 0 H40 V40 H0 V22 L15 20 L0 18 Z", None).outline(40, 40)
    assert notched.room(((12, 12), (20, 12), (20, 28), (12, 28))) == pytest.approx(-3)
    assert notched.room(((16, 12), (24, 12), (24, 28), (16, 28))) == pytest.approx(1)


def test_seen_from_behind_only_a_path_is_another():
    arrow = read_path(ARROW, None).outline(60, 80)
    twice = [value for _, *values in arrow.mirrored.mirrored.path for value in values]
    assert twice == pytest.approx([value for _, *values in arrow.path for value in values])
    assert holds(polygon(arrow.path), (58, 50)) and not holds(polygon(arrow.path), (2, 50))
    assert holds(polygon(arrow.mirrored.path), (2, 50)) and not holds(polygon(arrow.mirrored.path), (58, 50))
    for name in ("rounded", "circle", "ellipse", "hexagon"):
        outline = read_shape(name).outline(*read_shape(name).across(40))
        assert outline.mirrored is outline


def test_a_diameter_is_that_of_a_circle_the_sides_of_a_hexagon_or_the_longer_side():
    assert Shape("circle").across(30) == (30, 30)
    assert Shape("rounded", corners=2).across(30) == (30, 30)
    assert read_shape("hexagon").across(30) == pytest.approx((30, 30 * 2 / math.sqrt(3)))
    assert read_shape("hexagon flat").across(30) == pytest.approx((30 * 2 / math.sqrt(3), 30))
    assert read_path(ARROW, None).across(40) == pytest.approx((30, 40))
    assert read_path("M0 0H100V50H0Z", None).across(40) == pytest.approx((40, 20))


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ("hexagone", "there is no shape 'hexagone'; did you mean 'hexagon'?"),
        ("rounded 3 lightyears", "expected a length such as 63, 63 mm, 2.5in or 180pt"),
        ("rounded 0", "more than 0 mm and at most 100 mm"),
        ("rounded 40 mm", "expected corners of at most 31.5 mm on 63 x 88 mm, got rounded 40 mm"),
        ("circle", "a circle is not 63 x 88 mm; expected a size such as 63 x 63 mm or 88 x 88 mm"),
        ("circle 3", "expected rectangle, rounded 3 mm, circle"),
        ("hexagon", "corner on top is not 63 x 88 mm; expected a size such as 63 x 72.75 mm or 76.21 x 88 mm"),
        ("hexagon flat", "side on top is not 63 x 88 mm; expected a size such as 63 x 54.56 mm"),
        ("[1, 2]", "expected a shape such as rounded 3 mm"),
        ("{path: M 0 0}", "expected a line around an area"),
        ("{path: nonsense}", "path: expected SVG path data with coordinates under 1,000,000, got 'nonsense'"),
        ("{path: M0 0 H63 V88 H0 Z M5 5 H9 V9 H5 Z}", "without holes or second parts"),
        ("{path: M0 0 L63 60 V88 H0 V60 L63 0 Z}", "the line crosses itself"),
        ("{path: M0 0 H64 V88 H0 Z, view: 0 0 63 88}", "reaches 1 beyond its view box"),
        ("{path: M0 0 H6 V8 H0 Z, view: 0 0 63 88}", "a line around at least 20% of its view box"),
        ("{path: M0 0 H63 V88 H0 Z, view: 0 0 63}", "view: expected a view box such as 0 0 512 512"),
        ("{path: M0 0 H63 V63 H0 Z}", "the path is not 63 x 88 mm; expected a size such as 63 x 63 mm"),
        ("{path: M0 0 H1e99 V88 H0 Z}", "coordinates under 1,000,000"),
        ("{view: 0 0 63 88}", "expected a shape such as"),
    ],
)
def test_a_shape_that_cannot_be_is_told_at_its_place(game, said, message):
    game.edit("game.yaml", "    back: back\n", f"    back: back\n    shape: {said}\n")
    with pytest.raises(InputError) as caught:
        load_game(Home(game.path, None, ()))
    (fault,) = caught.value.faults
    assert message in fault.message
    assert fault.message.startswith("decks.forest.shape: ")
    assert (fault.place.line, fault.place.column) == (13, 12)


@settings(deadline=None)
@given(st.text("MLHVCQAZmlhvcqaz0123456789 .,-", max_size=60), st.none() | st.text("0123456789. -", max_size=12))
def test_any_path_is_read_or_refused(data, view):
    try:
        shape = read_path(data, view)
    except ValueError as error:
        assert str(error)
    else:
        assert shape.kind == "path" and shape.proportion > 0
