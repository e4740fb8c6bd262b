"""Stacks, held against places reckoned by hand; and fields that stand by the size of others."""

import math
import re
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.definitions.load import load_game
from cardgen.faces.compose import Composer
from cardgen.faces.fit import STEP
from cardgen.faces.readings import Readings
from cardgen.foundations.units import POINT
from cardgen.graphics.drawing import Group, Text
from cardgen.store.library import find_game
from tests.faces.test_repeats import ON, STONE, faces, faults, made, stones

__all__ = ["faces"]

HEAD = "draw: stack, left: 4, top: 30, width: 40"  # the box that most of them have
WORDS = "draw: text, style: word"
STYLES = "styles:\n  word: {size: 10, at_least: 6, hyphenate: no}\n  tiny: {size: 7, at_least: 6}\n"


@pytest.fixture
def stacked(game, faces):
    def composed(fields, **files):
        text = (game.path / "layouts/creature.yaml").read_text("utf-8")
        game.write("layouts/creature.yaml", text.replace("styles:\n", STYLES) if "styles:\n" in text else STYLES + text)
        return faces(fields, **files)

    return composed


def lines(face, start):
    """The lines whose text begins so: their left edges, tops and bottoms, and their sizes in pt."""
    return [
        (round(each.x, 4), round(each.y - each.ascent, 4), round(each.y + each.descent, 4), round(each.size / POINT, 4))
        for each in _texts(face.items)
        if each.text.startswith(start)
    ]


def _texts(items, x=0.0, y=0.0):
    """Texts where they stand on a face whose fields are moved and not turned."""
    for item in items:
        if isinstance(item, Group):
            *_, right, down = item.matrix
            yield from _texts(item.items, x + right, y + down)
        elif isinstance(item, Text):
            yield replace(item, x=item.x + x, y=item.y + y)


def test_fields_lie_below_one_another_by_the_height_of_their_words(stacked):
    fox = stacked(
        f"  s: {{{HEAD}, height: 40, gap: 2, fields: {{\n"
        f"      one: {{{WORDS}, text: Aaa}}, two: {{{STONE}, height: 3, left: 5, right: 10}},\n"
        f"      three: {{{WORDS}, text: Bbb}}}}}}"
    )["fox"]
    ((x, top, bottom, size),) = lines(fox, "Aaa")
    assert (x, top, size) == (4, 30, 10)
    assert [*stones(fox.items)] == [(9, pytest.approx(bottom + 2), 34, pytest.approx(bottom + 5))]
    ((_, below, _, _),) = lines(fox, "Bbb")
    assert below == pytest.approx(bottom + 7)


@pytest.mark.parametrize("align, share", [("start", 0), ("centre", 0.5), ("end", 1)])
def test_all_of_it_stands_where_it_is_aligned(align, share, stacked):
    inner = f"a: {{{STONE}, height: 5}}, b: {{{STONE}, height: 4}}"
    fox = stacked(f"  s: {{{HEAD}, height: 30, gap: 1, align: {align}, fields: {{{inner}}}}}")["fox"]
    top = 30 + share * 20
    assert [*stones(fox.items)] == [(4, top, 44, top + 5), (4, top + 6, 44, top + 10)]


def test_what_is_not_drawn_or_says_nothing_takes_no_room(stacked):
    faces = stacked(
        f"  s: {{{HEAD}, height: 30, gap: 1, fields: {{\n"
        f"      a: {{{STONE}, height: 5, when: card.value > 2}}, b: {{{WORDS}, text: ''}},\n"
        f"      c: {{{STONE}, height: 4}}}}}}"
    )
    assert [*stones(faces["fox"].items)] == [(4, 30, 44, 35), (4, 36, 44, 40)]
    assert [*stones(faces["owl"].items)] == [(4, 30, 44, 34)]


def test_a_row_lies_beside_one_another_by_the_width_of_its_words(stacked):
    fox = stacked(
        f"  s: {{{HEAD}, height: 10, lay: row, align: end, gap: 1.5, fields: {{\n"
        f"      coin: {{{STONE}, width: 4, height: 6, repeat: {{i: 1 to card.value}}}},\n"
        f"      cost: {{{WORDS}, text: Aaa}}}}}}"
    )["fox"]
    (word,) = [each for each in _texts(fox.items) if each.text == "Aaa"]
    left = 44 - word.width
    assert word.x == pytest.approx(left)
    assert [*stones(fox.items)] == [
        (pytest.approx(left - 5.5 * (3 - at), abs=1e-3), 32, pytest.approx(left - 5.5 * (3 - at) + 4, abs=1e-3), 38)
        for at in range(3)
    ]


def test_a_row_begins_at_the_right_where_one_reads_from_there(game, faces):
    game.edit("game.yaml", "  colours", "  mirrored: [en]\n  colours")
    inner = f"a: {{{STONE}, width: 4}}, b: {{{STONE}, width: 5}}"
    fox = faces(f"  s: {{{HEAD}, height: 6, lay: row, gap: 1, fields: {{{inner}}}}}")["fox"]
    assert [*stones(fox.items)] == [(55, 30, 59, 36), (49, 30, 54, 36)]


def test_a_column_within_a_row_stands_where_it_is_aligned(faces):
    inner = f"draw: stack, width: 9, gap: 0, align: end, fields: {{b: {{{STONE}, height: 2}}}}"
    fox = faces(f"  s: {{{HEAD}, height: 6, lay: row, fields: {{a: {{{STONE}, width: 4}}, c: {{{inner}}}}}}}")["fox"]
    assert [*stones(fox.items)] == [(4, 30, 8, 36), (9, 34, 18, 36)]


def test_a_group_is_moved_with_all_that_it_holds(faces):
    inner = f"draw: group, height: 4, fields: {{b: {{{STONE}, left: 1, width: 2, height: 4}}}}"
    fox = faces(f"  s: {{{HEAD}, height: 20, fields: {{a: {{{STONE}, height: 5}}, g: {{{inner}}}}}}}")["fox"]
    assert [*stones(fox.items)] == [(4, 30, 44, 35), (5, 36, 7, 40)]


def test_rows_of_a_table_are_as_high_as_their_words(stacked):
    fox = stacked(
        f"  t: {{{HEAD}, height: 40, gap: 1, fields: {{\n"
        f"      row: {{draw: stack, lay: row, repeat: {{row: rows.csv}}, fields: {{\n"
        f"      dot: {{{STONE}, width: 2, height: 2}},\n"
        f"      what: {{{WORDS}, text: '{{row.what}}', width: 20, valign: top}},\n"
        f"      points: {{{WORDS}, text: '{{row.points}} p'}}}}}}}}}}",
        rows_csv="what,points\nMmmmmm mmmmmm mmmmmm mmmmmm,3\nShort,5\n",
    )["fox"]
    long = lines(fox, "Mm") + lines(fox, "mm")
    assert len(long) > 1 and long[0][1] == 30
    bottom = max(each[2] for each in long)
    ((_, short, end, _),) = lines(fox, "Short")
    assert short == pytest.approx(bottom + 1, abs=1e-3)
    middles = [(box[1] + box[3]) / 2 for box in stones(fox.items)]
    assert middles == [pytest.approx((30 + bottom) / 2, abs=1e-3), pytest.approx((short + end) / 2, abs=1e-3)]


def test_its_texts_are_made_smaller_together_and_none_below_its_least(stacked):
    words = " ".join(["word"] * 24)
    fox = stacked(
        f"  s: {{{HEAD}, height: 22, gap: 1, fields: {{\n"
        f"      one: {{{WORDS}, text: {words}}}, two: {{draw: text, style: tiny, text: {words}}}}}}}"
    )["fox"]
    large, small = sorted(
        {each.size / POINT for each in _texts(fox.items) if each.text.startswith("word")}, reverse=True
    )
    assert 6 < large < 10
    assert small == pytest.approx(max(6, 7 * large / 10)), "by the same scale, but not below its least"
    steps = (10 - large) * POINT / STEP
    assert steps == pytest.approx(round(steps), abs=1e-6)
    assert max(each[2] for each in lines(fox, "word")) <= 30 + 22


def test_what_does_not_fit_says_what_stack_it_stands_in(game):
    words = " ".join(["word"] * 60)
    (told, *_) = faults(game, f"  s: {{{HEAD}, height: 8, fields: {{one: {{draw: text, text: {words}}}}}}}")
    assert re.search(r"\(\w+\), stack 's', en, fr: 'word .*…' is [\d.]+ mm too high for its 8\.0 mm at 7 pt", told)


def test_what_draws_no_words_and_has_no_room_is_told(game):
    told = faults(game, f"  s: {{{HEAD}, height: 8, fields: {{a: {{{STONE}, height: 5}}, b: {{{STONE}, height: 4}}}}}}")
    assert "stack 's': what stands in it is 2.0 mm too high for its 8.0 mm" in told[0]


def test_a_row_within_a_stack_is_told_with_its_own_name_and_width(game):
    row = f"a: {{draw: stack, lay: row, width: 18, height: 6, fields: {{b: {{{STONE}, width: 18.5}}}}}}"
    (told, *_) = faults(game, f"  s: {{{HEAD}, height: 20, fields: {{word: {{draw: text, text: word}}, {row}}}}}")
    assert "stack 's.a': what stands in it is 0.5 mm too wide for its 18.0 mm" in told


def test_a_word_of_a_row_is_told_with_the_width_that_it_has(game):
    row = "a: {draw: stack, lay: row, width: 20, height: 6, fields: {b: {draw: text, width: 2, text: wordiness}}}"
    (told, *_) = faults(game, f"  s: {{{HEAD}, height: 20, fields: {{{row}}}}}")
    assert re.search(r"stack 's\.a', en, fr: 'wordiness' is [\d.]+ mm too wide for its 2\.0 mm at", told)


@pytest.mark.parametrize(
    "inner, message",
    [
        (
            f"a: {{{STONE}, height: 3, top: 2}}",
            "fields.s.a.top: the stack places this field; write its height, and the gap of the stack",
        ),
        (f"a: {{{STONE}}}", "fields.s.a: expected its height, because a stack measures only texts"),
        (
            f"a: {{{STONE}, height: 3}}, b: {{same: a}}",
            "fields.s.b.same: a stack cannot draw a field a second time; put `same` outside the stack",
        ),
        (
            f"a: {{{STONE}, height: 3}}, b: {{{STONE}, height: 3, under: a}}",
            "fields.s.b.under: a stack draws its fields in the order",
        ),
        (
            f"a: {{{STONE}, height: 3, repeat: {{i: 1 to 2, lay: row}}}}",
            "fields.s.a.repeat.lay: the stack itself places",
        ),
        (
            f"a: {{draw: stack, turn: 9, fields: {{b: {{{STONE}, height: 3}}}}}}",
            "fields.s.a.turn: only the outer stack",
        ),
        (
            f"a: {{draw: stack, lay: row, fields: {{b: {{{STONE}, width: 3}}}}}}",
            "fields.s.a.b: expected its height: the row",
        ),
    ],
)
def test_what_a_stack_cannot_place_is_told_with_its_place(inner, message, game):
    (told,) = faults(game, f"  s: {{{HEAD}, height: 20, fields: {{{inner}}}}}")
    assert re.match(rf"creature\.yaml:\d+:\d+: {re.escape(message)}", told)


@ON
@given(
    heights=st.lists(st.integers(1, 9), min_size=1, max_size=5),
    gap=st.integers(0, 3),
    align=st.sampled_from(["start", "centre", "end"]),
)
def test_none_lies_on_another_and_all_are_there(game, heights, gap, align):
    inner = ", ".join(f"f{at}: {{{STONE}, height: {each}}}" for at, each in enumerate(heights))
    stack = f"draw: stack, left: 4, top: 4, width: 40, height: 60, gap: {gap}, align: {align}, fields: {{{inner}}}"
    game.write("layouts/creature.yaml", f"fields:\n  s: {{{stack}}}\n")
    for name in ("strings/en.yaml", "strings/fr.yaml"):
        game.write(name, "game.title: Wood\n" if "en" in name else "game.title: {from: Wood, to: Bois}\n")
    game.write(
        "game.yaml", "players: 2\nlanguages: [en]\ndecks: {d: {kinds: {k: {layout: creature, cards: {fox: {}}}}}}\n"
    )
    (game.path / "variants/quick.yaml").unlink(missing_ok=True)
    found = [*stones(made(game)["fox"].items)]
    assert [round(bottom - top, 4) for _, top, _, bottom in found] == heights
    assert all(math.isclose(after[1] - before[3], gap, abs_tol=1e-3) for before, after in pairwise(found))


# ---- fields that stand by others


def test_a_panel_is_as_large_as_the_words_above_it(stacked):
    fox = stacked(
        f"  panel: {{{STONE}, left: 3, right: 3, top: '{{field.s.top - 1}}', height: '{{field.s.height + 2}}'}}\n"
        f"  s: {{{HEAD}, height: 40, align: centre, fields: {{one: {{{WORDS}, text: Aaa}}}}}}"
    )["fox"]
    ((_, top, bottom, _),) = lines(fox, "Aaa")
    assert [*stones(fox.items)] == [(3, pytest.approx(top - 1, abs=1e-3), 60, pytest.approx(bottom + 1, abs=1e-3))]


def test_a_line_is_as_long_as_a_word(stacked):
    faces = stacked(
        f"  line: {{{STONE}, left: 8, top: '{{field.name.bottom}}', height: 1, width: '{{field.name.width}}'}}"
    )
    for id, name in (("fox", "Fox"), ("owl", "Owl")):
        (word,) = [each for each in _texts(faces[id].items) if each.text == name]
        ((left, top, right, _),) = stones(faces[id].items)
        assert (right - left, top) == (
            pytest.approx(word.width, abs=1e-3),
            pytest.approx(word.y + word.descent, abs=1e-3),
        )


def test_what_is_not_drawn_has_no_place_but_something_else_may_stand_for_it(stacked):
    faces = stacked(
        f"  w: {{{WORDS}, text: Aaa, left: 8, top: 30, height: 9, when: card.value > 2}}\n"
        f"  line: {{{STONE}, left: 8, width: 9, height: 1, top: '{{field.w.bottom or 50}}'}}"
    )
    ((_, top, _, _),) = stones(faces["owl"].items)
    assert top == 50
    ((_, top, _, _),) = stones(faces["fox"].items)
    assert 30 < top < 39


@pytest.mark.parametrize(
    "field, message",
    [
        (f"{{{STONE}, top: '{{field.nme.bottom}}', height: 2}}", "there is no field 'nme' here; did you mean 'name'?"),
        (f"{{{STONE}, top: '{{field.name.botom}}', height: 2}}", "got 'botom'; did you mean 'bottom'?"),
        ("{draw: rectangle, fill: '{field.name.top}'}", "only numbers can use the place of a field"),
        (
            "{draw: text, text: a, top: '{field.name.bottom}', height: 9}",
            "a field with words cannot take its place from another field",
        ),
        (f"{{{STONE}, top: '{{field.other.bottom}}', height: 2}}", "'other' itself takes its place from another field"),
    ],
)
def test_what_cannot_be_read_of_a_field_is_told(field, message, game):
    (told,) = faults(game, f"  other: {{{STONE}, top: '{{field.name.bottom}}', height: 2}}\n  f: {field}")
    assert re.match(r"creature\.yaml:\d+:\d+: fields\.f\.\w+: ", told) and message in told


def test_faces_are_those_of_the_words_that_there_are_now(game, stacked):
    says = f"{WORDS}, say: 'creature.{{card.id}}'"
    stacked(f"  s: {{{HEAD}, height: 40, fields: {{one: {{{says}}}, two: {{{STONE}, height: 3}}}}}}")
    readings, tops = Readings(), []
    for name in ("Fox", "Fox and " * 9 + "fox"):
        game.edit("strings/en.yaml", f"creature.fox: {'Fox'}", f"creature.fox: {name}")
        composer = Composer(load_game(find_game(str(game.path))), readings=readings, draft=True)
        side = next(side for side in composer.sides if side.id == "fox")
        tops += [top for _, top, _, _ in stones(composer.face(side, "en").items)]
    assert tops[1] > tops[0] + 3


@pytest.mark.parametrize(
    "own, styled, apart", [("", "card", True), ("fit: together, ", "card", False), ("", "", False)]
)
def test_a_stack_fits_as_it_says_or_else_as_its_texts_styles_do(own, styled, apart, stacked, game):
    repeated = "text: '{i} word word word', repeat: {i: 1 to card.value * 2 - 3}"
    style = f"  mine: {{size: 10, at_least: 6{f', fit: {styled}' if styled else ''}}}\n"
    game.edit("layouts/creature.yaml", "extends: card\n", f"extends: card\nstyles:\n{style}")
    both = stacked(f"  s: {{{HEAD}, height: 12, {own}fields: {{a: {{draw: text, style: mine, {repeated}}}}}}}")
    sizes = {
        id: {round(each.size, 4) for each in _texts(face.items) if "word" in each.text} for id, face in both.items()
    }
    assert all(len(each) == 1 for each in sizes.values())
    assert (sizes["fox"] != sizes["owl"]) == apart


def test_styles_that_fit_otherwise_in_one_stack_are_reported(game):
    styles = "  one: {fit: card}\n  two: {fit: each}\n"
    game.edit("layouts/creature.yaml", "extends: card\n", f"extends: card\nstyles:\n{styles}")
    inner = "a: {draw: text, style: one, text: A}, b: {draw: stack, fields: {c: {draw: text, style: two, text: B}}}"
    (told,) = faults(game, f"  s: {{{HEAD}, height: 20, fields: {{{inner}}}}}")
    assert "fields.s: its texts shrink together, but their styles fit 'each' (styles.two) and 'card'" in told
