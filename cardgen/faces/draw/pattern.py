"""A pattern: one tile repeated over a box, laid out from the box's middle so that both sides are cut alike."""

from __future__ import annotations

import math
from functools import lru_cache

from cardgen.definitions.layout_fields import Pattern
from cardgen.faces.context import Context
from cardgen.faces.supplies import Tile
from cardgen.graphics.drawing import Item, Shape, Symbol, Use
from cardgen.graphics.geometry import Box, rectangle


def draw_pattern(field: Pattern, box: Box, context: Context) -> list[Item]:
    tile = context.supply(context.supplies.tile, field.of, "of")
    ground = context.paint(field.ground, "ground", box)
    items: list[Item] = [Shape(rectangle(*box), fill=ground)] if ground else []
    cloth = _cloth(tile, box, field.scale)
    context.supplies.symbols[cloth.name] = cloth
    return [*items, Use(cloth.name, colour=context.colour(field.colour, "colour"))]


@lru_cache(maxsize=100)
def _cloth(tile: Tile, box: Box, scale: float) -> Symbol:
    """The symbol of a box full of tiles. The file has it once for all cards with this pattern, whatever their
    colours."""
    left, top, right, bottom = box
    width, height = scale * tile.width, scale * tile.height
    columns, rows = math.ceil((right - left) / width / 2), math.ceil((bottom - top) / height / 2)
    x, y = (left + right) / 2, (top + bottom) / 2
    tiles = tuple(
        Use(tile.symbol, (scale, 0, 0, scale, x + column * width, y + row * height))
        for row in range(-rows, rows)
        for column in range(-columns, columns)
    )
    return Symbol(f"{tile.symbol}/{scale:g} in " + " ".join(f"{edge:g}" for edge in box), box, tiles)
