"""The grid that all sheets of a deck share: how many cards of a size lie on a paper, where, and how far their bleed
reaches.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from cardgen.definitions.sheet_file import MARGIN
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import DOES_NOT_FIT, InputError, fail
from cardgen.graphics.geometry import Box, Segments
from cardgen.graphics.outline import Outline

STRIP = 2.5  # the depth of the label and of the ruler
_MIN_EDGE = 0.5  # from marks to the paper's edge, if there is no room for the margin
OFFSET = 0.3  # the distance from the bleed to a crop mark or a strip
_MIN_MARK, _MAX_MARK = 1.2, 4.0  # lengths of crop marks

BleedReach = tuple[float, float, float, float]  # how far bleed reaches beyond a cell: left, top, right and bottom


@dataclass(frozen=True, slots=True)
class Rim:
    """The print outside a trim edge: bleed, then a crop mark from `start` to `end`, then label or ruler. `strip` is the
    start of label or ruler, from the paper's edge; the other lengths count from the trim. If there is little room, a
    mark starts within the bleed, which stays white around it.
    """

    bleed: float
    start: float
    end: float
    strip: float


@dataclass(frozen=True, slots=True)
class CardGrid:
    """Cells of `width` x `height`, `gap` apart, in the middle of a page, or from `corner` on. All in millimetres.

    `row_gap` is the gap between rows, if that is different. The places `free_places` stay free. With a `fold` across or
    down the middle of the page, cells lie on its upper or left half, and their backs on the other one.
    """

    page_width: float
    page_height: float
    width: float
    height: float
    gap: float
    columns: int
    rows: int
    bleed: float
    margin: float = MARGIN
    row_gap: float | None = None
    corner: tuple[float, float] | None = None
    free_places: tuple[int, ...] = ()
    fold: Literal["", "across", "down"] = ""
    die_cut: bool = False  # whether the paper is die-cut along its cells
    white: tuple[Box, ...] = ()  # areas that stay white unless a card covers them

    @property
    def places(self) -> int:
        """The number of cells, with those that stay free."""
        return self.columns * self.rows

    @property
    def cells(self) -> int:
        return self.places - len(self.free_places)

    @property
    def gaps(self) -> tuple[float, float]:
        """The gaps between columns and between rows."""
        return self.gap, self.gap if self.row_gap is None else self.row_gap

    @property
    def _extent(self) -> tuple[float, float]:
        across, down = self.gaps
        return (
            self.columns * self.width + (self.columns - 1) * across,
            self.rows * self.height + (self.rows - 1) * down,
        )

    @property
    def left(self) -> float:
        return self.corner[0] if self.corner else (self.page_width - self._extent[0]) / 2

    @property
    def top(self) -> float:
        return self.corner[1] if self.corner else (self.page_height - self._extent[1]) / 2

    def cell(self, index: int) -> Box:
        """The trim of the cell at `index`, counted along the rows without free cells."""
        for free in self.free_places:  # the free cells rise
            index += free <= index
        return self.place(index)

    def place(self, index: int) -> Box:
        """The trim of the cell at `index`, counted with free cells."""
        row, column = divmod(index, self.columns)
        across, down = self.gaps
        x, y = self.left + column * (self.width + across), self.top + row * (self.height + down)
        return x, y, x + self.width, y + self.height

    def position(self, box: Box) -> tuple[float, float]:
        """The column and row of the cell with this box; for backs behind cells, numbers that also rise by 1 from cell
        to cell."""
        across, down = self.gaps
        column, row = (box[0] - self.left) / (self.width + across), (box[1] - self.top) / (self.height + down)
        return round(column, 2), round(row, 2)

    def bleed_reach(self, box: Box, occupied: frozenset[tuple[float, float]]) -> BleedReach:
        """How far the bleed of a face may reach out of its cell; `occupied` are the positions of the cells
        used."""
        column, row = self.position(box)
        across, down = (min(self.bleed, gap / 2) for gap in self.gaps)
        beside = ((column - 1, row), (column, row - 1), (column + 1, row), (column, row + 1))
        neighbours = [(round(x, 2), round(y, 2)) for x, y in beside]
        west, north, east, south = (
            inner if neighbour in occupied else rim.bleed
            for inner, neighbour, rim in zip((across, down) * 2, neighbours, self.rims(box), strict=True)
        )
        return west, north, east, south

    def printed_parts(self, box: Box, occupied: frozenset[tuple[float, float]]) -> list[Box]:
        """The parts of the page on which a cell's face is printed: as far as its bleed may reach, without the white
        areas."""
        west, north, east, south = self.bleed_reach(box, occupied)
        whole = (box[0] - west, box[1] - north, box[2] + east, box[3] + south)
        parts = [whole]
        for near in self.white:
            parts = [part for each in parts for part in _beside(each, near)]
        return parts if parts == [whole] else [*parts, box]

    def grown(
        self, outline: Outline, box: Box, occupied: frozenset[tuple[float, float]], over: bool
    ) -> Segments | None:
        """The outline grown by the bleed, in coordinates from the face's corner, as the clip of a face; None for a
        rectangle."""
        return None if outline.kind == "rectangle" else outline.grown(self.bleed)

    @property
    def block(self) -> Box:
        """The box around the trims of all cells."""
        right, bottom = self.left + self._extent[0], self.top + self._extent[1]
        if self.fold:
            right = self.page_width - self.left if self.fold == "down" else right
            bottom = self.page_height - self.top if self.fold == "across" else bottom
        return self.left, self.top, right, bottom

    @property
    def strips_at_ends(self) -> bool:
        """Whether ruler and label are at the top and bottom; else they are at the sides, which have more room."""
        return self.top >= min(self.left, self.margin + STRIP + _MIN_MARK + OFFSET + self.bleed)

    def rims(self, box: Box) -> tuple[Rim, Rim, Rim, Rim]:
        """The rims that fit outside the left, top, right and bottom edge of `box`."""
        left, top, right, bottom = box
        ends = self.strips_at_ends
        west, east = self._rim(left, not ends), self._rim(self.page_width - right, not ends)
        north, south = self._rim(top, ends), self._rim(self.page_height - bottom, ends)
        if self.fold == "down":
            west, east = self._fold_rims(west, east, left, right, self.page_width / 2)
        elif self.fold:
            north, south = self._fold_rims(north, south, top, bottom, self.page_height / 2)
        return west, north, east, south

    @staticmethod
    def _fold_rims(near: Rim, far: Rim, low: float, high: float, fold: float) -> tuple[Rim, Rim]:
        """Two rims; the bleed of the one towards the fold ends at the fold."""
        if high <= fold:
            return near, replace(far, bleed=min(far.bleed, fold - high))
        return (replace(near, bleed=min(near.bleed, low - fold)) if low >= fold else near), far

    def _rim(self, room: float, strip: bool) -> Rim:
        # If there is little room, marks become shorter first, then they start in the bleed, and last the bleed shrinks
        free = room - self.margin - (OFFSET + STRIP if strip else 0.0)
        bleed = max(0.0, min(self.bleed, free))
        end = max(OFFSET + _MIN_MARK, min(bleed + OFFSET + _MAX_MARK, free))
        start = min(bleed + OFFSET, end - _MIN_MARK)
        return Rim(bleed, start, end, max(_MIN_EDGE, min(self.margin, room - end - STRIP)))


def grid(
    paper: tuple[float, float], card: tuple[float, float], gap: float = 0.0, bleed: float = 3.0, margin: float = MARGIN
) -> CardGrid:
    """The grid with the most cards, on upright paper if that is no loss. Raises InputError if there is none."""
    choices = [_on(page, card, gap, bleed, margin) for page in (paper, paper[::-1])]
    best = max(choices, key=lambda grid: grid.cells)
    if not best.cells:
        raise too_large(card, paper, margin)
    return best


def too_large(card: tuple[float, float], paper: tuple[float, float], margin: float) -> InputError:
    """The error for a card that does not fit on the paper."""
    (width, height), (wide, high) = paper, card
    page = f"{width:g} x {height:g} mm with margins of {margin:g} mm"
    return fail(f"a card of {wide:g} x {high:g} mm is larger than the page: {page}", code=DOES_NOT_FIT)


def most(room: float, length: float, gap: float) -> int:
    """The number of things of a length that fit side by side."""
    return max(0, int((room + gap + 1e-6) // (length + gap)))


def _beside(box: Box, hole: Box) -> list[Box]:
    """A box without a hole, in up to four parts: left, right, above and below."""
    left, top, right, bottom = box
    near, high, far, low = max(left, hole[0]), max(top, hole[1]), min(right, hole[2]), min(bottom, hole[3])
    if near >= far or high >= low:
        return [box]
    parts = [(left, top, near, bottom), (far, top, right, bottom), (near, top, far, high), (near, low, far, bottom)]
    return [part for part in parts if part[0] < part[2] and part[1] < part[3]]


def _on(page: tuple[float, float], card: tuple[float, float], gap: float, bleed: float, margin: float) -> CardGrid:
    columns, rows = (most(side - 2 * margin, length, gap) for side, length in zip(page, card, strict=True))
    return CardGrid(*page, *card, gap, columns, rows, bleed, margin)
