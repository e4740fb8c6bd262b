"""Paths filled, stroked and with markers, as a style asks for."""

from __future__ import annotations

from collections.abc import Callable

from cardgen.drawing import Item, Shape
from cardgen.geometry import Segments, tight_box
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
    evenodd = style.get("fill-rule") == "evenodd"
    layers: dict[str, Callable[[], tuple[Item, ...]]] = {
        "fill": lambda: painted(
            reader, segments, reader.painter.paint(style, "fill"), evenodd, segments, style, view, "fill"
        ),
        "stroke": lambda: _stroke(reader, segments, style, view),
        "markers": lambda: marked(reader, segments, style, view),
    }
    order = list(layers)
    if "paint-order" in style:
        given = style["paint-order"].split()
        if set(given) <= layers.keys() and len(set(given)) == len(given):
            order = given + [word for word in order if word not in given]
    # What nothing is painted with still counts where sizes are taken
    return tuple(item for word in order for item in layers[word]()) or (Shape(segments),)


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
    """A path filled with what a style asks for; a gradient or a pattern is fitted to `shape`."""
    if paint is None or not segments:
        return ()
    if name == "fill" and _is_flat(segments):  # PDF viewers draw a hairline where there is nothing to fill
        return ()
    if isinstance(paint, str):
        return (Shape(segments, paint, evenodd=evenodd),)
    box, opacity = tight_box(shape), part(style.get(f"{name}-opacity"))
    if paint.tag == "pattern":
        return tiled(reader, paint, segments, evenodd, box, view, opacity)
    filled = reader.painter.gradient(paint, box, view, opacity)
    return (Shape(segments, filled, evenodd=evenodd),) if filled else ()


def _is_flat(segments: Segments) -> bool:
    """Whether all points lie on one line across or down."""
    points = [numbers for _, *numbers in segments if numbers]
    x, y = points[0][:2]
    return all(each == x for numbers in points for each in numbers[0::2]) or all(
        each == y for numbers in points for each in numbers[1::2]
    )
