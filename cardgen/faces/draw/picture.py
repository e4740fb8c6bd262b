"""A picture, whole in its box or covering it: pixels, or an SVG drawing in all its colours."""

from __future__ import annotations

from pathlib import Path
from typing import NoReturn

from cardgen.definitions.layout_fields import Picture as PictureField
from cardgen.drawing import Group, Item, Picture, Use
from cardgen.errors import fail
from cardgen.faces import bleed
from cardgen.faces.artwork import SUFFIXES
from cardgen.faces.context import Context
from cardgen.geometry import Box, box_through, inverse, multiply, rectangle, turned


def draw_picture(field: PictureField, box: Box, context: Context) -> list[Item]:
    drawn = context.fill(field.of, "of").lower().endswith(SUFFIXES)
    item, whole = (_drawing if drawn else _pixels)(field, box, context)
    left, top, right, bottom = box
    shown = (max(left, whole[0]), max(top, whole[1]), min(right, whole[2]), min(bottom, whole[3]))
    own = item
    if field.fit == "cover" or field.corners:
        own = Group((item,), clip=rectangle(*shown, field.corners))
    return [*_bleed(field, item, whole, shown, box, context), own]


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


def _bleed(field: PictureField, item: Item, whole: Box, shown: Box, box: Box, context: Context) -> list[Item]:
    """What is made around a picture, of which `shown` is seen. Raises InputError."""
    if field.bleed is None:
        return []
    if field.corners:
        _fail(context, "round corners leave no edge to go on from; say one or the other")
    trim, end = _edges(field, box, context)
    if field.bleed != "colour":
        return bleed.made(item, field.bleed, shown, trim, end) if context.bleed else []
    if not isinstance(item, Picture):
        _fail(context, "an SVG picture has no edge of pixels whose colour could be taken; say mirror or stretch")
    file = context.supplies.pictures[item.file]
    assert isinstance(file, Path)
    sides = zip(shown, whole[:2] * 2, (item.width, item.height) * 2, strict=True)
    left, top, right, bottom = (round((at - start) / length, 4) for at, start, length in sides)
    if (colour := bleed.edge_colour(file, (left, top, right, bottom))) is None:
        _fail(context, f"all of the edge of '{item.file.partition('#')[0]}' is seen through; say mirror or stretch")
    return [bleed.ground(colour, shown, trim, end)]


def _edges(field: PictureField, box: Box, context: Context) -> tuple[Box, Box]:
    """The card's trim and the end of its bleed, as they lie about a picture before it is turned. Raises InputError."""
    left, top, right, bottom = box
    turn = -field.turn if context.language in context.supplies.game.mirrored else field.turn
    matrix = multiply(turned(turn, (left + right) / 2, (top + bottom) / 2), context.frame.matrix)
    if min(abs(matrix[0]), abs(matrix[1])) > 1e-6:
        _fail(context, f"expected a turn of 0, 90, 180 or 270 degrees, got {field.turn:g}: edges lie aslant")
    (width, height), out = context.size, context.bleed
    back = inverse(matrix)
    return box_through(back, (0, 0, width, height)), box_through(back, (-out, -out, width + out, height + out))


def _fail(context: Context, message: str) -> NoReturn:
    raise fail(f"fields.{context.name}.bleed: {message}", context.layout.place_of(context.name, "bleed"))
