"""Draws an icon, as large as its box allows, with its silhouette below it as a second tone."""

from __future__ import annotations

from cardgen.definitions.layering import Mirror
from cardgen.definitions.layout_fields import Icon
from cardgen.faces.context import Context
from cardgen.faces.paragraph import silhouette
from cardgen.graphics.drawing import Item, Shape, Symbol, Use
from cardgen.graphics.geometry import Box, Matrix, Segments, box_through, multiply, transform


def fit_into(view: Box, box: Box) -> Matrix:
    """Scales and moves `view` into the middle of `box`, as large as it fits."""
    left, top, right, bottom = view
    scale = min((box[2] - box[0]) / (right - left), (box[3] - box[1]) / (bottom - top))
    x = (box[0] + box[2] - scale * (left + right)) / 2
    y = (box[1] + box[3] - scale * (top + bottom)) / 2
    return (scale, 0, 0, scale, x, y)


def mirror_matrix(mirror: Mirror, box: Box) -> Matrix:
    """Mirrors a box."""
    left, top, right, bottom = box
    x, y = -1.0 if mirror in ("across", "both") else 1.0, -1.0 if mirror in ("down", "both") else 1.0
    return (x, 0.0, 0.0, y, (left + right) * (x < 0), (top + bottom) * (y < 0))


def icon_outline(field: Icon, box: Box, context: Context) -> Segments:
    """Returns the outline of what an icon fills."""
    icon, matrix = _icon_place(field, box, context)
    (shape,) = icon.items
    return transform(shape.segments, matrix) if isinstance(shape, Shape) else ()


def _icon_place(field: Icon, box: Box, context: Context) -> tuple[Symbol, Matrix]:
    icon = context.supply(lambda name, place: context.supplies.icon(name, place, field.background), field.of, "of")
    matrix = fit_into(icon.box, box)
    return icon, multiply(matrix, mirror_matrix(field.mirror, box)) if field.mirror != "none" else matrix


def draw_icon(field: Icon, box: Box, context: Context) -> list[Item]:
    icon, matrix = _icon_place(field, box, context)
    items: list[Item] = []
    if field.shade is not None:
        shade = context.supplies.shade(icon, field.outline / abs(matrix[0]))
        items.append(Use(shade.name, matrix, context.colour(field.shade, "shade")))
    return [*items, *silhouette(icon, matrix, context.paint(field.colour, "colour", box_through(matrix, icon.box)))]
