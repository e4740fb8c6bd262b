"""Applies clips and masks to items (CSS Masking 1)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from cardgen.graphics.drawing import Group, Item, Mask
from cardgen.graphics.geometry import IDENTITY, Box, Matrix, Segments, multiply, rectangle, transform
from cardgen.svg.outline import intersection, union
from cardgen.svg.reading import Reader
from cardgen.svg.shapes import SHAPES
from cardgen.svg.style import Style
from cardgen.svg.tree import Element
from cardgen.svg.values import Size, length, reference

Bounds = Callable[[], Box | None]


def clip_of(reader: Reader, style: Style, bounds: Bounds, view: Size) -> Segments | None:
    """The clip path of a style; empty if nothing is visible, None if nothing is clipped."""
    text = style.get("clip-path", "none")
    if text == "none":
        return None
    node = reader.ids.get(reference(text) or "")
    if node is None or node.tag != "clipPath":
        return None
    return _clip(reader, node, bounds, view)


def _clip(reader: Reader, node: Element, bounds: Bounds, view: Size) -> Segments:
    if id(node) in reader.open or len(reader.open) > 100:
        return ()
    above = reader.painter.inherited_style(node)
    matrix = reader.matrix(node, above, view)
    if matrix is None:
        return ()
    if node.get("clipPathUnits") == "objectBoundingBox":
        box = bounds()
        if box is None or box[2] <= box[0] or box[3] <= box[1]:
            return ()
        matrix = multiply(_to_box(box), matrix)
        view = (1.0, 1.0)
    reader.open.append(id(node))
    try:
        parts = [part for child in node for part in _parts(reader, child, above, view)]
        whole = transform(union(parts), matrix)
        if whole and (own := clip_of(reader, above, bounds, view)) is not None:
            whole = intersection(whole, own)
        return whole
    finally:
        reader.open.pop()


def _parts(reader: Reader, node: Element, parent: Style, view: Size) -> list[tuple[Segments, bool]]:
    """The outlines of a clip's child, each with its fill rule (True is even-odd)."""
    if node.tag not in SHAPES and node.tag not in ("use", "text"):
        return []
    style = reader.styles.of(node, parent)
    if style.get("display") == "none" or id(node) in reader.open:
        return []
    matrix = reader.matrix(node, style, view)
    if matrix is None:
        return []
    if node.tag == "text":
        reader.cannot("words that cut a picture out", node)
        return []
    if node.tag == "use":
        target = reader.ids.get(reference(node.get("href")) or "")
        if target is None or target.tag not in (*SHAPES, "text"):
            return []
        x, y = length(style.get("x"), view[0]) or 0.0, length(style.get("y"), view[1]) or 0.0
        matrix = multiply((1, 0, 0, 1, x, y), matrix)
        outlines = _parts(reader, target, style, view)
    else:
        visible = style.get("visibility", "visible") == "visible"
        outlines = [(reader.outline(node, style, view), style.get("clip-rule") == "evenodd")] if visible else []
    whole = [(segments, evenodd) for segments, evenodd in outlines if segments]

    def bounds() -> Box | None:
        from cardgen.graphics.geometry import around, tight_box

        return around(tight_box(segments) for segments, _ in whole) if whole else None

    own = clip_of(reader, style, bounds, view)
    if own is not None:
        whole = [(intersection(union(whole), own), False)]
    return [(transform(segments, matrix), evenodd) for segments, evenodd in whole]


def mask_of(reader: Reader, style: Style, bounds: Bounds, view: Size) -> Mask | Literal["hidden"] | None:
    """The mask of a style; it hides everything if nothing is visible through it."""
    text = style.get("mask", "none")
    node = reader.ids.get(reference(text) or "") if text != "none" else None
    if node is None or node.tag != "mask":
        return None
    if id(node) in reader.open:
        return None
    box = bounds()
    above = reader.painter.inherited_style(node)
    if above.get("color-interpolation") == "linearRGB":
        reader.cannot("a mask in linear light", node)
    by_box = node.get("maskUnits") != "userSpaceOnUse"
    content_by_box = node.get("maskContentUnits") == "objectBoundingBox"
    if (by_box or content_by_box) and (box is None or box[2] <= box[0] or box[3] <= box[1]):
        return "hidden"
    whole = (1.0, 1.0) if by_box else view

    def at(name: str, along: float, missing: str) -> float:
        value = length(node.get(name, missing), along)
        return 0.0 if value is None else value

    x, y = at("x", whole[0], "-10%"), at("y", whole[1], "-10%")
    width, height = at("width", whole[0], "120%"), at("height", whole[1], "120%")
    if width <= 0 or height <= 0:
        return "hidden"
    region = rectangle(x, y, x + width, y + height)
    if by_box and box:
        region = transform(region, _to_box(box))
    reader.open.append(id(node))
    try:
        inside = _to_box(box) if content_by_box and box else IDENTITY
        items: tuple[Item, ...] = reader.children(node, above, (1.0, 1.0) if content_by_box else view)
        if items and inside != IDENTITY:
            items = (Group(items, inside),)
        own = mask_of(reader, above, bounds, view)
        if own == "hidden":
            return "hidden"
        assert not isinstance(own, str)
        return Mask((Group(items, clip=region, mask=own),) if items else (), above.get("mask-type") == "alpha")
    finally:
        reader.open.pop()


def _to_box(box: Box) -> Matrix:
    left, top, right, bottom = box
    return (right - left, 0, 0, bottom - top, left, top)
