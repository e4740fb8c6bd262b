"""The stock that faces are printed on: a paper, or a sheet with places of its own, with marks for a cutter. `lay_out`
finds the grid that holds the most of an outline.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from cardgen.definitions.sheet_file import MARGIN, CutterFile, SheetFile
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import DOES_NOT_FIT, InputError, fail
from cardgen.graphics.geometry import Box
from cardgen.graphics.outline import Outline
from cardgen.sheets.grid import CardGrid, grid, most, too_large
from cardgen.sheets.honeycomb import Honeycomb
from cardgen.sheets.pack import PageRoom
from cardgen.sheets.registration import beside_marks, kept_free, kept_white

GUTTER = 3.0  # mm, the least distance of cards from a fold
_LOOSE = 0.6  # mm, the tolerance between a card and a die-cut place: makers round inches


@dataclass(frozen=True, slots=True)
class Stock:
    """A paper, with the printer's white margin, its die-cut sheet, its cutter and its fold, if any."""

    paper: tuple[float, float]
    margin: float = MARGIN
    sheet: SheetFile | None = None
    cutter: CutterFile | None = None
    fold: bool = False

    @property
    def pages(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """The paper upright and turned."""
        return self.paper, self.paper[::-1]

    def rooms(self, bleed: float) -> tuple[PageRoom, ...]:
        """The rooms for things with that bleed, laid out freely: a cutter's marks stay beside or above them."""
        far = beside_marks(self.cutter) + bleed if beside_marks(self.cutter) else 0.0
        page_rooms: list[PageRoom] = []
        for page in self.pages:
            across, down = self.insets(page)
            ways = ((max(across, far), down), (across, max(down, far)))
            page_rooms += [PageRoom(page, *way) for way in dict.fromkeys(ways)]
        return tuple(page_rooms)

    def insets(self, page: tuple[float, float]) -> tuple[float, float]:
        """The margins of cards at a page's sides and ends: the white margin, or the limits of the cutter."""
        if not self.cutter:
            return self.margin, self.margin
        margin = max(self.cutter.margin or 0.0, self.margin)
        ground = self.cutter.ground(*page)
        across, down = (max(margin, (side - length) / 2) for side, length in zip(page, ground, strict=True))
        return across, down


def lay_out(stock: Stock, outline: Outline, gap: float = 0.0, bleed: float = 3.0) -> CardGrid:
    """The sheet that holds the most of an outline: hexagons like a honeycomb, all others in rows and columns.

    Raises InputError if the paper is too small, or its places are.
    """
    card = outline.width, outline.height
    if stock.cutter:
        gap = max(gap, stock.cutter.gap)
    if stock.sheet and stock.sheet.fixed:
        fixed = _fixed_grid(stock.sheet, stock.margin, card, gap, bleed)
        return _beside_marks(fixed, stock.cutter) if stock.cutter else fixed
    if stock.fold:
        return _best(_fold_grids(stock, card, gap, bleed), card, stock)
    if stock.cutter:
        return _best(_grids_in_reach(stock, stock.cutter, outline, gap, bleed), card, stock)
    plain = grid(stock.paper, card, gap, bleed, stock.margin)
    if outline.kind != "hexagon":
        return plain
    combs = (Honeycomb(*page, *card, gap, 0, 0, bleed, stock.margin) for page in stock.pages)
    return max(combs, key=lambda h: h.cells)


def _best(choices: Iterator[CardGrid], card: tuple[float, float], stock: Stock) -> CardGrid:
    best = max(choices, key=lambda grid: grid.cells, default=None)
    if not best or not best.cells:
        raise too_large(card, stock.paper, stock.margin)
    return best


def _fixed_grid(sheet: SheetFile, margin: float, card: tuple[float, float], gap: float, bleed: float) -> CardGrid:
    """The grid of a die-cut sheet; a card of another size lies in the middle of each place."""
    across, down = sheet.gap or (gap, gap)
    size = sheet.size or card
    if any(abs(place - side) > _LOOSE for place, side in zip(size, card, strict=True)):
        message = "a card of {:g} x {:g} mm does not fit the places of this paper, {:g} x {:g} mm each".format(
            *card, *size
        )
        raise fail(message, code=DOES_NOT_FIT)
    grid = CardGrid(*sheet.paper, *size, across, sheet.columns, sheet.rows, bleed, margin, down)
    if sheet.left is not None and sheet.top is not None:
        grid = replace(grid, corner=(sheet.left, sheet.top))
    grid = replace(grid, die_cut=sheet.die_cut)
    edge = 0.0 if sheet.size else margin  # a sheet with sizes of places is exact
    left, top, right, bottom = grid.block
    if min(left, top, sheet.paper[0] - right, sheet.paper[1] - bottom) < edge - 1e-6:
        raise _too_many(sheet, card, margin)
    return grid


def _too_many(sheet: SheetFile, card: tuple[float, float], margin: float) -> InputError:
    (wide, high), (width, height) = card, sheet.paper
    message = f"{sheet.columns} x {sheet.rows} cards of {wide:g} x {high:g} mm do not fit on {width:g} x {height:g} mm"
    return fail(f"{message} with margins of {margin:g} mm", code=DOES_NOT_FIT)


def _fold_grids(stock: Stock, card: tuple[float, float], gap: float, bleed: float) -> Iterator[CardGrid]:
    """Cards on one half of the paper, for each way to fold it in the middle."""
    gutter, margin = max(GUTTER, bleed), stock.margin
    for width, height in stock.pages:
        columns, rows = most(width - 2 * margin, card[0], gap), most(height / 2 - margin - gutter, card[1], gap)
        block = rows * (card[1] + gap) - gap
        top = margin + (height / 2 - gutter - margin - block) / 2
        left = (width - columns * (card[0] + gap) + gap) / 2
        yield CardGrid(width, height, *card, gap, columns, rows, bleed, margin, corner=(left, top), fold="across")
        columns, rows = most(width / 2 - margin - gutter, card[0], gap), most(height - 2 * margin, card[1], gap)
        block = columns * (card[0] + gap) - gap
        left = margin + (width / 2 - gutter - margin - block) / 2
        top = (height - rows * (card[1] + gap) + gap) / 2
        yield CardGrid(width, height, *card, gap, columns, rows, bleed, margin, corner=(left, top), fold="down")


def _grids_in_reach(stock: Stock, cutter: CutterFile, outline: Outline, gap: float, bleed: float) -> Iterator[CardGrid]:
    """Each grid within a cutter's reach; cells beside marks stay free."""
    card = outline.width, outline.height
    for page in stock.pages:
        insets = stock.insets(page)
        if outline.kind == "hexagon":
            yield _beside_marks(Honeycomb(*page, *card, gap, 0, 0, bleed, max(insets)), cutter)
            continue
        room = (side - 2 * inset for side, inset in zip(page, insets, strict=True))
        columns, rows = (most(side, length, gap) for side, length in zip(room, card, strict=True))
        blocks = ((wide, high) for wide in range(columns, 0, -1) for high in range(rows, 0, -1))
        for wide, high in blocks:
            yield _beside_marks(CardGrid(*page, *card, gap, wide, high, bleed, stock.margin), cutter)


def _beside_marks(sheet: CardGrid, cutter: CutterFile) -> CardGrid:
    """The grid without cells that are too near to a mark."""
    page = sheet.page_width, sheet.page_height
    marks = kept_free(cutter, *page)
    cells = [sheet.place(index) for index in range(sheet.places)]
    free = tuple(index for index, cell in enumerate(cells) if any(_apart(cell, mark) <= 0 for mark in marks))
    return replace(sheet, free_places=free, white=tuple(kept_white(cutter, *page)))


def _apart(one: Box, other: Box) -> float:
    """The distance of two boxes along an axis; at most 0 if they overlap."""
    return max(one[0] - other[2], other[0] - one[2], one[1] - other[3], other[1] - one[3])
