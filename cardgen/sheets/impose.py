"""Imposition of cards: fronts in a grid, and each back behind its front, as the printer turns the paper or it is
folded.

`place_behind` decides where a back lies, and whether it stands upside down.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Literal

from cardgen.foundations import progress
from cardgen.foundations.dataclass import dataclass
from cardgen.graphics.drawing import Face, Group, Item, Page, Use
from cardgen.graphics.geometry import Box, Matrix, around, box_through, multiply, rectangle, rotation, translation
from cardgen.graphics.outline import RECTANGLE, Outline
from cardgen.sheets.cut_paths import outlines
from cardgen.sheets.finish import Finish
from cardgen.sheets.grid import CardGrid
from cardgen.sheets.guides import beside_guides, cuts, guides
from cardgen.sheets.marks import furniture
from cardgen.sheets.net import fold
from cardgen.sheets.registration import beside_marks, for_cutter
from cardgen.text.fonts import Font

Duplex = Literal["long", "short", "none"]
Placed = tuple[Face, Box, bool]  # a face, its cell, and whether it stands upside down


@dataclass(frozen=True, slots=True)
class SheetCard:
    """One printed card: its front, and its back unless that stays white."""

    front: Face
    back: Face | None = None


def impose(
    cards: Sequence[SheetCard],
    sheet: CardGrid,
    duplex: Duplex,
    label: str,
    font: Font,
    outline: Outline | None = None,
    finish: Finish = Finish(),
) -> tuple[Page, ...]:
    """The pages of the cards, front 1, back 1, front 2, ...; `label` may hold {page} and {pages}.

    Backs lie behind their fronts when the paper is turned over its long or short edge, or folded where the sheet has
    a fold. Without an outline cards are rectangles.
    """
    outline = outline or RECTANGLE.outline(sheet.width, sheet.height)
    batches = split_batches(cards, sheet.cells, finish.stack)
    backs = any(card.back for card in cards) and (duplex != "none" or bool(sheet.fold))
    total = len(batches) * (2 if backs and not sheet.fold else 1)
    pages: list[Page] = []

    def add(placed: list[Item], cells: list[Box], marks: list[Item], bookmark: str | None, count: int) -> None:
        text = label.replace("{page}", str(len(pages) + 1)).replace("{pages}", str(total))
        trim, back = around(cells), bookmark is None  # the trim box is the block of cards, not the paper
        west, north, east, south = (rim.bleed for rim in sheet.rims(trim))
        bleed = (trim[0] - west, trim[1] - north, trim[2] + east, trim[3] + south)
        items = (*placed, *marks, *furniture(sheet, text, font, beside_marks(finish.cutter)))
        cuts_needed = 0 if back else cuts(sheet, outline, cells[:count], finish.cutter is not None)
        size = sheet.page_width, sheet.page_height
        page = Page(*size, items, trim, bleed, bookmark, back, cards=count, cuts=cuts_needed)
        pages.append(page if back else for_cutter(page, finish.cutter, outlines(cells, outline)))

    for batch in progress.track_all(batches, "laying out"):
        cells = [sheet.cell(index) for index in range(len(batch))]
        behind = [place_behind(sheet, cell, duplex) for cell in cells] if backs else []
        there = [cell for cell, _ in behind]
        fronts: list[Placed] = [(card.front, cell, False) for card, cell in zip(batch, cells, strict=True)]
        others = [(card.back, *place) for card, place in zip(batch, behind, strict=False) if card.back]
        if backs and sheet.fold:
            both = [*cells, *there]
            white = beside_guides(finish, sheet, both, False)
            laid = [*_faces_on(sheet, fronts, outline, white), *_faces_on(sheet, others, outline.mirrored, white)]
            marks = [*guides(finish, sheet, outline, both, False), *_fold(sheet)]
            add(laid, both, marks, _bookmark(batch), len(batch))
            continue
        white = (*sheet.white, *beside_guides(finish, sheet, cells, False))
        marks = guides(finish, sheet, outline, cells, False)
        add(_faces_on(sheet, fronts, outline, white), cells, marks, _bookmark(batch), len(batch))
        if backs:  # a cutter's marks are on the front alone
            laid = _faces_on(sheet, others, outline.mirrored, beside_guides(finish, sheet, there, True))
            add(laid, there, guides(finish, sheet, outline.mirrored, there, True), None, 0)
    return tuple(pages)


def split_batches(cards: Sequence[SheetCard], places: int, stack: bool) -> list[Sequence[SheetCard]]:
    """The cards of each sheet, in the order of its places.

    In a stack, sheet s of S has card k S + s at its place k: if you cut the pile and put the parts on one another, from
    the first place on, the cards are in order.
    """
    sheets = -(-len(cards) // places)
    if stack:
        return [cards[number::sheets] for number in range(sheets)]
    return [cards[start : start + places] for start in range(0, len(cards), places)]


def place_behind(sheet: CardGrid, cell: Box, duplex: Duplex) -> tuple[Box, bool]:
    """The place of a cell seen from behind, and whether its print is upside down there.

    A portrait page turns over its long edge like a book's page, and over its short edge like a calendar's, so the back
    is printed upside down. A fold does the same, down the page or across it.
    """
    left, top, right, bottom = cell
    upright = sheet.page_height >= sheet.page_width
    if sheet.fold == "down" or (not sheet.fold and upright == (duplex == "long")):
        return (sheet.page_width - right, top, sheet.page_width - left, bottom), False
    return (left, sheet.page_height - bottom, right, sheet.page_height - top), True


def _faces_on(sheet: CardGrid, placed: list[Placed], outline: Outline, white: tuple[Box, ...]) -> list[Item]:
    sheet = replace(sheet, white=white)
    occupied = frozenset(sheet.position(cell) for _, cell, _ in placed)
    return [_face_in_cell(sheet, face.name, outline, cell, over, occupied) for face, cell, over in placed]


@lru_cache(maxsize=5000)  # editions of a game have most faces in the same cells
def _face_in_cell(
    sheet: CardGrid,
    face: str,
    outline: Outline,
    cell: Box,
    over: bool,
    occupied: frozenset[tuple[float, float]],
) -> Group:
    """A face in its cell, its bleed kept out of its neighbours and inside the margins."""
    width, height = outline.width, outline.height
    # A die-cut place may be slightly larger or smaller than the card, which lies in its middle
    dx, dy = (sheet.width - width) / 2, (sheet.height - height) / 2
    matrix: Matrix = translation(cell[0] + dx, cell[1] + dy)
    back: Matrix = translation(-cell[0] - dx, -cell[1] - dy)
    if over:
        about = rotation(180, width / 2, height / 2)
        matrix, back = multiply(about, matrix), multiply(back, about)
    parts = [box_through(back, part) for part in sheet.printed_parts(cell, occupied)]
    clip = tuple(segment for part in parts for segment in rectangle(*part))
    shown = sheet.grown(outline, cell, occupied, over)
    return Group((Group((Use(face),), clip=shown),) if shown else (Use(face),), matrix, clip)


def _fold(sheet: CardGrid) -> list[Item]:
    """The line along which the paper is folded."""
    margin, width, height = sheet.margin, sheet.page_width, sheet.page_height
    if sheet.fold == "across":
        return [*fold((margin, height / 2, width - margin, height / 2))]
    return [*fold((width / 2, margin, width / 2, height - margin))]


def _bookmark(batch: Sequence[SheetCard]) -> str:
    return ", ".join(dict.fromkeys(card.front.label for card in batch))
