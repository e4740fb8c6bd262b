"""Reads picture files upright: PNG, JPEG, WebP, TIFF, GIF (its first frame) and BMP."""

from __future__ import annotations

import contextlib
import io
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from cardgen.foundations.dataclass import dataclass
from cardgen.store.answers import note_file
from cardgen.store.reach import read_bytes
from cardgen.store.remember import per_file

if TYPE_CHECKING:
    from PIL.Image import Image

MAX_PIXELS = 40_000_000
FORMATS = ("PNG", "JPEG", "WEBP", "TIFF", "GIF", "BMP")
KINDS = "PNG, JPEG, WebP, TIFF, GIF or BMP"
_ORIENTATION = 0x0112  # the EXIF tag for how the camera was held


@dataclass(frozen=True, slots=True)
class Pixels:
    """The upright width and height, and whether the file is usable unchanged: upright, 8 bits, in sRGB.

    `dots` are the dots per inch that the file gives (0: none); `clear`: some of its pixels can be transparent.
    """

    width: int
    height: int
    format: str
    plain: bool
    dots: float = 0.0
    clear: bool = False


def measure(source: Path | bytes) -> Pixels:
    """Measures a picture. Raises ValueError with a message if it cannot be shown."""
    return _measure_file(source) if isinstance(source, Path) else _measure(source)


def has_alpha(source: Path | bytes) -> bool:
    """Whether a picture can have transparent pixels. Raises ValueError."""
    return _file_has_alpha(source) if isinstance(source, Path) else "A" in open_upright(source).getbands()


def open_upright(source: Path | bytes) -> Image:
    """A picture upright, in 8 bits a channel: L, LA, RGB or RGBA. Raises ValueError."""
    from PIL import ImageOps

    with _open(source) as image:
        image = ImageOps.exif_transpose(_eight_bits(image))
        if image.mode in ("CMYK", "YCbCr", "LAB") or image.info.get("icc_profile"):
            image = _srgb(image)
        if image.mode in ("P", "PA"):
            clear = image.mode == "PA" or "transparency" in image.info
            image = image.convert("RGBA" if clear else "RGB")
        elif image.mode in ("L", "RGB") and "transparency" in image.info:
            image = image.convert("RGBA")
        elif image.mode in ("La", "RGBa"):
            image = image.convert(image.mode.upper())
        elif image.mode not in ("L", "LA", "RGB", "RGBA"):
            image = image.convert("L" if image.mode == "1" else "RGB")
        image.load()
        return image


def for_web(source: Path | bytes) -> tuple[str, bytes]:
    """Returns the kind and the bytes of a picture in a format for browsers; it looks as `open_upright` returns it."""
    measured = measure(source)
    if measured.plain and measured.format in ("PNG", "JPEG", "WEBP"):
        return measured.format.lower(), source if isinstance(source, bytes) else read_bytes(source)
    file = io.BytesIO()
    image = open_upright(source)
    for extra in ("icc_profile", "exif", "transparency"):
        image.info.pop(extra, None)
    image.save(file, "PNG")
    return "png", file.getvalue()


@per_file
def _file_has_alpha(path: Path) -> bool:
    return "A" in open_upright(path).getbands()


@per_file
def light_as_alpha(path: Path) -> bytes:
    """A PNG file that is opaque where a picture is bright: a mask of alpha does not depend on inks. Raises
    ValueError."""
    from PIL import Image

    light = open_upright(path).convert("L")
    file = io.BytesIO()
    Image.merge("LA", (Image.new("L", light.size, 0), light)).save(file, "PNG")
    return file.getvalue()


@per_file
def _measure_file(path: Path) -> Pixels:
    return _measure(path)


def _measure(source: Path | bytes) -> Pixels:
    with _open(source) as image:
        image.load()
        width, height = image.size
        turn = image.getexif().get(_ORIENTATION, 1)
        if turn in (5, 6, 7, 8):  # the camera was on its side
            width, height = height, width
        plain = turn == 1 and image.mode in ("1", "L", "LA", "P", "RGB", "RGBA") and not _foreign(image)
        clear = "A" in image.getbands() or "transparency" in image.info
        return Pixels(width, height, image.format or "", plain, _dots(image), clear)


def _dots(image: Image) -> float:
    """The dots to the inch of a file; 0 if it has none, or different ones across and down."""
    resolution = image.info.get("dpi")
    try:
        across, down = (float(each) for each in resolution or (0, 0))
    except (TypeError, ValueError, ZeroDivisionError):  # faulty fractions of EXIF
        return 0.0
    return across if 0 < across < 100_000 and abs(across - down) < 1 else 0.0


@contextlib.contextmanager
def _open(source: Path | bytes) -> Iterator[Image]:
    from PIL import Image, UnidentifiedImageError

    try:
        # Pillow warns about large pictures; cardgen bounds them here
        with warnings.catch_warnings(action="ignore"):
            file = io.BytesIO(source) if isinstance(source, bytes) else source
            if isinstance(source, Path):
                note_file(source)
            with Image.open(file, formats=FORMATS) as image:
                if image.size[0] * image.size[1] > MAX_PIXELS:
                    size = f"{image.size[0]} x {image.size[1]}"
                    raise _TooLarge(f"it has {size} pixels; expected at most {MAX_PIXELS:,}")
                yield image
    except _TooLarge:
        raise
    except Image.DecompressionBombError:
        raise ValueError(f"it has too many pixels; expected at most {MAX_PIXELS:,}") from None
    except UnidentifiedImageError:
        raise ValueError(f"it is no {KINDS} picture that can be read; save it as one") from None
    except Exception as error:  # Pillow raises errors of any kind: struct.error, ZeroDivisionError, SyntaxError
        reason = str(error).partition("\n")[0][:80] or type(error).__name__
        raise ValueError(f"it cannot be read as a {KINDS} picture ({reason})") from None


class _TooLarge(ValueError):
    pass


def _eight_bits(image: Image) -> Image:
    if not image.mode.startswith(("I", "F")):
        return image
    deep = image.convert("F" if image.mode == "F" else "I")
    brightest = deep.getextrema()[1]
    high = 1.0 if image.mode == "F" and isinstance(brightest, float) and brightest <= 1 else 65535.0
    return deep.point(lambda value: value * (255 / high)).convert("L")


def _foreign(image: Image) -> bool:
    """Whether the file's profile differs from sRGB."""
    profile = image.info.get("icc_profile")
    if not profile:
        return False
    from PIL import ImageCms

    try:
        name = ImageCms.getProfileDescription(ImageCms.ImageCmsProfile(io.BytesIO(profile)))
    except (ImageCms.PyCMSError, OSError, ValueError):
        return False
    return "srgb" not in name.lower()


def _srgb(image: Image) -> Image:
    """The picture in sRGB, converted by its own profile if that is usable."""
    from PIL import ImageCms

    mode = "L" if image.mode in ("1", "L") else "RGBA" if image.mode in ("RGBA", "LA", "PA") else "RGB"
    profile = image.info.get("icc_profile")
    if profile and image.mode in ("RGB", "RGBA", "CMYK", "LAB", "L") and (image.mode == "CMYK" or _foreign(image)):
        try:
            own, ours = ImageCms.ImageCmsProfile(io.BytesIO(profile)), ImageCms.createProfile("sRGB")
            converted = ImageCms.profileToProfile(image, own, ours, outputMode="RGB" if mode == "L" else mode)
            if converted is not None:
                converted.info.pop("icc_profile", None)
                return converted
        except (ImageCms.PyCMSError, OSError, ValueError):
            pass
    return image.convert(mode) if image.mode in ("CMYK", "YCbCr", "LAB") else image
