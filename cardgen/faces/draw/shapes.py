"""Rectangles, ellipses and SVG paths."""

from __future__ import annotations

import math

from cardgen.definitions.layout_fields import Ellipse, Inked, Path, Rectangle
from cardgen.definitions.templates import Template
from cardgen.drawing import Item, Shape
from cardgen.faces.context import Context
from cardgen.faces.draw.icon import fitted
from cardgen.faces.shadows import shadow
from cardgen.geometry import Box, Segments, box_through, ellipse, rectangle, transform
from cardgen.paths import parse_path, parse_view


def draw_rectangle(field: Rectangle, box: Box, context: Context) -> list[Item]:
    return _inked(field, rectangle(*box, field.corners), box, context)


def draw_ellipse(field: Ellipse, box: Box, context: Context) -> list[Item]:
    # A gradient that goes round ends on the edge, not at the corners of its box
    left, top, right, bottom = box
    inset, lower = (right - left) * _CORNER, (bottom - top) * _CORNER
    inner = (left + inset, top + lower, right - inset, bottom - lower)
    return _inked(field, ellipse(*box), inner if _is_round(field.fill, context) else box, context)


def draw_path(field: Path, box: Box, context: Context) -> list[Item]:
    data, view = context.fill(field.d, "d"), context.fill(field.view, "view")
    if not (segments := context.read(lambda: parse_path(data), field.d, "d")):
        return []  # data without a command draws nothing (SVG 2, 9.3.1)
    left, top, width, height = context.read(lambda: parse_view(view), field.view, "view")
    matrix = fitted((left, top, left + width, top + height), box)
    drawn = box_through(matrix, (left, top, left + width, top + height))
    return _inked(field, transform(segments, matrix), drawn, context)


_CORNER = (1 - math.sqrt(0.5)) / 2  # of an ellipse's box: where the box inside it begins


def _is_round(fill: Template | None, context: Context) -> bool:
    return fill is not None and context.fill(fill, "fill").strip().endswith("round")


def _inked(field: Inked, segments: Segments, box: Box, context: Context) -> list[Item]:
    """A path filled and stroked; a gradient reaches over its box."""
    fill, stroke = context.paint(field.fill, "fill", box), context.colour(field.stroke, "stroke")
    below = shadow(field.shadow, segments, context)
    return [*below, Shape(segments, fill, stroke, field.line)] if fill or stroke else [*below]
