"""A strip of signs, in one row or several, as large as their box lets them be: a card's behaviour without words."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise

from cardgen.definitions.behaviour import HasStrip, Sign, can
from cardgen.definitions.layout_fields import Strip
from cardgen.definitions.templates import Template
from cardgen.faces.context import Context
from cardgen.faces.draw.icon import fit_into
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import InputError, Place, fail
from cardgen.graphics.drawing import Group, Item, Shape, Use
from cardgen.graphics.geometry import Box, rectangle
from cardgen.text.fonts import Font
from cardgen.text.setting import set_line

# Parts of the strip's height, which is 1 while a sign is drawn
_SIZE = 0.86  # of a number, in ems
_NEXT = 0.06  # the room between an icon and its number
_MIN_WIDTH, _MARGIN, _LINE = 0.72, 0.12, 0.035  # of a small card that holds a sign
_BETWEEN = 0.14  # the room between two rows


@dataclass(frozen=True, slots=True)
class _Drawn:
    """A sign at a height of 1: its items from x = 0, and its width."""

    items: tuple[Item, ...]
    width: float


def draw_strip(field: Strip, box: Box, context: Context) -> list[Item]:
    behaviour = context.acting(field.of, "of").behaviour[field.of]
    place = context.layout.place_of(context.name, "of")
    if not can(behaviour, HasStrip):
        raise fail(f"fields.{context.name}.of: the engine has no signs for '{field.of}'", place)
    font = context.supplies.font(field.font, True, False, place, context.language)
    signs = tuple(behaviour.strip())
    drawn = [_sign(sign, font, field.colour, context, place) for sign in signs]
    left, top, right, bottom = box
    rows, height = _largest(signs, drawn, field, (right - left, bottom - top))
    pitch = (1 + _BETWEEN) * height
    y = (top + bottom - height - (len(rows) - 1) * pitch) / 2
    items: list[Item] = []
    for row in rows:
        spare = right - left - height * _wide(row, signs, drawn)
        x = left + spare * {"left": 0.0, "centre": 0.5, "right": 1.0}[field.align]
        for index in row:
            x += height * signs[index].gap * (index > row[0])
            items.append(Group(drawn[index].items, (height, 0, 0, height, x, y - height * signs[index].lift)))
            x += height * drawn[index].width
        y += pitch
    return items


def _largest(
    signs: Sequence[Sign], drawn: Sequence[_Drawn], field: Strip, room: tuple[float, float]
) -> tuple[list[range], float]:
    """The rows that make signs largest, as few as possible, and the signs' height in mm."""
    lift = 2 * max(abs(sign.lift) for sign in signs)
    starts = [index for index, sign in enumerate(signs) if index and sign.new_row]
    best: tuple[list[range], float] = [], 0.0
    for more in range(min(field.rows, len(starts) + 1)):
        for chosen in combinations(starts, more):
            rows = [range(start, end) for start, end in pairwise((0, *chosen, len(signs)))]
            widest = max(_wide(row, signs, drawn) for row in rows)
            height = min(room[0] / widest, room[1] / (1 + lift + more * (1 + _BETWEEN)), field.largest or room[1])
            best = max(best, (rows, height), key=lambda one: round(one[1], 6))
    return best


def _wide(row: range, signs: Sequence[Sign], drawn: Sequence[_Drawn]) -> float:
    """How wide a row of signs is, in parts of its height."""
    return sum(drawn[index].width for index in row) + sum(signs[index].gap for index in row[1:])


def _sign(sign: Sign, font: Font, colour: Template, context: Context, place: Place) -> _Drawn:
    ink = context.colour(sign.colour or colour, "colour")
    items: list[Item] = []
    margin, x, high = (_MARGIN, _MARGIN, 1 - 2 * _MARGIN) if sign.fill else (0.0, 0.0, 1.0)
    if sign.icon:
        icon = context.supplies.inline_icon(sign.icon, place)
        left, top, right, bottom = icon.box
        wide = high * (right - left) / (bottom - top)
        items.append(Use(icon.name, fit_into(icon.box, (x, margin, x + wide, 1 - margin)), ink))
        x += wide + (_NEXT if sign.text else 0)
    if sign.text:
        if fault := font.glyph_fault(sign.text, place):
            raise InputError(fault)
        size = _SIZE * high
        items += set_line(sign.text, font, x, (1 + font.cap_height * size) / 2, size, ink)
        x += font.width(sign.text) * size
    width = x
    if sign.fill:
        width = max(_MIN_WIDTH, x + margin)
        card = Shape(rectangle(0, 0, width, 1, _MARGIN), context.colour(sign.fill, "colour"), ink, _LINE)
        items = [card, Group(tuple(items), (1, 0, 0, 1, (width - x - margin) / 2, 0))]
    if sign.crossed:
        items.append(Shape((("M", 0.0, 1.0), ("L", width, 0.0)), stroke=ink, line=3 * _LINE))
    return _Drawn(tuple(items), width)
