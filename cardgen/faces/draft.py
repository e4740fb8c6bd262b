"""Marks the faults of a draft, so the rest can be printed: it hatches a text too large for its field, draws a box
for a character that no font has, and crosses out what it cannot draw."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from cardgen.foundations.errors import Fault, Place
from cardgen.graphics.drawing import CURRENT, Group, Item, Shape, Symbol
from cardgen.graphics.geometry import Box, rectangle
from cardgen.text.fonts import Font
from cardgen.text.inline import InlineIcon, LineBreak, Run

MARK = "#d6006c"
LINE, EVERY = 0.25, 1.6  # mm
MISSING = "?"  # no icon can have this name
BOX = Symbol(
    "draft/missing", (0, 0, 60, 100), (Shape(rectangle(6, 12, 54, 88), stroke=CURRENT, line=6),)
)  # stands for a character


def cross_out(area: Box) -> list[Item]:
    """Draws a field that cannot be drawn: a crossed box."""
    left, top, right, bottom = area
    cross = (("M", left, top), ("L", right, bottom), ("M", right, top), ("L", left, bottom))
    return [Shape((*rectangle(*area), *cross), stroke=MARK, line=LINE)]


def hatch_area(items: Iterable[Item], area: Box) -> list[Item]:
    """Draws a field cut off at its edges, with slanting lines over it."""
    left, top, right, bottom = area
    lines: list[tuple] = []
    for index in range(1, int((right - left + bottom - top) / EVERY) + 1):
        x = left - (bottom - top) + index * EVERY
        lines += [("M", x, bottom), ("L", x + bottom - top, top)]
    frame = rectangle(*area)
    hatch = Shape(tuple(lines), stroke=MARK, line=LINE / 2)
    return [Group((*items, hatch), clip=frame), Shape(frame, stroke=MARK, line=LINE)]


def box_missing(
    runs: Iterable[Run | InlineIcon | LineBreak],
    font: Callable[[bool, bool], Font],
    place: Place,
    report: Callable[[Fault], None],
) -> list[Run | InlineIcon | LineBreak]:
    """Returns the runs of a text, with a box for each character that no font has; `report` gets these."""
    boxed_items: list[Run | InlineIcon | LineBreak] = []
    for run in runs:
        own = font(run.bold, run.italic) if isinstance(run, Run) else None
        if own is None or not isinstance(run, Run) or not (fault := own.glyph_fault(run.text, place)):
            boxed_items.append(run)
            continue
        report(fault)
        missing, held = set(own.missing(run.text)), ""
        for sign in run.text:
            if sign not in missing:
                held += sign
                continue
            boxed_items += [Run(held, run.bold, run.italic)] if held else []
            boxed_items.append(InlineIcon(MISSING))
            held = ""
        boxed_items += [Run(held, run.bold, run.italic)] if held else []
    return boxed_items
