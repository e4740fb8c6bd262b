"""Makes bleed for a picture that ends at the trim: the bleed continues the picture, mirrored, stretched, or in the
colour of its edge.

Mirrored and stretched, the same picture is drawn again through other matrices, so pixels and drawings are treated
alike, and files grow by a few lines.
"""

from __future__ import annotations

from itertools import compress, product
from pathlib import Path
from typing import Literal, NamedTuple

from cardgen.graphics import pixels
from cardgen.graphics.drawing import Group, Item, Part, Shape
from cardgen.graphics.geometry import Box, Matrix, rectangle
from cardgen.store.remember import per_file

How = Literal["mirror", "stretch"]
TRIM_TOLERANCE = 0.5  # mm inside the trim where a picture may end and still come to it: formats differ by that much
LAP = 0.1  # mm by which the bleed reaches under the picture, so no seam shows
_SLIVER = 0.02  # mm of a picture's edge that is stretched: less than a pixel
_DECORATION = Part("Artifact")


class Band(NamedTuple):
    """A part of a picture along one axis, from `first` to `last`, and where it is drawn: at `scale` times its place,
    and `shift` mm further."""

    first: float
    last: float
    scale: float
    shift: float

    def at(self, place: float) -> float:
        return self.scale * place + self.shift


def bleed_around(item: Item, how: How, shown: Box, trim: Box, bleed: Box) -> list[Item]:
    """Makes the bleed around a picture in a box; `trim` and `bleed` are the card's, in the same coordinates."""
    across = bands(how, (shown[0], shown[2]), (trim[0], trim[2]), (bleed[2] - bleed[0] - trim[2] + trim[0]) / 2)
    down = bands(how, (shown[1], shown[3]), (trim[1], trim[3]), (bleed[3] - bleed[1] - trim[3] + trim[1]) / 2)
    around = list(product(across, down))[1:]  # the first is the picture itself
    # Corners lie below sides; sides reach under the picture as far as corners under sides
    return [_piece(item, x, y) for x, y in sorted(around, key=lambda pair: across[0] in pair or down[0] in pair)]


def bands(how: How, shown: tuple[float, float], trim: tuple[float, float], bleed: float) -> list[Band]:
    """Returns the bands along one axis: the picture itself, and its continuation if it reaches the trim."""
    first, last = shown
    bands = [Band(first, last, 1.0, 0.0)]
    before, after = first - (trim[0] - bleed), trim[1] + bleed - last  # mm to fill
    for room, end, out in ((before, first, -1), (after, last, 1)):
        if 1e-6 < room <= bleed + TRIM_TOLERANCE:
            length = room + LAP
            source = _SLIVER if how == "stretch" else min(length, last - first)
            far = end - out * source
            scale = length / source * (-1 if how == "mirror" else 1)
            lap = end - out * LAP
            # The picture's end lies at the lap where it is mirrored, at the bleed's end where it is stretched
            shift = lap - scale * (end if how == "mirror" else far)
            bands.append(Band(min(end, far), max(end, far), scale, shift))
    return bands


def _piece(item: Item, x: Band, y: Band) -> Item:
    """A part of the picture, drawn again."""
    (left, right), (top, bottom) = (sorted((band.at(band.first), band.at(band.last))) for band in (x, y))
    matrix: Matrix = (x.scale, 0.0, 0.0, y.scale, x.shift, y.shift)
    return Group((Group((item,), matrix),), clip=rectangle(left, top, right, bottom), part=_DECORATION)


def is_made(item: Item) -> bool:
    """Returns whether an item is bleed made by this module, so it shows nothing but its picture."""
    return isinstance(item, Group) and item.part == _DECORATION


def ground(colour: str, shown: Box, trim: Box, bleed: Box) -> Item:
    """Makes a rectangle below a picture, out to the end of the bleed if the picture reaches the trim."""
    outer = (
        end if abs(at - edge) <= TRIM_TOLERANCE or (end < at < edge or edge < at < end) else at
        for at, edge, end in zip(shown, trim, bleed, strict=True)
    )
    return Shape(rectangle(*outer), fill=colour)


@per_file
def edge_colour(path: Path, part: Box) -> str | None:
    """Returns the most frequent colour, `#rrggbb`, of the edge of a part of a picture (0 to 1 across and down); None if
    the edge is transparent."""
    image = pixels.open_upright(path).convert("RGBA")
    left, top, right, bottom = (round(at * of) for at, of in zip(part, (*image.size, *image.size), strict=True))
    seen = image.crop((left, top, max(right, left + 1), max(bottom, top + 1)))
    width, height = seen.size
    sides = ((0, 0, width, 1), (0, height - 1, width, height), (0, 0, 1, height), (width - 1, 0, width, height))
    edge = b"".join(seen.crop(side).tobytes() for side in sides)
    covers = [alpha > 127 for alpha in edge[3::4]]
    if not any(covers):
        return None
    middles = (sorted(compress(edge[channel::4], covers)) for channel in range(3))
    return "#" + "".join(f"{values[len(values) // 2]:02x}" for values in middles)
