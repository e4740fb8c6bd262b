"""How many cards fit, and where, for any paper, card and gap."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from cardgen.foundations.errors import InputError
from cardgen.foundations.units import PAPERS
from cardgen.sheets.grid import MARGIN, grid

papers = st.sampled_from(sorted(PAPERS.values()))
sides = st.floats(20, 300).map(lambda value: round(value, 2))
gaps = st.floats(0, 20).map(lambda value: round(value, 2))
bleeds = st.floats(0, 10).map(lambda value: round(value, 2))


def made(paper, card, gap=0.0, bleed=3.0):
    try:
        return grid(paper, card, gap, bleed)
    except InputError:
        assume(False)


@given(papers, sides, sides, gaps)
def test_cells_lie_inside_the_margins_and_apart(paper, width, height, gap):
    sheet = made(paper, (width, height), gap)
    cells = [sheet.cell(index) for index in range(sheet.cells)]
    for index, (left, top, right, bottom) in enumerate(cells):
        assert left >= MARGIN - 1e-5
        assert top >= MARGIN - 1e-5
        assert right <= sheet.page_width - MARGIN + 1e-5
        assert bottom <= sheet.page_height - MARGIN + 1e-5
        assert (right - left, bottom - top) == pytest.approx((width, height))
        for other in cells[:index]:
            apart = max(left - other[2], other[0] - right, top - other[3], other[1] - bottom)
            assert apart >= gap - 1e-6


@given(papers, sides, sides, gaps)
def test_no_more_cards_would_fit_either_way_round(paper, width, height, gap):
    sheet = made(paper, (width, height), gap)

    def most(page):
        counts = [0, 0]
        for axis, length in enumerate((width, height)):
            while (counts[axis] + 1) * length + counts[axis] * gap <= page[axis] - 2 * MARGIN + 1e-6:
                counts[axis] += 1
        return counts[0] * counts[1]

    upright, across = most(paper), most(paper[::-1])
    assert sheet.cells == max(upright, across)
    assert (sheet.page_width < sheet.page_height) == (upright >= across)


@given(papers, sides, sides, gaps, bleeds)
def test_rims_stay_on_the_paper_and_in_order(paper, width, height, gap, bleed):
    sheet = made(paper, (width, height), gap, bleed)
    rooms = (sheet.left, sheet.top, sheet.left, sheet.top)
    strips = (not sheet.strips_at_ends, sheet.strips_at_ends) * 2
    for rim, room, strip in zip(sheet.rims(sheet.block), rooms, strips, strict=True):
        free = room - MARGIN - (2.8 if strip else 0)
        assert rim.bleed == pytest.approx(min(bleed, max(0, free)))
        assert 0.3 <= rim.start < rim.end < room
        assert rim.end - rim.start >= 1.2 - 1e-6
        assert rim.end <= max(1.5, free) + 1e-6
        assert rim.start >= rim.bleed or rim.end - rim.start == pytest.approx(1.2)  # marks give way before the bleed
        assert not strip or rim.strip + 2.5 <= room - max(rim.bleed, rim.end) + 1e-6 or rim.strip == 0.5


@given(papers, sides, sides, gaps)
def test_a_cell_knows_its_position(paper, width, height, gap):
    sheet = made(paper, (width, height), gap)
    for index in range(sheet.cells):
        assert sheet.position(sheet.cell(index)) == (index % sheet.columns, index // sheet.columns)


@pytest.mark.parametrize(
    ("paper", "gap", "columns", "rows", "landscape"),
    [
        ("a4", 0, 3, 3, False),
        ("letter", 0, 3, 3, False),
        ("pa4", 0, 3, 3, False),
        ("a3", 0, 6, 3, True),
        ("a4", 4, 3, 3, False),
        ("letter", 4, 4, 2, True),
    ],
)
def test_poker_cards(paper, gap, columns, rows, landscape):
    sheet = grid(PAPERS[paper], (63, 88), gap)
    assert (sheet.columns, sheet.rows, sheet.page_width > sheet.page_height) == (columns, rows, landscape)


def test_a_card_as_large_as_the_margins_allow():
    assert grid((210, 297), (200, 287)).cells == 1
    with pytest.raises(InputError, match=r"a card of 200 x 287\.1 mm is larger than the page: 210 x 297 mm"):
        grid((210, 297), (200, 287.1))
