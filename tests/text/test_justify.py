"""Running text broken into lines."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.text.breaking import Box, Break, Space
from cardgen.text.fitting import NATURAL
from cardgen.text.justify import TIGHT, set_lines


def pieces(*widths):
    found = []
    for width in widths:
        found += [Box(width), Space(1.0)]
    return found[:-1]


@given(st.lists(st.floats(0.5, 9), min_size=1, max_size=60), st.booleans())
def test_nothing_is_lost_and_no_line_is_too_wide(widths, justify):
    lines = set_lines(pieces(*widths), 20.0, justify)
    assert [piece.width for line in lines for piece in line.pieces if isinstance(piece, Box)] == widths
    for line in lines:
        assert line.width <= 20 + 1e-6
        assert isinstance(line.pieces[0], Box) and isinstance(line.pieces[-1], Box)
        assert line.fit.stretch >= -TIGHT - 1e-9


@given(st.lists(st.floats(0.5, 9), min_size=1, max_size=60))
def test_justified_lines_are_full(widths):
    lines = set_lines(pieces(*widths), 20.0, True)
    for line in lines[:-1]:
        assert line.width == pytest.approx(20) or len(line.pieces) == 1


def test_a_piece_wider_than_a_line():
    assert set_lines(pieces(3, 21), 20.0, True) is None


def test_a_forced_break_ends_a_line_that_stays_short():
    first, second = set_lines([Box(3), Break(forced=True), Box(4)], 20.0, True)
    assert (first.width, second.width, first.fit) == (3, 4, NATURAL)


def test_a_hyphen_stands_where_a_word_is_divided():
    lines = set_lines([Box(12), Break(1.0, "-"), Box(12)], 20.0, True)
    assert [[piece.item for piece in line.pieces] for line in lines] == [[None, "-"], [None]]


def test_a_word_is_not_divided_without_need():
    lines = set_lines([Box(8), Space(1), Box(5), Break(1.0, "-"), Box(5.3)], 20.0, True)
    assert len(lines) == 1


def test_an_empty_text_has_one_empty_line():
    assert [line.pieces for line in set_lines([], 20.0, True)] == [()]


@pytest.mark.parametrize("justify", [True, False])
def test_a_last_line_is_neither_short_nor_half_a_word(justify):
    def boxes(lines):
        return [sum(isinstance(piece, Box) for piece in line.pieces) for line in lines]

    words = pieces(*[3.0] * 20)  # ten to a line
    assert boxes(set_lines([*words, Space(1.0), Box(3.0)], 40.0, justify)) == [10, 9, 2]
    divided = [Space(1.0), Box(2.0), Break(0.5, "-"), Box(9.0)]
    assert boxes(set_lines([*words, *divided], 43.0, justify)) == [10, 10, 2]
    short = [Space(1.0), Box(1.5), Break(0.5, "-"), Box(2.5)]  # it is short anyway, but need not be divided
    assert boxes(set_lines([*words[:-2], *short], 39.0, justify))[-1] > 1
