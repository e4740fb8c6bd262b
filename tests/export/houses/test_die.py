"""Lines that are cut along, as factories get them."""

import csv
import io

import pytest

from cardgen.export.houses.reading_back import screen_colours, unembedded_fonts
from tests.houses import BACK, files, house, layout, opened
from tests.pdf_reader import around, read

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
            assert b"/Over gs /Spot CS 1 SCN" in drawn and not screen_colours(pdf) and not unembedded_fonts(pdf)


def test_without_a_name_for_the_ink_there_are_no_lines(tokens):
    house(tokens, CUT.replace("die: Cut Contour\n", ""))
    made = files(tokens)
    assert not any(".die." in name for name in made)
    assert made["30x30mm.counts.csv"].startswith(b"card,count,front,back\n")
