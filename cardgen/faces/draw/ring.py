"""Numbers around an ellipse: places around a table, a score track, a clock."""

from __future__ import annotations

import math
from dataclasses import replace

from cardgen.definitions.fields import whole
from cardgen.definitions.layout_fields import Ring
from cardgen.definitions.nodes import Plain
from cardgen.definitions.templates import Template
from cardgen.faces.context import Context
from cardgen.graphics.drawing import Item, Shape
from cardgen.graphics.geometry import Box, ellipse
from cardgen.text.setting import set_line

MAX_SEGMENTS = 100
_DISC = 0.78  # a disc's radius, in ems of its number


def draw_ring(field: Ring, box: Box, context: Context) -> list[Item]:
    count = _number(field.count, "count", context)
    parts = count
    if field.parts and (parts := _number(field.parts, "parts", context)) < count:
        context.fail(f"expected at least {count} parts for as many numbers, got {parts}", field.parts, "parts")
    place = context.layout.place_of(context.name, "font")
    font = context.supplies.font(field.font, field.bold, False, place, context.language)
    colour = context.colour(field.colour, "colour")
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    across, down = (box[2] - box[0]) / 2, (box[3] - box[1]) / 2
    first = 1 if parts > count else 0  # with a part left over, that one stands at `start`
    items: list[Item] = []
    for index in range(count):
        turn = (index + first) * 360 / parts * (1 if field.clockwise else -1)
        angle = math.radians(field.start + turn)
        middle = x + across * math.sin(angle), y - down * math.cos(angle)
        radius = _DISC * field.size
        left, top = middle[0] - radius, middle[1] - radius
        around = (left, top, left + 2 * radius, top + 2 * radius)
        if disc := context.paint(field.disc, "disc", around):
            items.append(Shape(ellipse(*around), fill=disc))
        number = str(index + 1)
        width, tall = font.width(number) * field.size, font.cap_height * field.size
        where = middle[0] - width / 2, middle[1] + tall / 2
        drawn = set_line(number, font, *where, field.size, colour)
        items += [replace(item, ascent=tall, descent=0.0) for item in drawn]  # digits have no descenders
    return items


def _number(template: Template, key: str, context: Context) -> int:
    text = context.fill(template, key)
    count = context.read(lambda: whole(Plain(text)), template, key)
    if not 1 <= count <= MAX_SEGMENTS:
        context.fail(f"expected from 1 to {MAX_SEGMENTS}, got {count}", template, key)
    return count
