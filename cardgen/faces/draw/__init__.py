"""Draws fields, one module for each kind; `draw` finds the one that a field asks for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cardgen.definitions import layout_fields as layout
from cardgen.definitions.field_keys import Placed
from cardgen.faces.context import Context
from cardgen.faces.draw.grid import draw_grid
from cardgen.faces.draw.icon import draw_icon, icon_outline
from cardgen.faces.draw.line import draw_line
from cardgen.faces.draw.pattern import draw_pattern
from cardgen.faces.draw.picture import draw_picture, picture_outline
from cardgen.faces.draw.pips import draw_pips
from cardgen.faces.draw.qr import draw_qr
from cardgen.faces.draw.ring import draw_ring
from cardgen.faces.draw.shapes import (
    draw_ellipse,
    draw_path,
    draw_rectangle,
    ellipse_outline,
    path_outline,
    rectangle_outline,
)
from cardgen.faces.draw.strip import draw_strip
from cardgen.graphics.drawing import Item
from cardgen.graphics.geometry import Box, Segments

_DRAWERS: dict[type, Callable[[Any, Box, Context], list[Item]]] = {  # each draws fields of its own kind
    layout.Rectangle: draw_rectangle,
    layout.Ellipse: draw_ellipse,
    layout.Path: draw_path,
    layout.LineField: draw_line,
    layout.Icon: draw_icon,
    layout.Picture: draw_picture,
    layout.Pattern: draw_pattern,
    layout.Pips: draw_pips,
    layout.Ring: draw_ring,
    layout.Strip: draw_strip,
    layout.Grid: draw_grid,
    layout.Qr: draw_qr,
}
_OUTLINES: dict[type, Callable[[Any, Box, Context], Segments]] = {  # the outlines of kinds of fields that have one
    layout.Rectangle: rectangle_outline,
    layout.Ellipse: ellipse_outline,
    layout.Path: path_outline,
    layout.Icon: icon_outline,
    layout.Picture: picture_outline,
}


def outline(field: Placed, box: Box, context: Context) -> Segments:
    """Returns the closed outline of what a field can fill of its box; () if its kind has none."""
    of = _OUTLINES.get(type(field))
    return of(field, box, context) if of else ()


def draw(field: Placed, box: Box, context: Context) -> list[Item]:
    """Draws a field in its box. `faces.paragraph` lays texts once their size is known."""
    return _DRAWERS[type(field)](field, box, context)
