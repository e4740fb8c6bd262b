"""Transparency flattening: turns transparent parts of a page into pixels, together with everything below them.

PDF/X-1a (ISO 15930-4) has no transparency. Only the transparent part of a face becomes pixels. Words above it, and
everything around it, stay vectors.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.units import INCH
from cardgen.graphics import pixels
from cardgen.graphics.drawing import (
    CURRENT,
    Document,
    Gradient,
    Group,
    Halo,
    Item,
    Page,
    Paint,
    Picture,
    Shape,
    Symbol,
    Text,
    Use,
    extent,
)
from cardgen.graphics.geometry import Box, around, box_through, rectangle, segments_box, translation
from cardgen.graphics.layers import layers_alone, without_layers
from cardgen.pdf.raster import Rasteriser, png

DPI = 300.0
_AIR = 1.0  # pixels around transparent items, whose edges are soft


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of a symbol that becomes pixels: its items up to the transparent ones, in the box of these."""

    file: str
    box: Box
    items: tuple[Item, ...]

    @property
    def size(self) -> tuple[int, int]:
        left, top, right, bottom = self.box
        return max(1, round((right - left) / INCH * DPI)), max(1, round((bottom - top) / INCH * DPI))


def flatten(document: Document) -> Document:
    """The document, with the transparency of all symbols on its pages flattened."""
    transparency = _Transparency(document.symbols, document.pictures)
    shown = {item.symbol: None for page in document.pages for item in _uses(page.items)}
    symbols, parts = dict(document.symbols), []
    for name in shown:
        symbols[name], flattened_symbols = _flattened_symbol(symbols[name], transparency)
        parts += flattened_symbols
    pages = [_page(part) for part in parts]
    if not pages:
        return document
    drawn = Rasteriser.of(replace(document, pages=tuple(pages)))
    made = {part.file: png(drawn.page(number, *part.size), DPI) for number, part in enumerate(parts)}
    return replace(document, symbols=symbols, pictures={**document.pictures, **made})


def _uses(items: Iterable[Item]) -> Iterator[Use]:
    for item in items:
        if isinstance(item, Use):
            yield item
        elif isinstance(item, Group):
            yield from _uses(item.items)


def _page(part: _Part) -> Page:
    left, top, right, bottom = part.box
    whole = (0.0, 0.0, right - left, bottom - top)
    paper = Shape(rectangle(*whole), fill="#ffffff")
    return Page(whole[2], whole[3], (paper, Group(part.items, translation(-left, -top))), whole, whole)


def _flattened_symbol(symbol: Symbol, transparency: _Transparency) -> tuple[Symbol, list[_Part]]:
    items = list(transparency.apart(symbol.items))
    parts: list[_Part] = []
    flat: list[Item] = []
    start = 0
    while start < len(items):
        end = start
        while end < len(items) and transparency.is_transparent(items[end]):
            end += 1
        boxes = [
            box
            for item in items[start:end]
            if (box := transparency.box(item)) and (box := _intersection(box, symbol.box))
        ]
        if boxes:
            box = _on_grid(around(boxes), symbol.box)
            below, layered = without_layers(items[:end]), layers_alone(items[:start])
            content = repr((box, below)).encode()
            parts.append(_Part(f"flat#{hashlib.sha256(content).hexdigest()[:16]}", box, below))
            flat.append(Picture(box[0], box[1], box[2] - box[0], box[3] - box[1], parts[-1].file))
            # Transparent items knock nothing out of an ink that pixels cannot show
            flat += [Group(layered, clip=rectangle(*box))] if layered else []
        if end == start:
            flat.append(items[start])
            end += 1
        start = end
    return replace(symbol, items=tuple(flat)), parts


def _on_grid(box: Box, within: Box) -> Box:
    """A box that begins and ends with whole pixels, counted from the upper left corner of a face."""
    pixel, (left, top) = INCH / DPI, within[:2]
    first = [max(0, math.floor((value - start) / pixel - _AIR)) for value, start in ((box[0], left), (box[1], top))]
    last = [math.ceil((value - start) / pixel + _AIR) for value, start in ((box[2], left), (box[3], top))]
    return left + first[0] * pixel, top + first[1] * pixel, left + last[0] * pixel, top + last[1] * pixel


def _intersection(box: Box, clip: Box) -> Box | None:
    cut = (max(box[0], clip[0]), max(box[1], clip[1]), min(box[2], clip[2]), min(box[3], clip[3]))
    return cut if cut[0] < cut[2] and cut[1] < cut[3] else None


class _Transparency:
    """Finds which of a document's items are transparent, and where items are drawn."""

    def __init__(self, symbols: Mapping[str, Symbol], pictures: Mapping[str, Path | bytes]) -> None:
        self.symbols = symbols
        self.pictures = pictures
        self._known: dict[str, bool] = {}

    def is_transparent(self, item: Item) -> bool:
        if isinstance(item, Shape):
            return _is_clear(item.fill) or _is_clear(item.stroke)
        if isinstance(item, Text):
            return _is_clear(item.colour)
        if isinstance(item, Halo):
            return _is_clear(item.colour)
        if isinstance(item, Picture):
            return self._has_alpha(item.file)
        if isinstance(item, Use):
            return _is_clear(item.colour) or self._symbol(item.symbol)
        return not item.plain or any(map(self.is_transparent, item.items))

    def _symbol(self, name: str) -> bool:
        if name not in self._known:
            self._known[name] = any(map(self.is_transparent, self.symbols[name].items))
        return self._known[name]

    def _has_alpha(self, file: str) -> bool:
        if file not in self._known:
            self._known[file] = pixels.has_alpha(self.pictures[file])
        return self._known[file]

    def apart(self, items: Sequence[Item]) -> Iterator[Item]:
        """Items; those of a group that holds transparent ones each in a group of its own."""
        for item in items:
            if isinstance(item, Group) and item.plain and len(item.items) > 1 and self.is_transparent(item):
                for inner in self.apart(item.items):
                    yield replace(item, items=(inner,))
            else:
                yield item

    def box(self, item: Item) -> Box | None:
        if isinstance(item, Use):
            return box_through(item.matrix, self.symbols[item.symbol].box)
        if isinstance(item, Halo):
            left, top, right, bottom = extent((item.text,)) or (0, 0, 0, 0)
            return left - item.line, top - item.line, right + item.line, bottom + item.line
        if isinstance(item, Group):
            boxes = [box for inner in item.items if (box := self.box(inner))]
            if not boxes:
                return None
            whole = around(boxes)
            if item.clip:
                cut = _intersection(whole, segments_box(item.clip))
                if cut is None:
                    return None
                whole = cut
            return box_through(item.matrix, whole)
        return extent((item,))


def _is_clear(paint: Paint | None) -> bool:
    """Whether a colour has alpha."""
    if isinstance(paint, Gradient):
        return any(len(colour) > 7 for _, colour in paint.stops)
    return paint is not None and paint != CURRENT and len(paint) > 7
