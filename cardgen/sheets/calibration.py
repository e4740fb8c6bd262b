"""The test sheets of a printer: rulers and margins on one, a duplex vernier on both sides of the other."""

from __future__ import annotations

from typing import Literal

from cardgen.foundations.units import POINT
from cardgen.graphics.drawing import Document, Group, Item, Page, Shape
from cardgen.graphics.geometry import Matrix, translation
from cardgen.sheets.combs import comb_items, combs, onto_back
from cardgen.sheets.pens import HAIRLINE, INK, RULER
from cardgen.text.fonts import Font
from cardgen.text.setting import set_line

MIN_PAPER = (140.0, 180.0)  # mm, the smallest paper with room for the combs
_SIZE, _SMALL, _LEADING = 9 * POINT, 5.5 * POINT, 4.6
_STEPS = 15  # lines of the margin test, one for each mm
_FROM = 32.0  # mm from the paper's edges to the rulers

_RULERS = (
    "{name}: the rulers",
    "1. Measure both rulers from end to end, as exactly as you can: --across and --down.",
    "2. At each edge, find the smallest number whose line is there;",
    "the largest of the four is the margin: --margin.",
)
_VERNIER = (
    "{name}: the vernier",
    "Hold the sheet against the light, this side towards you.",
    "In each corner and in both directions two lines with the same",
    "number meet best: note that number, with its sign.",
    "The {corner} corner first across, then down: --{corner} X Y",
)
_EMPTY = ("The back of the rulers. Nothing to be read here.",)


def test_sheets(name: str, page: tuple[float, float], flip: Literal["long", "short"], font: Font) -> Document:
    """Four pages for two sheets of that size in mm, upright: rulers and an empty back, the vernier's front and back."""
    width, height = page
    box = (0.0, 0.0, width, height)
    corners = combs(width, height)
    front = [item for comb in corners for item in comb_items(comb, "", font)]
    behind = [item for comb in corners for item in comb_items(comb, flip, font)]
    lines = _centred_lines(_VERNIER, width, height / 2 - 2 * _LEADING, font, name=name, corner="top-left")
    sides = [
        (
            *_ruler(font, width, height),
            *_margins(width, height, font),
            *_centred_lines(_RULERS, width, 60.0, font, name=name),
        ),
        tuple(_centred_lines(_EMPTY, width, height / 2, font)),
        (*front, *lines),
        (onto_back(behind, flip, width, height),),
    ]
    pages = tuple(Page(width, height, items, box, box, back=number % 2 == 1) for number, items in enumerate(sides))
    fonts = {face.name: face.source for face in font.faces}
    return Document(f"{name}: test sheets", "en", "", pages, fonts=fonts, duplex=flip)


def _centred_lines(lines: tuple[str, ...], width: float, top: float, font: Font, **values: str) -> list[Item]:
    texts = [line.format(**values) for line in lines]
    left = (width - max(font.width(text) for text in texts) * _SIZE) / 2
    return [
        item
        for number, text in enumerate(texts)
        for item in set_line(text, font, left, top + number * _LEADING, _SIZE, INK)
    ]


def _ruler(font: Font, width: float, height: float) -> list[Item]:
    """A horizontal and a vertical ruler of 100 mm, about the middle of the page."""
    path: list[tuple] = [("M", 0, 0), ("L", RULER, 0)]
    numbers: list[Item] = []
    for mm in range(int(RULER) + 1):
        long = 5.0 if mm % 10 == 0 else 3.5 if mm % 5 == 0 else 2.0
        path += [("M", mm, 0), ("L", mm, long)]
        if mm % 10 == 0:
            text = str(mm)
            numbers += set_line(text, font, mm - font.width(text) * _SMALL / 2, 7.5, _SMALL, INK)
    shape = Shape(tuple(path), stroke=INK, line=HAIRLINE)
    down: Matrix = (0, 1, 1, 0, _FROM, (height - RULER) / 2)
    upright = [
        item
        for mm in range(0, int(RULER) + 1, 10)
        for item in set_line(str(mm), font, _FROM + 5.8, (height - RULER) / 2 + mm + 0.35 * _SMALL, _SMALL, INK)
    ]
    across = Group((shape, *numbers), translation((width - RULER) / 2, _FROM))
    return [across, Group((shape,), down), *upright]


def _margins(width: float, height: float, font: Font) -> list[Item]:
    """A staircase of lines in the middle of each edge: line n lies n mm from the edge."""
    step, tread = 4.0, 3.0
    path: list[tuple] = []
    numbers: list[Item] = []
    start = -(_STEPS + 1) * step / 2
    for mm in range(1, _STEPS + 1):
        along = start + mm * step
        for far in (mm, height - mm):
            x = width / 2 + along
            path += [("M", x - tread / 2, far), ("L", x + tread / 2, far)]
        for far in (mm, width - mm):
            y = height / 2 + along
            path += [("M", far, y - tread / 2), ("L", far, y + tread / 2)]
        text = str(mm)
        wide, drop = font.width(text) * _SMALL, 0.35 * _SMALL
        x, y = width / 2 + along - wide / 2, height / 2 + along + drop
        beyond = _STEPS + 3.0
        for left, base in (
            (x, beyond),
            (x, height - beyond + 2 * drop),
            (beyond - wide / 2, y),
            (width - beyond - wide / 2, y),
        ):
            numbers += set_line(text, font, left, base, _SMALL, INK)
    return [Shape(tuple(path), stroke=INK, line=HAIRLINE), *numbers]
