"""Low ink: fills become outlines on white and patterns a pale tint, so that a prototype costs little to print.

Words and small icons stay filled, in colours that are read on white.
"""

from __future__ import annotations

from dataclasses import replace

from cardgen.drawing import CURRENT, Face, Group, Item, Matrix, Shape, Symbol, Text, Use
from cardgen.faces.colour import contrast, mix

WHITE = "#ffffff"
LINE = 0.2  # mm
_SMALL = 10.0  # mm; icons up to this size are filled, as their outlines would be hard to read
_READABLE = 4.5  # contrast (WCAG 2)


def low_ink(faces: dict[str, Face], symbols: dict[str, Symbol]) -> tuple[dict[str, Face], dict[str, Symbol]]:
    """The faces, and the symbols that they use, drawn with outlines."""
    saver = _Saver(symbols)
    saved = {name: replace(face, items=saver.items(face.items, 1.0)) for name, face in faces.items()}
    return saved, saver.symbols


class _Saver:
    def __init__(self, symbols: dict[str, Symbol]) -> None:
        self.symbols = dict(symbols)

    def items(self, items: tuple[Item, ...], scale: float) -> tuple[Item, ...]:
        return tuple(self._item(item, scale) for item in items)

    def _item(self, item: Item, scale: float) -> Item:
        if isinstance(item, Shape):
            return self._shape(item)
        if isinstance(item, Text):
            return replace(item, colour=_dark(item.colour))
        if isinstance(item, Group):
            return replace(item, items=self.items(item.items, scale * _scale(item.matrix)))
        if isinstance(item, Use):
            return self._use(item, scale * _scale(item.matrix))
        return item

    def _shape(self, shape: Shape) -> Shape:
        if shape.fill is None:
            return replace(shape, stroke=_dark(shape.stroke), line=min(shape.line, 2 * LINE))
        if contrast(shape.fill, WHITE) < 1.05:
            return replace(shape, fill=WHITE, stroke=_dark(shape.stroke))
        return Shape(shape.segments, WHITE, _dark(shape.stroke or shape.fill), LINE)

    def _use(self, use: Use, scale: float) -> Use:
        symbol = self.symbols[use.symbol]
        colour = _dark(use.colour)
        if use.symbol.startswith("patterns/"):
            return replace(use, colour=mix(colour, WHITE, 0.25) if colour else None)
        left, top, right, bottom = symbol.box
        if max(right - left, bottom - top) * scale <= _SMALL and "/shade/" not in use.symbol:
            return replace(use, colour=colour)
        return replace(use, symbol=self._outline(symbol, LINE / scale), colour=colour)

    def _outline(self, symbol: Symbol, line: float) -> str:
        name = f"{symbol.name}/outline/{line:.3g}"
        if name not in self.symbols:
            drawn = tuple(
                replace(shape, fill=WHITE if shape.fill == CURRENT else shape.fill, stroke=CURRENT, line=line)
                for shape in symbol.items
            )
            left, top, right, bottom = symbol.box
            self.symbols[name] = Symbol(name, (left - line, top - line, right + line, bottom + line), drawn)
        return name


def _scale(matrix: Matrix) -> float:
    a, b, c, d, _, _ = matrix
    return abs(a * d - b * c) ** 0.5


def _dark(colour: str | None) -> str | None:
    """The colour, or a darker one where it would not be seen well on white paper."""
    if colour is None or contrast(colour, WHITE) >= _READABLE:
        return colour
    return mix(colour, "#000000", 0.45)
