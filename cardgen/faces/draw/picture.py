"""A picture, whole in its box or covering it: pixels, or an SVG drawing in all its colours."""

from __future__ import annotations

from cardgen.definitions.layout_fields import Picture as PictureField
from cardgen.drawing import Group, Item, Picture, Use
from cardgen.faces.artwork import SUFFIXES
from cardgen.faces.context import Context
from cardgen.geometry import Box, rectangle


def draw_picture(field: PictureField, box: Box, context: Context) -> list[Item]:
    drawn = context.fill(field.of, "of").lower().endswith(SUFFIXES)
    item, shown = (_drawing if drawn else _pixels)(field, box, context)
    if field.fit == "contain" and not field.corners:
        return [item]
    left, top, right, bottom = box
    shown = (max(left, shown[0]), max(top, shown[1]), min(right, shown[2]), min(bottom, shown[3]))
    return [Group((item,), clip=rectangle(*shown, field.corners))]


def _pixels(field: PictureField, box: Box, context: Context) -> tuple[Item, Box]:
    file = context.supply(context.supplies.picture, field.of, "of")
    x, y, width, height = _placed(field, box, file.width, file.height)
    return Picture(x, y, width, height, file.key), (x, y, x + width, y + height)


def _drawing(field: PictureField, box: Box, context: Context) -> tuple[Item, Box]:
    found = context.supply(context.supplies.artwork, field.of, "of")
    _, _, own_width, own_height = found.symbol.box
    x, y, width, height = _placed(field, box, own_width, own_height)
    shown = (x, y, x + width, y + height)
    scale, symbol = width / own_width, context.supplies.drawing(found, width)
    return Use(symbol.name, (scale, 0, 0, scale, x, y)), shown


def _placed(field: PictureField, box: Box, width: float, height: float) -> tuple[float, float, float, float]:
    """Left, top, width and height of a picture in its box."""
    left, top, right, bottom = box
    scales = (right - left) / width, (bottom - top) / height
    scale = min(scales) if field.fit == "contain" else max(scales)
    width, height = scale * width, scale * height
    return (left + right - width) / 2, (top + bottom - height) / 2, width, height
