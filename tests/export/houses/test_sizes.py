"""Profiles of print houses, and the sizes that they cut."""

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgen.export.houses.profile import houses
from cardgen.export.houses.sizes import cut_of, nearest_box, nearest_size
from cardgen.export.target import find_target
from cardgen.foundations.errors import InputError
from cardgen.graphics.geometry import box_through
from cardgen.graphics.outline import CIRCLE, RECTANGLE, Shape
from cardgen.store.library import find_game
from tests.houses import HOUSE, house
from tests.printing import ROOT

HEXAGON = Shape("hexagon", flat=True)


def test_every_profile_that_ships_can_be_read():
    assert {"tgc", "mpc", "drivethru", "factory"} <= {each.name for each in houses(find_game("king_lui", ROOT))}


@cache
def shipped(name):
    return next(each.says for each in houses(find_game("king_lui", ROOT)) if each.name == name)


@pytest.mark.parametrize(
    ("name", "size", "shape", "cut", "pixels"),
    [
        ("tgc", (63, 88), RECTANGLE, "euro-poker", (825, 1125)),
        ("tgc", (63.5, 88.9), RECTANGLE, "poker", (825, 1125)),
        ("tgc", (70, 120), RECTANGLE, "tarot", (900, 1500)),
        ("tgc", (88.9, 88.9), CIRCLE, "circle", (1125, 1125)),
        ("tgc", (88.9, 88.9), RECTANGLE, "square", (1125, 1125)),
        ("mpc", (63, 88), RECTANGLE, "standard", (816, 1110)),
        ("mpc", (63.5, 88.9), RECTANGLE, "poker", (822, 1122)),
        ("tgc", (19, 19), RECTANGLE, None, None),  # a chit is no card
        ("factory", (61, 112), RECTANGLE, "61x112mm", (791, 1394)),
    ],
)
def test_a_card_gets_the_houses_size(name, size, shape, cut, pixels):
    made = cut_of(shipped(name), shape.outline(*size))
    assert (made and made.name, made and made.pixels) == (cut, pixels)


@pytest.mark.parametrize(
    ("make", "size", "cut"),
    [
        ("token", (19, 19), "medium-square-chit"),
        ("mat", (457, 457), "quad-board"),
        ("token", (457, 457), None),
        ("standee", (19, 57), "medium-standee"),
        ("standee", (57, 19), None),  # it would lie on its side
        ("standee", (63, 88), None),
        ("token", (63, 88), "euro-poker"),
    ],
)
def test_a_component_gets_a_size_for_its_kind(make, size, cut):
    made = cut_of(shipped("tgc"), RECTANGLE.outline(*size), make)
    assert (made and made.name) == cut


@pytest.mark.parametrize(
    ("shape", "size", "cut", "pixels"),
    [
        (CIRCLE, (26, 26), "large-circle-chit", (375, 375)),
        (CIRCLE, (19, 19), "medium-circle-chit", (300, 300)),
        (CIRCLE, (12.7, 12.7), "small-circle-chit", (225, 225)),
        (CIRCLE, (32, 32), "mini-circle-tile", (450, 450)),
        (HEXAGON, (63.5, 54.99), "medium-hex-tile", (825, 750)),
        (HEXAGON, (95.25, 82.55), "large-hex-tile", (1200, 1050)),  # punched, not of card stock
        (RECTANGLE, (63.5, 63.5), "medium-square-tile", (825, 825)),
        (RECTANGLE, (50, 25), "domino-chit", (375, 675)),  # on its side
    ],
)
def test_tokens_get_what_is_punched(shape, size, cut, pixels):
    made = cut_of(shipped("tgc"), shape.outline(*size), "token")
    assert made and (made.name, made.pixels) == (cut, pixels)


@pytest.mark.parametrize(
    ("name", "make", "shape", "size", "told"),
    [
        ("tgc", "card", RECTANGLE, (100, 150), "the nearest is jumbo, 88.9 x 139.7 mm"),
        ("tgc", "mat", RECTANGLE, (195, 195), "the nearest is quad-board, 457.2 x 457.2 mm"),
        ("tgc", "standee", RECTANGLE, (40, 56), "the nearest is large-standee, 25.4 x 76.2 mm"),
        ("tgc", "token", CIRCLE, (22, 22), "the nearest is medium-circle-chit, 19.05 x 19.05 mm"),
        ("tgc", "token", HEXAGON, (53, 46), "the nearest is small-hex-tile, 50.8 x 44.45 mm"),
        ("tgc", "token", CIRCLE, (90, 90), "the nearest is circle, 88.9 x 88.9 mm"),
        ("mpc", "token", CIRCLE, (22, 22), "it does not cut that shape; its sizes are standard, poker"),
    ],
)  # fmt: skip
def test_the_nearest_size_is_one_for_that_kind(name, make, shape, size, told):
    assert nearest_size(shipped(name), shape.outline(*size), make) == told


@pytest.mark.parametrize(
    ("size", "cards", "name"),
    [
        ((63, 88), 1, "poker-tuck-box-36"),
        ((88.9, 63.5), 36, None),
        ((63.5, 88.9), 36, "poker-tuck-box-36"),
        ((63.5, 88.9), 37, "poker-tuck-box-54"),
        ((63.5, 88.9), 55, "poker-tuck-box-72"),
        ((63.5, 88.9), 200, "poker-tuck-box-108"),
        ((70, 120), 36, None),
    ],
)
def test_the_nearest_box_is_the_smallest_that_holds_its_cards(size, cards, name):
    found = nearest_box(shipped("tgc"), size, cards)
    assert (found and found[0]) == name


@settings(deadline=None)
@given(st.floats(-1, 1), st.floats(-1, 1), st.booleans())
def test_a_card_stays_as_large_as_it_is_and_in_the_middle(wider, higher, on_side):
    size = 63.5 + wider, 88.9 + higher
    size = size[::-1] if on_side else size
    cut = cut_of(shipped("drivethru"), RECTANGLE.outline(*size))
    assert cut.turned == on_side

    class Face:
        width, height = size

    left, top, right, bottom = box_through(cut.matrix(Face), (0, 0, *size))
    assert sorted((right - left, bottom - top)) == pytest.approx(sorted(size))
    assert (left + right, top + bottom) == pytest.approx(cut.area)
    assert max(cut.slack(RECTANGLE.outline(*size))) <= 0.5 + 1e-9


@pytest.mark.parametrize("size", [(60, 88.9), (63.5, 91), (50, 50)])
def test_what_a_house_does_not_cut_has_no_size(size):
    assert cut_of(shipped("drivethru"), RECTANGLE.outline(*size)) is None


def test_a_profile_of_ones_own_comes_before_the_one_that_ships(game):
    (game / "printers/tgc.yaml").write_text("name: Mine\nsends: pictures\n")
    assert {each.name: each.says.name for each in houses(find_game(str(game)))}["tgc"] == "Mine"


@pytest.mark.parametrize(
    ("says", "told"),
    [
        (HOUSE.replace("safe", "save"), "ours.yaml:4:1: save: unknown key; did you mean 'safe'"),
        (HOUSE.replace("pdf", "pictures"), "ours.yaml:8:11: printing: only houses with sends: pdf use it"),
        (HOUSE.replace("63 x 88 mm", "63"), "ours.yaml:5:23: sizes.poker.size: expected a size such as"),
        (HOUSE + "die: Cut", "ours.yaml:7:6: die: only houses with sends: pdf and copies: no use it"),
        (HOUSE.replace("back", "bag"), "ours.yaml:6:8: first: expected one of 'front', 'back', got 'bag'"),
    ],
)
def test_a_profile_with_faults_is_told_with_places(game, says, told):
    house(game, says)
    with pytest.raises(InputError) as error:
        find_target(find_game(str(game)), "ours")
    assert told in str(error.value)
