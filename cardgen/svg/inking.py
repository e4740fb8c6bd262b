"""Fills and strokes paths and draws their markers, as a style asks for."""

from __future__ import annotations

from collections.abc import Callable

from cardgen.graphics.drawing import Item, Shape
from cardgen.graphics.geometry import Segments, tight_box
from cardgen.svg.markers import marked
from cardgen.svg.outline import stroked
from cardgen.svg.paint import Server
from cardgen.svg.pens import pen_of
from cardgen.svg.reading import Reader
from cardgen.svg.style import Style
from cardgen.svg.tiles import tiled
from cardgen.svg.values import Size, part


def inked(reader: Reader, segments: Segments, style: Style, view: Size) -> tuple[Item, ...]:
    """A path with its fill, stroke and markers, in the order of its style."""
    order = list(_LAYERS)
    if "paint-order" in style:
        given = style["paint-order"].split()
        if set(given) <= _LAYERS.keys() and len(set(given)) == len(given):
            order = given + [word for word in order if word not in given]
    items: tuple[Item, ...] = ()
    for word in order:
        items += _LAYERS[word](reader, segments, style, view)
    # An unpainted path still counts for the size of its parent
    return items or (Shape(segments),)


def _fill(reader: Reader, segments: Segments, style: Style, view: Size) -> tuple[Item, ...]:
    paint, evenodd = reader.painter.paint(style, "fill"), style.get("fill-rule") == "evenodd"
    return painted(reader, segments, paint, evenodd, segments, style, view, "fill")


def _stroke(reader: Reader, segments: Segments, style: Style, view: Size) -> tuple[Item, ...]:
    paint = reader.painter.paint(style, "stroke")
    if paint is None:
        return ()
    pen, line = pen_of(style, view)
    if line <= 0:
        return ()
    if isinstance(paint, str) and all(dash > 0 for dash in pen.dashes):
        return (Shape(segments, None, paint, line, pen=pen),)
    return painted(reader, stroked(segments, line, pen), paint, False, segments, style, view, "stroke")


_LAYERS: dict[str, Callable[[Reader, Segments, Style, Size], tuple[Item, ...]]] = {
    "fill": _fill,
    "stroke": _stroke,
    "markers": marked,
}


def painted(
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
        return tiled(reader, paint, segments, evenodd, box, view, opacity)
    filled = reader.painter.gradient(paint, box, view, opacity)
    return (Shape(segments, filled, evenodd=evenodd),) if filled else ()


def _is_flat(segments: Segments) -> bool:
    """Whether all points lie on one horizontal or vertical line."""
    _, x, y, *_ = segments[0]
    return all(each == x for _, *numbers in segments for each in numbers[0::2]) or all(
        each == y for _, *numbers in segments for each in numbers[1::2]
    )
