"""Finds the colours behind words, in the pixels of a face without them, and the colours of the words there."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from cardgen.faces.compose import Composer
from cardgen.faces.seen import cut
from cardgen.graphics.drawing import Document, Face, Group, Halo, Item, Page, Picture, Shape, Symbol, Text, Use
from cardgen.graphics.geometry import IDENTITY, Box, Matrix, box_through, multiply, rectangle, segments_box
from cardgen.graphics.needs import prune

if TYPE_CHECKING:
    from cardgen.pdf.raster import Pixels

Colour = tuple[int, int, int]  # red, green, blue, from 0 to 255
Seen = TypeVar("Seen")
PER_MM = 5  # pixels per mm
BACKGROUND_SHARE = 0.12  # share of the pixels behind a text from which their colour counts


class Behind:
    """The faces of a game as pixels. A background that is the same in all languages is drawn once."""

    def __init__(self, composer: Composer) -> None:
        self.composer = composer
        self._drawn: dict[tuple[float, float, tuple[Item, ...]], Pixels] = {}  # pixels by size and items

    def colours(self, face: Face, box: Box) -> list[str]:
        """Returns the colours (#rrggbb) of a good part of a box, in mm, behind its words; at least one."""
        items = self._meeting(wordless(face.items), box, IDENTITY)
        return [_hex(each) for each in _frequent(_colours_in(self._pixels(face, items), box), _step)] or ["#ffffff"]

    def letters(self, face: Face, text: Text, box: Box) -> list[tuple[str, str]]:
        """Returns the colours of a text in its place, as `colours` does, each with the colour behind it. A transparent
        or blended text differs from spot to spot."""
        both = _boxed(face.items, text), wordless(face.items)
        shown, behind = (_colours_in(self._pixels(face, items), box) for items in both)
        pairs = _frequent(zip(shown, behind, strict=True), lambda pair: (_step(pair[0]), _step(pair[1])))
        return [(_hex(one), _hex(other)) for one, other in pairs]

    def _meeting(self, items: tuple[Item, ...], box: Box, matrix: Matrix) -> tuple[Item, ...]:
        """The items that meet a box; others, such as icons in other texts, can differ between languages."""
        meeting: list[Item] = []
        for item in items:
            if isinstance(item, Group):
                inner = self._meeting(item.items, box, multiply(item.matrix, matrix))
                if inner or item.mask:
                    meeting.append(replace(item, items=inner))
            elif cut(box, box_through(matrix, _around(item, self.composer.supplies.symbols))):
                meeting.append(item)
        return tuple(meeting)

    def _pixels(self, face: Face, items: tuple[Item, ...]) -> Pixels:
        """The pixels of some items of a face."""
        key = face.width, face.height, items
        if key not in self._drawn:
            from cardgen.pdf.raster import Rasteriser

            supplies, whole = self.composer.supplies, (0.0, 0.0, face.width, face.height)
            page = Page(face.width, face.height, items, whole, whole)
            fonts = {name: font.source for name, font in supplies.fonts.items()}
            shown = Document("", "en", "", (page,), supplies.symbols, fonts, supplies.pictures)
            width, height = max(1, round(face.width * PER_MM)), max(1, round(face.height * PER_MM))
            self._drawn[key] = Rasteriser.of(prune(shown)).page(0, width, height)
        return self._drawn[key]


def _around(item: Shape | Use | Picture | Halo | Text, symbols: Mapping[str, Symbol]) -> Box:
    """A box around an item's drawing, including its line and one more pixel."""
    match item:
        case Shape():
            box, line = segments_box(item.segments), item.line * max(1.0, item.pen.miter)
        case Use():
            box, line = box_through(item.matrix, symbols[item.symbol].box), 0.0
        case Picture():
            box, line = (item.x, item.y, item.x + item.width, item.y + item.height), 0.0
        case _:
            text, line = (item.text, item.line) if isinstance(item, Halo) else (item, 0.0)
            line += text.size  # letters can reach an em beyond their line
            box = text.x, text.y - text.ascent, text.x + text.width, text.y + text.descent
    left, top, right, bottom = box
    room = line + 1 / PER_MM
    return left - room, top - room, right + room, bottom + room


def _colours_in(pixels: Pixels, box: Box) -> Iterator[Colour]:
    """The colour of each pixel of a box."""
    width, height, data = pixels.width, pixels.height, pixels.data
    left, top, right, bottom = (max(0, round(edge * PER_MM)) for edge in box)
    rows = (data[3 * (y * width + left) : 3 * (y * width + min(right, width))] for y in range(top, min(bottom, height)))
    buffer = b"".join(rows)
    return zip(buffer[0::3], buffer[1::3], buffer[2::3], strict=True)


def _step(colour: Colour) -> Colour:
    """The shade of a colour: the first of two hexadecimal digits of its red, green and blue."""
    red, green, blue = colour
    return red >> 4, green >> 4, blue >> 4


def _hex(colour: Colour) -> str:
    return "#" + bytes(colour).hex()


def _frequent(seen: Iterable[Seen], step: Callable[[Seen], Hashable]) -> list[Seen]:
    """The colours that cover at least BACKGROUND_SHARE of the pixels, or the one that covers most. Colours of one step
    count together, as the most frequent colour of that step: white stays white."""
    alike: defaultdict[Hashable, Counter[Seen]] = defaultdict(Counter)
    for each, times in Counter(seen).items():
        alike[step(each)][each] = times
    groups = sorted(alike.values(), key=Counter.total, reverse=True)
    enough = BACKGROUND_SHARE * sum(map(Counter.total, groups))
    often = [shades for shades in groups if shades.total() >= enough] or groups[:1]
    return [shades.most_common(1)[0][0] for shades in often]


def wordless(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """Returns the items without their words, also without those in masks; the outlines of letters stay."""
    kept = (item for item in items if not isinstance(item, Text))
    return tuple(_bare(item) if isinstance(item, Group) else item for item in kept)


def _bare(group: Group) -> Group:
    mask = group.mask and replace(group.mask, items=wordless(group.mask.items))
    return replace(group, items=wordless(group.items), mask=mask)


def _boxed(items: tuple[Item, ...], text: Text) -> tuple[Item, ...]:
    """A text as its box in its colour."""
    boxes: list[Item] = []
    for item in items:
        if item == text:
            box = text.x, text.y - text.ascent, text.x + text.width, text.y + text.descent
            boxes.append(Shape(rectangle(*box), text.colour))
        elif isinstance(item, Group):
            inner = _boxed(item.items, text)
            if inner != wordless(item.items):
                boxes.append(replace(item, items=inner, clip=None, mask=None))
            else:
                mask = item.mask and replace(item.mask, items=_boxed(item.mask.items, text))
                boxes.append(replace(item, items=inner, mask=mask))
        elif not isinstance(item, Text):
            boxes.append(item)
    return tuple(boxes)
