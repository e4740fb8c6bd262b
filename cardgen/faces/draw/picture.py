"""A PNG or JPEG picture, whole in its box or covering it."""

from __future__ import annotations

from cardgen.definitions.layout_file import Picture as PictureField
from cardgen.drawing import Box, Group, Item, Picture, rectangle
from cardgen.faces.context import Context


def draw_picture(field: PictureField, box: Box, context: Context) -> list[Item]:
    file = context.supply(context.supplies.picture, field.of, "of")
    left, top, right, bottom = box
    scales = (right - left) / file.width, (bottom - top) / file.height
    scale = min(scales) if field.fit == "contain" else max(scales)
    width, height = scale * file.width, scale * file.height
    picture = Picture((left + right - width) / 2, (top + bottom - height) / 2, width, height, file.key)
    if field.fit == "contain" and not field.corners:
        return [picture]
    shown = (max(left, picture.x), max(top, picture.y), min(right, picture.x + width), min(bottom, picture.y + height))
    return [Group((picture,), clip=rectangle(*shown, field.corners))]
