"""Letters as paths, and the metrics of fonts, for words that are drawn as shapes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import uharfbuzz as hb

from cardgen.graphics.drawing import FontSource, Glyph, Text
from cardgen.graphics.geometry import (
    Box,
    Matrix,
    Segment,
    Segments,
    apply,
    around,
    box_through,
    multiply,
    segments_box,
    transform,
)
from cardgen.graphics.polygon import Points, hull, polygon
from cardgen.text.font_file import open_face

_FINE = 0.002  # ems, the tolerance of a hull around curves


class FontMetrics(NamedTuple):
    """Metrics in ems: ascent, descent and x-height; position and thickness of an underline, position of a line through;
    offsets of raised and lowered signs."""

    above: float
    below: float
    small: float
    underline: float
    thick: float
    through: float
    raised: float
    lowered: float


@lru_cache(maxsize=200)
def lines_of(source: FontSource) -> FontMetrics:
    font, em = _font(source)
    tags = hb.OTMetricsTag
    asked = {
        tags.HORIZONTAL_ASCENDER: 0.8,
        tags.HORIZONTAL_DESCENDER: -0.2,
        tags.X_HEIGHT: 0.5,
        tags.UNDERLINE_OFFSET: -0.1,
        tags.UNDERLINE_SIZE: 0.05,
        tags.STRIKEOUT_OFFSET: 0.25,
        tags.SUPERSCRIPT_EM_Y_OFFSET: 0.35,
        tags.SUBSCRIPT_EM_Y_OFFSET: 0.15,
    }
    positions = (font.get_metric_position(tag) for tag in asked)
    above, below, small, under, *rest = (
        missing if value is None else value / em for value, missing in zip(positions, asked.values(), strict=True)
    )
    return FontMetrics(above, -below, small, -under, *rest)


def letters(text: Text, source: FontSource) -> Segments:
    """The outlines of a text in its font, for the nonzero rule."""
    outlines = (transform(_outline(source, glyph), place) for glyph, place in _placed_glyphs(text, source))
    return tuple(segment for outline in outlines for segment in outline)


def ink(text: Text, source: FontSource) -> Points:
    """The convex hull of the outlines of a text; empty if it is blank."""
    return hull(apply(place, *at) for glyph, place in _placed_glyphs(text, source) for at in _corners(source, glyph))


def reach(text: Text, source: FontSource) -> Box | None:
    """A box around the outlines of a text and what bends their curves, which is faster than its `ink`. None if it is
    blank."""
    glyph_boxes = ((place, box) for glyph, place in _placed_glyphs(text, source) if (box := _glyph_box(source, glyph)))
    if text.places:
        boxes = [box_through(*each) for each in glyph_boxes]
    else:  # upright text is only scaled and moved
        boxes = [
            (x + a * box[0], y + d * box[3], x + a * box[2], y + d * box[1]) for (a, _, _, d, x, y), box in glyph_boxes
        ]
    return around(boxes) if boxes else None


def _placed_glyphs(text: Text, source: FontSource) -> Iterator[tuple[int, Matrix]]:
    """The glyph numbers of a text, each with the matrix for its outline."""
    font, em = _font(source)
    kerns, pen = dict(text.kerns), text.x
    glyphs = text.glyphs or [
        Glyph(number, sign, font.get_glyph_h_advance(number) / em + kerns.get(index, 0.0) + text.spacing, 0.0, 0.0)
        for index, sign in enumerate(text.text)
        for number in [font.get_nominal_glyph(ord(sign)) or 0]
    ]
    wide = text.size * text.scale
    if text.places:
        upright: Matrix = (text.size, 0, 0, -text.size, 0, 0)
        yield from ((glyph.number, multiply(upright, at)) for glyph, at in zip(glyphs, text.places, strict=True))
        return
    for glyph in glyphs:
        yield glyph.number, (wide, 0, 0, -text.size, pen + glyph.x * wide, text.y - glyph.y * text.size)
        pen += glyph.advance * wide


@lru_cache(maxsize=200)
def _font(source: FontSource) -> tuple[hb.Font, int]:
    font = hb.Font(open_face(source.path, source.number))
    if source.axes:
        font.set_variations(dict(source.axes))
    return font, font.face.upem


@lru_cache(maxsize=5000)
def _glyph_box(source: FontSource, glyph: int) -> Box | None:
    """The bounding box of a glyph in ems, y upwards; None if it is blank."""
    outline = _outline(source, glyph)
    return segments_box(outline) if outline else None


@lru_cache(maxsize=5000)
def _corners(source: FontSource, glyph: int) -> Points:
    """The convex hull of a glyph, in ems, y upwards."""
    return hull(polygon(_outline(source, glyph), _FINE))


@lru_cache(maxsize=5000)
def _outline(source: FontSource, glyph: int) -> Segments:
    """The outline of a glyph, in ems, y upwards."""
    font, em = _font(source)
    segments: list[Segment] = []
    at = (0.0, 0.0)

    def add(letter: str, *values: float) -> None:
        nonlocal at
        segments.append((letter, *(value / em for value in values)))
        if values:
            at = values[-2], values[-1]

    def quadratic(x1: float, y1: float, x: float, y: float, _: object) -> None:
        x0, y0 = at
        add("C", x0 + (x1 - x0) / 1.5, y0 + (y1 - y0) / 1.5, x + (x1 - x) / 1.5, y + (y1 - y) / 1.5, x, y)

    funcs = hb.DrawFuncs()
    funcs.set_move_to_func(lambda x, y, _: add("M", x, y))
    funcs.set_line_to_func(lambda x, y, _: add("L", x, y))
    funcs.set_quadratic_to_func(quadratic)
    funcs.set_cubic_to_func(lambda x1, y1, x2, y2, x, y, _: add("C", x1, y1, x2, y2, x, y))
    funcs.set_close_path_func(lambda _: add("Z"))
    font.draw_glyph(glyph, funcs, None)
    return tuple(segments)
