"""Draws what surrounds the cards on a sheet: crop marks, a ruler to check the scale, and the page's label."""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.foundations.units import POINT
from cardgen.graphics.drawing import Group, Item, Shape
from cardgen.graphics.geometry import Box, Matrix, Segments, around, ellipse, transform, translation
from cardgen.graphics.outline import Outline
from cardgen.sheets.grid import OFFSET, STRIP, CardGrid, Rim
from cardgen.sheets.pens import HAIRLINE, HALO, INK, PAPER, RULER
from cardgen.text.fonts import Font
from cardgen.text.setting import set_line

_FIGURE = 10.0  # the width of the figure beside the ruler
SIZE = 6 * POINT
_MIN_MARGIN = 1.0  # mm around a strip, at least


def crop_marks(sheet: CardGrid, used: list[Box]) -> list[Item]:
    """Lines outside the block of the cells used, one at every trim edge."""
    lines = [line for _, line in _crop_marks(sheet, used)]
    return [Shape((("M", x0, y0), ("L", x1, y1)), stroke=INK, line=HAIRLINE) for x0, y0, x1, y1 in lines]


def around_crop_marks(sheet: CardGrid, used: list[Box]) -> tuple[Box, ...]:
    """The boxes that stay white around crop marks in the bleed."""
    lines = [line for rim, line in _crop_marks(sheet, used) if rim.start < rim.bleed + OFFSET - 1e-6]
    return tuple(
        (min(x0, x1) - OFFSET, min(y0, y1) - OFFSET, max(x0, x1) + OFFSET, max(y0, y1) + OFFSET)
        for x0, y0, x1, y1 in lines
    )


def _crop_marks(sheet: CardGrid, used: list[Box]) -> Iterator[tuple[Rim, tuple[float, float, float, float]]]:
    """Each crop mark, with its rim."""
    block = left, top, right, bottom = around(used)
    west, north, east, south = sheet.rims(block)
    for x in edges(used, 0, 2):
        yield north, (x, top - north.start, x, top - north.end)
        yield south, (x, bottom + south.start, x, bottom + south.end)
    for y in edges(used, 1, 3):
        yield west, (left - west.start, y, left - west.end, y)
        yield east, (right + east.start, y, right + east.end, y)


def cut_circles(used: list[Box]) -> list[Item]:
    """A circle in each cell, to cut along."""
    return [Shape(ellipse(*cell), stroke=INK, line=HAIRLINE) for cell in used]


def cut_lines(outline: Outline, used: list[Box], whole: bool = False) -> list[Item]:
    """The lines for scissors in each cell: holes, and besides crop marks the round corners of a rectangle, else the
    whole outline. A white line beneath each makes it visible on dark faces. A side that cells share is drawn once.
    """
    lines: dict[tuple, Segments] = {}
    for left, top, *_ in used:
        *holes, path = (transform(line, translation(left, top)) for line in outline.lines)
        lines |= {_signature(part): part for part in (*holes, *([path] if whole else _parts(outline, path)))}
    segments = tuple(segment for part in lines.values() for segment in part)
    return [Shape(segments, stroke=PAPER, line=HALO), Shape(segments, stroke=INK, line=HAIRLINE)] if segments else []


def _parts(outline: Outline, path: Segments) -> list[Segments]:
    """The drawn parts of an outline, which two cells can share."""
    if outline.kind == "rectangle":
        return []
    if outline.kind not in ("rounded", "hexagon"):
        return [path]
    sides = [(("M", *start[-2:]), end) for start, end in zip(path, (*path[1:-1], ("L", *path[0][1:])), strict=False)]
    return [side for side in sides if outline.kind == "hexagon" or side[1][0] == "C"]


def _signature(part: Segments) -> tuple:
    """A key that is equal for a part and for the same part in the other direction."""
    ends = [tuple(round(value, 2) + 0.0 for value in segment[-2:]) for segment in part if segment[0] != "Z"]
    return (*sorted((ends[0], ends[-1])), part if len(part) > 2 or part[-1][0] == "C" else "straight")


def edges(used: list[Box], *sides: int) -> list[float]:
    return sorted({round(cell[side], 6) for cell in used for side in sides})


def furniture(sheet: CardGrid, label: str, font: Font, beside: float = 0.0) -> list[Item]:
    """The ruler and the label in their strips, on two opposite sides of the paper, `beside` mm from the corners if
    there are marks; empty if there is no room."""
    width, height = sheet.page_width, sheet.page_height
    west, north, *_ = sheet.rims(sheet.block)
    room = min(sheet.block[1], height - sheet.block[3]) if sheet.strips_at_ends else sheet.left
    long = width if sheet.strips_at_ends else height
    if room < STRIP + _MIN_MARGIN or (beside and long - 2 * beside < RULER + _FIGURE):
        return []
    if sheet.strips_at_ends:
        start, strip = max(sheet.left, beside), north.strip
        places: tuple[Matrix, Matrix] = translation(start, strip), translation(start, height - strip - STRIP)
    else:
        start, strip = max(sheet.top, beside), west.strip
        places = (0, -1, 1, 0, strip, height - start), (0, 1, -1, 0, width - strip, start)
    return [
        Group(_ruler(font), places[0]),
        Group(_label(label, font, long - start - max(beside, sheet.margin)), places[1]),
    ]


def _ruler(font: Font) -> tuple[Item, ...]:
    """A line of 100 mm with a tick every 10 mm: if it measures less, the printer has scaled the page."""
    path: list[tuple] = [("M", 0, 0), ("L", RULER, 0)]
    for index in range(11):
        x = index * RULER / 10
        path += [("M", x, 0), ("L", x, 2.0 if index % 5 == 0 else 1.2)]
    return Shape(tuple(path), stroke=INK, line=HAIRLINE), *_text("100 mm", RULER + 1.5, font)


def _label(label: str, font: Font, room: float) -> tuple[Item, ...]:
    """The label, with its first part shortened if the paper is too narrow."""
    title, dot, rest = label.partition(" · ")
    while font.width(label) * SIZE > room and len(title) > 3:
        title = title.removesuffix("…")[:-1].rstrip() + "…"
        label = title + dot + rest
    return _text(label, 0, font)


def _text(text: str, x: float, font: Font) -> tuple[Item, ...]:
    """Characters in the middle of a strip."""
    y = (STRIP + (font.ascent - font.descent) * SIZE) / 2
    return tuple(set_line(text, font, x, y, SIZE, INK))
