"""Rectangles, ellipses and SVG paths."""

from __future__ import annotations

from cardgen.definitions.layout_file import Ellipse, Inked, Path, Rectangle
from cardgen.drawing import Box, Item, Segments, Shape, box_through, ellipse, rectangle, transform
from cardgen.faces.context import Context
from cardgen.faces.draw.icon import fitted
from cardgen.faces.svg import parse_view
from cardgen.svg.path import parse_path


def draw_rectangle(field: Rectangle, box: Box, context: Context) -> list[Item]:
    return _inked(field, rectangle(*box, field.corners), box, context)


def draw_ellipse(field: Ellipse, box: Box, context: Context) -> list[Item]:
    return _inked(field, ellipse(*box), box, context)


def draw_path(field: Path, box: Box, context: Context) -> list[Item]:
    data, view = context.fill(field.d, "d"), context.fill(field.view, "view")
    segments = context.read(lambda: parse_path(data), field.d, "d")
    left, top, width, height = context.read(lambda: parse_view(view), field.view, "view")
    matrix = fitted((left, top, left + width, top + height), box)
    drawn = box_through(matrix, (left, top, left + width, top + height))
    return _inked(field, transform(segments, matrix), drawn, context)


def _inked(field: Inked, segments: Segments, box: Box, context: Context) -> list[Item]:
    """A path filled and stroked; a gradient reaches over its box."""
    fill, stroke = context.paint(field.fill, "fill", box), context.colour(field.stroke, "stroke")
    return [Shape(segments, fill, stroke, field.line)] if fill or stroke else []
