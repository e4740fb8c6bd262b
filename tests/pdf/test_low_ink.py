"""`--ink low`: outlines on white that cost little and can still be read."""

import pytest
from PIL import ImageStat

from cardgen.faces.colour import contrast
from cardgen.faces.ink import WHITE, low_ink
from cardgen.graphics.drawing import Face, Group, Shape, Symbol, Text, Use
from cardgen.graphics.geometry import rectangle
from tests.pdf_reader import Pdf
from tests.printing import king_lui, king_lui_pdf, raster

PAGES = range(26)


def ink(data: bytes, page: int) -> float:
    """Cyan, magenta and yellow on a page: what its pixels lack of red, green and blue."""
    return sum(255 - mean for mean in ImageStat.Stat(raster(data, page, 2)).mean)


@pytest.mark.parametrize("dish", ["ham", "cheese", "bread", "cake", "wine", "fruit", "chicken", "emerald"])
def test_it_takes_less_than_half_the_ink(dish):
    full, low = king_lui(cards=(dish,)), king_lui(cards=(dish,), ink="low")
    for page in (0, 1):
        assert 0 < ink(low, page) < 0.5 * ink(full, page)


def test_names_stay_dark_on_white():
    low = king_lui(ink="low")
    left, top = 105, 165  # the first card's trim, in tenths of a millimetre; its name is 5 mm to 12 mm above its foot
    name = raster(low, 0).convert("L").crop((left + 195, top + 755, left + 435, top + 825))
    shades = name.histogram()
    assert sum(shades[:90]) > 0.04 * name.width * name.height
    assert sum(shades[250:]) > 0.6 * name.width * name.height


def test_the_words_are_the_same():
    full, low = king_lui_pdf(), king_lui_pdf(ink="low")
    assert [words(low, page) for page in PAGES] == [words(full, page) for page in PAGES]


def words(pdf: Pdf, page: int) -> list[str]:
    return [card.text for card in pdf.sheets[page].placements] + [said.text for said in pdf.sheets[page].words]


def saved(*items, symbols=()):
    faces, found = low_ink({"f": Face("f", "f", 63, 88, 3, items)}, {symbol.name: symbol for symbol in symbols})
    return faces["f"].items, found


@pytest.mark.parametrize("colour", ["#ffffff", "#fffdf7", "#f4c93f", "#7f7f7f", "#d9a02b", "#249a88", "#000000"])
def test_text_of_any_colour_can_be_read_on_white(colour):
    (text,), _ = saved(Text(0, 0, "Ham", "font", 5, colour, 10, 1, 1))
    assert contrast(text.colour, WHITE) >= 4.5


def test_what_is_seen_through_is_an_outline_and_its_words_stay_dark():
    veil = Shape(rectangle(5, 5, 55, 55), "#ffcc00")
    text = Text(9, 9, "Ham", "font", 5, "#ffffff", 10, 1, 1)
    for group in (Group((veil, text), opacity=0.3), Group((veil, text), blend="multiply")):
        (saved_group,), _ = saved(group)
        shape, words = saved_group.items
        assert saved_group.plain and shape.fill is None and shape.stroke
        assert contrast(words.colour, WHITE) >= 4.5


def test_a_ground_leaves_no_line_to_cut_along():
    ground = Shape(rectangle(-3, -3, 66, 91), "#884422", "#000000", 1)
    assert saved(ground)[0] == (Shape(ground.segments, WHITE),)


def test_an_area_becomes_its_outline():
    (shape,), _ = saved(Shape(rectangle(5, 5, 20, 20), "#884422"))
    assert (shape.fill, shape.line) == (WHITE, 0.2)
    assert shape.stroke


@pytest.mark.parametrize(("size", "outlined"), [(8, False), (30, True)])
def test_small_icons_stay_filled_and_large_ones_become_outlines(size, outlined):
    icon = Symbol("icons/ham", (0, 0, 512, 512), (Shape(rectangle(0, 0, 512, 512), "current"),))
    (use,), symbols = saved(Use(icon.name, (size / 512, 0, 0, size / 512, 10, 10), "#000000"), symbols=[icon])
    (shape,) = symbols[use.symbol].items
    assert (shape.fill == WHITE) == outlined
