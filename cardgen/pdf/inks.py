"""Converts colours for output: to screen colours, to the inks of a press by its ICC profile, or to plates of these
inks.

`PressInks` also limits all inks together, and lets black words overprint.
"""

from __future__ import annotations

import copy
import hashlib
import io
import math
import shutil
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from cardgen.graphics import pixels
from cardgen.pdf.numbers import numbers

if TYPE_CHECKING:
    import numpy
    from PIL.Image import Image

OVERPRINT = "<< /OP true /op true /OPM 1 >>"  # PDF 1.7, 8.6.7: a component of 0 leaves what is below
INVISIBLE_TEXT = "3 Tr"  # render mode 3: neither filled nor stroked (PDF 1.7, 9.3.6)
_LARGE_PIXELS = 300  # on a side
_GHOSTSCRIPT = ("gs", "gswin64c", "gswin32c")


def ghostscript() -> str | None:
    """The path of Ghostscript, which measures inks best, if it is installed."""
    return next(filter(None, map(shutil.which, _GHOSTSCRIPT)), None)


class Inks:
    """Screen colours, as they are. `space` is the colour space, `key` is equal if all colours are written alike."""

    key = ""
    space = "DeviceRGB"
    fills, strokes = "rg", "RG"

    def components(self, colour: str) -> tuple[float, ...]:
        """The components of a colour (`#rrggbb`, its alpha left out), each from 0 to 1."""
        return tuple(int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))

    def fill(self, colour: str) -> str:
        """The operator that fills with it."""
        return f"{_operands(self, colour[:7])} {self.fills}"

    def stroke(self, colour: str) -> str:
        return f"{_operands(self, colour[:7])} {self.strokes}"

    def words(self, colour: str) -> tuple[str, str | None]:
        """The operator that fills words of a colour, and the graphics state to set for them, such as overprint."""
        return self.fill(colour), None

    def image(self, source: Path | bytes) -> tuple[Path | Image, Image | None]:
        """The picture to embed, the file itself if possible, and its alpha if that is separate."""
        picture = pixels.measure(source)
        if isinstance(source, Path) and picture.plain and picture.format in ("PNG", "JPEG"):
            return source, None
        return pixels.open_upright(source), None

    @property
    def above_layers(self) -> Inks:
        """These inks for items above print layers, where black words also knock out what they cover."""
        return self

    @property
    def masks(self) -> Inks:
        """The inks for soft masks, in which only brightness counts."""
        return self


class Grey(Inks):
    """The brightness of colours, for soft masks."""

    key = "grey"
    space = "DeviceGray"
    fills, strokes = "g", "G"

    def components(self, colour: str) -> tuple[float, ...]:
        red, green, blue = super().components(colour)
        return (0.3 * red + 0.59 * green + 0.11 * blue,)  # PDF 1.7, 11.3.5.3

    def image(self, source: Path | bytes) -> tuple[Path | Image, Image | None]:
        image = pixels.open_upright(source)
        alpha = image.getchannel("A") if "A" in image.getbands() else None
        return image.convert("L"), alpha


SCREEN, GREY = Inks(), Grey()


class PressInks(Inks):
    """Cyan, magenta, yellow and black, by the ICC profile of a press (its bytes).

    All inks together cover at most `limit` (1 is one full ink, 2.4 is 240 %): beyond it, cyan, magenta and yellow are
    thinned alike. Words whose red, green and blue are at most `black` (from 0 to 1) are printed in black alone, which
    overprints.

    Raises ValueError with a message if the profile is not for such a press.
    """

    space = "DeviceCMYK"
    fills, strokes = "k", "K"

    def __init__(self, profile: bytes, limit: float = 4.0, black: float = 0.26) -> None:
        self.profile = profile
        self.limit = limit
        self.black = black
        self.key = f"{hashlib.sha256(profile).hexdigest()} {limit:g} {black:g}"
        self.over = True  # whether black words overprint
        _transform(profile)

    def components(self, colour: str) -> tuple[float, ...]:
        return _convert(self.profile, self.limit, super().components(colour))

    def is_black(self, colour: str) -> bool:
        """Whether words of a colour read as black."""
        return len(colour) == 7 and max(super().components(colour)) <= self.black

    def words(self, colour: str) -> tuple[str, str | None]:
        if not self.is_black(colour):
            return super().words(colour)
        return "0 0 0 1 k", OVERPRINT if self.over else None

    @property
    def above_layers(self) -> Inks:
        inks = copy.copy(self)
        inks.over, inks.key = False, f"{self.key} above layers"
        return inks

    def image(self, source: Path | bytes) -> tuple[Path | Image, Image | None]:
        from PIL import Image

        rgb, alpha = _rgb(source)
        return Image.fromarray(self.to_inks(rgb), "CMYK"), alpha

    def to_inks(self, image: Image) -> numpy.ndarray:
        """The inks (0 to 255) of an RGB picture's pixels."""
        return _limit_inks(_transform(self.profile), image, self.limit)

    @property
    def masks(self) -> Inks:
        return GREY


class Plates(Inks):
    """The separations of a press as light, which a rasteriser can draw: cyan, magenta and yellow as the red, green and
    blue that they take away; or black alone as grey.
    """

    def __init__(self, press: PressInks, black: bool) -> None:
        self.press = press
        self.of_black = black
        self.key = f"plates {black} {press.key}"
        self.space = "DeviceGray" if black else "DeviceRGB"
        self.fills, self.strokes = ("g", "G") if black else ("rg", "RG")

    def components(self, colour: str) -> tuple[float, ...]:
        tints = self.press.components(colour)
        return tuple(1 - part for part in (tints[3:] if self.of_black else tints[:3]))

    def words(self, colour: str) -> tuple[str, str | None]:
        if self.press.is_black(colour):  # black words overprint the other inks
            return ("0 g" if self.of_black else INVISIBLE_TEXT), None
        return super().words(colour)

    def image(self, source: Path | bytes) -> tuple[Path | Image, Image | None]:
        from PIL import Image

        rgb, alpha = map(_coarse, _rgb(source))
        assert rgb
        inked = 255 - self.press.to_inks(rgb)
        shown = inked[:, :, 3] if self.of_black else inked[:, :, :3]
        return Image.fromarray(shown.copy(), "L" if self.of_black else "RGB"), alpha

    @property
    def masks(self) -> Inks:
        return GREY


@lru_cache(maxsize=5000)
def _operands(inks: Inks, colour: str) -> str:
    return numbers(inks.components(colour))


def _rgb(source: Path | bytes) -> tuple[Image, Image | None]:
    image = pixels.open_upright(source)
    alpha = image.getchannel("A") if "A" in image.getbands() else None
    return image.convert("RGB"), alpha


def _coarse(image: Image | None) -> Image | None:
    """Halves the width and height of large pictures, because plates are only measured."""
    return image.reduce(2) if image and min(image.size) > _LARGE_PIXELS else image


@lru_cache(maxsize=8)
def _transform(profile: bytes):
    """The transform from sRGB: relative colorimetric, with black point compensation. Raises ValueError."""
    from PIL import ImageCms

    try:
        own = ImageCms.ImageCmsProfile(io.BytesIO(profile))
    except (OSError, ImageCms.PyCMSError):
        raise ValueError("cardgen cannot read it as an ICC profile") from None
    space = own.profile.xcolor_space.strip()
    if space != "CMYK":
        raise ValueError(f"it is a profile of {space} colours; expected one of a press: CMYK")
    try:
        return ImageCms.buildTransform(
            ImageCms.createProfile("sRGB"),
            own,
            "RGB",
            "CMYK",
            ImageCms.Intent.RELATIVE_COLORIMETRIC,
            ImageCms.Flags.BLACKPOINTCOMPENSATION,
        )
    except ImageCms.PyCMSError:
        raise ValueError("it is a profile from which colours can be read, not one to print with") from None


@lru_cache(maxsize=5000)
def _convert(profile: bytes, limit: float, rgb: tuple[float, ...]) -> tuple[float, ...]:
    from PIL import Image

    if rgb == (1.0, 1.0, 1.0):
        return 0.0, 0.0, 0.0, 0.0  # paper
    pixel = Image.new("RGB", (1, 1), tuple(round(255 * part) for part in rgb))
    return tuple(round(float(part) / 255, 4) for part in _limit_inks(_transform(profile), pixel, limit)[0, 0])


def _limit_inks(transform, image: Image, limit: float) -> numpy.ndarray:
    """The inks of a picture's pixels, with less cyan, magenta and yellow where the sum is over the limit."""
    import numpy
    from PIL import ImageCms

    inks = numpy.array(ImageCms.applyTransform(image, transform))
    colours = inks[:, :, :3].sum(axis=2, dtype=numpy.int32)
    room = math.floor(255 * limit) - inks[:, :, 3].astype(numpy.int32)
    over = colours > room
    if over.any():
        part = room[over] / colours[over]
        inks[over, :3] = numpy.floor(inks[over, :3] * part[:, None])
    return inks
