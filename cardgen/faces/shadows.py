"""Soft shadows: the blurred silhouette of letters, or of the visible part of a field, as a small translucent picture of
one colour."""

from __future__ import annotations

import hashlib
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field

from cardgen.definitions.templates import Template
from cardgen.faces.colour import parse
from cardgen.faces.context import Context
from cardgen.faces.coverage import Canvas
from cardgen.faces.supplies import Supplies
from cardgen.foundations.dataclass import dataclass
from cardgen.graphics.drawing import SHADOW, Group, Item, Picture, Shape, Text, Use
from cardgen.graphics.geometry import Box, Segments, around, rectangle, segments_box, transform, translation
from cardgen.text.letters import letters

_FINE = 4.0  # pixels per mm: a blur shows no more
_SHARP = 6.0  # pixels across the reach of a letter's shadow: letters have fine parts
_MAX_RESOLUTION = 24.0  # pixels per mm
_MAX_PIXELS = 4_000  # along a side of a shadow
_MAX_SHADOWS = 200  # kept in memory
_SHADOW = re.compile(r"\s*+" + r"([-+]?\d{1,2}(?:\.\d++)?)(?:\s*+mm)?+[\s,]++" * 3 + r"(\S.*)")


@dataclass(frozen=True, slots=True)
class Covered:
    """Items whose silhouette casts a shadow; `key` is equal for equal items."""

    key: object
    items: tuple[Item, ...] = field(compare=False)

    @classmethod
    def of(cls, items: Sequence[Item]) -> Covered:
        return cls(repr(items), tuple(items))

    @classmethod
    def inside(cls, segments: Segments) -> Covered:
        """Returns what lies inside a path."""
        return cls(segments, (Shape(segments, fill="#000000"),))


@dataclass(frozen=True, slots=True)
class Cast:
    """How a shadow falls: its distance to the right, down and outwards, in mm, and its colour."""

    right: float
    down: float
    reach: float
    colour: str


@dataclass(frozen=True, slots=True)
class _Thrown:
    """The source of a shadow: an edge, in coordinates from the `corner` at which it lies in the layers, the shadow's
    reach (mm), its colour, and its pixels per mm."""

    edge: Segments
    corner: tuple[float, float]
    layers: tuple[Covered, ...]
    reach: float
    colour: str
    fine: float


_known: dict[_Thrown, tuple[bytes, Box]] = {}


def cast(template: Template, context: Context) -> Cast:
    """Reads how a field's shadow falls. Raises InputError."""
    text = context.fill(template, "shadow")
    match = _SHADOW.fullmatch(text)
    if not match or float(match[3]) < 0:
        context.fail(
            f"expected mm to the right, down and outwards, and a colour: 0.5 0.8 2 ink alpha 40 %, got {text!r}",
            template,
            "shadow",
        )
    right, down, reach = (float(part) for part in match.groups()[:3])
    colour = context.read(lambda: parse(match[4], context.supplies.game.colours), template, "shadow")
    return Cast(right, down, reach, colour)


def shadow(template: Template, edge: Segments, layers: Sequence[Covered], context: Context) -> list[Picture]:
    """Makes the shadow of the area that lies inside an edge and that all layers cover."""
    return [_thrown(cast(template, context), edge, layers, _FINE, context)] if edge else []


def shadow_of_words(template: Template, items: Iterable[Item], line: float, context: Context) -> list[Picture]:
    """Makes the shadow of a text's letters and icons, with a stroke of `line` mm around them."""
    paths = [path for item in items for path in _paths(item, context) if path]
    if not paths:
        return []
    falls, (left, top, right, bottom) = cast(template, context), around(map(segments_box, paths))
    edge = rectangle(left - line, top - line, right + line, bottom + line)
    stroke = "#000000" if line else None
    drawn = [Shape(path, "#000000", stroke, 2 * line) for path in paths]
    fine = max(_FINE, min(_MAX_RESOLUTION, _SHARP / falls.reach)) if falls.reach else _MAX_RESOLUTION
    return [_thrown(falls, edge, [Covered.of(drawn)], fine, context)]


def _paths(item: Item, context: Context) -> Iterator[Segments]:
    supplies = context.supplies
    if isinstance(item, Text):
        yield letters(item, supplies.fonts[item.font].source)
    elif isinstance(item, Group):
        yield from (transform(path, item.matrix) for inner in item.items for path in _paths(inner, context))
    elif isinstance(item, Use):
        drawn = (each for each in supplies.symbols[item.symbol].items if isinstance(each, Shape) and each.fill)
        yield from (transform(each.segments, item.matrix) for each in drawn)
    elif isinstance(item, Shape) and item.fill:
        yield item.segments


def _thrown(falls: Cast, edge: Segments, layers: Sequence[Covered], fine: float, context: Context) -> Picture:
    left, top, *_ = segments_box(edge)
    # The same source elsewhere has the same shadow
    corner = (left, top) if layers else (0.0, 0.0)
    thrown = _Thrown(transform(edge, translation(-left, -top)), corner, tuple(layers), falls.reach, falls.colour, fine)
    if (drawn := _known.get(thrown)) is None:  # one look-up: another thread may clear what is known at any time
        if len(_known) >= _MAX_SHADOWS:
            _known.clear()
        drawn = _known[thrown] = _blur(thrown, context.supplies)
    data, box = drawn
    key = f"{SHADOW}{hashlib.sha256(data).hexdigest()[:16]}"
    context.supplies.keep_picture(key, data)
    x, y = left + box[0] + falls.right, top + box[1] + falls.down
    return Picture(x, y, box[2] - box[0], box[3] - box[1], key)


def _blur(cast: _Thrown, supplies: Supplies) -> tuple[bytes, Box]:
    """A PNG file of a shadow, and its box in the coordinates of the edge."""
    from PIL import Image, ImageChops, ImageFilter

    box, reach, colour = segments_box(cast.edge), cast.reach, cast.colour
    left, top, right, bottom = (side + (reach + 0.5) * (1 if index > 1 else -1) for index, side in enumerate(box))
    canvas = Canvas((left, top, right, bottom), min(cast.fine, _MAX_PIXELS / max(right - left, bottom - top)))
    drawn = canvas.path(cast.edge)
    for layer in cast.layers:
        items = (Group(layer.items, translation(-cast.corner[0], -cast.corner[1])),)
        drawn = ImageChops.multiply(drawn, canvas.items(items, supplies))
    drawn = drawn.filter(ImageFilter.GaussianBlur(reach * canvas.fine / 2))
    strength = int(colour[7:9] or "ff", 16)
    drawn = drawn.point(lambda value: value * strength // 255)
    rgb = tuple(int(colour[i : i + 2], 16) for i in (1, 3, 5))
    picture = Image.new("RGBA", canvas.size, (*rgb, 0))
    picture.putalpha(drawn)
    file = io.BytesIO()
    picture.save(file, "PNG")
    return file.getvalue(), (left, top, right, bottom)
