"""Fonts in PDF files: subsets of every kind of outlines, and what their glyphs say."""

import pypdfium2
import pytest

from cardgen.graphics.drawing import Document, FontSource, Page
from cardgen.graphics.needs import prune
from cardgen.pdf.fonts import subset
from cardgen.pdf.write import write_pdf
from cardgen.text.setting import set_line
from tests import foreign
from tests.pdf_reader import Pdf

SIZE = 10.0
VARIABLE = foreign.FONTS / "variable.ttf"


def page(text: str, font) -> bytes:
    """A text on a page, 20 mm from its left and its top."""
    items = tuple(set_line(text, font, 20, 20, SIZE, "#000000"))
    faces = {face.name: face.source for face in font.faces}
    area = (0, 0, 150, 40)
    return write_pdf(prune(Document("t", "en", "a", (Page(150, 40, items, area, area),), {}, faces, {})))


def ink(data: bytes):
    """Where the page is dark, in millimetres."""
    shown = pypdfium2.PdfDocument(data)[0].render(scale=10 * 25.4 / 72).to_pil().convert("L")
    return [edge / 10 for edge in shown.point(lambda value: 255 if value < 128 else 0).getbbox()]


@pytest.mark.parametrize(
    ("file", "language", "text"),
    [
        ("arabic.ttf", "ar", "ملك"),
        ("hebrew.ttf", "he", "אבג"),
        ("devanagari.ttf", "hi", "खिलाड़ी"),
        ("thai.ttf", "th", "ปี่ฎุ"),
        ("japanese.otf", "ja", "王様は"),
        ("variable.ttf", "en", "Añb"),
    ],
)
def test_text_of_every_script_is_drawn_and_can_be_copied(file, language, text):
    data = page(text, foreign.font(file, language=language, own=1))
    found = pypdfium2.PdfDocument(data)[0].get_textpage().get_text_range()
    assert found.strip("\r\n") == text
    left, top, right, _ = ink(data)
    assert 19 < left < 22 and right > 25 and top < 20


def test_what_is_drawn_is_as_wide_as_it_was_measured():
    font = foreign.font("devanagari.ttf", language="hi", own=1)
    left, _, right, _ = ink(page("लोमड़ी", font))
    assert right - left == pytest.approx(font.width("लोमड़ी") * SIZE, abs=1.2)


def test_cff_outlines_are_embedded_as_such():
    pdf = Pdf(page("王様", foreign.font("japanese.otf", language="ja", own=1)))
    (glyphs,) = pdf.fonts[-1]["/DescendantFonts"]
    assert glyphs.get_object()["/Subtype"] == "/CIDFontType0"
    assert glyphs.get_object()["/FontDescriptor"]["/FontFile3"]["/Subtype"] == "/CIDFontType0C"


def test_a_variable_font_is_embedded_at_its_weight():
    def weight(value):
        face = foreign.face(VARIABLE, axes=(("wght", value),))
        data = page("IIII", type(foreign.font())([face], face, "en"))
        shown = pypdfium2.PdfDocument(data)[0].render(scale=4).to_pil().convert("L")
        return sum(shown.histogram()[:128]), face.shape("IIII").width

    (thin, narrow), (black, wide) = weight(100), weight(900)
    assert black > 3 * thin and wide > narrow


def test_a_subset_holds_no_more_than_is_shown():
    source = FontSource(foreign.SHIPPED / "source-sans-3/regular.ttf")
    few, many = subset(source, ("a",)), subset(source, tuple("abcdefghijklmnop"))
    assert len(few.data) < len(many.data) < source.path.stat().st_size / 4
    assert few.codes["a"][1] == many.codes["a"][1] > 0.3


def test_two_characters_with_one_glyph_stay_apart():
    found = subset(FontSource(foreign.SHIPPED / "source-sans-3/regular.ttf"), (" ", "\u00a0"))
    assert found.codes[" "][0] != found.codes["\u00a0"][0]
