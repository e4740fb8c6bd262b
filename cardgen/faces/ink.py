"""Low ink: fills become outlines on white and patterns a pale tint, so a prototype costs little to print.

Words, small icons and QR codes stay filled, in colours that are read on white. SVG pictures keep their lines and small
parts. cardgen thins everything else in them, and photographs, to pale but recognisable colours. It leaves out bleed
that is made of pictures.
"""

from __future__ import annotations

from dataclasses import replace
from typing import overload

from cardgen.faces.bleed import is_made
from cardgen.faces.colour import contrast, mix
from cardgen.graphics.drawing import (
    CURRENT,
    Face,
    Gradient,
    Group,
    Halo,
    Item,
    Paint,
    Picture,
    Shape,
    Symbol,
    Text,
    Use,
)
from cardgen.graphics.geometry import Matrix, segments_box

WHITE = "#ffffff"
LINE = 0.2  # mm
_MAX_FILLED_ICON = 10.0  # mm; icons up to this size are filled, as their outlines would be hard to read
_PICTURE_TINT = 0.18  # the part of the colour that stays in a picture's fills
_FINE = 0.75  # the factor for the width of a picture's lines
_DETAIL = 0.075  # in parts of a picture's longer side; smaller parts stay as they are: eyes, coins, gleams
_CONTOUR = 10.0  # contrast with white; wide strokes as dark as that lie below others, and show as contours
_READABLE, _SEEN, _PAPER = 4.5, 1.2, 1.05  # contrast with white (WCAG 2)


def low_ink(faces: dict[str, Face], symbols: dict[str, Symbol]) -> tuple[dict[str, Face], dict[str, Symbol]]:
    """Returns the faces, and the symbols that they use, drawn with outlines."""
    saver = _Saver(symbols)
    saved = {name: replace(face, items=saver.items(_bare(face), 1.0)) for name, face in faces.items()}
    return saved, saver.symbols


def _bare(face: Face) -> tuple[Item, ...]:
    """The face's items, grounds in white: their outlines would look like lines to cut along."""
    return tuple(
        Shape(item.segments, WHITE) if isinstance(item, Shape) and item.fill and _covers(item, face) else item
        for item in face.items
    )


def _covers(shape: Shape, face: Face) -> bool:
    left, top, right, bottom = segments_box(shape.segments)
    return left <= 0 and top <= 0 and right >= face.width and bottom >= face.height


class _Saver:
    def __init__(self, symbols: dict[str, Symbol]) -> None:
        self.symbols = dict(symbols)

    def items(self, items: tuple[Item, ...], scale: float) -> tuple[Item, ...]:
        return tuple(self._item(item, scale) for item in items)

    def _item(self, item: Item, scale: float) -> Item:
        if isinstance(item, Shape):
            return self._shape(item)
        if isinstance(item, Text):
            return replace(item, colour=_dark(darkest(item.colour)))
        if is_made(item) or (isinstance(item, Picture) and item.is_shadow):
            return Group(())
        if isinstance(item, Picture):
            return Group((item,), opacity=_PICTURE_TINT)
        if isinstance(item, Halo):
            return replace(item, colour=WHITE)
        if isinstance(item, Group) and item.mask and all(isinstance(each, Shape) for each in item.items):
            return replace(item, items=tuple(map(_ink_shape, item.items)))  # its outlines would be invisible
        if isinstance(item, Group):
            saved = replace(item, items=self.items(item.items, scale * _scale(item.matrix)))
            return (
                saved if item.covers else replace(saved, items=_remove_fills(saved.items), opacity=1.0, blend="through")
            )
        if isinstance(item, Use):
            return self._use(item, scale * _scale(item.matrix))
        return item

    def _shape(self, shape: Shape) -> Shape:
        stroke, line = shape.stroke and _dark(shape.stroke), min(shape.line, 1.5 * LINE)
        if shape.fill is None:
            return replace(shape, stroke=stroke, line=line)
        fill = darkest(shape.fill)
        if stroke is None and contrast(fill, WHITE) >= _PAPER:
            stroke, line = _dark(fill), LINE
        return Shape(shape.segments, WHITE, stroke, line, shape.evenodd, shape.pen)

    def _use(self, use: Use, scale: float) -> Use:
        if use.symbol.startswith("pictures/"):
            return replace(use, symbol=self._thin(self.symbols[use.symbol]))
        if use.symbol.startswith("patterns/"):
            return replace(use, colour=use.colour and _pale(use.colour))
        symbol, colour = self.symbols[use.symbol], use.colour and _dark(use.colour)
        left, top, right, bottom = symbol.box
        small = max(right - left, bottom - top) * scale <= _MAX_FILLED_ICON
        if use.symbol.startswith("qr/") or (small and "/shade/" not in use.symbol):
            return replace(use, colour=colour)
        return replace(use, symbol=self._outline(symbol, LINE / scale), colour=colour)

    def _thin(self, symbol: Symbol) -> str:
        name = f"{symbol.name}/thin"
        if name not in self.symbols:
            left, top, right, bottom = symbol.box
            detail = _DETAIL * max(right - left, bottom - top)
            self.symbols[name] = Symbol(name, symbol.box, tuple(_thin(item, detail) for item in symbol.items))
        return name

    def _outline(self, symbol: Symbol, line: float) -> str:
        name = f"{symbol.name}/outline/{line:.3g}"
        if name not in self.symbols:
            drawn = tuple(
                replace(item, fill=WHITE if item.fill == CURRENT else item.fill, stroke=CURRENT, line=line)
                if isinstance(item, Shape)
                else item
                for item in symbol.items
            )
            left, top, right, bottom = symbol.box
            self.symbols[name] = Symbol(name, (left - line, top - line, right + line, bottom + line), drawn)
        return name


def _ink_shape(item: Item) -> Item:
    """A shape that stays filled, in a colour that is legible on white."""
    return replace(item, fill=_dark(darkest(item.fill))) if isinstance(item, Shape) and item.fill else item


def _remove_fills(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """Items without fills: people saw what lies below through them."""
    return tuple(
        replace(item, fill=None)
        if isinstance(item, Shape)
        else replace(item, items=_remove_fills(item.items))
        if isinstance(item, Group)
        else item
        for item in items
    )


def _thin(item: Item, detail: float) -> Item:
    """A picture's item with thinner colours and finer lines; parts smaller than `detail` keep their colours."""
    if isinstance(item, Group):
        return replace(item, items=tuple(_thin(each, detail / (_scale(item.matrix) or 1)) for each in item.items))
    if isinstance(item, Picture) and max(item.width, item.height) > detail:
        return Group((item,), opacity=_PICTURE_TINT)
    if not isinstance(item, Shape):
        return item
    left, top, right, bottom = segments_box(item.segments)
    large = max(right - left, bottom - top) > detail
    fill = _thin_paint(item.fill) if item.fill and large else item.fill
    stroke = item.stroke
    if stroke and item.line > detail / 2 and contrast(stroke, WHITE) < _CONTOUR:  # an arm, not a contour
        stroke = _thin_paint(stroke)
    return replace(item, fill=fill, stroke=stroke, line=_FINE * item.line)


@overload
def _thin_paint(paint: str) -> str: ...
@overload
def _thin_paint(paint: Paint) -> Paint: ...
def _thin_paint(paint: Paint) -> Paint:
    if isinstance(paint, Gradient):
        return replace(paint, stops=tuple((at, _thin_paint(colour)) for at, colour in paint.stops))
    return paint if paint == CURRENT else mix(paint, WHITE, _PICTURE_TINT) + paint[7:]  # alpha stays


def darkest(paint: Paint) -> str:
    """Returns the colour, or the colour of a gradient that differs most from white."""
    if isinstance(paint, str):
        return paint
    return max((colour for _, colour in paint.stops), key=lambda colour: contrast(colour, WHITE))


def _scale(matrix: Matrix) -> float:
    a, b, c, d, _, _ = matrix
    return abs(a * d - b * c) ** 0.5


def _dark(colour: str) -> str:
    """The colour, darkened as far as it must be to be read on white paper."""
    return _first(colour, "#000000", range(20, -1, -1), _READABLE)


def _pale(colour: str) -> str:
    """The palest tint of the colour that is still seen on white paper."""
    return _first(colour, WHITE, range(1, 21), _SEEN)


def _first(colour: str, other: str, twentieths: range, least: float) -> str:
    mixed = (mix(colour, other, part / 20) for part in twentieths)
    return next((mixture for mixture in mixed if contrast(mixture, WHITE) >= least), colour)
