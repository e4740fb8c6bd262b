"""A strip of signs, as high as its box or as much lower as its width asks for: a card's behaviour without words."""

from __future__ import annotations

from cardgen.definitions.behaviour import HasStrip, Sign, can
from cardgen.definitions.layout_fields import Strip
from cardgen.definitions.templates import Template
from cardgen.faces.context import Context
from cardgen.faces.draw.icon import fitted
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import InputError, Place, fail
from cardgen.graphics.drawing import Group, Item, Shape, Use
from cardgen.graphics.geometry import Box, rectangle
from cardgen.text.fonts import Font
from cardgen.text.setting import set_line

# Parts of the strip's height, which is 1 while a sign is drawn
_SIZE = 0.86  # a number's, in ems
_NEXT = 0.06  # between an icon and its number
_NARROWEST, _MARGIN, _LINE = 0.72, 0.12, 0.035  # of a small card


@dataclass(frozen=True, slots=True)
class _Drawn:
    """A sign at a height of 1: its items from x = 0, and its width."""

    items: tuple[Item, ...]
    width: float


def draw_strip(field: Strip, box: Box, context: Context) -> list[Item]:
    told = context.acting(field.of, "of").behaviour[field.of]
    place = context.layout.place_of(context.name, "of")
    if not can(told, HasStrip):
        raise fail(f"fields.{context.name}.of: the engine has no signs for '{field.of}'", place)
    font = context.supplies.font(field.font, True, False, place, context.language)
    signs = tuple(told.strip())
    drawn = [_sign(sign, font, field.colour, context, place) for sign in signs]
    width = sum(each.width for each in drawn) + sum(sign.gap for sign in signs[1:])
    left, top, right, bottom = box
    height = min((bottom - top) / (1 + 2 * max(abs(sign.lift) for sign in signs)), (right - left) / width)
    x = left + (right - left - height * width) * {"left": 0.0, "centre": 0.5, "right": 1.0}[field.align]
    items: list[Item] = []
    for index, (sign, each) in enumerate(zip(signs, drawn, strict=True)):
        x += height * sign.gap * (index > 0)
        y = (top + bottom - height) / 2 - height * sign.lift
        items.append(Group(each.items, (height, 0, 0, height, x, y)))
        x += height * each.width
    return items


def _sign(sign: Sign, font: Font, colour: Template, context: Context, place: Place) -> _Drawn:
    ink = context.colour(sign.colour or colour, "colour")
    items: list[Item] = []
    margin, x, high = (_MARGIN, _MARGIN, 1 - 2 * _MARGIN) if sign.fill else (0.0, 0.0, 1.0)
    if sign.icon:
        icon = context.supplies.inline_icon(sign.icon, place)
        left, top, right, bottom = icon.box
        wide = high * (right - left) / (bottom - top)
        items.append(Use(icon.name, fitted(icon.box, (x, margin, x + wide, 1 - margin)), ink))
        x += wide + (_NEXT if sign.text else 0)
    if sign.text:
        if fault := font.glyph_fault(sign.text, place):
            raise InputError(fault)
        size = _SIZE * high
        items += set_line(sign.text, font, x, (1 + font.cap_height * size) / 2, size, ink)
        x += font.width(sign.text) * size
    width = x
    if sign.fill:
        width = max(_NARROWEST, x + margin)
        card = Shape(rectangle(0, 0, width, 1, _MARGIN), context.colour(sign.fill, "colour"), ink, _LINE)
        items = [card, Group(tuple(items), (1, 0, 0, 1, (width - x - margin) / 2, 0))]
    if sign.crossed:
        items.append(Shape((("M", 0.0, 1.0), ("L", width, 0.0)), stroke=ink, line=3 * _LINE))
    return _Drawn(tuple(items), width)
