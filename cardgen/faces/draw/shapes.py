"""Rectangles, ellipses and SVG paths."""

from __future__ import annotations

import math

from cardgen.definitions.field_keys import Inked
from cardgen.definitions.layout_fields import Ellipse, Path, Rectangle
from cardgen.definitions.templates import Template
from cardgen.faces.context import Context
from cardgen.faces.draw.icon import fit_into
from cardgen.faces.draw.line import pen_of
from cardgen.graphics.drawing import PLAIN, Item, Shape
from cardgen.graphics.geometry import Box, Segments, box_through, ellipse, rectangle, transform
from cardgen.graphics.paths import parse_path, parse_view


def rectangle_outline(field: Rectangle, box: Box, context: Context) -> Segments:
    return rectangle(*box, field.corners)


def ellipse_outline(field: Ellipse, box: Box, context: Context) -> Segments:
    return ellipse(*box)


def path_outline(field: Path, box: Box, context: Context) -> Segments:
    """Returns the path, fitted into its box; without a command, it draws nothing (SVG 2, 9.3.1)."""
    data = context.fill(field.d, "d")
    segments = context.read(lambda: parse_path(data), field.d, "d")
    return transform(segments, fit_into(_view(field, context), box)) if segments else ()


def draw_rectangle(field: Rectangle, box: Box, context: Context) -> list[Item]:
    return _ink(field, rectangle_outline(field, box, context), box, context)


def draw_ellipse(field: Ellipse, box: Box, context: Context) -> list[Item]:
    # A gradient that goes round ends on the edge, not at the corners of its box
    left, top, right, bottom = box
    inset, lower = (right - left) * _CORNER, (bottom - top) * _CORNER
    inner = (left + inset, top + lower, right - inset, bottom - lower)
    return _ink(field, ellipse_outline(field, box, context), inner if _is_round(field.fill, context) else box, context)


def draw_path(field: Path, box: Box, context: Context) -> list[Item]:
    if not (segments := path_outline(field, box, context)):
        return []
    view = _view(field, context)
    return _ink(field, segments, box_through(fit_into(view, box), view), context)


def _view(field: Path, context: Context) -> Box:
    view = context.fill(field.view, "view")
    left, top, width, height = context.read(lambda: parse_view(view), field.view, "view")
    return left, top, left + width, top + height


_CORNER = (1 - math.sqrt(0.5)) / 2  # the offset of the box inside an ellipse, in parts of the ellipse's box


def _is_round(fill: Template | None, context: Context) -> bool:
    return fill is not None and context.fill(fill, "fill").strip().endswith("round")


def _ink(field: Inked, segments: Segments, box: Box, context: Context) -> list[Item]:
    """A path filled and stroked; a gradient reaches over its box."""
    fill, stroke = context.paint(field.fill, "fill", box), context.colour(field.stroke, "stroke")
    pen = pen_of(field.dash, context) if stroke else PLAIN
    return [Shape(segments, fill, stroke, field.line, pen=pen)] if fill or stroke else []
