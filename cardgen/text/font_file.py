"""Reads font files: their faces, the names of these, and the reason if a file is unusable.

TTF, OTF, collections (TTC, OTC), variable fonts: OpenType 1.9. WOFF and WOFF2: W3C Recommendations, 2012 and 2024.
"""

from __future__ import annotations

import contextlib
import hashlib
import re
import struct
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import uharfbuzz as hb

from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import InputError, Place, fail
from cardgen.graphics.drawing import FontSource
from cardgen.store import cache
from cardgen.store.reach import read_bytes
from cardgen.store.remember import per_file
from cardgen.text.isolated_font import DAMAGED, MAX_BYTES, unpack_isolated

WEIGHT = "wght"
_PLAIN = (b"\0\1\0\0", b"OTTO", b"true")
_COLLECTION, _PACKED = b"ttcf", (b"wOFF", b"wOF2")
_MAX_FACES = 64
_KIND = "fonts"


@dataclass(frozen=True, slots=True)
class FaceInfo:
    """One face of a file: its families (slugs of its names), its weights (the lightest and the heaviest, which differ
    only in a variable font), whether it slants, and its width (100 is normal)."""

    path: Path
    number: int
    families: tuple[str, ...]
    weights: tuple[float, float]
    italic: bool
    width: float

    def source(self, weight: float) -> FontSource:
        """The font source at a weight, or at the nearest one."""
        low, high = self.weights
        axes = ((WEIGHT, min(max(weight, low), high)),) if low < high else ()
        return FontSource(self.path, self.number, axes)


def slug(name: str) -> str:
    """The name of a family in definitions: source-sans-3 for `Source Sans 3`."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")


@per_file
def faces_in(path: Path) -> tuple[FaceInfo, ...]:
    """The faces of a file. Raises InputError if it is no font, or one without outlines."""
    with usable(path):
        return tuple(_info(path, number) for number in range(_count(path)))


@per_file
def open_face(path: Path, number: int = 0) -> hb.Face:
    """One face of a file. Raises InputError."""
    place, blob, count = Place(str(path)), _blob(path), _count(path)
    if number >= count:
        raise fail(f"this file holds {count} font{'s' * (count > 1)}, so there is no #{number + 1}", place)
    face = hb.Face(blob, number)
    try:
        tables = set(face.table_tags)
    except UnicodeDecodeError:
        raise fail("this font is damaged: expected tables with names of ASCII letters", place) from None
    if not tables & {"glyf", "CFF ", "CFF2"}:
        pictures = tables & {"CBDT", "sbix", "SVG ", "EBDT", "bdat"}
        kind = "only pictures of its characters, as colour emoji do" if pictures else "no outlines"
        raise fail(f"this font has {kind}; expected one with outlines (TrueType or CFF)", place)
    missing = {"cmap", "head", "hhea", "hmtx", "maxp"} - tables
    if missing or not face.glyph_count or not face.unicodes:
        lacks = f"its table '{min(missing)}'" if missing else "all characters"
        raise fail(f"this font is damaged: it lacks {lacks}", place)
    return face


@per_file
def _count(path: Path) -> int:
    head = bytes(_blob(path).data[:12])
    if head[:4] != _COLLECTION:
        return 1
    count = struct.unpack(">L", head[8:12])[0] if len(head) == 12 else 0
    if not 0 < count <= _MAX_FACES:
        raise fail(f"expected a collection of 1 to {_MAX_FACES} fonts, got {count}", Place(str(path)))
    return count


@per_file
def _blob(path: Path) -> hb.Blob:
    """The bytes of a font, unpacked. Raises InputError if they are none."""
    place = Place(str(path))
    try:
        size = path.stat().st_size
        if size > MAX_BYTES:
            raise fail(f"expected a font of at most {MAX_BYTES:,} bytes, got {size:,}", place)
        with path.open("rb") as file:
            head = file.read(4)
        if head in (*_PLAIN, _COLLECTION):
            return hb.Blob.from_file_path(str(path))
    except (OSError, hb.HarfBuzzError) as error:
        reason = getattr(error, "strerror", None) or error
        raise fail(f"expected a font file, which cardgen cannot open here: {reason}", place) from None
    if head not in _PACKED:
        got = "a file of another kind" if head else "an empty file"
        raise fail(f"expected a font as TTF, OTF, TTC, WOFF or WOFF2, got {got}", place)
    return hb.Blob(_unpacked(path))


def _unpacked(path: Path) -> bytes:
    """The unpacked font of a WOFF or WOFF2 file, kept between commands."""
    packed = read_bytes(path, MAX_BYTES)
    name = f"{hashlib.sha256(packed).hexdigest()[:32]}.sfnt"
    if (known := cache.read(_KIND, name)) is not None:
        return known
    plain = unpack_isolated(path)
    cache.keep(_KIND, name, plain)
    return plain


@contextlib.contextmanager
def usable(path: Path) -> Iterator[None]:
    """Turns the various errors of font libraries into an InputError."""
    try:
        yield
    except InputError:
        raise
    except Exception:
        raise fail(DAMAGED, Place(str(path))) from None


def name_of(face: hb.Face, which: hb.OTNameIdPredefined) -> str:
    """A name of a face; empty if it has none that can be read."""
    try:
        return face.get_name(which, "en") or ""
    except UnicodeDecodeError:
        return ""


def family_of(source: FontSource) -> str:
    """The family name of a font; the typographic one, which all weights share, if it has one."""
    return next(_family_names(open_face(source.path, source.number)), "")


def _family_names(face: hb.Face) -> Iterator[str]:
    ids = hb.OTNameIdPredefined
    return filter(None, (name_of(face, each) for each in (ids.TYPOGRAPHIC_FAMILY, ids.FONT_FAMILY)))


def plain_file(path: Path, folder: Path) -> Path:
    """The file itself, or its unpacked font in a folder. Raises InputError."""
    with path.open("rb") as file:
        if file.read(4) not in _PACKED:
            return path
    plain = folder / f"{hashlib.sha256(str(path).encode()).hexdigest()[:32]}.sfnt"
    plain.write_bytes(_blob(path).data)
    return plain


def _info(path: Path, number: int) -> FaceInfo:
    face = open_face(path, number)
    font = hb.Font(face)
    families = tuple(dict.fromkeys(map(slug, _family_names(face))))
    axes = {axis.tag: axis for axis in face.axis_infos}
    weight = font.get_style_value(hb.StyleTag.WEIGHT)
    weights = (axes[WEIGHT].min_value, axes[WEIGHT].max_value) if WEIGHT in axes else (weight, weight)
    italic = font.get_style_value(hb.StyleTag.ITALIC) > 0 or abs(font.get_style_value(hb.StyleTag.SLANT_ANGLE)) > 1
    return FaceInfo(path, number, families, weights, italic, font.get_style_value(hb.StyleTag.WIDTH))
