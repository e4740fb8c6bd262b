"""SVG pictures of a game: read once, their words in the game's fonts, the pictures inside them from its folder."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from cardgen.drawing import Symbol
from cardgen.errors import Fault, Place
from cardgen.faces.lettering import Lettering
from cardgen.library import Home
from cardgen.remember import per_file
from cardgen.svg.drawn import Noted
from cardgen.svg.raster import DPI, rastered
from cardgen.svg.read import read_drawing
from cardgen.svg.reading import Find
from cardgen.text.font_file import family_of
from cardgen.text.fonts import Font, FontFace

SUFFIXES = (".svg", ".svgz")


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
def artwork(path: Path, key: str, home: Home, fonts: Lettering) -> Artwork:
    """The picture of a file; `key` begins the names of what it holds. Raises InputError."""
    used: dict[str, FontFace] = {}

    def font(families: tuple[str, ...], bold: bool, italic: bool, place: Place) -> Font:
        found = fonts.called(families, bold, italic, place)
        used.update((face.name, face) for face in found.faces)
        return found

    drawn = read_drawing(path, key, font, _finder(path, home))
    symbol = Symbol(key, (0.0, 0.0, drawn.width, drawn.height), drawn.items)
    return Artwork(path, symbol, drawn.pictures, tuple(used.values()), drawn.beyond, drawn.passed, drawn.faults)


def pixels_of(
    found: Artwork, width: float, height: float, home: Home, fonts: Lettering
) -> tuple[str, tuple[int, int], bytes]:
    """A PNG of a picture for a place of so many mm: its key, its size in pixels, and the file's bytes."""
    across, down = round(width / 25.4 * DPI), round(height / 25.4 * DPI)
    data = _pixels(found.path, across, home, fonts)
    return f"{found.symbol.name}@{across}", (max(1, across), max(1, down)), data


@per_file
def _pixels(path: Path, across: int, home: Home, fonts: Lettering) -> bytes:
    faces = [(use, bold, italic) for use, _ in fonts.choices for bold in (False, True) for italic in (False, True)]
    found = [fonts.font(*face, None)[0].own.source.path for face in faces]
    text = fonts.called((), False, False, None).own.source
    return rastered(path, across, sorted({*found}), family_of(text), _finder(path, home))


def _finder(path: Path, home: Home) -> Find:
    def find(address: str, place: Place) -> Path:
        """A file beside the picture, within the game's folder or library."""
        base = next((b for b in (home.folder, home.library) if b and path.is_relative_to(b.resolve())), home.folder)
        named = os.path.relpath(os.path.normpath(path.parent / address), os.path.realpath(base))
        return home.picture(Path(named).as_posix(), place)

    return find
