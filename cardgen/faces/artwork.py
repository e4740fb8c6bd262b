"""SVG pictures of a game: read once, their words in the game's fonts, the pictures inside them from its folder."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from cardgen.drawing import Symbol
from cardgen.errors import Fault, InputError, Place
from cardgen.library import Home
from cardgen.remember import per_file
from cardgen.svg.drawn import Noted
from cardgen.svg.raster import DPI, rastered
from cardgen.svg.read import read_drawing
from cardgen.svg.reading import Find
from cardgen.text.fonts import FontFace, font_face

SUFFIXES = (".svg", ".svgz")
Fonts = tuple[tuple[str, str], ...]  # families by their use


@dataclass(frozen=True, slots=True, eq=False)
class Artwork:
    """An SVG picture: the symbol that draws it, the pictures and font faces that this needs, what of it takes pixels
    (`beyond`), and what no print shows (`passed`)."""

    path: Path
    symbol: Symbol
    pictures: dict[str, Path | bytes]
    faces: tuple[FontFace, ...]
    beyond: tuple[Noted, ...]
    passed: tuple[Noted, ...]
    faults: tuple[Fault, ...]


@per_file
def artwork(path: Path, key: str, home: Home, fonts: Fonts) -> Artwork:
    """The picture of a file; `key` begins the names of what it holds. Raises InputError."""
    used: dict[str, FontFace] = {}

    def face(families: tuple[str, ...], bold: bool, italic: bool, place: Place) -> FontFace:
        found = _face(families, bold, italic, place, home, fonts)
        used[found.name] = found
        return found

    drawn = read_drawing(path, key, face, _finder(path, home))
    symbol = Symbol(key, (0.0, 0.0, drawn.width, drawn.height), drawn.items)
    return Artwork(path, symbol, drawn.pictures, tuple(used.values()), drawn.beyond, drawn.passed, drawn.faults)


def pixels_of(
    found: Artwork, width: float, height: float, home: Home, fonts: Fonts
) -> tuple[str, tuple[int, int], bytes]:
    """A PNG of a picture for a place of so many mm: its key, its size in pixels, and the file's bytes."""
    across, down = round(width / 25.4 * DPI), round(height / 25.4 * DPI)
    data = _pixels(found.path, across, home, fonts)
    return f"{found.symbol.name}@{across}", (max(1, across), max(1, down)), data


@per_file
def _pixels(path: Path, across: int, home: Home, fonts: Fonts) -> bytes:
    files = {}
    for _, family in fonts:
        for face in ("regular", "bold", "italic", "bold-italic"):
            try:
                files[f"{family}/{face}"] = home.font(family, face)
            except InputError:
                continue
    text = dict(fonts).get("text")
    named = _family(files[f"{text}/regular"]) if f"{text}/regular" in files else ""
    return rastered(path, across, files, named, _finder(path, home))


@lru_cache(maxsize=20)
def _family(path: Path) -> str:
    """What a font calls itself."""
    from fontTools.ttLib import TTFont

    with TTFont(path, lazy=True) as font:
        return font["name"].getBestFamilyName() or ""


def _finder(path: Path, home: Home) -> Find:
    def find(address: str, place: Place) -> Path:
        """A file beside the picture, within the game's folder or library."""
        base = next((b for b in (home.folder, home.library) if b and path.is_relative_to(b.resolve())), home.folder)
        named = os.path.relpath(os.path.normpath(path.parent / address), os.path.realpath(base))
        return home.picture(Path(named).as_posix(), place)

    return find


def _face(families: tuple[str, ...], bold: bool, italic: bool, place: Place, home: Home, fonts: Fonts) -> FontFace:
    """The face of the first family that the game has, by its use or by its folder's name; else that of its texts."""
    uses = dict(fonts)
    plain = [re.sub(r"[^a-z0-9]+", "-", family.lower()).strip("-") for family in families]
    known = {**uses, **{family: family for family in uses.values()}}
    family = next((known[name] for name in plain if name in known), uses.get("text") or next(iter(uses.values()), ""))
    face = {(False, False): "regular", (True, False): "bold", (False, True): "italic"}.get(
        (bold, italic), "bold-italic"
    )
    try:
        path = home.font(family, face, place)
    except InputError:
        face = "regular"
        path = home.font(family, face, place)
    return font_face(path, f"{family}/{face}")
