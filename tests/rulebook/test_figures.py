"""Figures: rows as an author breaks them, none wider than the measure, all of one scale."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.foundations.errors import InputError
from cardgen.graphics.drawing import Face
from cardgen.rulebook.fan import Fan
from cardgen.rulebook.figure import GAP, GRID, ROWS_HEIGHT, arrange
from cardgen.rulebook.html import make_html
from cardgen.rulebook.pages import make_pages
from tests.rulebook.library import book, seen

POKER = Face(name="fox", width=63, height=88, bleed=0, items=(), label="Fox")
ROWS = st.lists(st.integers(1, 7), min_size=2, max_size=5)


@given(ROWS, st.floats(60, 180))
def test_rows_are_the_authors(rows, width):
    fans = [Fan(POKER, 1, None) for _ in range(sum(rows))]
    breaks = [sum(rows[:index]) for index in range(1, len(rows))]
    made = arrange(fans, width, 1.0, breaks)
    assert [len(row) for row, _ in made] == rows
    (height,) = {height for _, height in made}
    assert height <= ROWS_HEIGHT and height * len(rows) <= GRID + 1e-9
    assert max(rows) * height * 63 / 88 + (max(rows) - 1) * GAP <= width + 1e-9


def test_words_of_an_author_stand_above_counts():
    text = '![All of them](cards:fox=12,owl=4 "Hunters, Watchers")'
    said = " ".join(text.text for text in seen(make_pages(text, book()).pages[1]))
    assert "Hunters" in said and "Watchers" in said and "Fox" not in said
    assert "Hunters\u00a0×\u00a012".replace("\u00a0", " ") in make_html(text, book()).replace("\u00a0", " ")


@pytest.mark.parametrize("words", ["Hunters", "Hunters, Watchers, Sleepers"])
def test_there_are_words_for_each_face(words):
    with pytest.raises(InputError, match="expected words for each of 2 faces"):
        make_pages(f'![All](cards:fox,owl "{words}")', book())
