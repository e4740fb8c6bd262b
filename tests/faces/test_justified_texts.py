"""Texts of cards between both edges."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgen.definitions.layout_file import Style
from cardgen.faces.paragraph import LOOSE, Paragraph, lay
from cardgen.foundations.errors import Place
from cardgen.graphics.drawing import Text
from cardgen.rulebook.svg import Drawer
from cardgen.text.breaking import metrics
from cardgen.text.fitting import NATURAL
from cardgen.text.inline import LineBreak, Run
from cardgen.text.setting import pieces_of
from cardgen.text.spacing import spaced
from tests import foreign
from tests.faces.conftest import flat

STORY = (
    "The king’s cook, whose kitchen is famous, sets seven dishes before him; whoever holds twelve portions of one "
    "dish, eats. Nobody else may, unless the king sleeps."
)
BOX = {"left": 5, "right": 5, "top": 5, "height": 60}
FONT = foreign.font(language="en")
HEBREW = foreign.font("hebrew.ttf", language="he", own=1)


def words(text, ems=0.0, font=FONT, backwards=False):
    runs = [run for part in text.split("\n") for run in (Run(part), LineBreak())][:-1]
    pieces = spaced(pieces_of(runs, lambda *_: font, str, font.language, True, None), ems)
    return Paragraph(text, pieces, metrics(pieces), font, 1.2, backwards, ems, justified=True)


def laid(paragraph, size, width):
    """(left, right) of each line."""
    ends = {}
    for item in lay(paragraph, size, (0, 0, width, 100), "justify", "top", "#000000"):
        left, right = ends.get(item.y, (1e9, -1e9))
        ends[item.y] = min(left, item.x), max(right, item.x + item.width - paragraph.spacing * size)
    return [ends[y] for y in sorted(ends)]


def test_lines_reach_both_edges_but_for_the_last_one(items):
    story = {"draw": "text", "text": STORY, "align": "justify", "size": 9, **BOX}
    found = [item for item in flat(items({"story": story})) if isinstance(item, Text)]
    *lines, last = sorted(found, key=lambda item: item.y)
    assert len(lines) > 3
    for item in lines:
        assert (item.x, item.x + item.width) == pytest.approx((5, 55), abs=0.12)
    assert last.x == 5 and last.width < 50


def test_web_pages_have_its_spaces_as_wide(items):
    story = {"draw": "text", "text": STORY, "align": "justify", "size": 9, **BOX}
    found = [item for item in flat(items({"story": story})) if isinstance(item, Text)]
    loose = max(found, key=lambda item: dict(item.kerns).get(item.text.index(" "), 0.0))
    page = Drawer({}, {})
    assert "word-spacing" in page.items([loose]) and "word-spacing" not in page.items([found[-1]])


def test_a_style_says_it(compose):
    composer = compose(
        {"s": {"draw": "text", "text": STORY, "style": "story", **BOX}}, styles={"story": {"align": "justify"}}
    )
    found = [item for item in flat(composer.face(composer.sides[0], "en").items) if isinstance(item, Text)]
    assert {round(item.x + item.width, 1) for item in found[:-1]} == {55.0}


def test_what_an_author_ends_is_left_as_it_is():
    lines = laid(words(f"One two.\n{STORY}"), 3, 60)
    assert lines[0][1] < 30 and lines[1][1] == pytest.approx(60)


def test_what_is_read_from_the_right_ends_at_the_left():
    text = "לשלום לבוא אל הבית הגדול " * 4
    *lines, last = laid(words(text.strip(), font=HEBREW, backwards=True), 4, 50)
    assert lines and all(line == pytest.approx((0, 50), abs=0.02) for line in lines)
    assert last[1] == pytest.approx(50) and last[0] > 0


def test_spaces_do_not_become_holes():
    found = words("a disestablishmentarianism disestablishmentarianism").lines(4, 53)
    assert all(line.fit.stretch <= LOOSE for line in found)


@settings(max_examples=60)
@given(
    st.lists(st.sampled_from(STORY.split()), min_size=1, max_size=30), st.floats(25, 70), st.sampled_from([0.0, 0.1])
)
def test_no_line_leaves_its_box_and_what_is_measured_is_drawn(said, width, ems):
    text, size = words(" ".join(said), ems), 3.0
    if (lines := text.lines(size, width)) is None:
        assert text.excess(size, width, 1000, 99)[1] == "wide"
        return
    drawn = laid(text, size, width)
    assert len(drawn) == len(lines)
    assert text.excess(size, width, text.height(len(lines), size), 99) is None
    assert text.excess(size, width, text.height(len(lines), size) - 0.1, 99)[1] == "high"
    for line, (left, right) in zip(lines, drawn, strict=True):
        assert left >= -1e-6 and right <= width + 0.02
        assert right - left == pytest.approx(text.width(line) * size, abs=0.02)
        if line is not lines[-1] and line.fit.stretch and abs(line.fit.stretch) < LOOSE and line.fit is not NATURAL:
            assert right == pytest.approx(width, abs=0.02)


def test_a_ragged_text_is_set_as_it_was():
    pieces = words(STORY).pieces
    ragged = Paragraph(STORY, pieces, metrics(pieces), FONT, 1.2)
    assert all(line.fit is NATURAL for line in ragged.lines(3, 50))


def test_the_style_tells_the_words(compose):
    from cardgen.faces.paragraph import paragraph

    composer = compose({})
    told = paragraph(STORY, Style(align="justify"), "en", composer.supplies, Place("x"))
    assert told.justified
