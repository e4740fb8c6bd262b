"""What a PDF file says besides its geometry: fonts, forms, boxes, preferences, bookmarks, texts."""

import re

import pytest

from tests.pdf_reader import Pdf
from tests.printing import king_lui, king_lui_pdf, numbered, said

NAMES = {
    "en": {"Ham", "Cheese", "Bread", "Cake", "Wine", "Fruit", "Chicken", "Emerald"},
    "fr": {"Jambon", "Fromage", "Pain", "Gâteau", "Vin", "Fruits", "Poulet", "Emerald"},
    "it": {"Prosciutto", "Formaggio", "Pane", "Torta", "Vino", "Frutta", "Pollo", "Emerald"},
}
TITLES = {"en": "King Lui", "fr": "Le Roi Lui", "it": "King Lui"}


@pytest.fixture(scope="module")
def pdf() -> Pdf:
    return king_lui_pdf()


def test_pages_come_front_1_back_1_front_2(pdf):
    sides = [{card.form: card.text for card in sheet.placements} for sheet in pdf.sheets]
    assert all(all(texts.values()) for texts in sides[::2])  # fronts have names, the back has no text
    assert {name for texts in sides[1::2] for name in texts.items()} == {(next(iter(sides[1])), "")}


@pytest.mark.parametrize("language", NAMES)
def test_language_title_and_the_names_of_the_cards(language):
    pdf = king_lui_pdf(language)
    text = " ".join(said(king_lui(language), page) for page in range(26))
    assert {name for name in NAMES[language] if name in text} == NAMES[language]
    assert text.count(TITLES[language]) == 26  # in the labels
    assert pdf.reader.metadata.title == TITLES[language]
    assert pdf.reader.root_object["/Lang"] == language


@pytest.mark.parametrize(
    ("duplex", "flip"), [("long", "/DuplexFlipLongEdge"), ("short", "/DuplexFlipShortEdge"), ("none", "/Simplex")]
)
def test_the_viewer_is_asked_for_actual_size_and_the_flip(duplex, flip):
    wishes = king_lui_pdf(duplex=duplex).reader.root_object["/ViewerPreferences"]
    assert (wishes["/PrintScaling"], wishes["/Duplex"]) == ("/None", flip)


def test_bookmarks_lead_to_the_fronts(pdf):
    outline = pdf.reader.outline
    assert [pdf.reader.get_destination_page_number(entry) for entry in outline] == list(range(0, 26, 2))
    assert outline[0].title == "Ham"
    assert outline[1].title == "Ham, Cheese"


def test_every_font_is_an_embedded_truetype_subset(pdf):
    assert pdf.fonts
    for font in pdf.fonts:
        assert font["/Subtype"] == "/Type0"
        assert re.match(r"/[A-Z]{6}\+", font["/BaseFont"])
        (glyphs,) = font["/DescendantFonts"]
        assert glyphs.get_object()["/FontDescriptor"]["/FontFile2"].get_data().startswith((b"\0\1\0\0", b"true"))


def test_only_those_fonts_can_be_reached_from_pages_and_forms(pdf):
    """Helvetica would enter here: as an entry of the resources that no text uses."""
    named = {
        str(font.get_object()["/BaseFont"]).partition("+")[2]
        for owner in [*pdf.reader.pages, *pdf.forms]
        for font in owner["/Resources"].get("/Font", {}).values()
    }
    assert named == {"SourceSans3-Regular", "Fraunces-SemiBold"}
    assert b"Helvetica" not in king_lui()


def test_each_face_and_icon_is_written_once(tmp_path):
    few, many = (Pdf(numbered(tmp_path / f"{count}", count)) for count in (3, 30))
    assert (len(few.forms), len(many.forms)) == (6, 60)
    pdf = king_lui_pdf()
    assert sum(len(sheet.placements) for sheet in pdf.sheets) == 220
    forms = {card.form for sheet in pdf.sheets for card in sheet.placements}
    assert len(forms) == 7 * 3 + 2  # seven dishes have three looks each
    streams = [form.get_data() for form in pdf.forms]
    assert len(set(streams)) == len(streams)


def test_more_copies_of_a_card_add_no_forms():
    ham = king_lui_pdf(cards=("ham",))
    assert len(ham.forms) < len(king_lui_pdf(cards=("ham", "cheese")).forms)
    assert [len(sheet.placements) for sheet in ham.sheets] == [9, 9, 6, 6]
    assert len({card.form for sheet in ham.sheets[::2] for card in sheet.placements}) == 3  # its looks
