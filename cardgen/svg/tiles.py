"""Paints with patterns: draws their tiles side by side inside a path (SVG 2, 14.3)."""

from __future__ import annotations

import math

from cardgen.graphics.drawing import Group, Item, Shape
from cardgen.graphics.geometry import (
    IDENTITY,
    Box,
    Matrix,
    Segments,
    apply,
    multiply,
    rectangle,
    tight_box,
    translation,
)
from cardgen.svg.outline import union
from cardgen.svg.paint import Server
from cardgen.svg.reading import Reader
from cardgen.svg.values import Size, fit_view_box, length, transform, undone, view_box

_MAX_TILES = 1_000  # of a pattern, drawn one by one


def tile_items(
    reader: Reader, server: Server, segments: Segments, evenodd: bool, box: Box, view: Size, opacity: float
) -> tuple[Item, ...]:
    """A path filled with a pattern."""
    left, top, right, bottom = box
    by_box = server.get("patternUnits") != "userSpaceOnUse"
    if by_box and (right <= left or bottom <= top):
        return (Shape(segments, server.instead, evenodd=evenodd),) if server.instead else ()
    whole = (1.0, 1.0) if by_box else view
    x, y, width, height = (
        length(server.get(name), whole[index % 2]) or 0.0 for index, name in enumerate(("x", "y", "width", "height"))
    )
    if by_box:
        across, down = right - left, bottom - top
        x, y, width, height = left + x * across, top + y * down, width * across, height * down
    node = next((each for each in server.chain if len(each)), None)
    if width <= 0 or height <= 0 or node is None or id(node) in reader.open:
        return ()
    inside, size = _content(server, box, (width, height), view)
    reader.open.append(id(node))
    try:
        items = reader.children(node, reader.painter.inherited_style(node), size)
    finally:
        reader.open.pop()
    try:
        matrix = transform(server.get("patternTransform") or "")
    except ValueError:
        matrix = IDENTITY
    if not items or matrix is None:
        return ()
    if inside != IDENTITY:
        items = (Group(items, inside),)
    if reader.painter.inherited_style(server.chain[0]).get("overflow", "hidden") != "visible":
        items = (Group(items, clip=rectangle(0, 0, width, height)),)
    bounds = tight_box(segments)
    undo = undone(matrix)
    corners = [apply(undo, *corner) for corner in ((px, py) for px in bounds[0::2] for py in bounds[1::2])]
    columns = _range([px for px, _ in corners], x, width)
    rows = _range([py for _, py in corners], y, height)
    if len(columns) * len(rows) > _MAX_TILES:
        reader.cannot(f"a pattern of more than {_MAX_TILES:,} tiles", server.chain[0])
        return (Shape(segments),)
    tiles = tuple(
        Group(items, multiply(translation(x + column * width, y + row * height), matrix))
        for row in rows
        for column in columns
    )
    clip = union([(segments, True)]) if evenodd else segments
    return (Group(tiles, clip=clip, opacity=opacity),)


def _content(server: Server, box: Box, size: Size, view: Size) -> tuple[Matrix, Size]:
    """The matrix of a tile's content, and the size that percentages refer to."""
    if frame := view_box(server.get("viewBox")):
        return fit_view_box(frame, size, server.get("preserveAspectRatio"))[0], (frame[2], frame[3])
    if server.get("patternContentUnits") == "objectBoundingBox":
        return (box[2] - box[0], 0, 0, box[3] - box[1], 0, 0), (1.0, 1.0)
    return IDENTITY, view


def _range(values: list[float], start: float, step: float) -> range:
    return range(math.floor((min(values) - start) / step), math.ceil((max(values) - start) / step))
