"""A grid of cells, some of them marked: a pattern of places as a card's behaviour has it."""

from __future__ import annotations

from cardgen.definitions.behaviour import Gridded, can
from cardgen.definitions.layout_fields import Grid
from cardgen.faces.context import Context
from cardgen.faces.draw.icon import fit_into
from cardgen.foundations.errors import fail
from cardgen.graphics.drawing import Item, Shape, Use
from cardgen.graphics.geometry import Box, rectangle

_AIR = 0.1  # around a mark, in parts of its cell


def draw_grid(field: Grid, box: Box, context: Context) -> list[Item]:
    behaviour = context.acting(field.of, "of").behaviour[field.of]
    if not can(behaviour, Gridded):
        place = context.layout.place_of(context.name, "of")
        raise fail(f"fields.{context.name}.of: the engine has no grid for '{field.of}'", place)
    rows = behaviour.grid()
    left, top, right, bottom = box
    width = (right - left - (len(rows[0]) - 1) * field.gap) / len(rows[0])
    height = (bottom - top - (len(rows) - 1) * field.gap) / len(rows)
    if min(width, height) <= 0.5:
        context.fail(f"its cells do not fit in {right - left:.1f} x {bottom - top:.1f} mm", field.of, "of")
    stroke, marks = context.colour(field.stroke, "stroke"), context.colour(field.mark_colour, "mark_colour")
    icon = context.supply(context.supplies.icon, field.mark, "mark") if field.mark else None
    items: list[Item] = []
    for row, cells in enumerate(rows):
        for column, marked in enumerate(cells):
            x, y = left + column * (width + field.gap), top + row * (height + field.gap)
            cell = (x, y, x + width, y + height)
            fill = context.paint(field.fill, "fill", cell) if marked else context.paint(field.ground, "ground", cell)
            items.append(Shape(rectangle(*cell, field.corners), fill, stroke, field.line))
            if icon and marked:
                air = _AIR * min(width, height)
                items.append(
                    Use(icon.name, fit_into(icon.box, (x + air, y + air, cell[2] - air, cell[3] - air)), marks)
                )
    return items
