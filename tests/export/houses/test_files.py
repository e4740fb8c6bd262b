"""What print houses are sent: PDF files, pictures, orders."""

import csv
import io
from xml.etree import ElementTree

import pytest
from PIL import Image

from tests.houses import HOUSE, MM, files, house, opened, operators
from tests.icc import press_profile
from tests.pdf_reader import read

# PDF files


def test_backs_come_before_fronts_each_copy_on_pages_of_its_own(game):
    data = files(game)["poker.pdf"]
    said = ["".join(placed.text for placed in page.placements) for page in read(data)]
    assert said == ["", "front a"] * 3 + ["", "front b", "", "front c"]
    with opened(data) as pdf:
        for page in pdf.pages:
            assert [float(side) / MM for side in page.MediaBox] == pytest.approx([0, 0, 69, 94], abs=0.001)
            assert [float(side) / MM for side in page.TrimBox] == pytest.approx([3, 3, 66, 91], abs=0.001)
            assert [float(side) / MM for side in page.BleedBox] == pytest.approx([0, 0, 69, 94], abs=0.001)


def test_without_copies_a_table_tells_how_many(game):
    house(game, HOUSE.replace("first: back", "copies: no"))
    made = files(game)
    rows = list(csv.DictReader(io.StringIO(made["poker.counts.csv"].decode())))
    assert [(row["count"], row["front"], row["back"]) for row in rows] == [
        ("3", "page 1", "page 2"),
        ("1", "page 3", "page 4"),
        ("1", "page 5", "page 6"),
    ]
    assert len(read(made["poker.pdf"])) == 6


@pytest.mark.parametrize(("standard", "version"), [("PDF/X-1a:2003", "1.4"), ("PDF/X-4", "1.6")])
def test_the_file_is_what_its_standard_asks_for(game, standard, version):
    house(game, standard=standard)
    data = files(game)["poker.pdf"]
    assert data.startswith(f"%PDF-{version}".encode())
    with opened(data) as pdf:
        (intent,) = pdf.Root.OutputIntents
        assert intent.S == "/GTS_PDFX" and intent.OutputConditionIdentifier == "OWN"
        assert intent.DestOutputProfile.N == 4 and intent.DestOutputProfile.read_bytes() == press_profile()
        assert pdf.docinfo["/Trapped"] == "/False" and pdf.docinfo["/GTS_PDFXVersion"] == standard
        assert {"/Title", "/CreationDate", "/ModDate"} <= set(pdf.docinfo.keys())
        assert len(pdf.trailer.ID) == 2 and "/Encrypt" not in pdf.trailer
        fonts = [thing for thing in pdf.objects if thing.get("/Type") == "/Font" and "/FontDescriptor" in thing]
        assert fonts and all(
            "/FontFile2" in font.FontDescriptor or "/FontFile3" in font.FontDescriptor for font in fonts
        )
        assert not any("Helvetica" in str(thing.get("/BaseFont", "")) for thing in pdf.objects)
        drawn = operators(pdf)
        assert b" rg" not in drawn and b" RG" not in drawn and b"DeviceRGB" not in data
        seen_through = any(mark in data for mark in (b"/SMask", b"/ca ", b"/Transparency"))
        assert seen_through == (standard == "PDF/X-4")
        if standard == "PDF/X-4":
            assert b"<pdfxid:GTS_PDFXVersion>PDF/X-4<" in pdf.Root.Metadata.read_bytes()


def test_black_words_are_black_alone_and_overprint(game):
    with opened(files(game)["poker.pdf"]) as pdf:
        assert b"0 0 0 1 k 1 0 0 -1" in operators(pdf)
        states = [state for form in pdf.objects if form.get("/Subtype") == "/Form"
                  for state in form.Resources.get("/ExtGState", {}).values()]  # fmt: skip
        assert any(state.get("/op") and state.get("/OPM") == 1 for state in states)


def test_files_are_the_same_bytes_again(game):
    house(game, standard="PDF/X-1a:2003")
    assert files(game) == files(game)


# Pictures and orders


def test_pictures_come_with_counts(game):
    made = files(game, "tgc")
    rows = list(csv.DictReader(io.StringIO(made["euro-poker/counts.csv"].decode())))
    assert [row["count"] for row in rows] == ["3", "1", "1"]
    named = {row[side] for row in rows for side in ("front", "back")}
    pictures = {name.removeprefix("euro-poker/") for name in made if name.endswith(".png")}
    assert named == pictures == {"deck/a.front.png", "deck/b.front.png", "deck/c.front.png", "deck/back.png"}
    for name in pictures:
        image = Image.open(io.BytesIO(made[f"euro-poker/{name}"]))
        assert (image.size, image.mode) == ((825, 1125), "RGB")
    assert image.getpixel((0, 0)) == image.getpixel((824, 1124)) != (255, 255, 255)


def test_an_order_has_a_slot_for_each_copy(game):
    made = files(game, "mpc")
    order = ElementTree.fromstring(made["standard/order.xml"])
    assert order.findtext("details/quantity") == "5"
    slots = [card.findtext("slots").split(",") for card in order.iterfind("fronts/card")]
    assert sorted(int(slot) for each in slots for slot in each) == list(range(5)) and len(slots[0]) == 3
    assert order.findtext("cardback") == "deck/back.png" and not list(order.find("backs"))
    named = {card.findtext("id") for card in order.iterfind("fronts/card")} | {"deck/back.png"}
    assert {f"standard/{name}" for name in named} == {name for name in made if name.endswith(".png")}
    assert Image.open(io.BytesIO(made["standard/deck/a.front.png"])).size == (816, 1110)
