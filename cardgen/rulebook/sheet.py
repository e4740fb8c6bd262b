"""Draws placed atoms on a page: boxes behind, text before; and the footer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import Place
from cardgen.graphics.drawing import Group, Item, Page, Shape
from cardgen.graphics.geometry import Box, rectangle, translation
from cardgen.rulebook.atoms import Panel
from cardgen.rulebook.lines import set_words, shifted
from cardgen.rulebook.look import Look, Type
from cardgen.rulebook.paginate import Placed
from cardgen.text.inline import Run

CORNERS, BAR, FRAME = 1.6, 1.1, 0.35  # mm; FRAME is the width of the line around a box with a rule
CHANGED, BESIDE = 0.7, 2.6  # mm: width of the bar beside a changed text, and its distance from it
CHANGE = "#1a1a1a"


@dataclass(frozen=True, slots=True)
class Sheet:
    """A paper and the margins of its text, in millimetres; `inner` is the bound side."""

    width: float
    height: float
    inner: float
    outer: float
    top: float
    bottom: float

    @property
    def measure(self) -> float:
        return self.width - self.inner - self.outer

    @property
    def text_height(self) -> float:
        return self.height - self.top - self.bottom

    def left(self, number: int) -> float:
        """The left edge of the text on page `number`; odd pages are bound at their left."""
        return self.inner if number % 2 else self.outer


A5 = Sheet(148, 210, 17, 15, 16, 20)


def page_of(sheet: Sheet, items: Sequence[Item], bookmark: str | None = None) -> Page:
    area: Box = (0, 0, sheet.width, sheet.height)
    return Page(sheet.width, sheet.height, tuple(items), area, area, bookmark)


def column_items(placed: list[Placed], left: float, top: float) -> list[Item]:
    """The items of a column of atoms whose text has its upper left corner there."""
    items: list[Item] = []
    for group in _panels(placed):
        panel = group[0].atom.panel
        if panel:
            area = (panel.left, group[0].top, panel.right, group[-1].top + group[-1].atom.height)
            items.append(Group(_ground(panel, area), translation(left, top), None))
        items += [Group(each.atom.items, translation(left, top + each.top)) for each in group if each.atom.items]
    changed = (list(run) for changed, run in groupby(placed, lambda each: each.atom.changed) if changed)
    return items + [_bar(run, left, top) for run in changed]


def _ground(panel: Panel, area: Box) -> tuple[Shape, ...]:
    """The ground of a box."""
    if panel.frame:
        return (Shape(rectangle(*area, CORNERS), panel.fill, panel.frame, FRAME),)
    bar = (area[0], area[1], area[0] + BAR, area[3])
    return Shape(rectangle(*area, CORNERS), fill=panel.fill), Shape(rectangle(*bar), fill=panel.bar)


def _bar(lines: list[Placed], left: float, top: float) -> Shape:
    """The bar in the margin beside consecutive lines."""
    start, end = lines[0].top, lines[-1].top + lines[-1].atom.height
    x = left - BESIDE - CHANGED
    return Shape(rectangle(x, top + start, x + CHANGED, top + end), fill=CHANGE)


def _panels(placed: list[Placed]) -> list[list[Placed]]:
    """Neighbouring atoms that share a panel, or have none."""
    groups: list[list[Placed]] = []
    for each in placed:
        if groups and groups[-1][0].atom.panel == each.atom.panel:
            groups[-1].append(each)
        else:
            groups.append([each])
    return groups


def footer(sheet: Sheet, number: int, look: Look) -> list[Item]:
    """The title and the page's number under a hairline, the number at the outer side."""
    left, right = sheet.left(number), sheet.left(number) + sheet.measure
    y = sheet.height - 11.0
    size = 0.82 * look.size
    title = Type("text", size, size, look.grey, italic=True, hyphenate=False)
    figure = replace(look.numeral, size=0.95 * look.size, leading=size, align="left")
    place = Place(str(look.book.source))
    (name, *_) = set_words((Run(look.book.title),), title, sheet.measure * 0.8, look, place)
    (count,) = set_words((Run(str(number)),), figure, sheet.measure, look, place)
    odd = number % 2 == 1
    rule = Shape((("M", left, y - 4.2), ("L", right, y - 4.2)), stroke=look.tint(0.45), line=0.2)
    return [
        rule,
        *shifted(name.items, left if odd else right - name.width, y),
        *shifted(count.items, right - count.width if odd else left, y),
    ]
