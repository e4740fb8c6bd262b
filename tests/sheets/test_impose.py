"""Cards to pages, for any deck."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.graphics.drawing import Face, FontSource, Group, Use
from cardgen.sheets.grid import grid
from cardgen.sheets.impose import SheetCard, impose, place_behind
from cardgen.text.fonts import Font, FontFace
from tests.printing import ROOT

FACE = FontFace("source-sans-3/regular", FontSource(ROOT / "templates/fonts/source-sans-3/regular.ttf"))
FONT = Font([FACE], FACE, "en")
edges = st.sampled_from(["long", "short"])
sizes = st.sampled_from([(63, 88), (88, 63), (50, 50), (120, 70)])


def card(number: int, size=(63, 88), back: bool = True) -> SheetCard:
    front = Face(f"front {number}", f"card {number}", *size, 3, ())
    return SheetCard(front, Face(f"back {number}", "", *size, 3, ()) if back else None)


def names(page) -> list[str]:
    return [item.items[0].symbol for item in page.items if isinstance(item, Group) and isinstance(item.items[0], Use)]


def imposed(cards, duplex, label="x", size=(63, 88)):
    return impose(cards, grid((210, 297), size), duplex, label, FONT)


@given(st.integers(1, 40), edges, sizes)
def test_every_card_is_printed_once_and_in_order(count, edge, size):
    pages = imposed([card(number, size) for number in range(count)], edge, size=size)
    assert [name for page in pages[::2] for name in names(page)] == [f"front {number}" for number in range(count)]
    assert [name for page in pages[1::2] for name in names(page)] == [f"back {number}" for number in range(count)]


@given(st.integers(1, 40), st.sets(st.integers(0, 39)))
def test_cards_without_a_back_stay_white_behind(count, bare):
    pages = imposed([card(number, back=number not in bare) for number in range(count)], "long")
    backs = [f"back {number}" for number in range(count) if number not in bare]
    if backs:
        assert [name for page in pages[1::2] for name in names(page)] == backs
    else:
        assert len(pages) == (count + 8) // 9


@given(sizes, edges, st.data())
def test_turning_the_paper_over_twice_brings_a_cell_back(size, edge, data):
    sheet = grid((210, 297), size)
    cell = sheet.cell(data.draw(st.integers(0, sheet.cells - 1)))
    behind, over = place_behind(sheet, cell, edge)
    again, over_again = place_behind(sheet, behind, edge)
    assert again == pytest.approx(cell)
    assert over == over_again


def test_bookmarks_stand_on_fronts_and_name_their_cards():
    pages = imposed([card(1)] * 8 + [card(2)] * 2, "long")
    assert [page.bookmark for page in pages] == ["card 1, card 2", None, "card 2", None]


def test_a_label_may_hold_braces():
    (page,) = imposed([card(1)], "none", "{x} {page}/{pages}")
    assert page.items[-1].items[0].text == "{x} 1/1"
