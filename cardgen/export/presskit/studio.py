"""Draws bodies in a light room: soft shadows on the ground and on each other, edges without steps.

It draws at twice the size, and takes the means of squares of pixels at last. A skin becomes pixels once, at about the
size at which it is seen; Pillow bends these into perspective.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from cardgen.export.presskit.bodies import Blur, RoomBody, RoomPatch, Skin
from cardgen.export.presskit.camera import Camera, Point2, Point3, homography
from cardgen.foundations.dataclass import dataclass
from cardgen.graphics.drawing import Document, Face, Group, Item, Page, Shape, Use
from cardgen.graphics.geometry import translation

if TYPE_CHECKING:
    from PIL.Image import Image

SUPER = 2  # pixels drawn for each pixel of a picture, along each side
GROUND = ((250, 249, 247), (228, 225, 220))  # in the light, and far from it
SHADOW = (38, 31, 27)
_SKIN = "#skin"
_PAD = 1.2  # mm around a skin
_GROWTH = 1.18  # sizes of skins in pixels are powers of it, so that neighbours share them
_MAX_TEXTURE = 3400  # pixels on a side
_COARSE = 4  # pixels of the drawing for one of a shadow
_BAYER = (
    (0, 32, 8, 40, 2, 34, 10, 42), (48, 16, 56, 24, 50, 18, 58, 26), (12, 44, 4, 36, 14, 46, 6, 38),
    (60, 28, 52, 20, 62, 30, 54, 22), (3, 35, 11, 43, 1, 33, 9, 41), (51, 19, 59, 27, 49, 17, 57, 25),
    (15, 47, 7, 39, 13, 45, 5, 37), (63, 31, 55, 23, 61, 29, 53, 21),
)  # fmt: skip  # thresholds, in 64ths of a step of brightness, so that no step of the ground is seen

Paged = Callable[[list[Page], dict[str, Face]], Document]


@dataclass(frozen=True, slots=True)
class Pasted:
    """A skin in pixels: `left`, `top` is the pixel of its upper left corner, `x` and `y` are pixels per mm."""

    image: Image
    x: float
    y: float


class Textures:
    """Skins as pixels. `prepare` draws all that are needed together."""

    def __init__(self, paged: Paged) -> None:
        self._paged = paged
        self._known: dict[object, Pasted] = {}

    def prepare(self, wanted: Iterable[tuple[RoomPatch, Camera]]) -> None:
        from PIL import Image

        from cardgen.pdf.raster import Rasteriser

        missing: dict[object, tuple[Skin, int, int]] = {}
        for patch, camera in wanted:
            key, size = _sized(patch, camera)
            if key not in self._known:
                missing[key] = patch.skin, *size
        if not missing:
            return
        pages = [_page(skin) for skin, *_ in missing.values()]
        faces = {skin.face.name: skin.face for skin, *_ in missing.values() if skin.face}
        drawn = Rasteriser.of(self._paged(pages, faces))
        for number, (key, (skin, width, height)) in enumerate(missing.items()):
            pixels = drawn.page(number, width, height, clear=True)
            image = Image.frombytes("RGBA", (width, height), bytes(pixels.data)).convert("RGBa")
            x, y = width / (skin.width + 2 * _PAD), height / (skin.height + 2 * _PAD)
            self._known[key] = Pasted(image, x, y)

    def of(self, patch: RoomPatch, camera: Camera) -> Pasted:
        key, _ = _sized(patch, camera)
        if key not in self._known:
            self.prepare([(patch, camera)])
        return self._known[key]


def _sized(patch: RoomPatch, camera: Camera) -> tuple[object, tuple[int, int]]:
    """The key of a skin at the size at which it is seen, and its size in pixels."""
    a, b, c, d = (camera.project(corner) for corner in patch.corners)
    across = max(math.dist(a, b), math.dist(d, c)) / patch.skin.width
    along = max(math.dist(a, d), math.dist(b, c)) / patch.skin.height
    steps = [math.ceil(math.log(max(scale, 0.05), _GROWTH)) for scale in (across, along)]
    wide, high = patch.skin.width + 2 * _PAD, patch.skin.height + 2 * _PAD
    size = min(_MAX_TEXTURE, round(wide * _GROWTH ** steps[0])), min(_MAX_TEXTURE, round(high * _GROWTH ** steps[1]))
    return (patch.skin.key, size), (max(4, size[0]), max(4, size[1]))


def _page(skin: Skin) -> Page:
    """A skin with its outline, and air around it."""
    width, height = skin.width + 2 * _PAD, skin.height + 2 * _PAD
    box = (0.0, 0.0, width, height)
    items: list[Item] = [Shape(skin.outline, fill=skin.colour)]
    if skin.face:
        items.append(Use(skin.face.name))
    if skin.rim:
        items.append(Shape(skin.outline, stroke=skin.rim, line=0.36))
    return Page(width, height, (Group(tuple(items), translation(_PAD, _PAD), skin.outline),), box, box)


class Studio:
    """A picture of `size` pixels in the making, seen by a camera."""

    def __init__(self, size: tuple[int, int], camera: Camera, textures: Textures, image: Image | None = None) -> None:
        self.size, self.textures = size, textures
        self.camera = camera.enlarged(SUPER)
        self.image = image or ground(size)

    def copy(self) -> Studio:
        studio = Studio.__new__(Studio)
        studio.size, studio.textures, studio.camera = self.size, self.textures, self.camera
        studio.image = self.image.copy()
        return studio

    def prepare(self, bodies: Iterable[RoomBody]) -> None:
        self.textures.prepare((patch, self.camera) for body in bodies for patch in body.patches)

    def draw(self, bodies: Sequence[RoomBody]) -> None:
        """Draws bodies, each over the ones before."""
        self.prepare(bodies)
        for body in bodies:
            for blur in body.blurs:
                self._shade(blur)
            for patch in body.patches:
                self._patch(patch)

    def finished(self) -> Image:
        return self.image.reduce(SUPER)

    def _shade(self, blur: Blur) -> None:
        from PIL import Image, ImageDraw, ImageFilter

        pixels = [self.camera.project(point) for point in blur.points]
        middle = _mean(blur.points)
        soft = blur.soft * self.camera.scale(middle)
        soft_y = soft * max(0.3, math.sin(math.radians(self.camera.elevation)))
        coarse = max(1, min(_COARSE, int(min(soft, soft_y) / 1.5)))
        box = _clip(pixels, self.image.size, 3 * soft + 4, coarse)
        if box is None:
            return
        left, top, right, bottom = box
        size = (right - left) // coarse, (bottom - top) // coarse
        finer = 2 if coarse == 1 else 1
        mask = Image.new("L", (size[0] * finer, size[1] * finer))
        points = [((x - left) / coarse * finer, (y - top) / coarse * finer) for x, y in pixels]
        ImageDraw.Draw(mask).polygon(points, fill=255)
        mask = mask.reduce(finer) if finer > 1 else mask
        mask = mask.filter(ImageFilter.GaussianBlur((soft / coarse, soft_y / coarse)))
        if coarse > 1:
            mask = mask.resize((right - left, bottom - top), Image.Resampling.BICUBIC)
        self.image.paste(SHADOW, (left, top), _dithered(mask, blur.depth))

    def _patch(self, patch: RoomPatch) -> None:
        pasted = self.textures.of(patch, self.camera)
        if patch.thick:
            self._edges(patch, pasted)
        pixels = [self.camera.project(corner) for corner in patch.corners]
        if found := self._bent(pasted, patch.skin, pixels):
            (left, top), image = found
            image = _lit(image, patch.lit, pixels, top)
            self.image.paste(image.convert("RGB"), (left, top), image.getchannel("A"))

    def _edges(self, patch: RoomPatch, pasted: Pasted) -> None:
        """The edges below a patch: its outline again and again, in the colours of leaves."""
        from PIL import Image

        scale = self.camera.scale(patch.corners[3]) * math.cos(math.radians(self.camera.elevation))
        steps = max(1, math.ceil(patch.thick * scale))
        mask = Pasted(pasted.image.getchannel("a"), pasted.x, pasted.y)
        base = tuple(int(patch.edge[at : at + 2], 16) for at in (1, 3, 5))
        for step in range(steps):
            deep = patch.thick * (1 - step / steps)
            down = tuple(deep * part for part in patch.down)
            corners = patch.moved((down[0], down[1], down[2])).corners
            found = self._bent(mask, patch.skin, [self.camera.project(corner) for corner in corners])
            if not found:
                return
            at, image = found
            shade = _leaf(step, steps, patch.leaves)
            colour = tuple(min(255, round(channel * shade)) for channel in base)
            self.image.paste(Image.new("RGB", image.size, colour), at, image)

    def _bent(self, pasted: Pasted, skin: Skin, pixels: Sequence[Point2]) -> tuple[tuple[int, int], Image] | None:
        """The pixels of a skin between four corners, and the place of their upper left one."""
        from PIL import Image

        box = _clip(pixels, self.image.size, 4 + 2 * _PAD * pasted.x, 1)
        if box is None:
            return None
        left, top, right, bottom = box
        x0, y0 = _PAD * pasted.x, _PAD * pasted.y
        x1, y1 = x0 + skin.width * pasted.x, y0 + skin.height * pasted.y
        corners = [(x - left, y - top) for x, y in pixels]
        matrix = homography(corners, [(x0, y0), (x1, y0), (x1, y1), (x0, y1)])
        image = pasted.image.transform(
            (right - left, bottom - top),
            Image.Transform.PERSPECTIVE,
            [float(value) for value in matrix.ravel()[:8]],
            Image.Resampling.BICUBIC,
        )
        return (left, top), image.convert("RGBA") if image.mode == "RGBa" else image


def _leaf(step: int, steps: int, leaves: int) -> float:
    """How bright a layer of edges is: darker towards the foot, and uneven where there are many leaves."""
    share = (step + 1) / steps
    grain = ((step * 7919 + 13) % 11 - 5) * 0.016 if leaves > 2 else 0.0
    return 0.72 + 0.24 * share + grain


def _lit(image: Image, lit: tuple[float, float], pixels: Sequence[Point2], top: int) -> Image:
    """An image so much brighter at its top and at its foot."""
    if lit == (1.0, 1.0):
        return image
    import numpy as np
    from PIL import Image as Images

    high, low = min(y for _, y in pixels) - top, max(y for _, y in pixels) - top
    rows = np.clip((np.arange(image.height) - high) / max(1.0, low - high), 0, 1)
    factor = (lit[0] + (lit[1] - lit[0]) * rows).astype(np.float32)[:, None, None]
    data = np.asarray(image).copy()
    data[..., :3] = np.clip(data[..., :3] * factor + 0.5, 0, 255).astype(np.uint8)
    return Images.fromarray(data, "RGBA")


def _mean(points: Sequence[Point3]) -> Point3:
    a, b, c = (sum(axis) / len(points) for axis in zip(*points, strict=True))
    return a, b, c


def _dithered(mask: Image, depth: float) -> Image:
    """A mask `depth` times as strong, without visible steps."""
    import numpy as np
    from PIL import Image as Images

    thresholds = _thresholds(mask.size) if depth < 0.5 else np.float32(0.5)
    data = np.asarray(mask, np.float32) * np.float32(depth) + thresholds
    return Images.fromarray(data.astype(np.uint8), "L")


def _thresholds(size: tuple[int, int]) -> Any:
    """The part of a step from which a pixel is one step brighter, the same for all pixels of one of the picture."""
    import numpy as np

    steps = (np.array(_BAYER, np.float32) + 0.5) / 64
    pattern = np.kron(steps, np.ones((SUPER, SUPER), np.float32))
    across, along = (-(-side // len(pattern)) for side in size)
    return np.tile(pattern, (along, across))[: size[1], : size[0]]


def _clip(
    pixels: Sequence[Point2], size: tuple[int, int], margin: float, unit: int
) -> tuple[int, int, int, int] | None:
    """The box around pixels within a picture, in whole units; None if nothing of it is visible."""
    left = max(0, math.floor((min(x for x, _ in pixels) - margin) / unit))
    top = max(0, math.floor((min(y for _, y in pixels) - margin) / unit))
    right = min(size[0] // unit, math.ceil((max(x for x, _ in pixels) + margin) / unit))
    bottom = min(size[1] // unit, math.ceil((max(y for _, y in pixels) + margin) / unit))
    return (left * unit, top * unit, right * unit, bottom * unit) if right > left and bottom > top else None


def ground(size: tuple[int, int]) -> Image:
    """The ground of a picture at twice its size: light in the middle, a little darker towards its corners."""
    import numpy as np
    from PIL import Image

    width, height = (side * SUPER for side in size)
    x = (np.arange(width, dtype=np.float32) / width - 0.46)[None, :]
    y = (np.arange(height, dtype=np.float32) / height - 0.46)[:, None]
    far = np.clip((x * x * 1.3 + y * y * 1.2) * 1.9, 0, 1)
    far = far * far * (3 - 2 * far)
    thresholds = _thresholds((width, height))
    data: Any = np.empty((height, width, 3), np.uint8)
    for channel, (light, dark) in enumerate(zip(*GROUND, strict=True)):
        data[..., channel] = np.floor(light + (dark - light) * far + thresholds)
    return Image.fromarray(data, "RGB")
