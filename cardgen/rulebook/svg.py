"""Drawing items to SVG inside an HTML page: symbols are written once and used by name."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Mapping
from functools import lru_cache
from html import escape
from pathlib import Path

from cardgen.drawing import CURRENT, PLAIN, Gradient, Group, Halo, Item, Paint, Pen, Picture, Shape, Symbol, Text, Use
from cardgen.geometry import IDENTITY, Matrix, Segments
from cardgen.pixels import for_web
from cardgen.rulebook.webfont import described, stack


class Drawer:
    """Writes items, and remembers the symbols that they use for the page's `<defs>`."""

    def __init__(self, symbols: dict[str, Symbol], pictures: Mapping[str, Path | bytes]) -> None:
        self.known, self.pictures = symbols, pictures
        self.ids: dict[str, str] = {}
        self.definitions: list[str] = []
        self.fonts: dict[str, frozenset[str]] = {}  # with the characters that they draw
        self.clips = 0

    def use(self, symbol: Symbol, matrix: Matrix = IDENTITY, colour: str | None = None) -> str:
        """One symbol through a matrix."""
        told = f' color="{colour}"' if colour else ""
        return f'<use href="#{self._id(symbol)}"{_transform(matrix)}{told}/>'

    def picture(self, symbol: Symbol, attributes: str) -> str:
        """A symbol as a picture of its own, with these attributes."""
        left, top, right, bottom = symbol.box
        box = " ".join(map(number, (left, top, right - left, bottom - top)))
        return f'<svg {attributes} viewBox="{box}">{self.use(symbol)}</svg>'

    def definition_block(self) -> str:
        """What the page must hold so that its drawings are seen."""
        if not self.definitions:
            return ""
        inside = "".join(self.definitions)
        return (
            f'<svg class="defs" width="0" height="0" aria-hidden="true" focusable="false"><defs>{inside}</defs></svg>'
        )

    def _id(self, symbol: Symbol) -> str:
        if symbol.name not in self.ids:
            items = self.items(symbol.items)  # what it uses is defined before it
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
                clip = f' clip-path="url(#{self._clip(_path(item.clip))})"' if item.clip else ""
                return f"<g{_transform(item.matrix)}{clip}{self._laid(item)}>{self.items(item.items)}</g>"
            case Use():
                return self.use(self.known[item.symbol], item.matrix, item.colour)
            case Shape():
                return self._shape(item)
            case Text():
                self.fonts[item.font] = self.fonts.get(item.font, frozenset()) | set(item.text)
                return _text(item, self._paint(item.colour))
            case Halo():
                stroke = f' stroke="{item.colour}" stroke-width="{number(2 * item.line)}" stroke-linejoin="round"'
                return f'<g aria-hidden="true" fill="none"{stroke}>{_text(item.text, "none")}</g>'
            case Picture():
                return self._picture(item)
        raise TypeError(f"{type(item).__name__} cannot be drawn")

    def _laid(self, group: Group) -> str:
        """How a group that is put together is laid over what is below."""
        told = f' opacity="{number(group.opacity, 4)}"' if group.opacity < 1 else ""
        if group.blend != "through":
            told += f' style="mix-blend-mode:{group.blend};isolation:isolate"'
        if group.mask:
            shown = self.items(group.mask.items)
            kind = ' style="mask-type:alpha"' if group.mask.alpha else ""
            area = 'maskUnits="userSpaceOnUse" x="-20000" y="-20000" width="40000" height="40000"'
            told += f' mask="url(#{self._define("m", f"<mask {area}{kind}", f">{shown}</mask>")})"'
        return told

    def _define(self, letter: str, opening: str, rest: str) -> str:
        """The name of something defined for the whole page."""
        self.clips += 1
        name = f"{letter}{self.clips}"
        self.definitions.append(f'{opening} id="{name}"{rest}')
        return name

    def _shape(self, shape: Shape) -> str:
        fill = self._paint(shape.fill)
        rule = ' fill-rule="evenodd"' if shape.evenodd else ""
        stroke = ""
        if shape.stroke:
            stroke = f' stroke="{_colour(shape.stroke)}" stroke-width="{number(shape.line)}"{_pen(shape.pen)}'
        return f'<path d="{_path(shape.segments)}" fill="{fill}"{rule}{stroke}/>'

    def _paint(self, paint: Paint | None) -> str:
        if not isinstance(paint, Gradient):
            return _colour(paint) if paint else "none"
        names = ("x1", "y1", "x2", "y2") if len(paint.points) == 4 else ("fx", "fy", "fr", "cx", "cy", "r")
        kind = "linearGradient" if len(paint.points) == 4 else "radialGradient"
        where = _attributes(**dict(zip(names, paint.points, strict=True)))
        turned = _transform(paint.matrix).replace("transform", "gradientTransform")
        stops = "".join(f'<stop offset="{number(at, 4)}" stop-color="{colour}"/>' for at, colour in paint.stops)
        name = self._define("g", f"<{kind}", f' gradientUnits="userSpaceOnUse"{where}{turned}>{stops}</{kind}>')
        return f"url(#{name})"

    def _picture(self, picture: Picture) -> str:
        kind, data = for_web(self.pictures[picture.file])
        address = f"data:image/{kind};base64,{base64.b64encode(data).decode()}"
        place = _attributes(x=picture.x, y=picture.y, width=picture.width, height=picture.height)
        return f'<image{place} preserveAspectRatio="none" href="{address}"/>'


def _pen(pen: Pen) -> str:
    if pen == PLAIN:
        return ""
    dashes = " ".join(map(number, pen.dashes))
    told = f' stroke-linecap="{pen.cap}" stroke-linejoin="{pen.join}" stroke-miterlimit="{number(pen.miter)}"'
    return told + (f' stroke-dasharray="{dashes}" stroke-dashoffset="{number(pen.offset)}"' if dashes else "")


def _text(text: Text, fill: str) -> str:
    """Characters that keep the width they were measured to have, whatever font is found."""
    families = escape(stack(text.font), quote=True)
    told = "".join(f' {key}="{value}"' for key, value in described(text.font).items() if value != "normal")
    place = _attributes(x=text.x, y=text.y)
    size = f' font-size="{number(text.size)}" textLength="{number(text.width)}" lengthAdjust="spacingAndGlyphs"'
    if text.backwards:  # a line that is read from the right ends at its left
        told += ' direction="rtl" text-anchor="end"'
    return f'<text{place}{size} font-family="{families}"{told} fill="{fill}">{escape(text.text)}</text>'


def _rectangle(symbol: Symbol) -> str:
    left, top, right, bottom = map(number, symbol.box)
    return f"M{left} {top}H{right}V{bottom}H{left}Z"


@lru_cache(maxsize=10_000)
def _path(segments: Segments) -> str:
    return "".join(letter + " ".join(map(number, numbers)) for letter, *numbers in segments)


@lru_cache(maxsize=50_000)  # patterns repeat their motif, and pages their faces
def _transform(matrix: Matrix) -> str:
    if matrix == IDENTITY:
        return ""
    return f' transform="matrix({" ".join(number(value, 5) for value in matrix)})"'


def _attributes(**values: float) -> str:
    return "".join(f' {name}="{number(value)}"' for name, value in values.items())


def _colour(colour: str) -> str:
    return "currentColor" if colour == CURRENT else colour


def number(value: float, digits: int = 2) -> str:
    text = f"{value:.{digits}f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text
