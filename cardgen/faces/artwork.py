"""Reads SVG pictures of a game once, with their words in the game's fonts and the pictures inside them from its
folder."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from cardgen.faces.lettering import Lettering
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import Place
from cardgen.graphics.drawing import Picture, Symbol
from cardgen.store.library import Home
from cardgen.store.remember import per_file
from cardgen.svg.drawn import SvgDrawing
from cardgen.svg.patching import with_patches
from cardgen.svg.raster import DPI, rasterise
from cardgen.svg.read import draw_tree
from cardgen.svg.reading import Find
from cardgen.svg.tree import Element, read_file
from cardgen.text.font_file import family_of
from cardgen.text.fonts import Font, FontFace


@dataclass(frozen=True, slots=True, eq=False)
class Artwork:
    """An SVG picture: its drawing, its symbol, the font faces that it needs, and the fonts that have them. A `filled`
    picture shows a card's values, and is drawn for that card alone. `called` is its name in messages, as layouts and
    cards write it."""

    path: Path
    drawn: SvgDrawing
    symbol: Symbol
    faces: tuple[FontFace, ...]
    fonts: Lettering
    called: str = ""
    filled: bool = False

    @property
    def sharp(self) -> bool:
        """Returns whether it is sharp at any size."""
        return not (self.drawn.patches or self.drawn.beyond)


@per_file
def artwork(path: Path, key: str, home: Home, fonts: Lettering) -> Artwork:
    """Reads the picture of a file; `key` is the prefix of the names of its pictures. Raises InputError."""
    return _read(path, read_file(path), key, key, home, fonts)


def layer_of(path: Path, root: Element, key: str, name: str, home: Home, fonts: Lettering, filled: bool) -> Artwork:
    """A layer of a picture, perhaps `filled` in; `key` is the prefix of the names of the whole picture's pictures,
    `name` the name of the layer's symbol. Raises InputError."""
    return replace(_read(path, root, key, name, home, fonts), filled=filled)


def _read(path: Path, root: Element, key: str, name: str, home: Home, fonts: Lettering) -> Artwork:
    used: dict[str, FontFace] = {}

    def font(families: tuple[str, ...], bold: bool, italic: bool, place: Place) -> Font:
        font = fonts.find_font(families, bold, italic, place)
        used.update((face.name, face) for face in font.faces)
        return font

    drawn = draw_tree(root, Place(str(path)), key, font, _finder(path, home))
    symbol = Symbol(name, (0.0, 0.0, drawn.width, drawn.height), drawn.items)
    called = key.removeprefix("pictures/").rpartition("#")[0]
    return Artwork(path, drawn, symbol, tuple(used.values()), fonts, called)


def at_size(artwork: Artwork, width: float) -> tuple[Symbol, dict[str, bytes]]:
    """Returns a picture for a place `width` mm wide, with its pixels if it needs them. Raises InputError."""
    return _at_size(artwork.path, artwork, max(1, round(width / 25.4 * DPI)))


@per_file
def _at_size(path: Path, artwork: Artwork, across: int) -> tuple[Symbol, dict[str, bytes]]:
    fonts = artwork.fonts
    faces = [(use, bold, italic) for use, _ in fonts.choices for bold in (False, True) for italic in (False, True)]
    place = Place(str(path))
    files = sorted({face.source.path for each in faces for face in fonts.font(*each, place)[0].faces})
    text = fonts.find_font((), False, False, place).own.source

    def raster(drawings: Sequence[tuple[str, int]]) -> list[bytes]:
        return rasterise(drawings, files, family_of(text), place)

    drawn, key = artwork.drawn, f"{artwork.symbol.name}@{across}"
    if drawn.whole is None:
        items, pictures = with_patches(drawn, key, across / drawn.width, raster)
    else:
        items, pictures = (Picture(*artwork.symbol.box, key),), {key: raster([(drawn.whole, across)])[0]}
    return Symbol(key, artwork.symbol.box, items), pictures


def _finder(path: Path, home: Home) -> Find:
    def find(address: str, place: Place) -> Path:
        """A file beside the picture, within the game's folder or library."""
        base = next((b for b in (home.folder, home.library) if b and path.is_relative_to(b.resolve())), home.folder)
        named = os.path.relpath(os.path.normpath(path.parent / address), os.path.realpath(base))
        return home.picture(Path(named).as_posix(), place)

    return find
