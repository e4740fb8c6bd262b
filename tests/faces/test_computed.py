"""Numbers of a layout that are computed for a card: expressions wherever a length or an angle may stand."""

import re

import pytest

from cardgen.definitions.computable import compute_value, expressions
from cardgen.definitions.load import load_game
from cardgen.faces.compose import Composer
from cardgen.foundations.errors import InputError
from cardgen.foundations.units import POINT
from cardgen.graphics.drawing import Group, Shape, Use, texts
from cardgen.graphics.geometry import segments_box
from cardgen.store.library import find_game
from tests.faces.conftest import flat

STONE = "  stone: {draw: rectangle, fill: ink, "


@pytest.fixture
def stones(game):
    """The side of each of the wood's cards, with a field of so many numbers more."""

    def composed(numbers, **fields):
        game.edit("layouts/creature.yaml", "fields:\n", f"fields:\n{STONE}{numbers}}}\n")
        composer = Composer(load_game(find_game(str(game.path))))
        composer.require(["en", "fr"])
        return {side.id: composer.face(side, "en") for side in composer.sides if side.id in ("fox", "owl")}

    return composed


def box(face):
    (found,) = [item for item in face.items if isinstance(item, Shape)][:1]
    return tuple(round(value, 6) for value in segments_box(found.segments))


def test_a_length_is_an_expression(stones):
    faces = stones('left: "{2 + 4 * card.value} mm", top: "{card.value} cm", width: 6, height: "{card.value / 2}"')
    assert box(faces["fox"]) == (14, 30, 20, 31.5)
    assert box(faces["owl"]) == (10, 20, 16, 21)
    assert faces["fox"].fields["stone"] == (14, 30, 20, 31.5)


def test_an_angle_is_looked_up(stones):
    faces = stones('left: 10, top: 10, width: 4, height: 20, turn: {by: card.icon, owl: 90, else: "{card.value - 3}"}')
    groups = {name: [item for item in face.items if isinstance(item, Group)] for name, face in faces.items()}
    assert not any(isinstance(item, Shape) for item in faces["owl"].items[:1])  # it is turned
    assert [round(value, 6) for value in groups["owl"][0].matrix[:4]] == [0, 1, -1, 0]
    assert box(faces["fox"]) == (10, 10, 14, 30)


def test_a_card_decides_how_large_its_text_is(game):
    game.edit("layouts/creature.yaml", "fields:\n", 'fields:\n  big: {draw: text, text: "A", style: text, '
              'size: "{5 * card.value} pt", left: 4, top: 30, width: 20, height: 20}\n')  # fmt: skip
    composer = Composer(load_game(find_game(str(game.path))))
    sizes = {}
    for side in composer.sides:
        if side.id in ("fox", "owl"):
            sizes[side.id] = max(size for text, size in texts(composer.face(side, "en").items) if text.text == "A")
    assert sizes["fox"] == pytest.approx(15 * POINT) and sizes["owl"] == pytest.approx(10 * POINT)


@pytest.mark.parametrize(
    ("numbers", "message"),
    [
        ('width: "{card.value - 3}"', "fields.stone.width: expected more than 0, got '0' (card 'Fox' (fox))"),
        ('width: "{card.icon} mm"', "expected a length such as 63, 63 mm, 2.5in or 180pt, got 'fox-head mm'"),
        ('width: 5, left: "{card.value * 30}"', "fields.stone: reaches 29.00 mm beyond the bleed and would be cut off"),
        ('width: "{card.valeu}"', "did you mean 'card.value'"),
        ('width: "{card.value"', "expected braces in pairs"),
        ("turn: {by: card.icon, owl: left, else: 0}", "fields.stone.turn.owl: expected a number, got 'left'"),
        ('line: "{card.value * 10}"', "fields.stone.line: expected at most 20, got '30'"),
    ],
)
def test_a_number_that_is_none_is_told_with_its_card(game, run, numbers, message):
    game.edit("layouts/creature.yaml", "fields:\n", f"fields:\n{STONE}{numbers}}}\n")
    told = run("check", str(game.path), "--static")
    assert told.code == 2 and message in told.out + told.err
    assert re.search(r"^wood/(layouts/creature|game)\.yaml:\d+:\d+: ", told.out + told.err, re.M)


def test_whole_numbers_are_whole(items):
    pips = {
        "draw": "pips",
        "of": "owl",
        "count": "{card.value}",
        "columns": "{card.value / 2}",
        "width": 40,
        "height": 20,
    }
    drawn = items({"pips": pips}, cards={"fox": {"value": 6}})
    uses = [item for item in flat(drawn) if isinstance(item, Use)]
    assert len({round(item.matrix[4], 3) for item in uses}) == 3 and len(uses) == 6


def test_small_numbers_are_read_as_one_writes_them(game):
    from cardgen.definitions.layout_fields import Rectangle

    assert compute_value(Rectangle, "turn", "1e-07") == 1e-7 and compute_value(Rectangle, "width", " 2.50 ") == 2.5
    plain = Rectangle.model_validate({"draw": "rectangle", "left": "-bleed", "turn": 3})
    assert not list(expressions(plain))


@pytest.mark.parametrize(
    ("field", "keys", "way", "written"),
    [
        ({"draw": "text", "text": "A"}, {"align": "{card.way}"}, "right", {"align": "right"}),
        ({"draw": "text", "text": "A"}, {"valign": "{card.way}"}, "top", {"valign": "top"}),
        ({"draw": "ellipse", "fill": "#808080"}, {"blend": "{card.way}"}, "multiply", {"blend": "multiply"}),
        ({"draw": "line", "line": 1}, {"end": "{card.way}"}, "arrow", {"end": "arrow"}),
        ({"draw": "ring", "count": "5"}, {"clockwise": "{card.way}"}, "no", {"clockwise": False}),
        ({"draw": "qr", "of": "https://example.org"}, {"error": "{card.way}"}, "high", {"error": "high"}),
        (
            {"draw": "ellipse", "fill": "ink"},
            {"repeat": {"i": "1 to 3", "lay": "row", "align": "{card.way}"}},
            "end",
            {"repeat": {"i": "1 to 3", "lay": "row", "align": "end"}},
        ),
        (
            {"draw": "stack", "fields": {"x": {"draw": "text", "text": "A"}}},
            {"align": "{card.way}"},
            "end",
            {"align": "end"},
        ),
    ],
)
def test_words_are_computed(compose, field, keys, way, written):
    reads_way = {"by": "card.way", way: "ink", "else": "paper"}
    below = {"draw": "rectangle", "fill": reads_way, "left": 0, "width": 1, "top": 0, "height": 1}
    at = field | {"left": 27, "width": 13, "top": 20, "height": 13}

    def items(more):
        composer = compose({"b": below, "a": at | more}, cards={"fox": {"way": way}})
        return composer.face(composer.sides[0], "en").items

    assert items(keys) == items(written)


PLACED = {"left": 5, "right": 5, "top": 5, "height": 12}
CARDS = {"fox": {"way": "row", "mood": "loud"}, "owl": {"way": "column", "mood": "still"}}


def words(composer):
    """The texts of each card: what they say, in which font, where and how large."""
    return {
        side.id: [(text.text, text.font, text.x, text.y, size) for text, size in texts(composer.face(side, "en").items)]
        for side in composer.sides
    }


def test_a_card_decides_in_which_style_a_text_is(compose):
    field = {"draw": "text", "text": "A {card.way}", "style": {"by": "card.mood", "loud": "large", "else": "small"}}
    found = words(compose({"t": field | PLACED}, cards=CARDS, styles={"large": {"size": 14}, "small": {"size": 8}}))
    assert found["fox"][0][4] == pytest.approx(14 * POINT) and found["owl"][0][4] == pytest.approx(8 * POINT)


def test_a_card_decides_in_which_font_a_style_is(compose):
    styles = {"mine": {"font": {"by": "card.mood", "loud": "display", "else": "text"}}}
    found = words(
        compose({"t": {"draw": "text", "text": "{card.way}", "style": "mine"} | PLACED}, CARDS, styles=styles)
    )
    assert "fraunces" in found["fox"][0][1] and "source-sans-3" in found["owl"][0][1]


def test_a_card_decides_how_its_stack_lies(compose):
    line = {"draw": "text", "width": 20, "text": "{card.mood}"}
    fields = {"one": line | {"height": 4}, "two": line | {"height": 4}}
    found = words(compose({"s": {"draw": "stack", "lay": "{card.way}", "fields": fields} | PLACED}, CARDS))
    (one, two), (first, second) = found["fox"], found["owl"]
    assert one[3] == two[3] and one[2] < two[2] and first[2] == second[2] and first[3] < second[3]


@pytest.mark.parametrize(
    ("field", "message"),
    [
        ({"draw": "text", "text": "{card.way}", "style": "{card.mood}"}, "there is no style 'loud'"),
        (
            {"draw": "text", "text": "{card.way}", "style": {"by": "card.mood", "loud": "txet", "else": "text"}},
            "fields.x.style.loud: there is no style 'txet'; did you mean 'text'?",
        ),
        (
            {"draw": "stack", "lay": "{card.way}", "fields": {"a": {"draw": "ellipse", "height": 3}}},
            "fields.x.a: expected its width, because a stack measures only texts",
        ),
        (
            {"draw": "stack", "lay": "{card.mood}", "fields": {"a": {"draw": "ellipse", "height": 3, "width": 3}}},
            "fox.mood: expected one of 'column', 'row', got 'loud'",
        ),
    ],
)
def test_a_word_that_is_none_is_told_with_its_place(compose, field, message):
    with pytest.raises(InputError) as told:
        compose({"x": field | PLACED}, CARDS)
    assert message in str(told.value) and all(fault.place.line for fault in told.value.faults)
