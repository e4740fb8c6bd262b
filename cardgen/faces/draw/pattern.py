"""A pattern: one tile repeated over a box, laid out from the box's middle so that both sides are cut alike."""

from __future__ import annotations

import math

from cardgen.definitions.layout_file import Pattern
from cardgen.drawing import Box, Group, Item, Shape, Use, rectangle
from cardgen.faces.context import Context


def draw_pattern(field: Pattern, box: Box, context: Context) -> list[Item]:
    name = context.fill(field.of, "of")
    tile = context.supplies.tile(name, context.place(field.of, "of"))
    left, top, right, bottom = box
    area = rectangle(*box)
    ground = context.colour(field.ground, "ground")
    items: list[Item] = [Shape(area, fill=ground)] if ground else []
    motif = context.colour(field.colour, "colour")
    width, height = field.scale * tile.width, field.scale * tile.height
    columns, rows = math.ceil((right - left) / width / 2), math.ceil((bottom - top) / height / 2)
    middle_x, middle_y = (left + right) / 2, (top + bottom) / 2
    tiles = tuple(
        Use(tile.symbol, (field.scale, 0, 0, field.scale, middle_x + column * width, middle_y + row * height), motif)
        for row in range(-rows, rows)
        for column in range(-columns, columns)
    )
    return [*items, Group(tiles, clip=area)]
