"""Cards to pages: fronts in a grid, and behind each its back as the printer will turn the paper."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from cardgen import progress
from cardgen.drawing import Face, Group, Item, Page, Use
from cardgen.geometry import Box, Matrix, around, moved, multiply, rectangle, turned
from cardgen.outline import RECTANGLE, Outline
from cardgen.sheets.grid import Grid
from cardgen.sheets.marks import cut_lines, furniture, sheet_marks
from cardgen.text.fonts import Font

Duplex = Literal["long", "short", "none"]
Placed = tuple[Face, Box, bool]  # a face, its cell, and whether it stands upside down


@dataclass(frozen=True, slots=True)
class Card:
    """One printed card: its front, and its back unless that stays white."""

    front: Face
    back: Face | None = None


def impose(
    cards: Sequence[Card], sheet: Grid, duplex: Duplex, label: str, font: Font, outline: Outline | None = None
) -> tuple[Page, ...]:
    """The pages of the cards, front 1, back 1, front 2, ...; `label` may hold {page} and {pages}.

    Backs lie behind their fronts when the paper is turned over its long or short edge. Without an outline cards are
    rectangles.
    """
    outline = outline or RECTANGLE.outline(sheet.width, sheet.height)
    batches = [cards[start : start + sheet.cells] for start in range(0, len(cards), sheet.cells)]
    backs = duplex != "none" and any(card.back for card in cards)
    total = len(batches) * (2 if backs else 1)
    pages: list[Page] = []

    def add(placed: list[Placed], cells: list[Box], marks: list[Item], bookmark: str | None, outline: Outline) -> None:
        text = label.replace("{page}", str(len(pages) + 1)).replace("{pages}", str(total))
        pages.append(_page(sheet, placed, cells, [*marks, *furniture(sheet, text, font)], bookmark, outline))

    for batch in progress.counted(batches, "laying out"):
        cells = [sheet.cell(index) for index in range(len(batch))]
        fronts = [(card.front, cell, False) for card, cell in zip(batch, cells, strict=True)]
        add(fronts, cells, [*cut_lines(outline, cells), *sheet_marks(sheet, cells)], _bookmark(batch), outline)
        if backs:
            behind = [mirrored(sheet, cell, duplex) for cell in cells]
            placed = [(card.back, *place) for card, place in zip(batch, behind, strict=True) if card.back]
            add(placed, [cell for cell, _ in behind], [], None, outline.mirrored)
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
    sheet: Grid, placed: list[Placed], cells: list[Box], extra: list[Item], bookmark: str | None, outline: Outline
) -> Page:
    trim = around(cells)
    left, top, right, bottom = (rim.bleed for rim in sheet.rims(trim))
    bleed = (trim[0] - left, trim[1] - top, trim[2] + right, trim[3] + bottom)
    taken = frozenset(sheet.position(cell) for _, cell, _ in placed)
    items = [_placed(sheet, face.name, outline, cell, over, taken) for face, cell, over in placed]
    return Page(sheet.page_width, sheet.page_height, (*items, *extra), trim, bleed, bookmark)


@lru_cache(maxsize=5000)  # editions of a game have most faces in the same cells
def _placed(
    sheet: Grid,
    face: str,
    outline: Outline,
    cell: Box,
    over: bool,
    taken: frozenset[tuple[float, float]],
) -> Group:
    """A face in its cell, its bleed kept out of its neighbours and inside the margins."""
    width, height = outline.width, outline.height
    west, north, east, south = sheet.free(cell, taken)
    matrix: Matrix = moved(cell[0], cell[1])
    if over:
        west, north, east, south = east, south, west, north
        matrix = multiply(turned(180, width / 2, height / 2), matrix)
    clip = rectangle(-west, -north, width + east, height + south)
    shown = sheet.grown(outline, cell, taken, over)
    return Group((Group((Use(face),), clip=shown),) if shown else (Use(face),), matrix, clip)


def _bookmark(batch: Sequence[Card]) -> str:
    return ", ".join(dict.fromkeys(card.front.label for card in batch))
