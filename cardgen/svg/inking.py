"""Paths filled, stroked and with markers, as a style asks for."""

from __future__ import annotations

from collections.abc import Callable

from cardgen.drawing import Box, Item, Segments, Shape, tight_box
from cardgen.svg.markers import marked
from cardgen.svg.outline import stroked
from cardgen.svg.paint import Server
from cardgen.svg.pens import pen_of
from cardgen.svg.reading import Reader
from cardgen.svg.style import Style
from cardgen.svg.tiles import tiled
from cardgen.svg.values import Size, part


def inked(reader: Reader, segments: Segments, style: Style, view: Size) -> tuple[Item, ...]:
    """A path filled, stroked and with its markers, in the order that its style wants."""
    box = tight_box(segments)
    evenodd = style.get("fill-rule") == "evenodd"
    layers: dict[str, Callable[[], tuple[Item, ...]]] = {
        "fill": lambda: painted(
            reader, segments, reader.painter.paint(style, "fill"), evenodd, box, style, view, "fill"
        ),
        "stroke": lambda: _stroke(reader, segments, box, style, view),
        "markers": lambda: marked(reader, segments, style, view),
    }
    order = style.get("paint-order", "normal").split()
    if not set(order) <= layers.keys() or len(set(order)) < len(order):
        order = []
    order += [word for word in layers if word not in order]
    # What nothing is painted with still counts where sizes are taken
    return tuple(item for word in order for item in layers[word]()) or (Shape(segments),)


def _stroke(reader: Reader, segments: Segments, box: Box, style: Style, view: Size) -> tuple[Item, ...]:
    paint = reader.painter.paint(style, "stroke")
    pen, line = pen_of(style, view)
    if paint is None or line <= 0:
        return ()
    if isinstance(paint, str) and all(dash > 0 for dash in pen.dashes):
        return (Shape(segments, None, paint, line, pen=pen),)
    return painted(reader, stroked(segments, line, pen), paint, False, box, style, view, "stroke")


def painted(
    reader: Reader,
    segments: Segments,
    paint: str | Server | None,
    evenodd: bool,
    box: Box,
    style: Style,
    view: Size,
    name: str,
) -> tuple[Item, ...]:
    """A path filled with what a style asks for; `box` is what a gradient or a pattern is fitted to."""
    flat = name == "fill" and (box[0] == box[2] or box[1] == box[3])
    if paint is None or not segments or flat:  # PDF viewers draw a hairline where there is nothing to fill
        return ()
    if isinstance(paint, str):
        return (Shape(segments, paint, evenodd=evenodd),)
    opacity = part(style.get(f"{name}-opacity"))
    if paint.tag == "pattern":
        return tiled(reader, paint, segments, evenodd, box, view, opacity)
    filled = reader.painter.gradient(paint, box, view, opacity)
    return (Shape(segments, filled, evenodd=evenodd),) if filled else ()
