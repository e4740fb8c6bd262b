"""A grid of equal icons, as many as a card says: hearts, coins, stars."""

from __future__ import annotations

import math

from cardgen.definitions.fields import whole
from cardgen.definitions.layout_fields import Pips
from cardgen.definitions.nodes import Plain
from cardgen.faces.context import Context
from cardgen.faces.draw.icon import fit_into
from cardgen.graphics.drawing import Item, Use
from cardgen.graphics.geometry import Box

MAX_PIPS = 100


def draw_pips(field: Pips, box: Box, context: Context) -> list[Item]:
    text = context.fill(field.count, "count")
    count = context.read(lambda: whole(Plain(text)), field.count, "count")
    if not 0 <= count <= MAX_PIPS:
        context.fail(f"expected from 0 to {MAX_PIPS} pips, got {count}", field.count, "count")
    if not count:
        return []
    icon = context.supply(context.supplies.icon, field.of, "of")
    colour = context.colour(field.colour, "colour")
    columns = min(field.columns or math.ceil(math.sqrt(count)), count)
    rows = math.ceil(count / columns)
    left, top, right, bottom = box
    width = (right - left - (columns - 1) * field.gap) / columns
    height = (bottom - top - (rows - 1) * field.gap) / rows
    if min(width, height) <= 0.5:
        context.fail(f"{count} pips do not fit in {right - left:.1f} x {bottom - top:.1f} mm", field.count, "count")
    items: list[Item] = []
    for index in range(count):
        row, column = divmod(index, columns)
        in_row = columns if row < rows - 1 else count - columns * (rows - 1)
        shift = (columns - in_row) * (width + field.gap) / 2
        x, y = left + shift + column * (width + field.gap), top + row * (height + field.gap)
        items.append(Use(icon.name, fit_into(icon.box, (x, y, x + width, y + height)), colour))
    return items
