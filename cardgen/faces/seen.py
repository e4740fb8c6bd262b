"""What a face shows: boxes, colours and letters of its items in drawing order, and what covers what."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import replace
from operator import mul

from cardgen.faces.colour import colours_of, over
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.units import POINT
from cardgen.graphics.drawing import CURRENT, Group, Halo, Item, Picture, Symbol, Text, Use, texts
from cardgen.graphics.geometry import (
    IDENTITY,
    Box,
    Matrix,
    Segments,
    apply,
    box_through,
    multiply,
    segments_box,
    transform,
)
from cardgen.graphics.outline import Outline
from cardgen.graphics.polygon import Points
from cardgen.store.remember import per_object
from cardgen.text.fonts import FontFace
from cardgen.text.letters import ink, reach

_OPAQUE = len("#rrggbb")
LOOSE = 0.01  # tolerance for rounding, mm
LARGE, LARGE_BOLD = 18 * POINT, 14 * POINT  # mm per em from which WCAG counts words as large
_DIRECTIONS = tuple((math.cos(turn), math.sin(turn)) for turn in (math.pi * part / 8 for part in range(8)))


@dataclass(frozen=True, slots=True)
class Seen:
    """An item on a face: its box, and the colours with which it covers the box (none if there are too many to know).

    A shape's `path` distinguishes a disc from its box. A text's box has room for all letters of its font; `matrix` and
    `clips` place those of the text, or the stroke around them. An `unseen` item belongs to a print layer, such as foil.
    A `veiled` item is translucent, or its colours blend with those below.
    """

    box: Box
    colours: tuple[str, ...]
    whole: bool
    words: Text | Halo | None = None
    path: Segments = ()
    matrix: Matrix = IDENTITY
    clips: tuple[Box, ...] = ()
    unseen: bool = False
    veiled: bool = False

    @property
    def text(self) -> Text | None:
        return self.words if isinstance(self.words, Text) else None

    @property
    def boxes(self) -> list[Box]:
        """Returns its boxes; for a text along a curve, roughly the box of each letter."""
        if self.text is None or not self.text.places:
            return [self.box]
        letter = (0.0, -0.7 * self.text.size, 0.5 * self.text.size, 0.0)
        return [box_through(multiply(place, self.matrix), letter) for place in self.text.places]

    @property
    def scale(self) -> float:
        """Returns the scale of its own drawing on the face."""
        a, b, c, d, *_ = self.matrix
        return math.sqrt(abs(a * d - b * c))

    @property
    def large(self) -> bool:
        """Returns whether it is a text so large that it needs less contrast."""
        bold = self.text is not None and "bold" in self.text.font.rpartition("/")[2]
        return self.text is not None and self.scale * self.text.size >= (LARGE_BOLD if bold else LARGE) - LOOSE

    @property
    def letters(self) -> Text | None:
        """Returns its text, or the text of which it is the stroke."""
        return self.words.text if isinstance(self.words, Halo) else self.words


def has_words(drawn: Mapping[str, list[Item]]) -> bool:
    """Returns whether any field of a face draws a text."""
    return any(any(texts(items)) for items in drawn.values())


def ink_room(seen: Seen, outline: Outline, fonts: Mapping[str, FontFace], enough: float) -> float:
    """Returns how far letters, or the stroke around them, lie inside an outline, in mm; negative if they reach out.

    It is infinite for items without letters, and for those that clearly have `enough` room.
    """
    if (text := seen.letters) is None:
        return math.inf
    line = seen.scale * seen.words.line if isinstance(seen.words, Halo) else 0.0
    em = seen.scale * text.size  # no letter reaches further than this beyond its line
    if outline.room(_corners(seen.box)) >= enough + line + em:
        return math.inf
    source = fonts[text.font].source
    box = reach(text, source)
    if box is None or outline.room(_corners(box_through(seen.matrix, box))) >= enough + line:
        return math.inf
    drawn = tuple(apply(seen.matrix, *at) for at in ink(text, source))
    for left, top, right, bottom in seen.clips:
        drawn = tuple((min(max(x, left), right), min(max(y, top), bottom)) for x, y in drawn)
    return outline.room(drawn) - line if drawn else math.inf


def list_seen(items: tuple[Item, ...], symbols: dict[str, Symbol], matrix: Matrix) -> Iterator[Seen]:
    """Yields the items in drawing order, with their boxes on the face."""
    for item in items:
        if isinstance(item, Group):
            inner = multiply(item.matrix, matrix)
            clip = box_through(inner, segments_box(item.clip)) if item.clip else None
            for each in list_seen(item.items, symbols, inner):
                visible = each if item.plain else _behind_veil(each)
                box, clips = (cut(visible.box, clip), (*visible.clips, clip)) if clip else (visible.box, visible.clips)
                if box:
                    yield replace(visible, box=box, clips=clips, unseen=visible.unseen or item.layer is not None)
        elif isinstance(item, Text):
            box = (item.x, item.y - item.ascent, item.x + item.width, item.y + item.descent)
            yield Seen(box_through(matrix, box), colours_of(item.colour), False, item, matrix=matrix)
        elif isinstance(item, Halo):
            text = item.text
            box = (text.x, text.y - text.ascent, text.x + text.width, text.y + text.descent)
            yield Seen(box_through(matrix, box), (item.colour,), True, item, matrix=matrix)
        elif isinstance(item, Use):
            yield Seen(
                box_through(multiply(item.matrix, matrix), symbols[item.symbol].box),
                (item.colour,) if item.colour else (),
                False,
            )
        elif isinstance(item, Picture):
            box = (item.x, item.y, item.x + item.width, item.y + item.height)
            yield Seen(box_through(matrix, box), (), False)
        elif item.fill and item.fill != CURRENT:
            drawn = transform(item.segments, matrix)
            colours = (item.fill,) if isinstance(item.fill, str) else tuple(colour for _, colour in item.fill.stops)
            yield Seen(_path_box(drawn), colours, True, path=drawn)


_path_box = per_object(segments_box)  # cards of one layout share most paths


def masking(items: tuple[Item, ...], within: bool = False) -> Iterator[Text]:
    """Yields the texts in masks: what people see in their place is what they mask."""
    for item in items:
        if isinstance(item, Group):
            yield from masking(item.items, within)
            yield from masking(item.mask.items, within=True) if item.mask else ()
        elif within and isinstance(item, Text):
            yield item


def _behind_veil(seen: Seen) -> Seen:
    """The item in a group through which people see what lies below, with too many colours to know."""
    return replace(seen, colours=(), whole=False, veiled=True)


def _corners(box: Box) -> Points:
    left, top, right, bottom = box
    return (left, top), (right, top), (right, bottom), (left, bottom)


def cut(box: Box, clip: Box) -> Box | None:
    """Returns the overlap of two boxes, if any."""
    left, top, right, bottom = box
    first, high, last, low = clip
    if first >= right or last <= left or high >= bottom or low <= top:
        return None  # the common case
    both = (max(left, first), max(top, high), min(right, last), min(bottom, low))
    return both if both[0] < both[2] and both[1] < both[3] else None


def behind(box: Box, below: list[Seen]) -> tuple[list[str], bool]:
    """Returns the colours that may lie behind a box, from the last item that covers all of it; and whether these are
    all."""
    colours, sure = ["#ffffff"], True
    lowest = next((at for at in range(len(below) - 1, -1, -1) if _hides(below[at], box)), 0)
    for item in below[lowest:]:
        if not cut(box, item.box):
            continue
        if not item.colours:
            sure = False
            continue
        covers = _covers(item, box)
        if covers or not item.path or _meet(box, item.path):
            laid = [over(colour, under) for colour in item.colours for under in dict.fromkeys(colours)]
            colours, sure = (laid, True) if covers else ([*colours, *laid], sure)
    return colours, sure


def _covers(item: Seen, box: Box) -> bool:
    """Whether an item covers all of a box."""
    left, top, right, bottom = item.box
    far = left <= box[0] + 0.01 and top <= box[1] + 0.01 and right >= box[2] - 0.01 and bottom >= box[3] - 0.01
    return item.whole and far


def _hides(item: Seen, box: Box) -> bool:
    """Whether an item hides all of a box."""
    opaque = all(len(colour) == _OPAQUE for colour in item.colours)
    return bool(item.colours) and opaque and _covers(item, box) and cut(box, item.box) is not None


def _on_path(segments: Segments) -> list[tuple[float, float]]:
    """Points of a path: the ends of its parts, and three in each curve."""
    sampled: list[tuple[float, float]] = []
    for letter, *numbers in segments:
        points = list(zip(numbers[0::2], numbers[1::2], strict=True))
        if letter == "C":
            first, *rest = sampled[-1], *points
            for t in (0.25, 0.5, 0.75):
                parts = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3)
                sampled.append(tuple(sum(map(mul, parts, axis)) for axis in zip(first, *rest, strict=True)))
        sampled += points[-1:]
    return sampled


def meets(box: Box, item: Seen) -> bool:
    """Returns whether an item reaches into a box, judged by its own box and path."""
    return bool(cut(box, item.box)) and (not item.path or _meet(box, item.path))


def _meet(box: Box, path: Segments) -> bool:
    """Whether no direction separates a path from a box."""
    corners, points = _corners(box), _on_path(path)
    for a, b in _DIRECTIONS:
        first, second = ([x * a + y * b for x, y in group] for group in (corners, points))
        if max(first) <= min(second) or max(second) <= min(first):
            return False
    return True
