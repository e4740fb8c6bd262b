"""How many cards of a size lie on a paper, and where: the grid that all sheets of a deck share."""

from __future__ import annotations

from dataclasses import dataclass

from cardgen.drawing import Box
from cardgen.errors import DOES_NOT_FIT, fail

MARGIN = 5.0  # what home printers leave white at every edge
_OFFSET = 0.3  # between the bleed and a crop mark
_SHORTEST, _LONGEST = 1.2, 4.0  # crop marks


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

    def outer(self, room: float) -> tuple[float, float]:
        """The bleed printed on an outer side with so much room to the paper's edge, and a crop mark's length."""
        free = room - MARGIN - _OFFSET
        mark = min(_LONGEST, max(_SHORTEST, free - self.bleed))
        return max(0.0, min(self.bleed, free - mark)), mark

    def mark_start(self, room: float) -> float:
        """How far outside the trim a crop mark begins."""
        return self.outer(room)[0] + _OFFSET


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
