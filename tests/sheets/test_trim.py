"""Where King Lui's cards and their bleed lie on paper, in millimetres, read from the PDF."""

import pytest

from tests.pdf_reader import overlap
from tests.printing import POKER, king_lui_sheets

EXACT = 0.002  # mm


def near(*values: float):
    return pytest.approx(values if len(values) > 1 else values[0], abs=EXACT)


# paper, gap, columns, rows, page, the first card's left and top, bleed at the sides, bleed at the ends
SHEETS = [
    ("a4", 0, 3, 3, (210, 297), (10.5, 16.5), 3, 3),
    ("letter", 0, 3, 3, (215.9, 279.4), (13.45, 7.7), 3, 2.7),
    ("pa4", 0, 3, 3, (210, 279.4), (10.5, 7.7), 2.7, 2.7),
    ("a3", 0, 6, 3, (420, 297), (21, 16.5), 3, 3),
    ("a4", 4, 3, 3, (210, 297), (6.5, 12.5), 1.5, 3),
    ("letter", 4, 4, 2, (279.4, 215.9), (7.7, 17.95), 2.7, 3),
]


@pytest.mark.parametrize(("paper", "gap", "columns", "rows", "page", "first", "beside", "above"), SHEETS)
def test_cards_and_their_bleed(paper, gap, columns, rows, page, first, beside, above):
    for sheet in king_lui_sheets(paper=paper, gap=gap)[:2]:
        assert (sheet.width, sheet.height) == near(*page)
        assert len(sheet.placements) == columns * rows
        cells = sorted(sheet.placements, key=lambda card: (round(card.at(0, 0)[1], 2), card.at(0, 0)[0]))
        for index, card in enumerate(cells):
            row, column = divmod(index, columns)
            left, top = first[0] + column * (63 + gap), first[1] + row * (88 + gap)
            assert card.trim(*POKER) == near(left, top, left + 63, top + 88)
            west, east = (beside if edge else gap / 2 for edge in (column == 0, column == columns - 1))
            north, south = (above if edge else gap / 2 for edge in (row == 0, row == rows - 1))
            assert card.clip == near(left - west, top - north, left + 63 + east, top + 88 + south)
        width, height = columns * 63 + (columns - 1) * gap, rows * 88 + (rows - 1) * gap
        trim = first[0], first[1], first[0] + width, first[1] + height
        assert sheet.trim == near(*trim)
        assert sheet.bleed == near(trim[0] - beside, trim[1] - above, trim[2] + beside, trim[3] + above)


def test_all_110_cards_are_63_by_88_and_every_bleed_stays_off_other_cards():
    sheets = king_lui_sheets()
    fronts = [card for sheet in sheets[::2] for card in sheet.placements]
    assert len(fronts) == 110
    for sheet in sheets:
        for card in sheet.placements:
            left, top, right, bottom = card.trim(*POKER)
            assert (right - left, bottom - top) == near(63, 88)
            others = [other for other in sheet.placements if other is not card]
            assert not any(overlap(card.clip, other.trim(*POKER)) for other in others)


@pytest.mark.parametrize("paper", ["a4", "letter", "pa4"])
def test_next_to_an_empty_cell_the_bleed_is_whole(paper):
    front, back = king_lui_sheets(paper=paper)[-2:]  # two cards
    (first, second), (_, behind) = front.placements, back.placements
    left, _, right, bottom = second.trim(*POKER)
    assert second.clip[2:] == near(right + 3, bottom + 3)
    assert second.clip[0] == near(left)
    assert front.trim == near(*first.trim(*POKER)[:2], right, bottom)
    left, _, _, bottom = behind.trim(*POKER)
    assert (behind.clip[0], behind.clip[3]) == near(left - 3, bottom + 3)


@pytest.mark.parametrize(("gap", "inner"), [(1, 0.5), (8, 3), (5.5, 2.75)])
def test_between_cards_each_gets_half_the_gap_or_its_whole_bleed(gap, inner):
    card = king_lui_sheets(gap=gap, paper="a3")[0].placements[0]
    assert card.clip[2] - card.trim(*POKER)[2] == near(inner)


def test_bleed_is_an_option():
    card = king_lui_sheets(bleed=2.0)[0].placements[0]
    left, top, right, bottom = card.trim(*POKER)
    assert card.clip == near(left - 2, top - 2, right, bottom)
    assert king_lui_sheets(bleed=0.0)[0].placements[0].clip == near(left, top, right, bottom)
