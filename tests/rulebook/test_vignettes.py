"""Vignettes: pictures in what pages leave free, one after the other, with room around them."""

from cardgen.graphics.drawing import Shape, Symbol, Use
from cardgen.graphics.geometry import rectangle
from cardgen.rulebook.pages import make_pages
from cardgen.rulebook.sheet import A5
from cardgen.rulebook.vignettes import MARGIN, MIN_FREE, TALLEST
from tests.rulebook.library import book

KNOWN = tuple(Symbol(name, (0, 0, 120, 60), (Shape(rectangle(0, 0, 120, 60), fill="#000000"),)) for name in ("a", "b"))


def drawn(page):
    return [(item.symbol, item.matrix) for item in page.items if isinstance(item, Use)]


def test_each_page_with_room_has_the_next_picture():
    full = "\n\n".join(["words"] * 22)
    document = make_pages("\n\n---\n\n".join(["words", full, "words", "words"]), book(vignettes=KNOWN))
    assert [[name for name, _ in drawn(page)] for page in document.pages[1:]] == [["a"], [], ["b"], ["a"]]
    assert {"a", "b"} <= set(document.symbols)


def test_a_picture_stands_in_the_middle_of_what_is_free():
    document = make_pages("words", book(vignettes=KNOWN))
    ((_, (scale, _, _, _, x, y)),) = drawn(document.pages[1])
    assert 60 * scale <= TALLEST and 120 * scale <= 60 + 1e-9
    assert abs((x + x + 120 * scale) / 2 - (A5.left(2) + A5.measure / 2)) < 1e-6
    assert y > A5.top + MARGIN and y + 60 * scale < A5.height - A5.bottom - MARGIN
    assert MIN_FREE > 2 * MARGIN


def test_a_book_without_pictures_has_none():
    assert not any(drawn(page) for page in make_pages("words", book()).pages[1:])
