"""Cards to pages: fronts in a grid, and behind each its back as the printer will turn the paper."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from cardgen.drawing import Box, Face, Group, Item, Matrix, Page, Use, moved, multiply, rectangle, turned
from cardgen.sheets.grid import Grid
from cardgen.sheets.marks import crop_marks, furniture
from cardgen.text.fonts import FontFace

Duplex = Literal["long", "short", "none"]


@dataclass(frozen=True, slots=True)
class Card:
    """One printed card: its front, and its back unless that stays white."""

    front: Face
    back: Face | None = None


def impose(cards: Sequence[Card], sheet: Grid, duplex: Duplex, label: str, font: FontFace) -> tuple[Page, ...]:
    """The pages of the cards, front 1, back 1, front 2, ...; `label` may hold {page} and {pages}.

    Backs lie behind their fronts when the paper is turned over its long or short edge.
    """
    batches = [cards[start : start + sheet.cells] for start in range(0, len(cards), sheet.cells)]
    backs = duplex != "none" and any(card.back for card in cards)
    pages: list[Page] = []
    total = len(batches) * (2 if backs else 1)
    for batch in batches:
        cells = [sheet.cell(index) for index in range(len(batch))]
        fronts = [(card.front, cell, False) for card, cell in zip(batch, cells, strict=True)]
        text = label.format(page=len(pages) + 1, pages=total)
        pages.append(_page(sheet, fronts, text, font, crop_marks(sheet, cells), _bookmark(batch)))
        if backs:
            behind = [
                (card.back, *mirrored(sheet, cell, duplex))
                for card, cell in zip(batch, cells, strict=True)
                if card.back
            ]
            text = label.format(page=len(pages) + 1, pages=total)
            pages.append(
                _page(sheet, behind, text, font, [], None, cells=[mirrored(sheet, c, duplex)[0] for c in cells])
            )
    return tuple(pages)


def mirrored(sheet: Grid, cell: Box, duplex: Duplex) -> tuple[Box, bool]:
    """Where a cell lies seen from behind, and whether what is drawn there stands upside down.

    A page that is taller than wide and turned over its long edge is turned like a book's; over its short edge like a
    calendar's, so that what reads upright in a player's hand, turned sideways, is printed upside down.
    """
    left, top, right, bottom = cell
    upright = sheet.page_height >= sheet.page_width
    if upright == (duplex == "long"):
        return (sheet.page_width - right, top, sheet.page_width - left, bottom), False
    return (left, sheet.page_height - bottom, right, sheet.page_height - top), True


def _page(
    sheet: Grid,
    placed: list[tuple[Face, Box, bool]],
    label: str,
    font: FontFace,
    marks: list[Item],
    bookmark: str | None,
    cells: list[Box] | None = None,
) -> Page:
    boxes = cells or [box for _, box, _ in placed]
    trim = (min(b[0] for b in boxes), min(b[1] for b in boxes), max(b[2] for b in boxes), max(b[3] for b in boxes))
    occupied = {_key(box) for _, box, _ in placed}
    items: list[Item] = [_placed(sheet, face, box, over, occupied) for face, box, over in placed]
    items += [*marks, *furniture(sheet, label, font)]
    across, along = sheet.outer(sheet.left)[0], sheet.outer(sheet.top)[0]
    bleed = (trim[0] - across, trim[1] - along, trim[2] + across, trim[3] + along)
    return Page(sheet.page_width, sheet.page_height, tuple(items), trim, bleed, bookmark)


def _key(box: Box) -> tuple[int, int]:
    return round(box[0] * 100), round(box[1] * 100)


def _placed(sheet: Grid, face: Face, box: Box, over: bool, occupied: set[tuple[int, int]]) -> Group:
    """A face in its cell, its bleed kept out of its neighbours and inside the margins."""
    left, top, *_ = box
    step_x, step_y = sheet.width + sheet.gap, sheet.height + sheet.gap
    inner = min(sheet.bleed, sheet.gap / 2)
    across, along = sheet.outer(sheet.left)[0], sheet.outer(sheet.top)[0]

    def reach(x: float, y: float, outer: float) -> float:
        return inner if _key((x, y, 0, 0)) in occupied else outer

    west, east = reach(left - step_x, top, across), reach(left + step_x, top, across)
    north, south = reach(left, top - step_y, along), reach(left, top + step_y, along)
    matrix: Matrix = moved(left, top)
    if over:
        west, east, north, south = east, west, south, north
        matrix = multiply(turned(180, face.width / 2, face.height / 2), matrix)
    clip = rectangle(-west, -north, face.width + east, face.height + south)
    return Group((Use(face.name),), matrix, clip)


def _bookmark(batch: Sequence[Card]) -> str:
    return ", ".join(dict.fromkeys(card.front.label for card in batch))
