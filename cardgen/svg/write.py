"""Writes drawing items as SVG 1.1 with the blending of Compositing Level 1: what the PDF shows, with glyphs as paths.

The file contains only numbers, colours, paths and embedded pictures. It has no scripts and no links.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path

import uharfbuzz as hb

from cardgen.graphics.drawing import (
    CURRENT,
    PLAIN,
    SOFT_HYPHEN,
    Face,
    FontSource,
    Gradient,
    Group,
    Halo,
    Item,
    Page,
    Paint,
    Pen,
    Picture,
    Shape,
    Symbol,
    Text,
    Use,
)
from cardgen.graphics.geometry import IDENTITY, Box, Matrix, Segments, multiply, transform
from cardgen.graphics.pixels import for_web
from cardgen.text.font_file import open_face

EM = 1000  # units per em of glyphs in the file


class SvgWriter:
    """Writes items, and collects the symbols and glyphs that they use for `<defs>`."""

    def __init__(
        self,
        symbols: Mapping[str, Symbol],
        pictures: Mapping[str, Path | bytes],
        sources: Mapping[str, FontSource] | None = None,
    ) -> None:
        self.known, self.pictures, self.sources = symbols, pictures, sources or {}
        self.ids: dict[str, str] = {}
        self.definitions: list[str] = []
        self.clips = 0

    def use(self, symbol: Symbol, matrix: Matrix = IDENTITY, colour: str | None = None) -> str:
        """A symbol, transformed by a matrix."""
        attribute = f' color="{colour}"' if colour else ""
        return f'<use href="#{self._id(symbol)}"{_transform(matrix)}{attribute}/>'

    def picture(self, symbol: Symbol, attributes: str) -> str:
        """A symbol as a separate `<svg>` with these attributes."""
        left, top, right, bottom = symbol.box
        box = " ".join(map(number, (left, top, right - left, bottom - top)))
        return f'<svg {attributes} viewBox="{box}">{self.use(symbol)}</svg>'

    def _id(self, symbol: Symbol) -> str:
        if symbol.name not in self.ids:
            items = self.items(symbol.items)  # first, so the symbols that it uses are defined before it
            self.ids[symbol.name] = name = f"s{len(self.ids)}"
            clip = self._clip(_rectangle(symbol))
            self.definitions.append(f'<g id="{name}" clip-path="url(#{clip})">{items}</g>')
        return self.ids[symbol.name]

    def _clip(self, path: str) -> str:
        self.clips += 1
        self.definitions.append(f'<clipPath id="c{self.clips}"><path d="{path}"/></clipPath>')
        return f"c{self.clips}"

    def items(self, items: Iterable[Item]) -> str:
        return "".join(self._item(item) for item in items)

    def _item(self, item: Item) -> str:
        match item:
            case Group():
                clip = f' clip-path="url(#{self._clip(path_data(item.clip))})"' if item.clip else ""
                return f"<g{_transform(item.matrix)}{clip}{self._compositing(item)}>{self.items(item.items)}</g>"
            case Use():
                return self.use(self.known[item.symbol], item.matrix, item.colour)
            case Shape():
                return self._shape(item)
            case Text():
                return self.text(item)
            case Halo():
                return self.halo(item)
            case Picture():
                return self._picture(item)
        raise TypeError(f"{type(item).__name__} cannot be drawn")

    def text(self, text: Text) -> str:
        """The glyphs of a text, at their places."""
        if isinstance(text.colour, Gradient):  # gradients are in the coordinates of the filled shape
            return self._shape(Shape(outlines(text, self.sources[text.font]), text.colour))
        return f'<g fill="{_colour(text.colour)}"{self._glyph_group(text)}</g>'

    def halo(self, halo: Halo) -> str:
        line = number(2 * halo.line * EM / halo.text.size)
        stroke = f' stroke="{_colour(halo.colour)}" stroke-width="{line}" stroke-linejoin="round"'
        return f'<g fill="none"{stroke}{self._glyph_group(halo.text)}</g>'

    def _glyph_group(self, text: Text) -> str:
        scale = text.size / EM
        source = self.sources[text.font]
        if text.places:
            return f">{''.join(self._glyphs_on_curve(text, source, scale))}"
        placed = "".join(self._glyph(source, each) for each in glyphs_of(text, source))
        return f"{_transform((scale * text.scale, 0, 0, -scale, text.x, text.y))}>{placed}"

    def _glyphs_on_curve(self, text: Text, source: FontSource, scale: float) -> Iterator[str]:
        """Each glyph at its own place along a curve."""
        for (glyph, _, _), place in zip(glyphs_of(text, source), text.places, strict=True):
            matrix = multiply((scale, 0, 0, -scale, 0, 0), place)
            yield f"<g{_transform(matrix)}>{self._glyph(source, (glyph, 0.0, 0.0))}</g>"

    def _glyph(self, source: FontSource, placed: tuple[int, float, float]) -> str:
        glyph, x, y = placed
        key = f"{source}#{glyph}"
        if key not in self.ids:
            path = path_data(glyph_outline(source, glyph))
            self.ids[key] = f"s{len(self.ids)}" if path else ""
            if path:
                self.definitions.append(f'<path id="{self.ids[key]}" d="{path}"/>')
        name = self.ids[key]
        at = "".join(f' {axis}="{number(value * EM)}"' for axis, value in (("x", x), ("y", y)) if value)
        return f'<use href="#{name}"{at}/>' if name else ""

    def _compositing(self, group: Group) -> str:
        """The attributes of a group for opacity, blend mode and mask."""
        attributes = f' opacity="{number(group.opacity, 4)}"' if group.opacity < 1 else ""
        if group.blend != "through":
            attributes += f' style="mix-blend-mode:{group.blend};isolation:isolate"'
        if group.mask:
            content = self.items(group.mask.items)
            kind = ' style="mask-type:alpha"' if group.mask.alpha else ""
            area = 'maskUnits="userSpaceOnUse" x="-20000" y="-20000" width="40000" height="40000"'
            attributes += f' mask="url(#{self._define("m", f"<mask {area}{kind}", f">{content}</mask>")})"'
        return attributes

    def _define(self, letter: str, opening: str, rest: str) -> str:
        """Adds a definition for the whole page. Returns its name."""
        self.clips += 1
        name = f"{letter}{self.clips}"
        self.definitions.append(f'{opening} id="{name}"{rest}')
        return name

    def _shape(self, shape: Shape) -> str:
        fill = self.paint(shape.fill)
        rule = ' fill-rule="evenodd"' if shape.evenodd else ""
        stroke = ""
        if shape.stroke:
            stroke = f' stroke="{_colour(shape.stroke)}" stroke-width="{number(shape.line)}"{_pen(shape.pen)}'
        return f'<path d="{path_data(shape.segments)}" fill="{fill}"{rule}{stroke}/>'

    def paint(self, paint: Paint | None) -> str:
        if not isinstance(paint, Gradient):
            return _colour(paint) if paint else "none"
        names = ("x1", "y1", "x2", "y2") if len(paint.points) == 4 else ("fx", "fy", "fr", "cx", "cy", "r")
        kind = "linearGradient" if len(paint.points) == 4 else "radialGradient"
        where = attributes(**dict(zip(names, paint.points, strict=True)))
        turned = _transform(paint.matrix).replace("transform", "gradientTransform")
        stops = "".join(f'<stop offset="{number(at, 4)}" stop-color="{colour}"/>' for at, colour in paint.stops)
        name = self._define("g", f"<{kind}", f' gradientUnits="userSpaceOnUse"{where}{turned}>{stops}</{kind}>')
        return f"url(#{name})"

    def _picture(self, picture: Picture) -> str:
        """A picture: `<defs>` holds its file once, one unit wide and high."""
        key = f"picture {picture.file}"
        if key not in self.ids:
            kind, data = for_web(self.pictures[picture.file])
            address = f"data:image/{kind};base64,{base64.b64encode(data).decode()}"
            size = 'width="1" height="1" preserveAspectRatio="none"'
            self.ids[key] = self._define("p", "<image", f' {size} href="{address}"/>')
        place = (picture.width, 0.0, 0.0, picture.height, picture.x, picture.y)
        return f'<use href="#{self.ids[key]}"{_transform(place)}/>'


def _pen(pen: Pen) -> str:
    if pen == PLAIN:
        return ""
    dashes = " ".join(map(number, pen.dashes))
    attributes = f' stroke-linecap="{pen.cap}" stroke-linejoin="{pen.join}" stroke-miterlimit="{number(pen.miter)}"'
    return attributes + (f' stroke-dasharray="{dashes}" stroke-dashoffset="{number(pen.offset)}"' if dashes else "")


def _rectangle(symbol: Symbol) -> str:
    left, top, right, bottom = map(number, symbol.box)
    return f"M{left} {top}H{right}V{bottom}H{left}Z"


@lru_cache(maxsize=10_000)
def path_data(segments: Segments) -> str:
    return "".join(letter + " ".join(map(number, numbers)) for letter, *numbers in segments)


@lru_cache(maxsize=50_000)  # patterns repeat their motif, and pages their faces
def _transform(matrix: Matrix) -> str:
    if matrix == IDENTITY:
        return ""
    return f' transform="matrix({" ".join(number(value, 5) for value in matrix)})"'


def attributes(**values: float) -> str:
    return "".join(f' {name}="{number(value)}"' for name, value in values.items())


def _colour(colour: str) -> str:
    return "currentColor" if colour == CURRENT else colour


@lru_cache(maxsize=500)
def _font(source: FontSource) -> hb.Font:
    font = hb.Font(open_face(source.path, source.number))
    if source.axes:
        font.set_variations(dict(source.axes))
    return font


@lru_cache(maxsize=20_000)
def glyph_outline(source: FontSource, glyph: int) -> Segments:
    """The path of a glyph, at EM units to the em, with y upwards."""
    font = _font(source)
    segments: list[tuple] = []
    pen = hb.DrawFuncs()
    pen.set_move_to_func(lambda x, y, out: out.append(("M", x, y)))
    pen.set_line_to_func(lambda x, y, out: out.append(("L", x, y)))
    pen.set_quadratic_to_func(lambda a, b, x, y, out: out.append(("Q", a, b, x, y)))
    pen.set_cubic_to_func(lambda a, b, c, d, x, y, out: out.append(("C", a, b, c, d, x, y)))
    pen.set_close_path_func(lambda out: out.append(("Z",)))
    font.draw_glyph(glyph, pen, segments)
    scale = EM / font.face.upem
    return tuple((letter, *(value * scale for value in values)) for letter, *values in segments)


@lru_cache(maxsize=20_000)
def _nominal(source: FontSource, sign: str) -> tuple[int, float]:
    """The glyph of a character in a font, and its advance (ems)."""
    font = _font(source)
    glyph = font.get_nominal_glyph(ord("-" if sign == SOFT_HYPHEN else sign)) or 0
    return glyph, font.get_glyph_h_advance(glyph) / font.face.upem


def glyphs_of(text: Text, source: FontSource) -> Iterator[tuple[int, float, float]]:
    """The glyphs of a text, each with its offset from the start of the text, rightwards and upwards, in ems before
    scaling."""
    pen = 0.0
    if text.glyphs:
        for glyph in text.glyphs:
            yield glyph.number, pen + glyph.x, glyph.y
            pen += glyph.advance
        return
    kerns = dict(text.kerns)
    for index, sign in enumerate(text.plain_text):
        number, advance = _nominal(source, sign)
        yield number, pen, 0.0
        pen += advance + kerns.get(index, 0.0) + text.spacing


def outlines(text: Text, source: FontSource) -> Segments:
    """A text as one path, in the coordinates of its parent."""
    scale, wide = text.size / EM, text.size * text.scale
    if text.places:
        placed = zip(glyphs_of(text, source), text.places, strict=True)
        return tuple(
            segment
            for (number, _, _), place in placed
            for segment in transform(glyph_outline(source, number), multiply((scale, 0, 0, -scale, 0, 0), place))
        )
    return tuple(
        segment
        for number, x, y in glyphs_of(text, source)
        for segment in transform(
            glyph_outline(source, number), (wide / EM, 0, 0, -scale, text.x + x * wide, text.y - y * text.size)
        )
    )


def face_svg(face: Face, drawer: SvgWriter) -> str:
    """A face as a file of its own in mm, with its bleed."""
    return _file(face.symbol.box, drawer.items(face.items), drawer)


def cut_svg(face: Face, drawer: SvgWriter) -> str:
    """A face as a file of its own in mm, without its bleed."""
    cut = Group(face.items, clip=face.outline) if face.outline else Group(face.items)
    return _file((0, 0, face.width, face.height), drawer.items([cut]), drawer)


def page_svg(page: Page, drawer: SvgWriter) -> str:
    """A page of paper as a file of its own in mm."""
    return _file((0, 0, page.width, page.height), drawer.items(page.items), drawer)


def _file(box: Box, content: str, drawer: SvgWriter) -> str:
    left, top, right, bottom = box
    size = f'width="{number(right - left)}mm" height="{number(bottom - top)}mm"'
    view = " ".join(map(number, (left, top, right - left, bottom - top)))
    defined = f"<defs>{''.join(drawer.definitions)}</defs>" if drawer.definitions else ""
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="{view}">{defined}{content}</svg>'


def number(value: float, digits: int = 2) -> str:
    text = f"{value:.{digits}f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text
