"""Print houses: what they are sent, and what is told before."""

import csv
import io
import shutil
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pikepdf
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from cardgen.cli import main
from cardgen.errors import InputError
from cardgen.export.houses.profile import houses
from cardgen.export.houses.reading_back import screen_colours, unembedded
from cardgen.export.houses.sizes import cut_of, nearest_box, nearest_size
from cardgen.export.options import ExportOptions
from cardgen.export.target import Shipment, find_target
from cardgen.geometry import box_through
from cardgen.library import find_game
from cardgen.outline import CIRCLE, RECTANGLE
from cardgen.press.edition import Options, open_edition
from tests.icc import press_profile
from tests.pdf_reader import around, read
from tests.printing import ROOT, write_game

MM = 72 / 25.4
FRONT = """\
  ground: {draw: rectangle, fill: "#e8d8b0", left: -bleed, right: -bleed, top: -bleed, bottom: -bleed}
  glow: {draw: rectangle, fill: "#ff000040", left: 20, width: 20, top: 40, height: 20}
  id: {draw: text, text: "front {card.id}", left: 8, right: 8, top: 8, height: 8}
"""
BACK = """\
  ground: {draw: rectangle, fill: "#203060", left: -bleed, right: -bleed, top: -bleed, bottom: -bleed}
"""
ICC = "\nprinting: {{icc: own.icc, condition: OWN, called: our press, standard: {standard}, ink: {ink}}}\n"
HOUSE = "name: Our House\nsends: pdf\nbleed: 3\nsafe: 5\nsizes: {poker: {size: 63 x 88 mm}}\nfirst: back\n"


@pytest.fixture
def game(tmp_path):
    """Three cards with a back, to be printed by a house of their own."""
    folder = write_game(tmp_path / "game", FRONT, BACK, ["a", "b", "c"])
    yaml = folder / "game.yaml"
    yaml.write_text(yaml.read_text().replace("a: {}", "a: {count: 3}"))
    (folder / "printers").mkdir()
    (folder / "printers/own.icc").write_bytes(press_profile())
    house(folder)
    return folder


def house(folder, says=HOUSE, standard="PDF/X-4", ink=300):
    (folder / "printers/ours.yaml").write_text(says + ICC.format(standard=standard, ink=ink))


def sent_to(folder, name="ours", language="en"):
    home = find_game(str(folder))
    target = find_target(home, name)
    edition = open_edition(home, "base", Options(languages=(language,), bleed=target.bleed), lambda finding: None)
    return target, Shipment(edition, language, ExportOptions(), Path("out"))


def files(folder, name="ours"):
    target, shipment = sent_to(folder, name)
    return {path.relative_to("out").as_posix(): data for path, data in target.write(shipment).items()}


def found(folder, name="ours"):
    target, shipment = sent_to(folder, name)
    return {finding.code: finding for finding in reversed(list(target.preflight(shipment)))}  # the first of each code


def opened(data):
    return pikepdf.open(io.BytesIO(data))


def operators(pdf):
    """All that the forms and pages of a file draw with."""
    drawn = [thing.read_bytes() for thing in pdf.objects if thing.get("/Subtype") == "/Form"]
    return b"\n".join([*drawn, *(page.Contents.read_bytes() for page in pdf.pages)])


# Profiles and sizes


def test_every_profile_that_ships_can_be_read():
    assert {"tgc", "mpc", "drivethru", "factory"} <= {each.name for each in houses(find_game("king_lui", ROOT))}


@cache
def shipped(name):
    return next(each.says for each in houses(find_game("king_lui", ROOT)) if each.name == name)


@pytest.mark.parametrize(
    ("name", "size", "shape", "cut", "pixels"),
    [
        ("tgc", (63, 88), RECTANGLE, "euro-poker", (825, 1125)),
        ("tgc", (63.5, 88.9), RECTANGLE, "poker", (825, 1125)),
        ("tgc", (70, 120), RECTANGLE, "tarot", (900, 1500)),
        ("tgc", (88.9, 88.9), CIRCLE, "circle", (1125, 1125)),
        ("tgc", (88.9, 88.9), RECTANGLE, "square", (1125, 1125)),
        ("mpc", (63, 88), RECTANGLE, "standard", (816, 1110)),
        ("mpc", (63.5, 88.9), RECTANGLE, "poker", (822, 1122)),
        ("tgc", (19, 19), RECTANGLE, None, None),  # a chit is no card
        ("factory", (61, 112), RECTANGLE, "61x112mm", (791, 1394)),
    ],
)
def test_a_card_gets_the_houses_size(name, size, shape, cut, pixels):
    made = cut_of(shipped(name), shape.outline(*size))
    assert (made and made.name, made and made.pixels) == (cut, pixels)


@pytest.mark.parametrize(
    ("make", "size", "cut"),
    [
        ("token", (19, 19), "medium-square-chit"),
        ("mat", (457, 457), "quad-board"),
        ("token", (457, 457), None),
        ("standee", (19, 57), "medium-standee"),
        ("standee", (57, 19), None),  # it would lie on its side
        ("standee", (63, 88), None),
        ("token", (63, 88), "euro-poker"),
    ],
)
def test_a_component_gets_a_size_for_its_kind(make, size, cut):
    made = cut_of(shipped("tgc"), RECTANGLE.outline(*size), make)
    assert (made and made.name) == cut


@pytest.mark.parametrize(
    ("name", "make", "shape", "size", "told"),
    [
        ("tgc", "card", RECTANGLE, (100, 150), "the nearest is jumbo, 88.9 x 139.7 mm"),
        ("tgc", "mat", RECTANGLE, (195, 195), "the nearest is quad-board, 457.2 x 457.2 mm"),
        ("tgc", "standee", RECTANGLE, (40, 56), "the nearest is medium-standee, 19.05 x 57.15 mm"),
        ("tgc", "token", CIRCLE, (22, 22), "the nearest is circle, 88.9 x 88.9 mm, or of another shape "
         "medium-square-chit, 19.05 x 19.05 mm"),
        ("tgc", "token", CIRCLE, (90, 90), "the nearest is circle, 88.9 x 88.9 mm"),
        ("mpc", "token", CIRCLE, (22, 22), "it cuts nothing of that shape; its sizes are standard, poker"),
    ],
)  # fmt: skip
def test_the_nearest_size_is_one_for_that_kind(name, make, shape, size, told):
    assert nearest_size(shipped(name), shape.outline(*size), make) == told


@pytest.mark.parametrize(
    ("size", "cards", "name"),
    [
        ((63, 88), 1, "poker-tuck-box-36"),
        ((88.9, 63.5), 36, None),
        ((63.5, 88.9), 36, "poker-tuck-box-36"),
        ((63.5, 88.9), 37, "poker-tuck-box-54"),
        ((63.5, 88.9), 200, "poker-tuck-box-54"),
        ((70, 120), 36, None),
    ],
)
def test_the_nearest_box_is_the_smallest_that_holds_its_cards(size, cards, name):
    found = nearest_box(shipped("tgc"), size, cards)
    assert (found and found[0]) == name


@settings(deadline=None)
@given(st.floats(-1, 1), st.floats(-1, 1), st.booleans())
def test_a_card_stays_as_large_as_it_is_and_in_the_middle(wider, higher, on_side):
    size = 63.5 + wider, 88.9 + higher
    size = size[::-1] if on_side else size
    cut = cut_of(shipped("drivethru"), RECTANGLE.outline(*size))
    assert cut.turned == on_side

    class Face:
        width, height = size

    left, top, right, bottom = box_through(cut.matrix(Face), (0, 0, *size))
    assert {round(right - left, 6), round(bottom - top, 6)} == {round(side, 6) for side in size}
    assert (left + right, top + bottom) == pytest.approx(cut.area)
    assert max(cut.slack(RECTANGLE.outline(*size))) <= 0.5 + 1e-9


@pytest.mark.parametrize("size", [(60, 88.9), (63.5, 91), (50, 50)])
def test_what_a_house_does_not_cut_has_no_size(size):
    assert cut_of(shipped("drivethru"), RECTANGLE.outline(*size)) is None


def test_a_profile_of_ones_own_comes_before_the_one_that_ships(game):
    (game / "printers/tgc.yaml").write_text("name: Mine\nsends: pictures\n")
    assert {each.name: each.says.name for each in houses(find_game(str(game)))}["tgc"] == "Mine"


@pytest.mark.parametrize(
    ("says", "told"),
    [
        (HOUSE.replace("safe", "save"), "ours.yaml:4:1: save: unknown key; did you mean 'safe'"),
        (HOUSE.replace("pdf", "pictures"), "ours.yaml:8:11: printing: only sends: pdf takes it"),
        (HOUSE.replace("63 x 88 mm", "63"), "ours.yaml:5:23: sizes.poker.size: expected a size such as"),
        (HOUSE + "die: Cut", "ours.yaml:7:6: die: only sends: pdf with copies: no takes it"),
        (HOUSE.replace("back", "bag"), "ours.yaml:6:8: first: expected one of 'front', 'back', got 'bag'"),
    ],
)
def test_a_profile_with_faults_is_told_with_places(game, says, told):
    house(game, says)
    with pytest.raises(InputError) as error:
        find_target(find_game(str(game)), "ours")
    assert told in str(error.value)


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


# Lines to cut along


TOKENS = """\
components:
  coin: {make: token, layout: coin, diameter: 30 mm}
  sun: {make: token, layout: coin, back: coin, diameter: 30 mm, count: 4}
  tile: {make: token, layout: coin, shape: rectangle, size: 30 x 30 mm}
  leaf: {make: token, layout: coin, shape: {path: M0 0 H30 V30 L15 15 Z, view: 0 0 30 30}, size: 30 x 30 mm}
  comb: {make: token, layout: coin, shape: hexagon, diameter: 40 mm}
"""
CUT = "name: Our House\nsends: pdf\nbleed: 3\nsafe: 1\ncopies: no\ndie: Cut Contour\n"


@pytest.fixture
def tokens(game):
    """Beside cards, tokens of several shapes, three of them of one size."""
    (game / "game.yaml").write_text((game / "game.yaml").read_text() + TOKENS)
    layout(game, "", "coin", BACK)
    house(game, CUT)
    return game


def test_what_is_not_cut_straight_has_a_line(tokens):
    made = files(tokens)
    assert {name for name in made if ".die." in name} == {"30x30mm.die.pdf", "40x46.188mm.die.pdf"}
    rows = list(csv.DictReader(io.StringIO(made["30x30mm.counts.csv"].decode())))
    assert {row["card"]: row["die"] for row in rows} == {
        "coin": "page 1",
        "sun": "page 1",
        "tile": "",
        "leaf": "page 2",
    }
    assert "die" not in made["63x88mm.counts.csv"].decode().splitlines()[0]
    circle, leaf = read(made["30x30mm.die.pdf"])
    (hexagon,) = read(made["40x46.188mm.die.pdf"])
    for page, size, points in ((circle, (30, 30), 5), (leaf, (30, 30), 5), (hexagon, (40, 46.188), 6)):
        (line,) = page.strokes
        assert (len(line), not page.placements) == (points, True)
        assert page.trim == pytest.approx((3, 3, 3 + size[0], 3 + size[1]), abs=0.001)
        assert around(line) == pytest.approx(page.trim, abs=0.001)
        assert (page.width, page.height) == pytest.approx((size[0] + 6, size[1] + 6), abs=0.001)
    assert (18, 18) in [pytest.approx(point, abs=0.001) for point in leaf.strokes[0]]
    first = read(made["30x30mm.pdf"])[0]
    assert (first.width, first.height, first.trim) == (circle.width, circle.height, circle.trim)


@pytest.mark.parametrize("standard", ["PDF/X-1a:2003", "PDF/X-4"])
def test_lines_are_in_a_spot_colour_over_what_is_there(tokens, standard):
    house(tokens, CUT, standard)
    made = files(tokens)
    assert made == files(tokens)
    with opened(made["30x30mm.die.pdf"]) as pdf:
        assert pdf.docinfo["/GTS_PDFXVersion"] == standard and pdf.Root.OutputIntents[0].S == "/GTS_PDFX"
        for page in pdf.pages:
            kind, ink, shown, _ = page.Resources.ColorSpace["/Spot"]
            assert (str(kind), str(ink), str(shown)) == ("/Separation", "/Cut Contour", "/DeviceCMYK")
            assert page.Resources.ExtGState["/Over"].OP
            drawn = page.Contents.read_bytes()
            assert b"/Over gs /Spot CS 1 SCN" in drawn and not screen_colours(pdf) and not unembedded(pdf)


def test_without_a_name_for_the_ink_there_are_no_lines(tokens):
    house(tokens, CUT.replace("die: Cut Contour\n", ""))
    made = files(tokens)
    assert not any(".die." in name for name in made)
    assert made["30x30mm.counts.csv"].startswith(b"card,count,front,back\n")


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


# Preflight


def test_a_sound_game_passes(game):
    assert found(game) == {}
    assert found(game, "mpc") == {}


def layout(game, more, name="front", ground=FRONT):
    (game / f"layouts/{name}.yaml").write_text(f"fields:\n{ground}{more}")


def test_a_size_that_the_house_does_not_cut_is_told_with_the_nearest(game):
    yaml = game / "game.yaml"
    yaml.write_text(yaml.read_text().replace("63 x 88 mm", "70 x 70 mm"))
    told = found(game)["house-size"]
    assert told.severity == "error" and told.place.line == 6
    assert "does not cut 70 x 70 mm; the nearest is poker, 63 x 88 mm" in told.message
    assert files(game) == {}


COMPONENTS = """\
components:
  box: {make: tuck-box, holds: deck, layout: back}
  hero: {make: standee, layout: hero, back: back, size: 0.75 x 2.25 in, count: 2}
  ogre: {make: standee, layout: hero, size: 40 x 56 mm}
"""
HERO = FRONT.partition("  id:")[0].replace("20", "4")


@pytest.fixture
def stocked(game):
    """The same with a box, and with a standee that The Game Crafter has a size for and one that it has not."""
    (game / "game.yaml").write_text((game / "game.yaml").read_text() + COMPONENTS)
    layout(game, "", "hero", HERO)
    return game


def test_a_standee_is_sent_in_its_size(stocked):
    made = {name: data for name, data in files(stocked, "tgc").items() if name.startswith("medium-standee")}
    assert [*made] == [f"medium-standee/{name}" for name in ("hero.front.png", "hero.back.png", "counts.csv")]
    for name in ("hero.front.png", "hero.back.png"):
        image = Image.open(io.BytesIO(made[f"medium-standee/{name}"]))
        assert image.size == (300, 750)
    assert image.getpixel((0, 0)) == image.getpixel((299, 749)) == (0x20, 0x30, 0x60)
    assert made["medium-standee/counts.csv"].decode().splitlines()[1] == "hero,2,hero.front.png,hero.back.png"
    assert not any("hero" in name for name in files(stocked, "mpc"))


def test_components_that_a_house_does_not_print_are_told_with_what_comes_nearest(stocked):
    def told(house):
        target, shipment = sent_to(stocked, house)
        return [each.message for each in target.preflight(shipment) if each.code == "house-part"]

    assert told("tgc") == [
        "ogre: The Game Crafter does not cut 40 x 56 mm: left out; the nearest is medium-standee, 19.05 x 57.15 mm",
        "box: a tuck-box is not sent to The Game Crafter: print it at home; for its 5 cards there is poker-tuck-box-36:"
        " lay the pictures of its sides (--to png) by hand on the house's template, 2100 x 1800 pixels",
    ]
    game = stocked / "game.yaml"
    game.write_text(game.read_text().replace("count: 3", "count: 80"))
    assert told("tgc")[1].endswith(
        "print it at home; the largest box there, poker-tuck-box-54, holds 54 of its 82 cards"
    )
    assert told("mpc") == [
        f"{what} is not sent to MakePlayingCards: print it at home"
        for what in ("box: a tuck-box", "hero: a standee", "ogre: a standee")
    ]


def test_a_size_that_is_nearly_the_houses_is_told(game):
    yaml = game / "game.yaml"
    yaml.write_text(yaml.read_text().replace("63 x 88 mm", "62.5 x 88.4 mm"))
    assert "62.5 x 88.4 mm are cut as poker, 63 x 88 mm" in found(game)["house-near"].message


def test_pictures_need_pixels(game):
    (game / "art").mkdir()
    Image.new("RGB", (200, 200)).save(game / "art/low.png")
    layout(game, "  art: {draw: picture, of: art/low.png, left: 20, width: 23, top: 30, height: 23}\n")
    told = found(game)["house-ppi"].message
    assert told.startswith("a, en: the front: art/low.png has 221 pixels to the inch; Our House asks for 250")


@pytest.mark.parametrize(
    ("edge", "side"), [("right: 0", "right"), ("left: 0", "left"), ("top: 0", "top"), ("bottom: 0", "bottom")]
)
def test_the_bleed_is_to_be_filled_on_every_side(game, edge, side):
    key = edge.split(":")[0]
    layout(game, "", ground=FRONT.replace(f"{key}: -bleed", edge))
    assert found(game)["house-bleed"].message.endswith(f"does not fill the bleed ({side})")


def test_a_white_border_needs_no_bleed(game):
    layout(game, "", ground=FRONT.replace("-bleed", "4"))
    assert "house-bleed" not in found(game)


def test_words_stay_within_the_safe_zone(game):
    layout(game, "  low: {draw: text, text: low, left: 4, right: 8, bottom: 20, height: 8}\n")
    told = found(game)["house-safe"]
    assert "a, en: the front: 'low' lies 4.0 mm within the cut; Our House asks for 5.0 mm" in told.message
    assert told.who == "deck/a"


def test_hairlines_are_told(game):
    layout(game, "  box: {draw: rectangle, stroke: ink, line: 0.05, left: 20, width: 20, top: 30, height: 20}\n")
    assert "a line of 0.14 pt; Our House prints 0.25 pt" in found(game)["house-hairline"].message


def test_too_much_ink_is_told_with_its_place(game):
    house(game, ink=130)
    layout(game, '  dark: {draw: rectangle, fill: "#1040a0", left: 20, width: 10, top: 30, height: 20}\n')
    assert "house-ink" not in found(game)  # colours keep to the limit by themselves
    words = '  dark: {draw: rectangle, fill: "#1040a0", left: 8, right: 8, top: 30, height: 30}\n'
    words += '  big: {draw: text, text: "III", left: 10, right: 10, top: 30, height: 30, style: huge}\n'
    layout(game, words + "styles: {huge: {size: 70, bold: yes}}\n")
    told = found(game)["house-ink"]  # black that is printed over it comes on top
    assert told.severity == "error" and "% of ink" in told.message and "Our House allows 130 %" in told.message


def test_a_card_needs_a_back(game):
    yaml = game / "game.yaml"
    yaml.write_text(yaml.read_text().replace("back: back", "# no backs"))
    (game / "layouts/back.yaml").unlink()
    told = found(game)["house-back"]
    assert told.severity == "error" and told.message.startswith("a, en: expected a back")
    assert "house-back" not in found(game, "tgc")


def test_an_order_may_be_too_large(game):
    house(game, HOUSE + "most: 4\n")
    assert "5 cards of the size poker; Our House takes 4 in one order" in found(game)["house-count"].message


def test_screen_colours_and_fonts_that_are_not_embedded_are_told(game, monkeypatch):
    def spoilt(house, document):
        from reportlab.pdfgen.canvas import Canvas

        canvas = Canvas(None)
        canvas.setFillColorRGB(1, 0, 0)
        canvas.drawString(10, 10, "1 0 0 rg")
        return canvas.getpdfdata()

    monkeypatch.setattr("cardgen.export.houses.preflight.file_of", spoilt)
    told = found(game)
    assert told["house-font"].message == "en: the font Helvetica is not embedded"
    assert told["house-rgb"].message == "en: a shape or a text is in colours of screens"


# The command


def run(capsys, game, *more):
    code = main(["export", str(game), "--out", str(game.parent / "out"), *more])
    out, err = capsys.readouterr()
    return code, out, err


def test_a_missing_icc_profile_is_told_with_what_to_get(game, capsys):
    code, _, err = run(capsys, game, "--to", "drivethru")
    assert code == 2
    assert "there is no USWebCoatedSWOP.icc: get it (from Adobe's" in err and "and put it into" in err
    assert not (game.parent / "out/game").exists()


def test_a_check_without_the_icc_profile_looks_at_all_else(game, capsys):
    house(game, HOUSE + "most: 4\n")
    layout(game, "", ground=FRONT.replace("bottom: -bleed", "bottom: 0"))
    (game / "printers/own.icc").unlink()
    code, out, err = run(capsys, game, "--to", "ours", "--check")
    assert (code, out) == (1, "")
    assert "ours.yaml:9:17: error: Our House prints by the ICC profile of our press, and there is no own.icc" in err
    assert "without it, inks were not looked at" in err
    assert "error: 5 cards of the size poker" in err and "does not fill the bleed (bottom)" in err
    assert not (game.parent / "out/game").exists()


def test_an_order_of_nothing_still_needs_the_icc_profile(game, capsys):
    yaml = game / "game.yaml"
    yaml.write_text(yaml.read_text().replace("63 x 88 mm", "70 x 70 mm"))
    (game / "printers/own.icc").unlink()
    assert {"house-icc", "house-size"} == found(game).keys()


def test_a_wrong_icc_profile_is_told(game, capsys):
    (game / "printers/own.icc").write_bytes(b"nothing")
    code, _, err = run(capsys, game, "--to", "ours")
    assert (code, "own.icc: it is no ICC profile that can be read" in err) == (2, True)
    code, _, err = run(capsys, game, "--to", "ours", "--check")
    assert (code, "own.icc: error: it is no ICC profile that can be read; without it" in err) == (1, True)


def test_what_a_house_would_refuse_is_not_sent(game, capsys):
    house(game, HOUSE + "most: 4\n")
    code, out, err = run(capsys, game, "--to", "ours")
    assert (code, out) == (1, "") and "error: 5 cards of the size poker" in err
    assert not (game.parent / "out/game").exists()


def test_a_check_writes_nothing(game, capsys):
    code, out, err = run(capsys, game, "--to", "ours", "--check")
    assert (code, out, err) == (0, "can go to ours: nothing to mend\n", "")
    assert not (game.parent / "out/game").exists()


def test_an_export_is_written_and_known_again(game, capsys):
    assert run(capsys, game, "--to", "ours")[0] == 0
    code, out, _ = run(capsys, game, "--to", "ours")
    assert code == 0 and "poker.pdf" in out and "unchanged" in out
    shutil.copy(game / "printers/own.icc", game / "printers/other.icc")
    says = game / "printers/ours.yaml"
    says.write_text(says.read_text().replace("OWN", "OTHER"))
    code, out, _ = run(capsys, game, "--to", "ours")
    assert code == 0 and "unchanged" not in out
