"""Strips of signs and rings of numbers: what is drawn, and where, in mm."""

import math
from dataclasses import replace

import pytest

from cardgen.definitions.behaviour import Phrase, Sign
from cardgen.definitions.load import load_game
from cardgen.faces.compose import Composer
from cardgen.faces.reading import Reading
from cardgen.foundations.errors import InputError
from cardgen.graphics.drawing import Group, Shape, Text, Use
from cardgen.graphics.geometry import box_through, multiply, segments_box
from cardgen.store.library import find_game

from .conftest import flat


@pytest.fixture(scope="module")
def composer() -> Composer:
    return Composer(load_game(find_game("draco")))


def strip(composer, card):
    (side,) = [side for side in composer.sides if side.name == f"tavern/{card}/front"]
    return composer.items(side, "strip", "en")


def boxes(items, symbols, matrix=(1, 0, 0, 1, 0, 0)):
    """(what, box on the face) of every icon and text, in their order."""
    for item in items:
        if isinstance(item, Group):
            yield from boxes(item.items, symbols, multiply(item.matrix, matrix))
        elif isinstance(item, Use):
            name = item.symbol.removeprefix("icons/")
            yield name, box_through(multiply(item.matrix, matrix), symbols[item.symbol].box)
        elif isinstance(item, Text):
            left, top = item.x, item.y - item.ascent
            box = (left, top, left + item.width, item.y + item.descent)
            yield item.text, box_through(matrix, box)


@pytest.mark.parametrize(
    ("card", "signs"),
    [
        ("elbow", ["own", "advance", "2"]),
        ("compromise", ["own", "advance", "4", "partner", "retreat", "3"]),
        ("tipsy_draco", ["die", "1·3·5", "to", "draco", "clockwise-rotation"]),
        ("three_card_monte", ["row", "row", "row", "cycle"]),
        ("whispers", ["zork", "john", "sarah", "swap"]),
        ("tax", ["richest", "to", "silver", "3", "to", "bank"]),
    ],
)
def test_a_strip_shows_its_signs_from_left_to_right(composer, card, signs):
    found = list(boxes(strip(composer, card), composer.supplies.symbols))
    assert [name for name, _ in found] == signs
    starts = [box[0] for _, box in found]
    assert starts == sorted(starts)


def test_every_strip_is_centred_in_its_field(composer):
    for design in composer.game.decks[0].designs:
        found = [box for _, box in boxes(strip(composer, design.id), composer.supplies.symbols)]
        left, right = min(box[0] for box in found), max(box[2] for box in found)
        assert left >= 7.49 and right <= 63 - 7.49, design.id
        assert left + right == pytest.approx(63, abs=0.5), design.id
        for name, (_, top, _, bottom) in boxes(strip(composer, design.id), composer.supplies.symbols):
            if name.replace("-", "").isalpha():
                assert 54.69 <= top < bottom <= 62.31, (design.id, name)


def test_a_sign_stands_on_a_small_card_of_its_colour(composer, monkeypatch):
    (side,) = [side for side in composer.sides if side.name == "tavern/elbow/front"]
    effect = type("Effect", (), {"strip": lambda self: iter([Sign(text="7", fill="second", colour="accent")])})()
    monkeypatch.setitem(side.owner.behaviour, "effect", effect)
    context = composer.reading(side).context("strip", "en")
    from cardgen.faces.draw.strip import draw_strip

    drawn = list(flat(draw_strip(side.layout.fields["strip"], (0, 0, 40, 10), context)))
    (card,) = [item for item in drawn if isinstance(item, Shape)]
    (number,) = [item for item in drawn if isinstance(item, Text)]
    colours = composer.game.colours
    assert (card.fill, number.colour) == (colours["second"], colours["accent"])
    left, top, right, bottom = segments_box(card.segments)
    assert (top, bottom) == pytest.approx((0, 1)) and right - left >= 0.7


def test_a_strip_takes_rows_if_its_signs_are_larger_so_but_none_larger_than_its_largest(composer, monkeypatch):
    (side,) = [side for side in composer.sides if side.name == "tavern/elbow/front"]
    context = composer.reading(side).context("strip", "en")
    from cardgen.faces.draw.strip import draw_strip

    def drawn(signs, **keys):
        monkeypatch.setitem(side.owner.behaviour, "effect", type("Effect", (), {"strip": lambda self: iter(signs)})())
        field = side.layout.fields["strip"].model_copy(update=keys)
        groups = draw_strip(field, (0, 0, 40, 10), context)
        return [(round(group.matrix[0], 2), round(group.matrix[5], 2)) for group in groups]

    card = Sign(fill="second")
    many = [*[card] * 8, replace(card, new_row=True), *[card] * 7]
    (one_row,) = set(drawn(many))
    two_rows = drawn(many, rows=2)
    assert one_row[0] < 4 and two_rows == [(4.67, 0)] * 8 + [(4.67, 5.33)] * 8
    assert len(set(drawn([card] * 16, rows=2))) == 1  # none of them may begin a row
    assert set(drawn([card], rows=2)) == {(10, 0)} and set(drawn([card], rows=2, largest=6)) == {(6, 2)}


def test_a_strip_of_what_no_engine_reads_is_an_error(items):
    with pytest.raises(InputError, match=r"fields\.s\.of: no engine reads the field 'power' here \(card 'fox'\)"):
        items({"s": {"draw": "strip", "of": "power", "width": 20, "height": 5}}, cards={"fox": {"power": 3}})
    field = {"draw": "text", "tell": "power", "width": 20, "height": 5}
    with pytest.raises(InputError, match=r"fields\.s\.tell: no engine reads the field 'power' here"):
        items({"s": field}, cards={"fox": {"power": 3}})


def test_a_text_is_said_written_or_told_but_not_twice(items):
    with pytest.raises(InputError, match=r"fields\.s: expected one of 'say', 'text' and 'tell'"):
        items({"s": {"draw": "text", "tell": "power", "say": "fox", "width": 20, "height": 5}})


def test_what_has_no_words_is_told_at_the_card(composer, monkeypatch):
    (side,) = [side for side in composer.sides if side.name == "tavern/elbow/front"]
    effect = type("Effect", (), {"phrases": lambda self: iter([Phrase(("fly.owl", "fly"))])})()
    monkeypatch.setitem(side.owner.behaviour, "effect", effect)
    faults = Reading(side, composer.game, composer.bleed, composer.supplies.apart()).faults
    (fault,) = [fault for fault in faults if "fly.owl" in fault.message]
    assert fault.message.startswith("the string 'effect.fly.owl' is missing in en")
    assert "(card 'Sharp Elbows' (elbow))" in fault.message
    assert fault.place == side.owner.place_of("effect")


# Rings

RING = {"draw": "ring", "count": "4", "width": 40, "height": 40, "size": 10}


def middles(items):
    """Each number, and its middle counted from the face's: right and down, in mm."""
    found = {}
    for item in flat(items):
        if isinstance(item, Text):
            found[item.text] = item.x + item.width / 2 - 30, item.y - item.size * 0.66 / 2 - 45
    return found


def test_numbers_stand_around_a_circle(items):
    found = middles(items({"r": RING}))
    where = {"1": (0, -20), "2": (20, 0), "3": (0, 20), "4": (-20, 0)}
    assert found.keys() == where.keys()
    for number, place in where.items():
        assert found[number] == pytest.approx(place, abs=0.2)


def test_a_ring_may_run_the_other_way_from_a_part_that_stays_empty(items):
    found = middles(items({"r": RING | {"count": "3", "parts": "4", "start": 180, "clockwise": False}}))
    where = {"1": (20, 0), "2": (0, -20), "3": (-20, 0)}
    assert found.keys() == where.keys()
    for number, place in where.items():
        assert found[number] == pytest.approx(place, abs=0.2)


def test_discs_lie_behind_the_numbers_and_a_ring_may_be_an_ellipse(items):
    drawn = list(flat(items({"r": RING | {"disc": "sea", "height": 20}})))
    discs = [segments_box(item.segments) for item in drawn if isinstance(item, Shape)]
    assert len(discs) == 4
    for left, top, right, bottom in discs:
        x, y = (left + right) / 2 - 30, (top + bottom) / 2 - 45
        assert math.hypot(x / 20, y / 10) == pytest.approx(1)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"count": "{card.places}"}, r"fox\.places: expected a whole number, got 'many'"),
        ({"count": "0"}, r"fields\.r\.count: expected from 1 to 100, got 0"),
        ({"count": "5", "parts": "4"}, r"fields\.r\.parts: expected at least 5 parts for as many numbers, got 4"),
    ],
)
def test_rings_that_cannot_be_drawn(items, change, message):
    with pytest.raises(InputError, match=message):
        items({"r": RING | change}, cards={"fox": {"places": "many"}} if "{" in change["count"] else None)


@pytest.mark.parametrize(("lacks", "told"), [("strip", "no signs for"), ("tell", "no words for")])
def test_a_field_whose_model_shows_nothing_is_an_error_of_the_layout(composer, monkeypatch, lacks, told):
    (side,) = [side for side in composer.sides if side.name == "tavern/elbow/front"]
    given = {"tell": {"strip": lambda self: iter([Sign(text="7")])}, "strip": {"phrases": lambda self: iter(())}}
    monkeypatch.setitem(side.owner.behaviour, "effect", type("Effect", (), given[lacks])())
    (fault,) = Reading(side, composer.game, composer.bleed, composer.supplies.apart()).blocking_faults["en"]
    assert fault.message.endswith(f"the engine has {told} 'effect'") and fault.place.file.endswith("action.yaml")
