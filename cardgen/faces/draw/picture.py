"""A picture, whole in its box or covering it: pixels, or an SVG drawing in all its colours."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NoReturn

from cardgen.definitions.drawings import SUFFIXES
from cardgen.definitions.layout_fields import Picture as PictureField
from cardgen.faces import bleed
from cardgen.faces.context import Context
from cardgen.faces.draw.icon import mirror_matrix
from cardgen.faces.filled import artworks_for, check_words
from cardgen.foundations.errors import fail
from cardgen.graphics.drawing import Group, Item, Picture, Use
from cardgen.graphics.geometry import Box, Segments, box_through, inverse, multiply, rectangle, rotation

Point = tuple[float, float]
_ACROSS, _DOWN = {"left": 0.0, "right": 1.0}, {"top": 0.0, "bottom": 1.0}
_NUMBER = r"(\d+(?:\.\d*)?|\.\d+)\s*(%)?"
_POINT = re.compile(rf"{_NUMBER}[\s,]+{_NUMBER}")


def draw_picture(field: PictureField, box: Box, context: Context) -> list[Item]:
    item, whole = _whole(field, box, context)
    shown, own = _visible_box(box, whole), item
    if field.fit == "cover" or field.corners:
        own = Group((item,), clip=rectangle(*shown, field.corners))
    return [*_bleed(field, item, whole, shown, box, context), own]


def picture_outline(field: PictureField, box: Box, context: Context) -> Segments:
    """Returns the outline of what a picture fills of its box."""
    return rectangle(*_visible_box(box, _whole(field, box, context)[1]), field.corners)


def read_point(text: str) -> Point:
    """Reads a point of a picture as a layout or a card writes it, from 0 to 1 of its width and height. Raises
    ValueError."""
    if match := _POINT.fullmatch(text.strip()):
        x, y = (float(value) / (100 if percent else 1) for value, percent in (match.groups()[:2], match.groups()[2:]))
        if x <= 1 and y <= 1:
            return x, y
    words = [word for word in text.split() if word not in ("middle", "centre", "center")]
    across, down = ([way[word] for word in words if word in way] for way in (_ACROSS, _DOWN))
    if text.strip() and len(across) < 2 and len(down) < 2 and len(across) + len(down) == len(words):
        return across[0] if across else 0.5, down[0] if down else 0.5
    raise ValueError(f"expected a point such as 0.5 0.2, or left, right, top, bottom or middle, got {text!r}")


def _whole(field: PictureField, box: Box, context: Context) -> tuple[Item, Box]:
    """The item that draws the picture, and the box of the whole picture."""
    drawn = context.fill(field.of, "of").lower().endswith(SUFFIXES)
    item, whole = (_drawing if drawn else _pixels)(field, box, context)
    if field.mirror == "none":
        return item, whole
    flip = mirror_matrix(field.mirror, box)
    item = Use(item.symbol, multiply(item.matrix, flip)) if isinstance(item, Use) else Group((item,), flip)
    return item, box_through(flip, whole)


def _visible_box(box: Box, whole: Box) -> Box:
    """The part of the picture that is visible in its box."""
    left, top, right, bottom = box
    return max(left, whole[0]), max(top, whole[1]), min(right, whole[2]), min(bottom, whole[3])


def _pixels(field: PictureField, box: Box, context: Context) -> tuple[Item, Box]:
    file = context.supply(context.supplies.picture, field.of, "of")
    x, y, width, height = _picture_box(field, box, (file.width, file.height), context)
    return Picture(x, y, width, height, file.key), (x, y, x + width, y + height)


def _drawing(field: PictureField, box: Box, context: Context) -> tuple[Item, Box]:
    layers = context.supply(lambda name, place: artworks_for(context, name, place), field.of, "of")
    _, _, own_width, own_height = layers[0].symbol.box
    x, y, width, height = _picture_box(field, box, (own_width, own_height), context)
    scale, shown = width / own_width, (x, y, x + width, y + height)
    matrix, seen = (scale, 0.0, 0.0, scale, x, y), box if field.fit == "cover" else shown
    items: list[Item] = []
    for artwork in layers:
        symbol = context.supplies.drawing(artwork, width)
        check_words(artwork, symbol.items, matrix, seen, context)
        inline = Group(symbol.items, matrix, rectangle(*symbol.box)) if artwork.filled else None
        items.append(inline or Use(symbol.name, matrix))
    return items[0] if len(items) == 1 else Group(tuple(items)), shown


def _picture_box(
    field: PictureField, box: Box, size: tuple[float, float], context: Context
) -> tuple[float, float, float, float]:
    """Left, top, width and height of a picture in its box."""
    left, top, right, bottom = box
    scales = (right - left) / size[0], (bottom - top) / size[1]
    scale = min(scales) if field.fit == "contain" else max(scales)
    width, height = scale * size[0], scale * size[1]
    if field.focus is None:
        return (left + right - width) / 2, (top + bottom - height) / 2, width, height
    template = field.focus
    x, y = context.read(lambda: read_point(context.fill(template, "focus")), template, "focus")
    return _nearest(x, left, right, width), _nearest(y, top, bottom, height), width, height


def _nearest(part: float, start: float, end: float, length: float) -> float:
    """The start, along one axis, of a picture that covers the range from `start` to `end` and shows a point as near its
    middle as possible."""
    return min(start, max(end - length, (start + end) / 2 - part * length))


def _bleed(field: PictureField, item: Item, whole: Box, shown: Box, box: Box, context: Context) -> list[Item]:
    """The bleed around a picture whose part `shown` is visible. Raises InputError."""
    if field.bleed == "none":
        return []
    if field.corners:
        _fail(context, "a picture with round corners has no edge to extend into the bleed; remove one of the two keys")
    trim, end = _edges(field, box, context)
    if field.bleed != "colour":
        return bleed.bleed_around(item, field.bleed, shown, trim, end) if context.bleed else []
    seen = shown
    if isinstance(item, Group):  # mirrored: the other side of the picture is visible
        whole, seen, item = box_through(item.matrix, whole), box_through(item.matrix, shown), item.items[0]
    if not isinstance(item, Picture):
        _fail(context, "an SVG picture has no edge pixels to take a colour from; write mirror or stretch")
    file = context.supplies.pictures[item.file]
    assert isinstance(file, Path)
    sides = zip(seen, whole[:2] * 2, (item.width, item.height) * 2, strict=True)
    left, top, right, bottom = (round((at - start) / length, 4) for at, start, length in sides)
    if (colour := bleed.edge_colour(file, (left, top, right, bottom))) is None:
        _fail(context, f"all of the edge of '{item.file.partition('#')[0]}' is transparent; write mirror or stretch")
    return [bleed.ground(colour, shown, trim, end)]


def _edges(field: PictureField, box: Box, context: Context) -> tuple[Box, Box]:
    """The card's trim and the end of its bleed, in the coordinates of a picture before it is turned. Raises
    InputError."""
    left, top, right, bottom = box
    turn = -field.turn if context.language in context.supplies.game.mirrored else field.turn
    matrix = multiply(rotation(turn, (left + right) / 2, (top + bottom) / 2), context.frame.matrix)
    if min(abs(matrix[0]), abs(matrix[1])) > 1e-6:
        _fail(context, f"expected a turn of 0, 90, 180 or 270 degrees, got {field.turn:g}, which tilts the edges")
    (width, height), out = context.size, context.bleed
    back = inverse(matrix)
    return box_through(back, (0, 0, width, height)), box_through(back, (-out, -out, width + out, height + out))


def _fail(context: Context, message: str) -> NoReturn:
    raise fail(f"fields.{context.name}.bleed: {message}", context.layout.place_of(context.name, "bleed"))
