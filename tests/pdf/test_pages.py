"""Pages of strangers' PDF files as pictures: drawn in bounds, with an error that names the file where that fails."""

import io

import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from cardgen.foundations.errors import InputError
from cardgen.foundations.units import POINT
from cardgen.pdf import pages
from cardgen.pdf.pages import pages_drawn

A4 = (200.0, 270.0)


def pdf(*sizes, trim=None, turn=0):
    """A file with pages of so many mm, red within the trim (mm from each edge) and blue around it."""
    from reportlab.pdfgen.canvas import Canvas

    file = io.BytesIO()
    canvas = Canvas(file, invariant=1)
    for width, height in sizes:
        canvas.setPageSize((width / POINT, height / POINT))
        canvas.setFillColorRGB(0, 0, 1)
        canvas.rect(0, 0, width / POINT, height / POINT, stroke=0, fill=1)
        canvas.setFillColorRGB(1, 0, 0)
        edge = (trim or 0) / POINT
        canvas.rect(edge, edge, width / POINT - 2 * edge, height / POINT - 2 * edge, stroke=0, fill=1)
        canvas.showPage()
    canvas.save()
    document = pypdfium2.PdfDocument(file.getvalue())
    for page in document:
        page.set_rotation(turn)
        if trim:
            left, bottom, right, top = page.get_mediabox()
            edge = trim / POINT
            page.set_trimbox(left + edge, bottom + edge, right - edge, top - edge)
    saved = io.BytesIO()
    document.save(saved)
    return saved.getvalue()


@pytest.fixture
def drawn(tmp_path):
    def draw(data, largest=A4):
        (tmp_path / "cards.pdf").write_bytes(data)
        (tmp_path / "drawn").mkdir(exist_ok=True)
        return pages_drawn(tmp_path / "cards.pdf", tmp_path / "drawn", largest)

    return draw


def test_each_page_is_a_picture_of_its_size(drawn):
    poker, tarot = drawn(pdf((63, 88), (70, 120)))
    assert (poker.width, poker.height, poker.bleed) == pytest.approx((63, 88, 0), abs=0.01)
    assert Image.open(tarot.file).size == pytest.approx((827, 1417), abs=1)
    assert Image.open(poker.file).info["dpi"] == pytest.approx((300, 300), abs=0.1)


@pytest.mark.parametrize(("trim", "bleed"), [(3, 3), (10, 3.175), (1, 1)])
@pytest.mark.parametrize("turn", [0, 90])
def test_a_trim_that_the_file_tells_is_kept_with_its_bleed(drawn, trim, bleed, turn):
    (page,) = drawn(pdf((63 + 2 * trim, 88 + 2 * trim), trim=trim, turn=turn))
    size = (88, 63) if turn else (63, 88)
    assert (page.width, page.height, page.bleed) == pytest.approx((*size, bleed), abs=0.05)
    shown = Image.open(page.file)
    assert shown.size == pytest.approx([(side + 2 * bleed) / 25.4 * 300 for side in size], abs=2)
    assert shown.getpixel((3, 3)) == (0, 0, 255) and shown.getpixel((50, 50)) == (255, 0, 0)


def test_sheets_and_posters_are_not_drawn(drawn):
    card, sheet, poster = drawn(pdf((63, 88), (210, 297), (2000, 3000)))
    assert card.file and not sheet.file and not sheet.lacks and "2000 x 3000 mm" in poster.lacks


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "cardgen cannot read it as a PDF file"),
        (b"%PDF-1.7\n" + b"\0" * 2000, "cardgen cannot read it as a PDF file"),
        (pdf(*[(10, 10)] * 501), "expected from 1 to 500 pages, got 501"),
    ],
    ids=["empty", "noise", "pages"],
)
def test_faults_name_the_file(drawn, data, message):
    with pytest.raises(InputError) as error:
        drawn(data)
    (fault,) = error.value.faults
    assert message in fault.message and fault.place.file.endswith("cards.pdf")


def test_a_page_that_takes_too_long_is_told(drawn, monkeypatch):
    monkeypatch.setattr(pages, "_TIMEOUT", 0.05)
    with pytest.raises(InputError, match=r"takes longer than 0\.05 s"):
        drawn(pdf((63, 88)))


WHOLE = pdf((63, 88))


@settings(max_examples=40)
@given(st.integers(0, len(WHOLE)), st.binary(max_size=20))
def test_a_broken_file_is_a_fault_or_pages(at, noise):
    """In this process: whatever PDFium makes of it, nothing but a text or pages comes back."""
    import tempfile
    from pathlib import Path

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "broken.pdf")
        file.write_bytes(WHOLE[:at] + noise + WHOLE[at + len(noise) :])
        assert isinstance(pages._render(file, Path(folder), A4), (str, list))
