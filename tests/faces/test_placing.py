"""Fields moved, resized and turned by hand: what is written leads to the place that was asked for."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from cardgen.definitions.fields import offset
from cardgen.faces.box import ACROSS, axis
from cardgen.faces.placing import FixedKeyError, place_changes
from cardgen.foundations.units import length

SIZE, BLEED = (63.0, 88.0), 3.0
LENGTHS = st.integers(0, 600).map(lambda tenths: tenths / 10)
UNITS = st.sampled_from(["", " mm", " cm", " in", "mm"])
FORMS = st.sampled_from(
    [("left", "right"), ("left", "width"), ("right", "width"), ("width",), ("left",), ("right",), ()]
)


def changes(written, box, turn=0.0, now=None, before=0.0, bleed=BLEED):
    now = now or box
    made = place_changes(written, (now, before), (box, turn), SIZE, bleed)
    return {key: text for each in made for key, text in each.texts.items()}


def across(keys):
    """Where keys, as they are written, put a field between left and right."""
    left, right = (offset(keys[name]) if name in keys else None for name in ("left", "right"))
    return axis(left, right, length(keys["width"]) if "width" in keys else None, SIZE[0], BLEED, ACROSS)


@given(FORMS, UNITS, LENGTHS, LENGTHS, LENGTHS, LENGTHS)
def test_what_is_written_leads_to_the_place(form, unit, first, second, start, width):
    parts = {"": 1, " mm": 1, "mm": 1, " cm": 10, " in": 25.4}
    keys = {name: f"{value / parts[unit]:.4f}{unit}" for name, value in zip(form, (first, second + 1), strict=False)}
    try:
        left, right = across(keys)
    except ValueError:
        assume(False)
    wanted = (start, start + width + 1)
    made = changes(keys, (wanted[0], 0.0, wanted[1], 10.0), now=(left, 0.0, right, 10.0))
    assert across(keys | made) == pytest.approx(wanted, abs=0.02)
    assert {*made} <= {*ACROSS}
    if len(form) == 2:
        assert {*made} <= {*form}  # each keeps its way of being placed


@given(FORMS, LENGTHS, LENGTHS)
def test_what_does_not_move_is_not_written(form, first, second):
    keys = {name: f"{value}" for name, value in zip(form, (first, second + 1), strict=False)}
    try:
        left, right = across(keys)
    except ValueError:
        assume(False)
    assert changes(keys, (left, 0.0, right, 10.0)) == {}


@pytest.mark.parametrize(
    ("written", "after"),
    [
        ({"left": "4", "width": "20"}, {"left": "5.5"}),
        ({"left": "4.00", "width": "20"}, {"left": "5.50"}),  # as many decimals
        ({"left": "4 mm", "width": "20"}, {"left": "5.5 mm"}),
        ({"left": "0.4cm", "width": "20"}, {"left": "0.55cm"}),
        ({"left": "0.1575 in", "width": "20"}, {"left": "0.2165 in"}),
        ({"right": "39", "width": "20"}, {"right": "37.5"}),
        ({"left": "4", "right": "39"}, {"left": "5.5", "right": "37.5"}),
    ],
)
def test_a_move_keeps_keys_and_units(written, after):
    assert changes(written, (5.5, 0.0, 25.5, 88.0), now=(4.0, 0.0, 24.0, 88.0)) == after


def test_what_leaves_the_centre_gets_an_edge():
    assert changes({"width": "23"}, (21.0, 0.0, 44.0, 88.0), now=(20.0, 0.0, 43.0, 88.0)) == {"left": "21"}
    assert changes({"width": "23"}, (19.0, 0.0, 44.0, 88.0), now=(20.0, 0.0, 43.0, 88.0)) == {"width": "25"}
    assert changes({"width": "23"}, (20.0, 0.0, 40.0, 88.0), now=(20.0, 0.0, 43.0, 88.0)) == {
        "left": "20",
        "width": "20",
    }


def test_an_edge_at_the_bleed_is_written_as_such():
    whole = (-3.0, -3.0, 66.0, 91.0)
    written = {"left": "0", "right": "0", "top": "0", "bottom": "0"}
    assert changes(written, whole, now=(0.0, 0.0, 63.0, 88.0)) == dict.fromkeys(written, "-bleed")


def test_a_turn_is_written_by_itself():
    assert changes({"left": "4", "width": "20"}, (4.0, 0.0, 24.0, 88.0), turn=15.0) == {"turn": "15"}


def test_an_expression_is_not_replaced():
    with pytest.raises(FixedKeyError) as caught:
        changes({"left": None, "width": "20"}, (5.0, 0.0, 25.0, 88.0), now=(4.0, 0.0, 24.0, 88.0))
    assert caught.value.key == "left"
    assert changes({"left": None, "width": "20"}, (4.0, 0.0, 26.0, 88.0), now=(4.0, 0.0, 24.0, 88.0)) == {"width": "22"}
