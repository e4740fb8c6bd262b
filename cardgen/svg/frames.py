"""Draws elements that have a view box of their own: inner <svg> elements, symbols, and elements with `use` (SVG 2, 5
and 8)."""

from __future__ import annotations

from cardgen.foundations.errors import Place, fail
from cardgen.graphics.drawing import Group, Item
from cardgen.graphics.geometry import IDENTITY, Box, multiply, rectangle
from cardgen.svg.reading import Reader
from cardgen.svg.style import GEOMETRY, Style
from cardgen.svg.tree import Element
from cardgen.svg.values import Size, fit_view_box, length, reference, view_box


def requested_size(root: Element, view: Box | None, place: Place) -> tuple[float | None, float | None]:
    """The width and height that a file asks for; the view box gives those that are missing. Raises InputError."""
    texts = {name: root.get(name) for name in ("width", "height")}
    width, height = (None if text is None or "%" in text else length(text, 0) for text in texts.values())
    for name, value in (("width", width), ("height", height)):
        if value is not None and value <= 0:
            raise fail(f"expected a {name} of more than 0, got {texts[name]!r}", place)
    if view:
        if width is None and height is None:
            return view[2], view[3]
        if width is None and height is not None:
            width = height * view[2] / view[3]
        elif height is None and width is not None:
            height = width * view[3] / view[2]
    return width, height


def inner_svg(reader: Reader, node: Element, style: Style, view: Size) -> tuple[Item, ...]:
    """The items of an inner <svg>."""
    return _viewport(reader, node, style, view, {})


def _viewport(reader: Reader, node: Element, style: Style, view: Size, overrides: dict[str, str]) -> tuple[Item, ...]:
    """The items of an inner <svg> or a used <symbol>; `given` has the width and height of the <use>."""
    lengths = {**{name: style[name] for name in GEOMETRY if name in style}, **overrides}
    em = float(style["font-size"])
    x, y = length(lengths.get("x"), view[0], em) or 0.0, length(lengths.get("y"), view[1], em) or 0.0
    width = length(lengths.get("width", "100%"), view[0], em)
    height = length(lengths.get("height", "100%"), view[1], em)
    width, height = (view[0] if width is None else width), (view[1] if height is None else height)
    if width <= 0 or height <= 0:
        return ()
    box = view_box(node.get("viewBox"))
    matrix, inside = IDENTITY, (width, height)
    if box:
        matrix = fit_view_box(box, (width, height), node.get("preserveAspectRatio"))[0]
        inside = (box[2], box[3])
    items = reader.children(node, style, inside)
    if not items:
        return ()
    if matrix != IDENTITY or x or y:
        items = (Group(items, multiply(matrix, (1, 0, 0, 1, x, y))),)
    if style.get("overflow", "hidden") in ("hidden", "scroll"):
        items = (Group(items, clip=rectangle(x, y, x + width, y + height)),)
    return items


def use_items(reader: Reader, node: Element, style: Style, view: Size) -> tuple[Item, ...]:
    """The items of a <use>."""
    target = reader.ids.get(reference(node.get("href")) or "")
    if target is None or id(target) in reader.open:
        return ()
    em = float(style["font-size"])
    x, y = length(style.get("x"), view[0], em) or 0.0, length(style.get("y"), view[1], em) or 0.0
    reader.painter.enter(style)
    try:
        items = _target(reader, target, style, view)
    finally:
        reader.painter.contexts.pop()
    return (Group(items, (1, 0, 0, 1, x, y)),) if items and (x or y) else items


def _target(reader: Reader, target: Element, style: Style, view: Size) -> tuple[Item, ...]:
    if target.tag in ("symbol", "svg"):
        overrides = {name: style[name] for name in ("width", "height") if name in style and style[name] != "auto"}
        reader.open.append(id(target))
        try:
            own = reader.styles.of(target, style)
            if own.get("display") == "none":
                return ()
            if target.tag == "symbol":
                own = {name: value for name, value in own.items() if name not in GEOMETRY}
            items = _viewport(reader, target, own, view, overrides)
            return reader.composite(items, target, own, view)
        finally:
            reader.open.pop()
    return reader.element(target, style, view)
