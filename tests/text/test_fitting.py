"""Lines that come out exactly as wide as they shall be, within bounds that are not seen."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.graphics.drawing import FontSource, Symbol, Text, Use
from cardgen.graphics.geometry import box_through
from cardgen.store.library import BUILTIN
from cardgen.text.breaking import Break, Space
from cardgen.text.fitting import NATURAL, SCALE, SPACING, Fit, fitted, width_of
from cardgen.text.fonts import Font, FontFace
from cardgen.text.inline import InlineIcon, Run
from cardgen.text.justify import TIGHT, set_lines
from cardgen.text.optical import LEFT, RIGHT
from cardgen.text.pieces import gaps
from cardgen.text.setting import line_items, pieces_of
from tests import foreign

WORDS = [
    "a",
    "fox,",
    "eats",
    "7\u00a0mushrooms",
    "“under”",
    "(the)",
    "old\u202f!",
    "oak.",
    "Typography",
    "incomprehensible",
    "–",
]
texts = st.lists(st.sampled_from(WORDS), min_size=1, max_size=70).map(" ".join)
ACORN = Symbol("icons/acorn", (0, 0, 100, 100), ())
SIZE = 3.5


def font(name):
    face = FontFace(name, FontSource(BUILTIN / f"templates/fonts/{name}.ttf"))
    return Font([face], face, "en")


PLAIN, BOLD = font("alegreya/regular"), font("alegreya/bold")


def pieces(*runs, of=PLAIN):
    return pieces_of(runs, lambda bold, italic: BOLD if bold else of, lambda name: ACORN, "en", True, None)


def drawn(line):
    return line_items(line.pieces, -line.left * SIZE, 0.0, SIZE, "#000000", line.fit)


def end(item):
    return item.x + item.width if isinstance(item, Text) else box_through(item.matrix, ACORN.box)[2]


def advances(item, of):
    """How far the pen moves, character by character; mm."""
    kerns = dict(item.kerns)
    signs = [of.faces[0].advance(sign) + kerns.get(index, 0.0) + item.spacing for index, sign in enumerate(item.text)]
    return sum(signs) * item.scale * item.size


@given(texts, texts, st.floats(14, 40))
def test_a_line_exceeds_its_measure_by_no_more_than_what_hangs(first, second, width):
    found = pieces(Run(first + " "), Run(second, bold=True), Run(" "), InlineIcon("acorn"), Run(" " + first))
    lines = set_lines(found, width, True, hang=True)
    for line in lines:
        items = drawn(line)
        first_sign, last = line.pieces[0].item, items[-1]
        left = -items[0].x if isinstance(items[0], Text) else 0.0
        assert left == pytest.approx(line.left * SIZE) and line.left >= 0
        if line.left:
            sign = first_sign.shaped.text[0]
            assert line.left == pytest.approx(LEFT[sign] * first_sign.face.advance(sign))
        if line.right:
            sign = last.text[-1]
            assert line.right == pytest.approx(RIGHT[sign] * line.pieces[-1].item.face.advance(sign))
        assert end(last) <= (width + line.right) * SIZE + 1e-6
        assert 1 - SCALE <= line.fit.scale <= 1 + SCALE
        assert abs(line.fit.spacing) <= SPACING
        assert line.fit.stretch >= -TIGHT - 0.01
        full = line is not lines[-1] and any(isinstance(piece, Space) for piece in line.pieces)
        if full:
            assert end(last) == pytest.approx((width + line.right) * SIZE)


@given(texts, st.floats(14, 40))
def test_the_sum_of_advances_is_the_width(text, width):
    for line in set_lines(pieces(Run(text)), width, True, hang=True):
        (item,) = drawn(line)
        assert item.width == pytest.approx(line.width * SIZE)
        assert advances(item, PLAIN) == pytest.approx(item.width)


@given(texts, st.floats(-3, 3))
def test_letters_give_before_spaces_do(text, more):
    found = [piece for piece in pieces(Run(text)) if not isinstance(piece, Break)]
    natural = width_of(found, NATURAL)
    fit = fitted(found, natural + more)
    if fit is NATURAL:
        assert " " not in text and "\u00a0" not in text
        return
    assert width_of(found, fit) == pytest.approx(natural + more)
    spent = abs(fit.scale - 1) > SCALE - 1e-4 and abs(fit.spacing) > SPACING - 1e-5
    space = PLAIN.faces[0].space
    if not spent:
        assert (space * (1 + fit.stretch) + fit.spacing) * fit.scale == pytest.approx(space, abs=0.01)


def test_no_break_spaces_are_widened_with_the_others_but_not_narrow_ones():
    shape = PLAIN.faces[0].shape
    assert gaps(shape("7\u00a0mushrooms")) == (1,)
    assert gaps(shape(" ")) == (0,)
    assert gaps(shape("old\u202f!")) == () and "\u202f" not in shape("old\u202f!").text, "the font has none"


def test_icons_stay_as_large_as_they_are():
    found = pieces(Run("one "), InlineIcon("acorn"), Run(" two"))
    fit = Fit(0.5, 0.005, 1.02)
    one, icon, two = line_items(found, 0.0, 0.0, SIZE, "#000000", fit)
    assert isinstance(icon, Use) and icon.matrix[0] == line_items(found, 0.0, 0.0, SIZE, "#000000")[1].matrix[0]
    assert (one.scale, one.spacing, two.scale) == (1.02, 0.005, 1.02)
    assert end(icon) < two.x + SIZE and end(two) == pytest.approx(width_of(found, fit) * SIZE)


def test_joined_letters_are_not_moved_apart():
    words = "खिलाड़ी " * 60
    lines = set_lines(
        pieces(Run(words), of=foreign.font("devanagari.ttf", language="hi", own=1)), 30.0, True, hang=True
    )
    for line in lines[:-1]:
        items = drawn(line)
        assert end(items[-1]) == pytest.approx(30.0 * SIZE)
        assert all(item.spacing == 0.0 for item in items if item.glyphs)


def test_ragged_lines_hang_at_the_left_alone_and_are_as_they_are():
    words = Run("“Under” the old oak, " * 30)
    for line in set_lines(pieces(words), 20.0, False, hang=True):
        assert line.fit is NATURAL and line.right == 0.0
        assert line.width - line.left <= 20.0
    assert all(line.left == 0.0 for line in set_lines(pieces(words), 20.0, False))
