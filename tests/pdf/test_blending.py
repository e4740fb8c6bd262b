"""What is seen through, as pixels: alpha, gradients, groups put together, masks, blend modes, outlines of letters."""

import pypdfium2
import pytest

from cardgen.graphics.drawing import (
    Document,
    FontSource,
    Gradient,
    Group,
    Halo,
    Mask,
    Page,
    Pen,
    Shape,
    Symbol,
    Text,
    Use,
    extent,
)
from cardgen.graphics.geometry import rectangle, tight_box
from cardgen.pdf.write import write_pdf
from cardgen.store.library import BUILTIN

FONT = "source-sans-3/regular"
WHOLE = rectangle(0, 0, 20, 20)
BLACK = Shape(WHOLE, "#000000")


def document(*items, symbols=None):
    page = Page(20, 20, items, (0, 0, 20, 20), (0, 0, 20, 20))
    fonts = {FONT: FontSource(BUILTIN / "templates" / "fonts" / f"{FONT}.ttf")}
    return Document("x", "en", "x", (page,), symbols or {}, fonts)


def colours(*items, at=((10, 10),), symbols=None):
    """The colours of a page of 20 x 20 mm at places in mm."""
    image = pypdfium2.PdfDocument(write_pdf(document(*items, symbols=symbols)))[0].render(scale=254 / 72).to_pil()
    return [image.convert("RGB").getpixel((10 * x, 10 * y)) for x, y in at]


def near(*colour):
    return pytest.approx(colour, abs=3)


def test_alpha_lets_half_be_seen():
    assert colours(BLACK, Shape(WHOLE, "#ffffff80")) == [near(128, 128, 128)]


def test_a_stroke_with_alpha_is_seen_over_its_fill():
    """On the inner half of the line both are seen."""
    shape = Shape(rectangle(5, 5, 15, 15), "#ff0000", "#0000ff80", 4)
    assert colours(shape, at=((10, 10), (6, 10), (4, 10))) == [near(255, 0, 0), near(127, 0, 128), near(127, 127, 255)]


def test_a_linear_gradient_goes_from_end_to_end():
    gradient = Gradient((0, 0, 20, 0), ((0, "#ff0000"), (1, "#0000ff")))
    left, middle, right = colours(Shape(WHOLE, gradient), at=((0, 10), (10, 10), (19, 10)))
    assert left[0] > 245 and right[2] > 235 and middle == near(127, 0, 128)


def test_a_gradient_keeps_to_the_coordinates_of_its_group():
    gradient = Gradient((0, 0, 1, 0), ((0, "#ff0000"), (0.5, "#ff0000"), (0.5, "#0000ff"), (1, "#0000ff")))
    group = Group((Shape(rectangle(0, 0, 1, 1), gradient),), (20, 0, 0, 20, 0, 0))
    assert colours(group, at=((8, 10), (12, 10))) == [near(255, 0, 0), near(0, 0, 255)]


def test_a_radial_gradient_fades():
    gradient = Gradient((10, 10, 0, 10, 10, 10), ((0, "#00000000"), (1, "#000000")))
    assert colours(Shape(WHOLE, gradient), at=((10, 10), (15, 10), (1, 10))) == [
        near(255, 255, 255), pytest.approx((127, 127, 127), abs=8), pytest.approx((25, 25, 25), abs=12),
    ]  # fmt: skip


def test_a_group_is_put_together_before_it_is_laid_down():
    """Two black squares of half opacity, one above the other, are no darker than one."""
    assert colours(Group((BLACK, BLACK), opacity=0.5)) == [near(128, 128, 128)]
    assert colours(Group((BLACK,), opacity=0.5), Group((BLACK,), opacity=0.5)) == [near(64, 64, 64)]


def test_a_mask_shows_what_is_bright():
    mask = Mask((Shape(rectangle(0, 0, 10, 20), "#ffffff"), Shape(rectangle(10, 0, 15, 20), "#808080")))
    assert colours(Group((BLACK,), mask=mask), at=((5, 10), (12, 10), (18, 10))) == [
        near(0, 0, 0), near(127, 127, 127), near(255, 255, 255),
    ]  # fmt: skip


def test_blend_modes():
    items = Shape(WHOLE, "#ff8000"), Group((Shape(WHOLE, "#80ff80"),), blend="multiply")
    assert colours(*items) == [near(128, 128, 0)]


def test_a_symbol_takes_a_colour_with_alpha():
    symbol = Symbol("s", (0, 0, 20, 20), (Shape(WHOLE, "current"),))
    assert colours(Use("s", colour="#ff000080"), symbols={"s": symbol}) == [near(255, 127, 127)]


def test_dashes_leave_gaps():
    line = Shape((("M", 0.0, 10.0), ("L", 20.0, 10.0)), None, "#000000", 4, pen=Pen("butt", dashes=(5.0, 5.0)))
    assert colours(line, at=((2, 10), (7, 10), (12, 10))) == [(0, 0, 0), (255, 255, 255), (0, 0, 0)]


def test_even_odd_leaves_what_is_covered_twice():
    star = (*WHOLE, *rectangle(5, 5, 15, 15))
    assert colours(Shape(star, "#000000")) == [(0, 0, 0)]
    assert colours(Shape(star, "#000000", evenodd=True)) == [(255, 255, 255)]


def test_a_halo_is_wider_than_its_letters():
    text = Text(5, 15, "l", FONT, 14, "#ffffff", 4, 10, 3)
    page = pypdfium2.PdfDocument(write_pdf(document(Halo(text, "#ff0000", 1), text)))[0]
    image = page.render(scale=254 / 72).to_pil().convert("RGB")
    red = [x for x in range(200) if image.getpixel((x, 100)) == (255, 0, 0)]
    assert 18 <= len(red) <= 24  # a millimetre on either side
    assert "l" in page.get_textpage().get_text_range()


def test_a_halo_is_as_wide_in_a_group_that_is_put_together():
    text = Text(5, 15, "l", FONT, 14, "#ffffff", 4, 1, 1)  # its line is lower than its letter
    halo = Halo(text, "#ff0000", 1)
    alone, grouped = (
        pypdfium2.PdfDocument(write_pdf(document(*items)))[0].render(scale=254 / 72).to_pil().convert("RGB")
        for items in ((halo, text), (Group((halo, text), blend="normal"),))
    )
    assert alone.tobytes() == grouped.tobytes()


def test_shapes_that_say_nothing_new_are_told_as_before():
    """Codes on cards are made of this."""
    assert repr(Shape((), "#000000")) == "Shape(segments=(), fill='#000000', stroke=None, line=0.0)"
    assert repr(Group(())) == "Group(items=(), matrix=(1, 0, 0, 1, 0, 0), clip=None)"
    assert repr(Group((), opacity=0.5)) != repr(Group(()))
    assert repr(Shape((), evenodd=True)) != repr(Shape(()))


def test_the_extent_of_items():
    curve = (("M", 0.0, 0.0), ("C", 0.0, 8.0, 10.0, 8.0, 10.0, 0.0))
    assert tight_box(curve) == pytest.approx((0, 0, 10, 6))
    assert extent((Group((Shape(curve, "#000000"),), (1, 0, 0, 1, 5, 5)),), inked=False) == pytest.approx(
        (5, 5, 15, 11)
    )
    assert extent(()) is None
