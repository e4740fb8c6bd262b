"""What each `draw:` puts on a face."""

import pytest
from PIL import Image

from cardgen.foundations.errors import InputError
from cardgen.graphics.drawing import Group, Picture, Shape, Text, Use
from cardgen.graphics.geometry import box_through, segments_box

from .conftest import flat


def uses(items):
    return [item for item in flat(items) if isinstance(item, Use)]


def test_rectangle_with_round_corners_and_a_stroke(items):
    (shape,) = items({"r": {"draw": "rectangle", "fill": "sea 50 %", "stroke": "ink", "line": 0.5, "corners": 4}})
    assert (shape.fill, shape.stroke, shape.line) == ("#90b0d0", "#101010", 0.5)
    assert sum(segment[0] == "C" for segment in shape.segments) == 4


def test_a_path_is_fitted_into_its_field(items):
    field = {"draw": "path", "d": "M0 0H10V10H0Z", "view": "0 0 10 10", "fill": "ink", "width": 20, "height": 30}
    (shape,) = items({"p": field})
    assert segments_box(shape.segments) == pytest.approx((20, 35, 40, 55))


def test_an_icon_fills_its_box_and_stands_on_its_shade(items):
    drawn = items({"i": {"draw": "icon", "of": "acorn", "width": 20, "height": 20, "shade": "sea", "outline": 1}})
    assert [use.symbol.split("/")[1] for use in drawn] == ["acorn", "acorn"]
    assert drawn[0].colour == "#2060a0" and "shade" in drawn[0].symbol
    assert box_through(drawn[1].matrix, (0, 0, 512, 512)) == pytest.approx((20, 35, 40, 55))


def test_pips_stand_in_rows_and_the_last_row_is_centred(items):
    cards = {"fox": {"value": 5}}
    field = {"draw": "pips", "of": "acorn", "count": "{card.value}", "columns": 3, "gap": 1, "width": 32, "height": 21}
    boxes = [box_through(use.matrix, (0, 0, 512, 512)) for use in uses(items({"p": field}, cards=cards))]
    assert [round(box[0], 6) for box in boxes] == [14, 25, 36, 19.5, 30.5]
    assert [round(box[1], 6) for box in boxes] == [34.5] * 3 + [45.5] * 2
    assert all(box[2] - box[0] == pytest.approx(10) for box in boxes)


def test_no_pips(items):
    assert not uses(items({"p": {"draw": "pips", "of": "acorn", "count": "0"}}))


@pytest.mark.parametrize(
    ("value", "message"), [("many", "expected a whole number, got 'many'"), (101, "from 0 to 100")]
)
def test_pips_that_cannot_be_counted_point_at_the_card(items, value, message):
    with pytest.raises(InputError, match=message) as error:
        items({"p": {"draw": "pips", "of": "acorn", "count": "{card.value}"}}, cards={"fox": {"value": value}})
    assert error.value.faults[0].place.file.endswith("game.yaml")


def test_a_pattern_covers_its_box_and_is_cut_off_there(compose):
    field = {"draw": "pattern", "of": "checks", "ground": "sea", "left": "-bleed", "top": "-bleed"}
    composer = compose({"g": field})
    ground, cloth = composer.face(composer.sides[0], "en").items
    symbol = composer.supplies.symbols[cloth.symbol]
    assert segments_box(ground.segments) == symbol.box == (-3, -3, 60, 90)
    tiles = [box_through(use.matrix, (0, 0, 6, 6)) for use in symbol.items]
    assert min(t[0] for t in tiles) <= -3 and max(t[2] for t in tiles) >= 60
    assert min(t[1] for t in tiles) <= -3 and max(t[3] for t in tiles) >= 90
    assert len({(round(t[0], 6), round(t[1], 6)) for t in tiles}) == len(tiles)


@pytest.mark.parametrize(("fit", "expected"), [("contain", (10, 35, 50, 55)), ("cover", (-10, 25, 70, 65))])
def test_a_picture_is_whole_or_covers(items, tmp_path, fit, expected):
    (tmp_path / "zoo" / "art").mkdir(parents=True)
    Image.new("RGB", (200, 100), "red").save(tmp_path / "zoo" / "art" / "fox.png")
    field = {"draw": "picture", "of": "art/fox.png", "fit": fit, "width": 40, "height": 40}
    drawn = items({"p": field})
    (picture,) = [item for item in flat(drawn) if isinstance(item, Picture)]
    assert (picture.x, picture.y, picture.x + picture.width, picture.y + picture.height) == pytest.approx(expected)
    clips = [segments_box(item.clip) for item in drawn if isinstance(item, Group)]
    assert clips == ([] if fit == "contain" else [(10, 25, 50, 65)])


def test_same_is_turned_about_the_centre_of_the_face(items):
    drawn = items({
        "dot": {"draw": "ellipse", "fill": "ink", "left": 4, "top": 5, "width": 6, "height": 8},
        "dot2": {"same": "dot"},
    })  # fmt: skip
    assert isinstance(drawn[0], Shape)
    turned = box_through(drawn[1].matrix, segments_box(drawn[1].items[0].segments))
    assert turned == pytest.approx((50, 77, 56, 85))


def test_turn_is_about_the_fields_own_centre(items):
    (group,) = items({"r": {"draw": "rectangle", "fill": "ink", "width": 10, "height": 20, "turn": 90}})
    assert box_through(group.matrix, segments_box(group.items[0].segments)) == pytest.approx((20, 40, 40, 50))


def test_under_puts_a_field_beneath_another(items):
    drawn = items({
        "a": {"draw": "rectangle", "fill": "#0000aa"},
        "b": {"draw": "rectangle", "fill": "#0000bb", "under": "a"},
    })  # fmt: skip
    assert [shape.fill for shape in drawn] == ["#0000bb", "#0000aa"]


@pytest.mark.parametrize(("value", "drawn"), [(3, 1), (None, 0), ("no", 0)])
def test_when_draws_only_what_the_card_has(items, value, drawn):
    cards = {"fox": {"power": value} if value is not None else {}}
    field = {"draw": "rectangle", "fill": "ink", "when": "card.power"}
    assert len(items({"r": field}, cards=cards)) == drawn


def test_text_of_the_card_in_its_language(compose):
    composer = compose(
        {"name": {"draw": "text", "say": "name.{card.id}", "height": 20}},
        texts={"en": {"name.fox": "Fox"}, "fr": {"name.fox": {"from": "Fox", "to": "Renard !"}}},
    )
    (side,) = composer.sides
    said = {lang: [i.text for i in composer.face(side, lang).items if isinstance(i, Text)] for lang in ("en", "fr")}
    assert said == {"en": ["Fox"], "fr": ["Renard\u202f!"]}


def test_a_field_that_is_drawn_otherwise_keeps_its_place_only(compose, tmp_path):
    layouts = tmp_path / "zoo" / "layouts"
    layouts.mkdir(parents=True)
    (layouts / "base.yaml").write_text(
        "fields:\n  picture: {draw: icon, of: acorn, shade: ink, outline: 1, left: 10, width: 20, top: 5, height: 10}\n"
    )
    composer = compose({"picture": {"draw": "rectangle", "fill": "sea"}}, extends="base")
    (shape,) = composer.face(composer.sides[0], "en").items
    assert segments_box(shape.segments) == (10, 5, 30, 15)
