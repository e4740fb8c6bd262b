"""Soft shadows: what is seen of a field blurred, as a small picture of one colour that lets through what lies below."""

from __future__ import annotations

import hashlib
import io
import re
from collections.abc import Sequence
from dataclasses import field

from cardgen.dataclass import dataclass
from cardgen.definitions.templates import Template
from cardgen.drawing import SHADOW, Group, Item, Picture, Shape
from cardgen.faces.colour import parse
from cardgen.faces.context import Context
from cardgen.faces.coverage import Canvas
from cardgen.faces.supplies import Supplies
from cardgen.geometry import Box, Segments, moved, segments_box, transform

_FINE = 4.0  # pixels to the mm: a blur has no more to show
_LARGEST = 4_000
_MOST = 200  # shadows that are remembered
_SHADOW = re.compile(r"\s*+" + r"([-+]?\d{1,2}(?:\.\d++)?)(?:\s*+mm)?+[\s,]++" * 3 + r"(\S.*)")


@dataclass(frozen=True, slots=True)
class Layer:
    """Items of which a shadow shows what they cover; `told` is the same of equal ones."""

    told: object
    items: tuple[Item, ...] = field(compare=False)

    @classmethod
    def of(cls, items: Sequence[Item]) -> Layer:
        return cls(repr(items), tuple(items))

    @classmethod
    def inside(cls, segments: Segments) -> Layer:
        """What lies inside a path."""
        return cls(segments, (Shape(segments, fill="#000000"),))


@dataclass(frozen=True, slots=True)
class _Cast:
    """What casts a shadow: an edge, counted from the `corner` at which it lies among what the layers draw, how far it
    reaches (mm), and its colour."""

    edge: Segments
    corner: tuple[float, float]
    layers: tuple[Layer, ...]
    reach: float
    colour: str


_known: dict[_Cast, tuple[bytes, Box]] = {}


def shadow(template: Template, edge: Segments, layers: Sequence[Layer], context: Context) -> list[Picture]:
    """The shadow of what lies inside an edge and is covered by all layers, as a field wants it."""
    if not edge:
        return []
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
    left, top, *_ = segments_box(edge)
    # The same elsewhere has the same shadow
    corner = (left, top) if layers else (0.0, 0.0)
    cast = _Cast(transform(edge, moved(-left, -top)), corner, tuple(layers), reach, colour)
    if cast not in _known:
        if len(_known) >= _MOST:
            _known.clear()
        _known[cast] = _blurred(cast, context.supplies)
    data, box = _known[cast]
    key = f"{SHADOW}{hashlib.sha256(data).hexdigest()[:16]}"
    context.supplies.pictures[key] = data
    x, y = left + box[0] + right, top + box[1] + down
    return [Picture(x, y, box[2] - box[0], box[3] - box[1], key)]


def _blurred(cast: _Cast, supplies: Supplies) -> tuple[bytes, Box]:
    """A PNG file of a shadow, and its box in the coordinates of the edge."""
    from PIL import Image, ImageChops, ImageFilter

    box, reach, colour = segments_box(cast.edge), cast.reach, cast.colour
    left, top, right, bottom = (side + (reach + 0.5) * (1 if index > 1 else -1) for index, side in enumerate(box))
    canvas = Canvas((left, top, right, bottom), min(_FINE, _LARGEST / max(right - left, bottom - top)))
    drawn = canvas.path(cast.edge)
    for layer in cast.layers:
        items = (Group(layer.items, moved(-cast.corner[0], -cast.corner[1])),)
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
