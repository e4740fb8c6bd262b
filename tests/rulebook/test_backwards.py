"""Rulebooks in languages that are read from the right: pages mirrored, words and pictures as they are."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.graphics.drawing import Group, Picture, Shape, Symbol, Text, Use, mirror, texts
from cardgen.graphics.geometry import box_through, rectangle, translation
from cardgen.rulebook.html import make_html
from cardgen.rulebook.pages import make_pages
from cardgen.sheets.booklet import booklet
from tests import foreign
from tests.rulebook.library import book

MARKDOWN = "# אבגד\n\nאבג דה 12 (ab cd) וז\n\n- חט\n\n> **ימ**\n>\n> נס\n\n| א | ב |\n|:--|--:|\n| 1 | 2 |\n"
LINE = {"אבג", "דה", "12", "ab cd", "וז"}
NUMBERS = st.floats(-100, 100)
SYMBOL = Symbol("s", (2, 3, 12, 9), (Shape(rectangle(2, 3, 12, 9), fill="#000000"),))


@pytest.fixture(scope="module")
def hebrew():
    font = foreign.font("hebrew.ttf", language="he", own=1)
    uses = ("text", "text-bold", "text-italic", "text-bold-italic", "display")
    return book(language="he", title="אבגד", subtitle="", cover=(), fonts=dict.fromkeys(uses, font))


def words(page) -> list[tuple[str, float]]:
    """Each text of a page, with where it begins."""
    found = []

    def walk(items, x):
        for item in items:
            if isinstance(item, Text):
                found.append((item.text.strip(), x + item.x))
            elif isinstance(item, Group):
                walk(item.items, x + item.matrix[4])

    walk(page.items, 0.0)
    return [each for each in found if each[0]]


def test_a_line_runs_from_the_right_and_its_latin_words_from_the_left(hebrew):
    page = make_pages(MARKDOWN, hebrew).pages[1]
    line = [text for text, _ in sorted((each for each in words(page) if each[0] in LINE), key=lambda each: each[1])]
    assert line == ["וז", "ab cd", "12", "דה", "אבג"]


def test_headings_items_and_first_columns_stand_at_the_right(hebrew):
    page = make_pages(MARKDOWN, hebrew).pages[1]
    at = dict(reversed(words(page)))  # the first of each
    assert at["אבגד"] > page.width / 2
    assert at["חט"] > page.width / 2
    assert at["א"] > at["ב"] > page.width / 2


def test_pages_are_bound_at_the_right(hebrew):
    document = make_pages(MARKDOWN, hebrew)
    assert document.backwards
    (first, *_) = booklet(document).pages
    left, right = first.trim[0], first.trim[2]
    cover = next(x for text, x in words(first) if text == "אבגד")
    assert left < cover < (left + right) / 2  # the first page lies at the left of its sheet


def test_html_says_which_way_it_is_read(hebrew):
    assert '<html lang="he" dir="rtl">' in make_html(MARKDOWN, hebrew)
    assert "dir=" not in make_html("# One\n\ntwo\n", book()).partition("<style>")[0]


@given(NUMBERS, NUMBERS, st.floats(1, 50), st.floats(50, 300))
def test_what_is_mirrored_twice_is_where_it_was(x, y, width, page):
    items = (
        Text(x, y, "a", "f", 3, "#000000", width, 1, 1),
        Picture(x, y, width, 5, "p"),
        Use("s", (0.5, 0, 0, 0.5, x, y)),
        Group((Shape(rectangle(x, y, x + width, y + 2), fill="#000000"),), translation(y, x)),
    )
    twice = mirror(mirror(items, page, {"s": SYMBOL}), page, {"s": SYMBOL})
    assert (twice[0].x, twice[1].x) == (pytest.approx(x), pytest.approx(x))
    assert twice[2].matrix == pytest.approx(items[2].matrix)
    assert twice[3].matrix == pytest.approx(items[3].matrix)


def test_a_symbol_keeps_its_face_and_changes_its_place():
    (use,) = mirror([Use("s", (2, 0, 0, 2, 10, 20))], 100, {"s": SYMBOL})
    left, top, right, bottom = box_through((2, 0, 0, 2, 10, 20), SYMBOL.box)
    assert use.matrix[0] > 0
    assert box_through(use.matrix, SYMBOL.box) == pytest.approx((100 - right, top, 100 - left, bottom))


def test_texts_of_a_mirrored_group_are_not_turned_round():
    group = Group((Text(1, 2, "a", "f", 3, "#000000", 4, 1, 1),), translation(5, 0))
    ((text, size),) = texts(mirror([group], 100, {}))
    assert (text.x, size) == (-5, 3)
