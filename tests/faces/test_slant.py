"""Letters that lean."""

import io
import math

import pypdfium2
import pytest

from cardgen.faces.checks import check_faces
from cardgen.foundations.errors import InputError
from cardgen.graphics.drawing import Document, Group, Page, Picture, Shape, Text
from cardgen.graphics.geometry import apply, tight_box, transform
from cardgen.graphics.needs import prune
from cardgen.pdf.write import write_pdf
from cardgen.text.letters import letters
from tests.faces.conftest import flat

PLACE = {"left": 15, "right": 15, "top": 5, "height": 15}
FOX = {"draw": "text", "text": "Hill", "slant": 20, "size": 20, **PLACE}


def leaning(items):
    """Texts with what they are seen through."""
    for item in items:
        if isinstance(item, Group):
            yield from ((text, item.matrix) for text in item.items if isinstance(text, Text))
            yield from leaning([each for each in item.items if isinstance(each, Group)])


def test_letters_lean_about_their_baseline(items):
    ((text, matrix),) = leaning(items({"fox": FOX}))
    assert apply(matrix, text.x, text.y) == pytest.approx((text.x, text.y))
    high = apply(matrix, text.x, text.y - 10)
    assert high == pytest.approx((text.x + 10 * math.tan(math.radians(20)), text.y - 10))


def test_a_style_leans_all_lines_alike_but_not_icons(compose):
    words = FOX | {"text": "Hill\n:acorn: vale", "slant": None, "style": "s"}
    composer = compose({"fox": words}, styles={"s": {"slant": -10, "outline": "sea"}})
    found = list(leaning(composer.face(composer.sides[0], "en").items))
    assert len(found) == 2 and len({text.y for text, _ in found}) == 2
    for text, matrix in found:
        assert apply(matrix, text.x, text.y) == pytest.approx((text.x, text.y))
        assert matrix[2] == pytest.approx(math.tan(math.radians(10)))


def test_numbers_keep_the_line_below_them(items):
    drawn = list(flat(items({"fox": FOX | {"text": "6", "style": "s"}}, styles={"s": {"underlined": "turned"}})))
    assert any(isinstance(item, Shape) for item in drawn)


def test_their_ink_is_measured_against_the_trim(compose):
    near = FOX | {"text": "HHHH", "align": "right", "left": 0, "right": 4, "size": 40}
    assert [found.code for found in check_faces(compose({"fox": near | {"slant": 0}}))] == []
    assert "near-edge" in [found.code for found in check_faces(compose({"fox": near | {"slant": 30}}))]


def test_a_shadow_leans_with_them(compose):
    def shadow(slant):
        composer = compose({"fox": FOX | {"shadow": "0 0 0 sea", "slant": slant}})
        (found,) = [item for item in flat(composer.face(composer.sides[0], "en").items) if isinstance(item, Picture)]
        return found

    assert shadow(30).width > shadow(0).width + 2


def test_words_are_found_and_drawn_as_measured(compose):
    composer = compose({"fox": FOX})
    face = composer.face(composer.sides[0], "en")
    fonts = {name: font.source for name, font in composer.supplies.fonts.items()}
    whole = (0, 0, 60, 90)
    data = write_pdf(prune(Document("t", "en", "a", (Page(60, 90, face.items, whole, whole),), {}, fonts, {})))
    page = pypdfium2.PdfDocument(io.BytesIO(data))[0]
    assert page.get_textpage().get_text_range().strip() == "Hill"
    ((text, matrix),) = leaning(face.items)
    box = tight_box(transform(letters(text, fonts[text.font]), matrix))
    shown = page.render(scale=10).to_pil().convert("L").point(lambda value: 255 * (value < 128)).getbbox()
    assert [edge / 10 * 25.4 / 72 for edge in shown] == pytest.approx(box, abs=0.1)


@pytest.mark.parametrize("told", [60, "much"])
def test_a_bad_one_is_told(compose, told):
    with pytest.raises(InputError, match=r"beast\.yaml:\d+:\d+: .*fox\.slant: expected (at most 45|a number)"):
        compose({"fox": FOX | {"slant": told}})
