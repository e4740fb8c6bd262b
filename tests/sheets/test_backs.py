"""Backs behind fronts: the sheet is turned over here as a printer turns it, whatever cardgen thinks of it."""

import pytest

from tests.pdf_reader import Placement, Sheet, read
from tests.printing import numbered

# size, paper, cards (more than a page full), and whether the paper lies across
DECKS = [
    ((63, 88), "a4", 14, False),
    ((88, 63), "a4", 13, True),
    ((63, 88), "a3", 20, True),
    ((100, 60), "letter", 9, False),
    ((120, 95), "pa4", 5, True),
]


def behind(sheet: Sheet, x: float, y: float, edge: str) -> tuple[float, float]:
    """The point of the front page that lies behind a point of the back page, once the paper is flipped on `edge`.

    The flip is about the paper's long or short edge. If that edge runs up the page, left and right are exchanged;
    if it runs across, top and bottom are.
    """
    length = {"long": max, "short": min}[edge](sheet.width, sheet.height)
    return (sheet.width - x, y) if length == sheet.height else (x, sheet.height - y)


def numbers(sheet: Sheet, side: str) -> dict[str, Placement]:
    found = {card.text.removeprefix(f"{side} "): card for card in sheet.placements}
    assert all(card.text.startswith(side) for card in sheet.placements)
    assert len(found) == len(sheet.placements)
    return found


@pytest.mark.parametrize("edge", ["long", "short"])
@pytest.mark.parametrize(("size", "paper", "count", "across"), DECKS)
def test_each_back_lies_behind_its_own_front_the_right_way_up(tmp_path, size, paper, count, across, edge):
    sheets = read(numbered(tmp_path / "numbers", count, size, paper=paper, duplex=edge))
    assert len(sheets) == 4
    assert len(sheets[2].placements) < len(sheets[0].placements)  # the last page is not full
    width, height = size
    seen = []
    for front, back in zip(sheets[::2], sheets[1::2], strict=True):
        assert (front.width > front.height) == across
        fronts, backs = numbers(front, "front"), numbers(back, "back")
        assert fronts.keys() == backs.keys()
        seen += fronts
        for number, card in fronts.items():
            # Turned over sideways in the hand, the back's left lies behind the front's right, and its top at the top.
            for x, y in [(0, 0), (width, 0), (0, height), (width, height)]:
                there = behind(back, *backs[number].at(x, y), edge)
                assert there == pytest.approx(card.at(width - x, y), abs=0.01)
    assert seen == [f"c{number}" for number in range(1, count + 1)]


@pytest.mark.parametrize("edge", ["long", "short"])
def test_bleed_of_the_backs_lies_behind_that_of_the_fronts(tmp_path, edge):
    for front, back in zip(*[iter(read(numbered(tmp_path / "numbers", 14, gap=4.0, duplex=edge)))] * 2, strict=True):
        fronts, backs = numbers(front, "front"), numbers(back, "back")
        for number, card in fronts.items():
            left, top, right, bottom = backs[number].clip
            corners = [behind(back, x, y, edge) for x in (left, right) for y in (top, bottom)]
            assert (*map(min, zip(*corners, strict=True)), *map(max, zip(*corners, strict=True))) == pytest.approx(
                card.clip, abs=0.01
            )


def test_without_duplex_there_are_no_backs(tmp_path):
    sheets = read(numbered(tmp_path / "numbers", 14, duplex="none"))
    assert [len(numbers(sheet, "front")) for sheet in sheets] == [9, 5]
