"""Draws guides for scissors and knives on a sheet: marks beside the cards, crosses at their corners, lines, dashes."""

from __future__ import annotations

from cardgen.graphics.drawing import Item, Pen, Shape
from cardgen.graphics.geometry import Box, Segments, around
from cardgen.graphics.outline import Outline
from cardgen.sheets.finish import Finish, Guides
from cardgen.sheets.grid import CardGrid
from cardgen.sheets.honeycomb import Honeycomb
from cardgen.sheets.marks import around_crop_marks, crop_marks, cut_lines, edges
from cardgen.sheets.pens import HAIRLINE, HALO, INK, PAPER

_ARM = 2.0  # mm, the length of a cross's arms
_DASH = 2.0  # mm


def guides(finish: Finish, sheet: CardGrid, outline: Outline, used: list[Box], back: bool) -> list[Item]:
    """The guides of a page for the cells with cards."""
    kind = _kind(finish, sheet, back)
    if kind == "none":
        return []
    round_them = cut_lines(outline, used)
    if isinstance(sheet, Honeycomb):
        return round_them
    if kind == "edges":
        return [*round_them, *crop_marks(sheet, used)]
    if kind == "crosses":
        return [*round_them, *_visible_line(_crosses(used))]
    return [*round_them, *_visible_line(_lines(sheet, used), _DASH if kind == "dashes" else 0.0)]


def beside_guides(finish: Finish, sheet: CardGrid, used: list[Box], back: bool) -> tuple[Box, ...]:
    """The boxes that stay white on such a page around its crop marks."""
    marked = _kind(finish, sheet, back) == "edges" and not isinstance(sheet, Honeycomb)
    return around_crop_marks(sheet, used) if marked else ()


def _kind(finish: Finish, sheet: CardGrid, back: bool) -> Guides:
    if (finish.sides == "front" and back) or (finish.sides == "back" and not back):
        return "none"
    return finish.guides or ("none" if sheet.die_cut or finish.cutter else "edges")


def _visible_line(path: Segments, dash: float = 0.0) -> list[Item]:
    """A black line on white, or dashes of both, visible on any picture."""
    pen = Pen(dashes=(dash, dash)) if dash else Pen()
    return [Shape(path, stroke=PAPER, line=HAIRLINE if dash else HALO), Shape(path, stroke=INK, line=HAIRLINE, pen=pen)]


def _crosses(used: list[Box]) -> Segments:
    corners = sorted({(round(cell[i], 6), round(cell[j], 6)) for cell in used for i in (0, 2) for j in (1, 3)})
    arms = [((x - _ARM, y, x + _ARM, y), (x, y - _ARM, x, y + _ARM)) for x, y in corners]
    return tuple(part for pair in arms for x0, y0, x1, y1 in pair for part in (("M", x0, y0), ("L", x1, y1)))


def _lines(sheet: CardGrid, used: list[Box]) -> Segments:
    """Lines along all edges of cards, as long as marks."""
    block = left, top, right, bottom = around(used)
    west, north, east, south = (rim.end for rim in sheet.rims(block))
    across = [(("M", left - west, y), ("L", right + east, y)) for y in edges(used, 1, 3)]
    down = [(("M", x, top - north), ("L", x, bottom + south)) for x in edges(used, 0, 2)]
    return tuple(part for line in (*down, *across) for part in line)


def cuts(sheet: CardGrid, outline: Outline, used: list[Box], by_machine: bool) -> int:
    """The number of cuts that separate the cards: along each edge from side to side, and a punch at each round corner;
    or one around each card of another shape; and one around each hole. A machine cuts around each card that shares no
    edge."""
    return len(outline.holes) * len(used) + (0 if sheet.die_cut else _around(sheet, outline, used, by_machine))


def _around(sheet: CardGrid, outline: Outline, used: list[Box], by_machine: bool) -> int:
    if by_machine and (outline.kind != "rectangle" or min(sheet.gaps) > 0):
        return len(used)
    if outline.kind not in ("rectangle", "rounded"):
        return len(used)
    corners = 4 * len(used) if outline.kind == "rounded" else 0
    return len(edges(used, 0, 2)) + len(edges(used, 1, 3)) + corners
