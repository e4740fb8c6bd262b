"""Draws markers at the vertices of paths, such as arrowheads and dots (SVG 2, 13.7)."""

from __future__ import annotations

import math
from collections.abc import Iterator

from cardgen.graphics.drawing import Group, Item
from cardgen.graphics.geometry import IDENTITY, Segments, apply, multiply, rectangle, rotation, translation
from cardgen.svg.pens import pen_of
from cardgen.svg.reading import Reader
from cardgen.svg.style import Style
from cardgen.svg.tree import Element
from cardgen.svg.values import Size, angle, fit_view_box, length, reference, view_box

Point = tuple[float, float]
_KINDS = ("start", "mid", "end")
_MARKERS = ("marker-start", "marker-mid", "marker-end")


def marker_items(reader: Reader, segments: Segments, style: Style, view: Size) -> tuple[Item, ...]:
    """The markers of a shape that has them."""
    if style.keys().isdisjoint(_MARKERS):
        return ()
    kinds = {kind: _marker(reader, style, name) for kind, name in zip(_KINDS, _MARKERS, strict=True)}
    if all(node is None for node in kinds.values()):
        return ()
    corners = list(_corners(segments))
    items: list[Item] = []
    for index, (point, before, after) in enumerate(corners):
        kind = "start" if index == 0 else "end" if index == len(corners) - 1 else "mid"
        own = [kind] if len(corners) > 1 else ["start", "end"]
        for each in own:
            marker = kinds[each]
            if marker is not None and id(marker) not in reader.open:
                items += _marker_items(reader, marker, point, _angle(marker, each, before, after), style, view)
    return tuple(items)


def _marker(reader: Reader, style: Style, name: str) -> Element | None:
    text = style.get(name, "none")
    node = reader.ids.get(reference(text) or "") if text != "none" else None
    return node if node is not None and node.tag == "marker" else None


def _angle(marker: Element, kind: str, before: Point, after: Point) -> float:
    orient = marker.get("orient", "0")
    if orient not in ("auto", "auto-start-reverse"):
        return angle(orient)
    x, y = _unit(before), _unit(after)
    direction = (x[0] + y[0], x[1] + y[1])
    if direction == (0, 0):
        direction = y
    degrees = math.degrees(math.atan2(direction[1], direction[0]))
    return degrees + 180 if orient == "auto-start-reverse" and kind == "start" else degrees


def _unit(vector: Point) -> Point:
    size = math.hypot(*vector)
    return (vector[0] / size, vector[1] / size) if size else (0.0, 0.0)


def _corners(segments: Segments) -> Iterator[tuple[Point, Point, Point]]:
    """The vertices of a path, each with the directions in which the path arrives and leaves."""
    parts: list[tuple[Point, Point, Point]] = []  # end, direction at the start, direction at the end
    at = start = (0.0, 0.0)
    for letter, *n in segments:
        if letter == "M":
            at = start = (n[0], n[1])
            parts.append((at, (0.0, 0.0), (0.0, 0.0)))
        elif letter == "L":
            way = (n[0] - at[0], n[1] - at[1])
            at = (n[0], n[1])
            parts.append((at, way, way))
        elif letter == "C":
            points = [at, (n[0], n[1]), (n[2], n[3]), (n[4], n[5])]
            leaves = next((p for p in points[1:] if p != at), at)
            comes = next((p for p in reversed(points[:-1]) if p != points[3]), points[3])
            parts.append(
                (points[3], (leaves[0] - at[0], leaves[1] - at[1]), (points[3][0] - comes[0], points[3][1] - comes[1]))
            )
            at = points[3]
        elif at != start:
            way = (start[0] - at[0], start[1] - at[1])
            at = start
            parts.append((at, way, way))
    for index, (point, _, comes) in enumerate(parts):
        leaves = parts[index + 1][1] if index + 1 < len(parts) else (0.0, 0.0)
        yield point, comes, leaves


def _marker_items(
    reader: Reader, marker: Element, point: Point, degrees: float, style: Style, view: Size
) -> tuple[Item, ...]:
    above = reader.painter.inherited_style(marker)
    width = length(marker.get("markerWidth", "3"), view[0])
    height = length(marker.get("markerHeight", "3"), view[1])
    if not width or not height or width <= 0 or height <= 0 or above.get("display") == "none":
        return ()
    scale = 1.0 if marker.get("markerUnits") == "userSpaceOnUse" else pen_of(style, view)[1]
    box = view_box(marker.get("viewBox"))
    matrix = fit_view_box(box, (width, height), marker.get("preserveAspectRatio"))[0] if box else IDENTITY
    inside = (box[2], box[3]) if box else (width, height)

    def at(name: str, whole: float) -> float:
        return length({"left": "0%", "center": "50%", "right": "100%"}.get(name, marker.get(name)), whole) or 0.0

    x, y = apply(matrix, at("refX", inside[0]), at("refY", inside[1]))
    reader.open.append(id(marker))
    reader.painter.enter(style)
    try:
        items = reader.children(marker, above, inside)
    finally:
        reader.open.pop()
        reader.painter.contexts.pop()
    if not items or scale <= 0:
        return ()
    if matrix != IDENTITY:
        items = (Group(items, matrix),)
    if above.get("overflow", "hidden") in ("hidden", "scroll"):
        items = (Group(items, clip=rectangle(0, 0, width, height)),)
    placed = multiply(translation(-x, -y), (scale, 0, 0, scale, 0, 0))
    return (Group(items, multiply(multiply(placed, rotation(degrees, 0, 0)), translation(*point))),)
