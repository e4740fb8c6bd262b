"""Fills and strokes paths and draws their markers, as a style asks for."""

from __future__ import annotations

from collections.abc import Callable

from cardgen.graphics.drawing import Item, Shape
from cardgen.graphics.geometry import Segments, tight_box
from cardgen.svg.markers import marker_items
from cardgen.svg.outline import stroke_outline
from cardgen.svg.paint import Server
from cardgen.svg.pens import pen_of
from cardgen.svg.reading import Reader
from cardgen.svg.style import Style
from cardgen.svg.tiles import tile_items
from cardgen.svg.values import Size, part


def ink_path(reader: Reader, segments: Segments, style: Style, view: Size) -> tuple[Item, ...]:
    """A path with its fill, stroke and markers, in the order of its style."""
    order = list(_LAYERS)
    if "paint-order" in style:
        words = style["paint-order"].split()
        if set(words) <= _LAYERS.keys() and len(set(words)) == len(words):
            order = words + [word for word in order if word not in words]
    items: tuple[Item, ...] = ()
    for word in order:
        items += _LAYERS[word](reader, segments, style, view)
    # An unpainted path still counts for the size of its parent
    return items or (Shape(segments),)


def _fill(reader: Reader, segments: Segments, style: Style, view: Size) -> tuple[Item, ...]:
    paint, evenodd = reader.painter.paint(style, "fill"), style.get("fill-rule") == "evenodd"
    return fill_path(reader, segments, paint, evenodd, segments, style, view, "fill")


def _stroke(reader: Reader, segments: Segments, style: Style, view: Size) -> tuple[Item, ...]:
    paint = reader.painter.paint(style, "stroke")
    if paint is None:
        return ()
    pen, line = pen_of(style, view)
    if line <= 0:
        return ()
    if isinstance(paint, str) and all(dash > 0 for dash in pen.dashes):
        return (Shape(segments, None, paint, line, pen=pen),)
    return fill_path(reader, stroke_outline(segments, line, pen), paint, False, segments, style, view, "stroke")


_LAYERS: dict[str, Callable[[Reader, Segments, Style, Size], tuple[Item, ...]]] = {
    "fill": _fill,
    "stroke": _stroke,
    "markers": marker_items,
}


def fill_path(
    reader: Reader,
    segments: Segments,
    paint: str | Server | None,
    evenodd: bool,
    shape: Segments,
    style: Style,
    view: Size,
    name: str,
) -> tuple[Item, ...]:
    """A path with the fill of a style; a gradient or a pattern is fitted to `shape`."""
    if paint is None or not segments:
        return ()
    if name == "fill" and _is_flat(segments):  # PDF viewers would draw a hairline
        return ()
    if isinstance(paint, str):
        return (Shape(segments, paint, evenodd=evenodd),)
    box, opacity = tight_box(shape), part(style.get(f"{name}-opacity"))
    if paint.tag == "pattern":
        return tile_items(reader, paint, segments, evenodd, box, view, opacity)
    fill = reader.painter.gradient(paint, box, view, opacity)
    return (Shape(segments, fill, evenodd=evenodd),) if fill else ()


def _is_flat(segments: Segments) -> bool:
    """Whether all points lie on one horizontal or vertical line."""
    _, x, y, *_ = segments[0]
    return all(each == x for _, *numbers in segments for each in numbers[0::2]) or all(
        each == y for _, *numbers in segments for each in numbers[1::2]
    )
