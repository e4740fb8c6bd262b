"""Justified lines in files: what is drawn is what was set, by every way of drawing it, and can be read."""

import ctypes
import io

import pypdfium2
import pytest
from pypdf import PdfReader
from pypdfium2 import raw

from cardgen.graphics.drawing import Document, FontSource, Page
from cardgen.graphics.geometry import segments_box
from cardgen.graphics.needs import prune
from cardgen.pdf.write import write_pdf
from cardgen.store.library import BUILTIN
from cardgen.svg.write import outlines
from cardgen.text.fonts import Font, FontFace
from cardgen.text.inline import Run
from cardgen.text.justify import set_lines
from cardgen.text.letters import letters
from cardgen.text.setting import line_items, pieces_of
from tests.pdf_reader import read

SIZE, WIDTH, LEFT, TOP, PITCH = 3.5, 20.0, 20.0, 20.0, 5.0  # mm, but the width, which is in ems
POINT = 25.4 / 72
HEIGHT = 60.0
WORDS = (
    "The king’s cook, whose kitchen is famous, sets “seven dishes” before him; whoever holds 12\u00a0portions of one "
    "dish, eats. Nobody else may, unless the king sleeps."
)
SOURCE = FontSource(BUILTIN / "templates/fonts/alegreya/regular.ttf")
FACE = FontFace("alegreya/regular", SOURCE)
FONT = Font([FACE], FACE, "en")


@pytest.fixture(scope="module")
def texts():
    pieces = pieces_of([Run(WORDS)], lambda bold, italic: FONT, str, "en", True, None)
    lines = set_lines(pieces, WIDTH, True, hang=True)
    found = []
    for number, line in enumerate(lines):
        found += line_items(line.pieces, LEFT - line.left * SIZE, TOP + number * PITCH, SIZE, "#000000", line.fit)
    assert len(found) > 3 and {text.scale for text in found} > {1.0} and any(text.spacing for text in found)
    return found


@pytest.fixture(scope="module")
def data(texts):
    area = (0, 0, 150, HEIGHT)
    page = Page(150, HEIGHT, tuple(texts), area, area)
    return write_pdf(prune(Document("t", "en", "a", (page,), {}, {FACE.name: SOURCE}, {})))


def pens(text):
    """Where each character of a text begins, in mm."""
    kerns, x, found = dict(text.kerns), text.x, []
    for index, sign in enumerate(text.text):
        found.append(x)
        x += (FACE.advance(sign) + kerns.get(index, 0.0) + text.spacing) * text.scale * text.size
    return found


def test_characters_stand_where_they_were_set(texts, data):
    page = pypdfium2.PdfDocument(data)[0].get_textpage()
    expected = {(round(text.y), index): x for text in texts for index, x in enumerate(pens(text))}
    found, x, y = {}, ctypes.c_double(), ctypes.c_double()
    for at in range(page.count_chars()):
        if raw.FPDFText_IsGenerated(page, at) == 0:
            raw.FPDFText_GetCharOrigin(page, at, x, y)
            line = round(HEIGHT - y.value * POINT)
            found[line, sum(key[0] == line for key in found)] = x.value * POINT
    assert found == pytest.approx(expected, abs=0.005)


def test_lines_end_at_the_margin_as_printers_read_them(texts, data):
    (sheet,) = read(data)
    for text, words in zip(texts, sheet.words, strict=True):
        assert words.size == pytest.approx(SIZE)
        assert (words.start[0], words.end[0]) == pytest.approx((text.x, text.x + text.width), abs=0.01)
    ends = [text.x + text.width - LEFT - WIDTH * SIZE for text in texts[:-1]]
    assert all(0 <= end + 1e-6 < 1.5 for end in ends) and max(ends) > 0.1, "some sign hangs"


def test_spacing_goes_no_further_than_its_text(data):
    (page,) = PdfReader(io.BytesIO(data)).pages
    stream = page.get_contents().get_data().decode()
    assert stream.count(" Tc ") == 2 * stream.count(" 0 Tc")


def test_what_lines_say_is_read_whole(data):
    said = pypdfium2.PdfDocument(data)[0].get_textpage().get_text_range()
    plain = said.replace("\ufffe\r\n", "").replace("\ufffe", "").replace("\r\n", " ")
    assert " ".join(plain.split()) == WORDS.replace("\u00a0", " ")


def test_pictures_and_vectors_show_the_same(texts, data):
    shown = pypdfium2.PdfDocument(data)[0].render(scale=20 * POINT).to_pil().convert("L")
    ink = [edge / 20 for edge in shown.point(lambda value: 255 if value < 128 else 0).getbbox()]
    for draw in (letters, outlines):
        boxes = [segments_box(draw(text, SOURCE)) for text in texts]
        assert min(box[0] for box in boxes) == pytest.approx(ink[0], abs=0.12)
        assert max(box[2] for box in boxes) == pytest.approx(ink[2], abs=0.12)
        for text, box in zip(texts, boxes, strict=True):
            assert box == pytest.approx(segments_box(letters(text, SOURCE)), abs=0.01)


def test_the_same_words_give_the_same_bytes(texts, data):
    area = (0, 0, 150, HEIGHT)
    page = Page(150, HEIGHT, tuple(text.move(0, 0) for text in texts), area, area)
    assert write_pdf(prune(Document("t", "en", "a", (page,), {}, {FACE.name: SOURCE}, {}))) == data
