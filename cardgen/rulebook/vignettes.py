"""Small pictures in the free room below the text of pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardgen.graphics.drawing import Item, Symbol, Use
from cardgen.rulebook.paginate import Placed
from cardgen.rulebook.sheet import Sheet

MIN_FREE = 36.0  # mm that must be free
MARGIN = 6.0  # mm above and below a picture
TALLEST, WIDEST = 30.0, 60.0  # mm


def vignettes(columns: Sequence[Sequence[Placed]], known: Sequence[Symbol], sheet: Sheet) -> list[Symbol | None]:
    """The picture of each page with room for one, in turn, and then from the first again."""
    number, pictures_by_page = 0, list[Symbol | None]()
    for column in columns:
        free = bool(known) and sheet.text_height - _bottom(column) >= MIN_FREE
        pictures_by_page.append(known[number % len(known)] if free else None)
        number += free
    return pictures_by_page


def vignette(symbol: Symbol, column: Sequence[Placed], left: float, sheet: Sheet) -> Iterator[Item]:
    """The picture in the middle of the free room below a column that begins at `left`."""
    x0, y0, x1, y1 = symbol.box
    bottom = _bottom(column)
    free = sheet.text_height - bottom
    scale = min(WIDEST / (x1 - x0), min(TALLEST, free - 2 * MARGIN) / (y1 - y0))
    x = left + (sheet.measure - scale * (x1 - x0)) / 2
    y = sheet.top + bottom + (free - scale * (y1 - y0)) / 2
    yield Use(symbol.name, (scale, 0, 0, scale, x - scale * x0, y - scale * y0))


def _bottom(column: Sequence[Placed]) -> float:
    return max((each.top + each.atom.height for each in column), default=0.0)
