"""Computes how much of each pixel in a box items cover: their silhouette, coarse enough for a blur."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from cardgen.faces.colour import colours_of
from cardgen.faces.supplies import Supplies
from cardgen.foundations.dataclass import dataclass
from cardgen.graphics.drawing import Group, Halo, Item, Picture, Shape, Use
from cardgen.graphics.geometry import IDENTITY, Box, Matrix, Segments, inverse, multiply, rectangle, transform
from cardgen.graphics.pixels import has_alpha, open_upright
from cardgen.text.letters import letters

if TYPE_CHECKING:
    from PIL.Image import Image

_STEPS = 12  # lines for a curve


@dataclass(frozen=True, slots=True)
class Canvas:
    """A grid of pixels over a box, with a number of pixels per mm each way."""

    box: Box
    fine: float

    @property
    def size(self) -> tuple[int, int]:
        left, top, right, bottom = self.box
        return max(1, round((right - left) * self.fine)), max(1, round((bottom - top) * self.fine))

    def path(self, segments: Segments) -> Image:
        """Returns 255 inside a path, and 0 outside."""
        from PIL import Image, ImageDraw

        drawn = Image.new("L", self.size, 0)
        contours = sorted(_polygons(segments), key=lambda contour: -abs(_area(contour)))
        for contour in contours:  # the larger first: a contour inside them that turns the other way is a hole
            fill = 255 if (_area(contour) < 0) == (_area(contours[0]) < 0) else 0
            ImageDraw.Draw(drawn).polygon(self._on(contour), fill=fill)
        return drawn

    def items(self, items: Iterable[Item], supplies: Supplies) -> Image:
        """Returns how much items cover."""
        from PIL import Image

        drawn = Image.new("L", self.size, 0)
        for item in items:
            self._draw(drawn, item, IDENTITY, supplies)
        return drawn

    def _draw(self, onto: Image, item: Item, matrix: Matrix, supplies: Supplies) -> None:
        from PIL import ImageChops

        if isinstance(item, Group):
            matrix = multiply(item.matrix, matrix)
            inner = onto.copy() if item.clip else onto
            for each in item.items:
                self._draw(inner, each, matrix, supplies)
            if item.clip:
                clipped = ImageChops.multiply(inner, self.path(transform(item.clip, matrix)))
                onto.paste(ImageChops.lighter(onto, clipped))
        elif isinstance(item, Use):
            for each in supplies.symbols[item.symbol].items:
                self._draw(onto, each, multiply(item.matrix, matrix), supplies)
        elif isinstance(item, Picture):
            onto.paste(ImageChops.lighter(onto, self._picture(item, matrix, supplies)))
        elif isinstance(item, Shape):
            self._shape(onto, item, matrix)
        else:
            text = item.text if isinstance(item, Halo) else item
            outline = transform(letters(text, supplies.fonts[text.font].source), matrix)
            onto.paste(ImageChops.lighter(onto, self.path(outline)))

    def _shape(self, onto: Image, shape: Shape, matrix: Matrix) -> None:
        from PIL import ImageChops, ImageDraw

        segments = transform(shape.segments, matrix)
        if shape.fill and (strength := max(int(colour[7:9] or "ff", 16) for colour in colours_of(shape.fill))):
            drawn = self.path(segments).point(lambda value: value * strength // 255)
            onto.paste(ImageChops.lighter(onto, drawn))
        if shape.stroke:
            a, b, c, d, *_ = matrix
            width = max(1, round(shape.line * abs(a * d - b * c) ** 0.5 * self.fine))
            for contour in _polygons(segments):
                ImageDraw.Draw(onto).line(self._on(contour), fill=255, width=width, joint="curve")

    def _picture(self, picture: Picture, matrix: Matrix, supplies: Supplies) -> Image:
        from PIL import Image

        source = supplies.pictures[picture.file]
        if not has_alpha(source):
            box = picture.x, picture.y, picture.x + picture.width, picture.y + picture.height
            return self.path(transform(rectangle(*box), matrix))
        image = open_upright(source).getchannel("A")
        image.thumbnail((2 * max(self.size), 2 * max(self.size)))
        across, down = picture.width / image.width, picture.height / image.height
        placed = multiply((across, 0.0, 0.0, down, picture.x, picture.y), matrix)  # pixels of the picture to mm
        left, top, *_ = self.box
        a, b, c, d, e, f = inverse(multiply(placed, (self.fine, 0, 0, self.fine, -left * self.fine, -top * self.fine)))
        return image.transform(self.size, Image.Transform.AFFINE, (a, c, e, b, d, f), Image.Resampling.BILINEAR)

    def _on(self, points: Iterable[tuple[float, float]]) -> list[tuple[float, float]]:
        left, top, *_ = self.box
        return [((x - left) * self.fine, (y - top) * self.fine) for x, y in points]


def _area(points: list[tuple[float, float]]) -> float:
    """Twice the signed area."""
    return sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in zip(points, points[1:] + points[:1], strict=True))


def _polygons(segments: Segments) -> list[list[tuple[float, float]]]:
    """The contours of a path, its curves as short lines."""
    polygons: list[list[tuple[float, float]]] = []
    for letter, *n in segments:
        if letter == "M":
            polygons.append([(n[0], n[1])])
        elif letter == "L":
            polygons[-1].append((n[0], n[1]))
        elif letter == "C":
            x, y = polygons[-1][-1]
            for step in range(1, _STEPS + 1):
                t = step / _STEPS
                a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
                polygons[-1].append((a * x + b * n[0] + c * n[2] + d * n[4], a * y + b * n[1] + c * n[3] + d * n[5]))
    return [contour for contour in polygons if len(contour) > 1]
