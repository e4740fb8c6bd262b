"""Finds the colours behind words, in the pixels of a face without them, and the colours of the words there."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from cardgen.faces.compose import Composer
from cardgen.graphics.drawing import Document, Face, Group, Item, Page, Shape, Text
from cardgen.graphics.geometry import Box, rectangle
from cardgen.graphics.needs import pruned

if TYPE_CHECKING:
    from cardgen.pdf.raster import Pixels

Seen = TypeVar("Seen")
PER_MM = 5  # pixels
SHARE = 0.12  # of the pixels behind a text, from which on their colour counts


class Behind:
    """The faces of a game as pixels, each drawn once."""

    def __init__(self, composer: Composer) -> None:
        self.composer = composer
        self._drawn: dict[tuple[str, Text | None], Pixels] = {}  # by face, and by the text that is a box there

    def colours(self, face: Face, box: Box) -> list[str]:
        """The colours (#rrggbb) that a good part of a box, in mm, shows behind its words; one at least."""
        return _frequent(_colours_in(self._pixels(face), box), _step) or ["#ffffff"]

    def letters(self, face: Face, text: Text, box: Box) -> list[tuple[str, str]]:
        """The colours (as of `colours`) that a text drawn in its place has there, each with the one behind it: what
        shines through it, or blends with it, is different from spot to spot."""
        shown, behind = (_colours_in(self._pixels(face, of), box) for of in (text, None))
        return _frequent(zip(shown, behind, strict=True), lambda pair: (_step(pair[0]), _step(pair[1])))

    def _pixels(self, face: Face, text: Text | None = None) -> Pixels:
        """The face without its words, but for a text as a box of its colour."""
        if (face.name, text) not in self._drawn:
            from cardgen.pdf.raster import Rasteriser

            supplies, whole = self.composer.supplies, (0.0, 0.0, face.width, face.height)
            items = _boxed(face.items, text) if text else wordless(face.items)
            page = Page(face.width, face.height, items, whole, whole)
            fonts = {name: font.source for name, font in supplies.fonts.items()}
            shown = Document("", "en", "", (page,), supplies.symbols, fonts, supplies.pictures)
            width, height = max(1, round(face.width * PER_MM)), max(1, round(face.height * PER_MM))
            self._drawn[face.name, text] = Rasteriser.of(pruned(shown)).page(0, width, height)
        return self._drawn[face.name, text]


def _colours_in(pixels: Pixels, box: Box) -> Iterator[str]:
    """The colour of each pixel of a box."""
    width, height, data = pixels.width, pixels.height, pixels.data
    left, top, right, bottom = (max(0, round(edge * PER_MM)) for edge in box)
    for y in range(top, min(bottom, height)):
        row = data[3 * (y * width + left) : 3 * (y * width + min(right, width))].hex()
        yield from (f"#{row[at : at + 6]}" for at in range(0, len(row), 6))


def _step(colour: str) -> str:
    """What shades of a colour have in common: the first digits of its red, green and blue."""
    return colour[1::2]


def _frequent(seen: Iterable[Seen], step: Callable[[Seen], Hashable]) -> list[Seen]:
    """What is seen in a good part of the pixels; at least what is seen most often. What is of one step counts
    together, and is told as the most frequent of it, so that white stays white."""
    alike: defaultdict[Hashable, Counter[Seen]] = defaultdict(Counter)
    for each, times in Counter(seen).items():
        alike[step(each)][each] = times
    found = sorted(alike.values(), key=Counter.total, reverse=True)
    enough = SHARE * sum(map(Counter.total, found))
    often = [shades for shades in found if shades.total() >= enough] or found[:1]
    return [shades.most_common(1)[0][0] for shades in often]


def wordless(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """Items without their words, those among masks included; the outlines of letters stay."""
    kept = (item for item in items if not isinstance(item, Text))
    return tuple(_bare(item) if isinstance(item, Group) else item for item in kept)


def _bare(group: Group) -> Group:
    mask = group.mask and replace(group.mask, items=wordless(group.mask.items))
    return replace(group, items=wordless(group.items), mask=mask)


def _boxed(items: tuple[Item, ...], text: Text) -> tuple[Item, ...]:
    """The same, but for a text: its box, whole, in its colour."""
    found: list[Item] = []
    for item in items:
        if item == text:
            box = text.x, text.y - text.ascent, text.x + text.width, text.y + text.descent
            found.append(Shape(rectangle(*box), text.colour))
        elif isinstance(item, Group):
            inner = _boxed(item.items, text)
            if inner != wordless(item.items):
                found.append(replace(item, items=inner, clip=None, mask=None))
            else:
                mask = item.mask and replace(item.mask, items=_boxed(item.mask.items, text))
                found.append(replace(item, items=inner, mask=mask))
        elif not isinstance(item, Text):
            found.append(item)
    return tuple(found)
