"""Where fields lie, in millimetres from the trim; the card is 60 x 90 mm."""

import pytest

from cardgen.foundations.errors import InputError
from cardgen.graphics.geometry import segments_box


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({}, (0, 0, 60, 90)),
        ({"left": 4, "right": 6, "top": 3, "bottom": 7}, (4, 3, 54, 83)),
        ({"left": 4, "width": 10, "bottom": 5, "height": 20}, (4, 65, 14, 85)),
        ({"right": 4, "width": 10, "top": 5, "height": 20}, (46, 5, 56, 25)),
        ({"width": 10, "height": 20}, (25, 35, 35, 55)),
        ({"left": "-bleed", "right": "-bleed", "top": "-bleed", "bottom": "-bleed"}, (-3, -3, 63, 93)),
        ({"left": "bleed", "width": "1in", "top": "1 cm", "height": "72pt"}, (3, 10, 28.4, 35.4)),
        ({"left": -2.5, "width": 5}, (-2.5, 0, 2.5, 90)),
    ],
)
def test_a_field_lies_where_its_edges_say(items, given, expected):
    (shape,) = items({"box": {"draw": "rectangle", "fill": "ink", **given}})
    assert segments_box(shape.segments) == pytest.approx(expected)


def test_a_wider_bleed_is_filled(items):
    (shape,) = items({"box": {"draw": "rectangle", "fill": "ink", "left": "-bleed"}}, bleed=5.0)
    assert segments_box(shape.segments)[0] == -5


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"left": 4, "right": 4, "width": 9}, "expected two of left, right and width"),
        ({"left": 40, "right": 30}, "has no room between its left and right edges: -10.00 mm"),
        ({"left": -7, "width": 9}, "reaches 4.00 mm beyond the bleed"),
        ({"top": 80, "height": 20}, "reaches 7.00 mm beyond the bleed"),
    ],
)
def test_a_field_without_room_is_an_error_at_its_place(compose, given, message):
    with pytest.raises(InputError, match=message) as error:
        compose({"box": {"draw": "rectangle", "fill": "ink", **given}})
    (fault,) = error.value.faults
    assert fault.place.file.endswith("layouts/beast.yaml") and fault.place.line > 1


def test_a_field_may_reach_out_by_an_eighth_of_an_inch_whatever_bleed_is_printed(items):
    (shape,) = items({"box": {"draw": "rectangle", "fill": "ink", "left": "-0.125 in"}})
    assert segments_box(shape.segments)[0] == pytest.approx(-3.175)
