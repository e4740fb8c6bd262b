"""Numbers that are others upside down have a line below them, where a style asks for it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.faces.paragraph import turns, underline_numbers
from cardgen.graphics.drawing import Shape, Text
from cardgen.graphics.geometry import segments_box


@pytest.mark.parametrize(("text", "told"), [
    ("6", True), ("9", True), ("68", True), ("16", True), ("66", True), ("0", False), ("8", False), ("11", False),
    ("69", False), ("96", False), ("10", False), ("60", False), ("12", False), ("", False), ("Six", False),
])  # fmt: skip
def test_what_may_be_taken_for_another_number(text, told):
    assert turns(text) == told


@given(st.integers(0, 9999))
def test_both_of_a_pair_have_the_line(number):
    if turns(text := str(number)):
        other = text[::-1].translate(str.maketrans("69", "96"))
        assert turns(other) and int(other) != number


def test_the_line_lies_below_the_figures_and_no_wider():
    six = Text(10, 20, "6", "text/bold", 5, "#102030", 3, 4, 1)
    word = Text(10, 30, "six", "text/bold", 5, "#102030", 6, 4, 1)
    *kept, line = underline_numbers([six, word])
    assert kept == [six, word] and isinstance(line, Shape) and line.fill == six.colour
    left, top, right, bottom = segments_box(line.segments)
    assert 10 < left < right < 13 and 20 < top < bottom < 20 + six.descent
