"""How many cards of a size lie on a paper, and where: the grid that all sheets of a deck share."""

from __future__ import annotations

from dataclasses import dataclass

from cardgen.errors import DOES_NOT_FIT, fail
from cardgen.geometry import Box, Segments
from cardgen.outline import Outline

MARGIN = 5.0  # what home printers leave white at every edge
STRIP = 2.5  # how deep the label and the ruler are
_NEAREST = 0.5  # to the paper's edge, where there is no room for the margin
_OFFSET = 0.3  # between the bleed and a crop mark
_SHORTEST, _LONGEST = 1.2, 4.0  # crop marks


@dataclass(frozen=True, slots=True)
class Rim:
    """What is printed outside a trim edge: bleed, then a crop mark from `start` to `end`, then label or ruler.

    `strip` is where those begin, counted from the paper's edge; the others count from the trim.
    """

    bleed: float
    start: float
    end: float
    strip: float


@dataclass(frozen=True, slots=True)
class Grid:
    """Cells of `width` x `height`, `gap` apart, in the middle of a page. All in millimetres."""

    page_width: float
    page_height: float
    width: float
    height: float
    gap: float
    columns: int
    rows: int
    bleed: float

    @property
    def cells(self) -> int:
        return self.columns * self.rows

    @property
    def left(self) -> float:
        return (self.page_width - self.columns * self.width - (self.columns - 1) * self.gap) / 2

    @property
    def top(self) -> float:
        return (self.page_height - self.rows * self.height - (self.rows - 1) * self.gap) / 2

    def cell(self, index: int) -> Box:
        """The trim of the cell at `index`, counted along the rows."""
        row, column = divmod(index, self.columns)
        x, y = self.left + column * (self.width + self.gap), self.top + row * (self.height + self.gap)
        return x, y, x + self.width, y + self.height

    def position(self, box: Box) -> tuple[float, float]:
        """The column and row of the cell that `box` is."""
        column, row = (box[0] - self.left) / (self.width + self.gap), (box[1] - self.top) / (self.height + self.gap)
        return round(column), round(row)

    def free(self, box: Box, taken: frozenset[tuple[float, float]]) -> tuple[float, float, float, float]:
        """How far what is printed in a cell may reach out, left, top, right and bottom; `taken` are the cells used."""
        column, row = self.position(box)
        inner = min(self.bleed, self.gap / 2)
        neighbours = ((column - 1, row), (column, row - 1), (column + 1, row), (column, row + 1))
        west, north, east, south = (
            inner if neighbour in taken else rim.bleed
            for neighbour, rim in zip(neighbours, self.rims(box), strict=True)
        )
        return west, north, east, south

    def grown(self, outline: Outline, box: Box, taken: frozenset[tuple[float, float]], over: bool) -> Segments | None:
        """What is printed of a face that is not cut along its rectangle, counted from its corner; None: all of it."""
        return None if outline.kind == "rectangle" else outline.grown(self.bleed)

    @property
    def block(self) -> Box:
        """The trim of all cells together."""
        return self.left, self.top, self.page_width - self.left, self.page_height - self.top

    @property
    def strips_at_ends(self) -> bool:
        """Whether ruler and label stand at the top and the bottom; else they stand at the sides, where more room is."""
        return self.top >= min(self.left, MARGIN + STRIP + _SHORTEST + _OFFSET + self.bleed)

    def rims(self, box: Box) -> tuple[Rim, Rim, Rim, Rim]:
        """What the paper has room for outside the left, top, right and bottom edge of `box`."""
        left, top, right, bottom = box
        ends = self.strips_at_ends
        return (
            self._rim(left, not ends),
            self._rim(top, ends),
            self._rim(self.page_width - right, not ends),
            self._rim(self.page_height - bottom, ends),
        )

    def _rim(self, room: float, strip: bool) -> Rim:
        # Where room is short, the marks are shortened first, then the bleed; a mark of 1.2 mm there is always.
        free = room - MARGIN - _OFFSET - (STRIP if strip else 0.0)
        mark = min(_LONGEST, max(_SHORTEST, free - self.bleed))
        bleed = max(0.0, min(self.bleed, free - mark))
        start, end = bleed + _OFFSET, bleed + _OFFSET + mark
        return Rim(bleed, start, end, max(_NEAREST, min(MARGIN, room - end - STRIP)))


def grid(paper: tuple[float, float], card: tuple[float, float], gap: float = 0.0, bleed: float = 3.0) -> Grid:
    """The grid with the most cards, on the paper upright if that is no loss. Raises InputError if there is none."""
    choices = [_on(page, card, gap, bleed) for page in (paper, paper[::-1])]
    best = max(choices, key=lambda found: found.cells)
    if not best.cells:
        width, height = paper
        message = (
            f"a card of {card[0]:g} x {card[1]:g} mm is larger than the page: {width:g} x {height:g} mm "
            f"with margins of {MARGIN:g} mm"
        )
        raise fail(message, code=DOES_NOT_FIT)
    return best


def _on(page: tuple[float, float], card: tuple[float, float], gap: float, bleed: float) -> Grid:
    columns, rows = (
        max(0, int((side - 2 * MARGIN + gap + 1e-6) // (length + gap))) for side, length in zip(page, card, strict=True)
    )
    return Grid(*page, *card, gap, columns, rows, bleed)
