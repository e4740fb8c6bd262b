"""Rectangles, ellipses and SVG paths."""

from __future__ import annotations

from cardgen.definitions.layout_file import Ellipse, Inked, Path, Rectangle
from cardgen.drawing import Box, Item, Segments, Shape, ellipse, rectangle, transform
from cardgen.faces.context import Context
from cardgen.faces.draw.icon import fitted
from cardgen.faces.svg import parse_view
from cardgen.svg.path import parse_path


def draw_rectangle(field: Rectangle, box: Box, context: Context) -> list[Item]:
    return _inked(field, rectangle(*box, field.corners), context)


def draw_ellipse(field: Ellipse, box: Box, context: Context) -> list[Item]:
    return _inked(field, ellipse(*box), context)


def draw_path(field: Path, box: Box, context: Context) -> list[Item]:
    data, view = context.fill(field.d, "d"), context.fill(field.view, "view")
    segments = context.read(lambda: parse_path(data), field.d, "d")
    left, top, width, height = context.read(lambda: parse_view(view), field.view, "view")
    return _inked(field, transform(segments, fitted((left, top, left + width, top + height), box)), context)


def _inked(field: Inked, segments: Segments, context: Context) -> list[Item]:
    fill, stroke = context.colour(field.fill, "fill"), context.colour(field.stroke, "stroke")
    return [Shape(segments, fill, stroke, field.line)] if fill or stroke else []
