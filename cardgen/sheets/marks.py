"""What surrounds the cards on a sheet: crop marks, a ruler to check the scale, and the page's label."""

from __future__ import annotations

from cardgen.drawing import Box, Group, Item, Shape, Text
from cardgen.sheets.grid import MARGIN, Grid
from cardgen.text.fonts import FontFace
from cardgen.units import POINT

INK = "#000000"
HAIRLINE = 0.15
RULER = 100.0
LABEL_SIZE = 6.5 * POINT
RULER_SIZE = 6 * POINT
_STRIP = 3.0  # the depth that a label or a ruler needs


def crop_marks(sheet: Grid, used: list[Box]) -> list[Item]:
    """Lines outside the block of the cells used, one at every trim edge."""
    left, top = min(cell[0] for cell in used), min(cell[1] for cell in used)
    right, bottom = max(cell[2] for cell in used), max(cell[3] for cell in used)
    lines: list[tuple[float, float, float, float]] = []
    for x in sorted({round(edge, 6) for cell in used for edge in (cell[0], cell[2])}):
        for edge, way in ((top, -1), (bottom, 1)):
            start, end = _span(sheet, sheet.top)
            lines.append((x, edge + way * start, x, edge + way * end))
    for y in sorted({round(edge, 6) for cell in used for edge in (cell[1], cell[3])}):
        for edge, way in ((left, -1), (right, 1)):
            start, end = _span(sheet, sheet.left)
            lines.append((edge + way * start, y, edge + way * end, y))
    return [Shape((("M", x0, y0), ("L", x1, y1)), stroke=INK, line=HAIRLINE) for x0, y0, x1, y1 in lines]


def _span(sheet: Grid, room: float) -> tuple[float, float]:
    start = sheet.mark_start(room)
    return start, start + sheet.outer(room)[1]


def furniture(sheet: Grid, label: str, font: FontFace) -> list[Item]:
    """The ruler and the label, in the margins that have room for them beyond the crop marks."""
    ruler_side, label_side = _sides(sheet)
    return [_along(sheet, ruler_side, _ruler(font)), _along(sheet, label_side, _label(sheet, label_side, label, font))]


def _sides(sheet: Grid) -> tuple[str, str]:
    """Top and bottom if they have room; else the sides, if need be between the crop marks."""
    free_ends = sheet.top - MARGIN - _span(sheet, sheet.top)[1]
    free_sides = sheet.left - MARGIN - _span(sheet, sheet.left)[1]
    return ("top", "bottom") if free_ends >= _STRIP or free_ends >= free_sides else ("left", "right")


def _along(sheet: Grid, side: str, items: list[Item]) -> Group:
    """Items made for the top margin of a page, brought to another side. Their y counts from the margin's line."""
    width, height = sheet.page_width, sheet.page_height
    start = max(MARGIN, sheet.left if side in ("top", "bottom") else sheet.top)
    shift = Group(tuple(items), (1, 0, 0, 1, start, MARGIN))
    if side == "top":
        return shift
    if side == "bottom":
        lift = height - 2 * MARGIN - LABEL_SIZE
        return Group((shift,), (1, 0, 0, 1, 0, lift))
    if side == "left":
        return Group((shift,), (0, -1, 1, 0, 0, height))
    return Group((shift,), (0, 1, -1, 0, width, 0))


def _text(text: str, x: float, y: float, size: float, font: FontFace) -> Text:
    shaped = font.shape(text)
    width = shaped.width * size
    return Text(x, y, shaped.text, font.name, size, INK, width, font.ascent * size, font.descent * size, shaped.kerns)


def _ruler(font: FontFace) -> list[Item]:
    """A line of 100 mm with a tick every 10 mm: if it measures less, the printer has scaled the page."""
    path: list[tuple] = [("M", 0, 0), ("L", RULER, 0)]
    for index in range(11):
        x = index * RULER / 10
        path += [("M", x, 0), ("L", x, 2.0 if index % 5 == 0 else 1.2)]
    baseline = 0.3 + font.cap_height * RULER_SIZE
    return [Shape(tuple(path), stroke=INK, line=HAIRLINE), _text("100 mm", RULER + 1.5, baseline, RULER_SIZE, font)]


def _label(sheet: Grid, side: str, label: str, font: FontFace) -> list[Item]:
    """The label, shortened where the margin is too short for it."""
    room = (sheet.page_width if side in ("top", "bottom") else sheet.page_height) - 2 * MARGIN
    while font.shape(label).width * LABEL_SIZE > room and len(label) > 8:
        label = label[:-2].rstrip() + "…"
    return [_text(label, 0, font.cap_height * LABEL_SIZE, LABEL_SIZE, font)]
