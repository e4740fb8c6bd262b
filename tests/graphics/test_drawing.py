"""The algebra of matrices and the geometry of paths."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.graphics.geometry import (
    IDENTITY,
    apply,
    around,
    box_through,
    ellipse,
    multiply,
    rectangle,
    rotation,
    segments_box,
    transform,
    translation,
)

lengths = st.floats(-500, 500)
factors = st.floats(-4, 4)
matrices = st.tuples(factors, factors, factors, factors, lengths, lengths)
degrees = st.one_of(st.sampled_from([0, 90, 180, 270, -90, 360]), st.floats(-720, 720))
boxes = st.tuples(lengths, lengths, st.floats(1, 300), st.floats(1, 300)).map(
    lambda box: (box[0], box[1], box[0] + box[2], box[1] + box[3])
)


def near(values):
    return pytest.approx(values, abs=1e-6)


@given(matrices, matrices, lengths, lengths)
def test_a_product_does_one_and_then_the_other(first, then, x, y):
    assert apply(multiply(first, then), x, y) == near(apply(then, *apply(first, x, y)))


@given(matrices, matrices, matrices)
def test_products_associate_and_have_an_identity(one, two, three):
    assert multiply(multiply(one, two), three) == near(multiply(one, multiply(two, three)))
    assert multiply(one, IDENTITY) == multiply(IDENTITY, one) == one


@given(degrees, lengths, lengths)
def test_a_turn_keeps_its_centre_and_is_undone_by_its_opposite(angle, x, y):
    assert apply(rotation(angle, x, y), x, y) == near((x, y))
    assert multiply(rotation(angle, x, y), rotation(-angle, x, y)) == near(IDENTITY)


@given(degrees, lengths, lengths, lengths, lengths)
def test_a_turn_keeps_distances(angle, x, y, a, b):
    p, q = apply(rotation(angle, 3, 7), x, y), apply(rotation(angle, 3, 7), a, b)
    assert math.dist(p, q) == near(math.dist((x, y), (a, b)))


def test_turns_are_clockwise_as_y_points_down():
    assert apply(rotation(90, 0, 0), 1, 0) == (0, 1)  # what pointed right points down
    assert apply(rotation(180, 10, 20), 0, 0) == (20, 40)
    assert apply(rotation(45, 0, 0), 1, 0) == near((math.sqrt(0.5), math.sqrt(0.5)))


@given(boxes, degrees)
def test_a_box_through_a_matrix_holds_its_corners(box, angle):
    matrix = rotation(angle, 10, 10)
    left, top, right, bottom = box_through(matrix, box)
    for x, y in [box[:2], box[2:], (box[0], box[3]), (box[2], box[1])]:
        x, y = apply(matrix, x, y)
        assert left - 1e-6 <= x <= right + 1e-6
        assert top - 1e-6 <= y <= bottom + 1e-6


@given(st.lists(boxes, min_size=1))
def test_the_box_around_boxes(found):
    left, top, right, bottom = around(found)
    assert left == min(box[0] for box in found) and right == max(box[2] for box in found)
    assert top == min(box[1] for box in found) and bottom == max(box[3] for box in found)


@given(boxes)
def test_a_rectangle_has_its_four_corners(box):
    left, top, right, bottom = box
    assert rectangle(*box) == (("M", left, top), ("L", right, top), ("L", right, bottom), ("L", left, bottom), ("Z",))


@given(boxes, st.floats(0.1, 400))
def test_rounded_corners_touch_all_four_sides_and_stay_inside(box, radius):
    path = rectangle(*box, radius)
    assert segments_box(path) == near(box)
    ends = [segment[-2:] for segment in path if segment[0] != "Z"]
    radius = min(radius, (box[2] - box[0]) / 2, (box[3] - box[1]) / 2)
    assert ends[0] == ends[-1] == near((box[0] + radius, box[1]))
    for corner in [box[:2], box[2:], (box[0], box[3]), (box[2], box[1])]:
        assert min(math.dist(corner, end) for end in ends) == near(radius)


@given(st.floats(1, 100), st.floats(0, 1))
def test_an_ellipse_is_round(radius, t):
    """Its curves leave a circle by less than 0.03 %."""
    (_, x0, y0), (_, *numbers), *_ = ellipse(-radius, -radius, radius, radius)
    points = [(x0, y0), *zip(numbers[::2], numbers[1::2], strict=True)]
    weights = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3]
    x, y = (sum(w * point[axis] for w, point in zip(weights, points, strict=True)) for axis in (0, 1))
    assert math.hypot(x, y) == pytest.approx(radius, rel=3e-4)


@given(boxes, lengths, lengths)
def test_a_path_is_moved_point_by_point(box, x, y):
    left, top, right, bottom = box
    assert segments_box(transform(ellipse(*box), translation(x, y))) == near((left + x, top + y, right + x, bottom + y))
