"""Letters that stand further apart: measured, drawn and read as they are."""

import io

import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.foundations.errors import InputError
from cardgen.graphics.drawing import Document, FontSource, Page, Text, Use
from cardgen.graphics.geometry import tight_box
from cardgen.graphics.needs import prune
from cardgen.pdf.write import write_pdf
from cardgen.store.library import BUILTIN
from cardgen.svg.write import outlines
from cardgen.text.breaking import Break
from cardgen.text.fitting import Fit
from cardgen.text.fonts import Font, FontFace
from cardgen.text.inline import Run
from cardgen.text.letters import letters
from cardgen.text.setting import line_items, pieces_of
from cardgen.text.spacing import spaced
from tests import foreign
from tests.faces.conftest import flat

PLACE = {"left": 5, "right": 5, "top": 5, "height": 15}
FOX = {"draw": "text", "text": "AV fox", **PLACE}
SOURCE = FontSource(BUILTIN / "templates/fonts/alegreya/regular.ttf")
FACE = FontFace("alegreya/regular", SOURCE)
FONT = Font([FACE], FACE, "en")


def drawn(items, **more):
    (text,) = [item for item in flat(items({"fox": FOX | more})) if isinstance(item, Text)]
    return text


def test_letters_stand_further_apart_and_keep_their_kerns(items):
    plain, wide = drawn(items), drawn(items, spacing=0.1)
    assert wide.spacing == 0.1 and wide.kerns == plain.kerns and wide.kerns
    assert wide.width == pytest.approx(plain.width + 6 * 0.1 * plain.size)


@pytest.mark.parametrize("align", ["left", "centre", "right"])
def test_what_follows_the_last_letter_is_no_part_of_the_line(items, align):
    plain, wide = drawn(items, align=align), drawn(items, align=align, spacing="0.1 em")
    more = 0.5 * wide.size
    assert wide.x == pytest.approx(plain.x - {"left": 0, "centre": more / 2, "right": more}[align])


def test_a_style_says_it_for_its_fields(compose):
    composer = compose({"fox": FOX | {"style": "wide"}}, styles={"wide": {"spacing": 0.2}})
    (text,) = flat(composer.face(composer.sides[0], "en").items)
    assert text.spacing == 0.2


def test_a_text_that_is_wider_is_made_smaller(items):
    words = {"text": "A FOX AND AN OWL", "lines": 1, "left": 15, "right": 15}
    plain, wide = drawn(items, **words), drawn(items, **words, spacing=0.15)
    assert wide.size < plain.size
    assert wide.width - wide.spacing * wide.size <= 30 + 1e-6


def test_icons_and_words_of_a_colour_are_spaced_too(items):
    found = list(flat(items({"fox": FOX | {"text": "a:acorn:[b](sea)", "spacing": 0.5}})))
    a, acorn, b = found
    assert isinstance(acorn, Use) and (a.spacing, b.spacing) == (0.5, 0.5)
    shown = flat(items({"fox": FOX | {"text": "a:acorn:[b](sea)"}}))
    near = [item.x if isinstance(item, Text) else item.matrix[4] for item in shown]
    far = [item.x if isinstance(item, Text) else item.matrix[4] for item in found]
    assert [x - y for x, y in zip(far, near, strict=True)] == pytest.approx([0, 0.5 * a.size, a.size])


@pytest.mark.parametrize(
    ("told", "expected"), [(50, "at most 2"), ("wide", "a fraction of the size such as 0.05"), (-1, "at least -0.2")]
)
def test_a_bad_one_is_told_at_its_place(compose, told, expected):
    with pytest.raises(InputError, match=rf"beast\.yaml:\d+:\d+: .*fields\.fox.*spacing: expected {expected}"):
        compose({"fox": FOX | {"spacing": told}})


def test_a_card_may_compute_it(compose):
    composer = compose({"fox": FOX | {"spacing": "{card.air}"}}, cards={"fox": {"air": 0.25}})
    (text,) = flat(composer.face(composer.sides[0], "en").items)
    assert text.spacing == 0.25


@given(st.text("AVofx7 -", min_size=1, max_size=20).map(str.strip).filter(bool), st.floats(-0.2, 2))
def test_the_width_is_that_of_what_is_drawn(text, ems):
    pieces = [each for each in spaced(pieces_of([Run(text)], lambda *_: FONT, str, "en", False, None), ems)]
    pieces = [piece for piece in pieces if not isinstance(piece, Break)]
    (item,) = line_items(pieces, 0, 0, 3.5, "#000000", Fit(spacing=ems))
    assert item.width == pytest.approx(sum(piece.width for piece in pieces) * 3.5)
    kerns = dict(item.kerns)
    pens = [FACE.advance(sign) + kerns.get(at, 0.0) + item.spacing for at, sign in enumerate(item.text)]
    assert sum(pens) * 3.5 == pytest.approx(item.width)
    assert tight_box(letters(item, SOURCE)) == pytest.approx(tight_box(outlines(item, SOURCE)), abs=0.01)


def test_letters_that_are_joined_stay_together():
    font = foreign.font("devanagari.ttf", language="hi", own=1)
    near = pieces_of([Run("खिलाड़ी")], lambda *_: font, str, "hi", False, None)
    far = spaced(near, 0.3)
    for before, after in zip(near, far, strict=True):
        *old, _ = before.item.shaped.glyphs
        *new, _ = after.item.shaped.glyphs
        assert old == new and after.width == pytest.approx(before.width + 0.3)


def test_words_are_found_in_the_file():
    pieces = spaced(pieces_of([Run("TITLE OF ALL")], lambda *_: FONT, str, "en", False, None), 0.4)
    (item,) = line_items(pieces, 5, 10, 5, "#000000", Fit(spacing=0.4))
    area = (0, 0, 90, 20)
    data = write_pdf(prune(Document("t", "en", "a", (Page(90, 20, (item,), area, area),), {}, {FACE.name: SOURCE}, {})))
    assert pypdfium2.PdfDocument(io.BytesIO(data))[0].get_textpage().get_text_range().strip() == "TITLE OF ALL"
