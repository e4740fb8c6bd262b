"""What the faces of a game are drawn from: icons, patterns, pictures and fonts, each looked up and checked once."""

from __future__ import annotations

import hashlib
import warnings
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from cardgen.definitions import nodes
from cardgen.definitions.game import Game
from cardgen.drawing import CURRENT, Shape, Symbol
from cardgen.errors import UNKNOWN_NAME, Place, fail, nearest
from cardgen.faces import svg
from cardgen.remember import per_file, per_object
from cardgen.text.families import choose, face_name
from cardgen.text.fonts import Font, FontFace, font_face
from cardgen.text.fonts import font as font_of

LEAST_TILE = 1.0  # mm; smaller ones are no pattern but many thousand shapes on every card
MAX_PIXELS = 40_000_000
_STANDS = {"italic": "upright", "bold": "no bolder than others"}


@dataclass(frozen=True, slots=True)
class PictureFile:
    """A picture that can be printed: its key in the document, and its width and height in pixels."""

    key: str
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Tile:
    """A pattern's tile: the symbol that draws it, and its width and height in millimetres."""

    symbol: str
    width: float
    height: float


class Supplies:
    """What is asked for is at hand for documents: `symbols`, `pictures` and `fonts`, by name."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.symbols: dict[str, Symbol] = {}
        self.pictures: dict[str, Path] = {}
        self.fonts: dict[str, FontFace] = {}
        self.stand_ins: dict[str, Place] = {}  # what fonts lack that texts ask for, and where
        self._fonts: dict[tuple[str, bool, bool, str], tuple[Font, str]] = {}
        self.named_icons: set[str] = set()  # those that texts name
        self._pictures: dict[str, PictureFile] = {}
        self._tiles: dict[str, Tile] = {}
        self._files: dict[str, Path] = {}  # of icons
        icons = ((design.id, design.fields.get("icon")) for design in game.designs)
        self._card_icons = {card: icon for card, icon in icons if isinstance(icon, str)}

    def apart(self) -> Supplies:
        """The same supplies, with nothing at hand yet."""
        return _Apart(self)

    def add(self, other: Supplies) -> None:
        """Takes what others have at hand."""
        self.symbols |= other.symbols
        self.pictures |= other.pictures
        self.fonts |= other.fonts
        self.stand_ins |= other.stand_ins
        self.named_icons |= other.named_icons

    def icon(self, name: str, place: Place) -> Symbol:
        """An icon in its own view box, filled with the colour that its use gives."""
        key = f"icons/{name}"
        if key not in self._files:
            self._files[key] = self.game.home.find("icons", name, place)
            self.symbols[key] = _icon(self._files[key], key)
        return self.symbols[key]

    def tile(self, name: str, place: Place) -> Tile:
        """A pattern's tile. What it draws may reach into its neighbours, so that no seams show between them."""
        if name not in self._tiles:
            symbol, width, height = _pattern(self.game.home.find("patterns", name, place), f"patterns/{name}")
            if min(width, height) < LEAST_TILE:
                found = f"{width:g} x {height:g} mm"
                raise fail(f"the pattern '{name}' has tiles of {found}; expected {LEAST_TILE:g} mm or more", place)
            self.symbols[symbol.name] = symbol
            self._tiles[name] = Tile(symbol.name, width, height)
        return self._tiles[name]

    def shade(self, icon: Symbol, line: float) -> Symbol:
        """The silhouette of an icon, `line` wider (in the icon's units) on every side."""
        key = f"{icon.name}/shade/{line:.1f}"
        if key not in self.symbols:
            self.symbols[key] = _shade(self._files[icon.name], icon.name, key, round(line, 1))
        return self.symbols[key]

    def inline_icon(self, name: str, place: Place) -> Symbol:
        """The icon that a text names: one of the game's `icons:`, a card's own, or a file's."""
        self.named_icons.add(name)
        named = self.resolved(name)
        if named is None and f"icons/{name}" not in self.symbols and not self.game.home.has("icons", name):
            names = [*self.game.icons, *self._card_icons, *self.game.home.names("icons")]
            raise fail(f"there is no icon ':{name}:'{nearest(name, names)}", place, UNKNOWN_NAME)
        if name in self.game.icons:
            place = nodes.at(self.game.node, "icons", name)
        return self.icon(named or name, place)

    def resolved(self, name: str) -> str | None:
        """The icon that a text's name stands for; None: it is the icon's own."""
        return self.game.icons.get(name) or self._card_icons.get(name)

    def font(self, use: str, bold: bool, italic: bool, place: Place, language: str) -> Font:
        """The font of a use of the game's look (text, display) in a language."""
        return self._used(*self._told_font(use, bold, italic, place, language), place)

    def _used(self, font: Font, lacks: str, place: Place) -> Font:
        self.fonts.update((face.name, face) for face in font.faces)
        if lacks:
            self.stand_ins.setdefault(lacks, place)
        return font

    def _told_font(self, use: str, bold: bool, italic: bool, place: Place, language: str) -> tuple[Font, str]:
        key = use, bold, italic, language
        if key not in self._fonts:
            self._fonts[key] = self._font(use, bold, italic, place, language)
        return self._fonts[key]

    def _font(self, use: str, bold: bool, italic: bool, place: Place, language: str) -> tuple[Font, str]:
        """The font, and what is to be told of its first face."""
        choices = self.game.fonts
        if use not in choices:
            raise fail(f"there is no font '{use}' in look.fonts{nearest(use, choices)}", place, UNKNOWN_NAME)
        families, named = choices[use].families(language), nodes.at(self.game.node, "look", "fonts", use)
        if not families:
            raise fail(f"look.fonts.{use}: no font for the language '{language}'; add one, or else:", named)
        chosen = {family: choose(self._font_files, family, bold, italic, named) for family in families}
        face = face_name(bold, italic)
        faces = {family: font_face(f"{family.label}/{face}", each.source) for family, each in chosen.items()}
        first, own = families[0], choices[use].own(language)
        lacks = chosen[first].lacks
        told = f"the font '{first.name}' has no {lacks} face, so such words stand {_STANDS[lacks]}" if lacks else ""
        return font_of(tuple(faces.values()), faces[own] if own else faces[first], language), told

    @cached_property
    def _font_files(self) -> tuple[tuple[Path, ...], ...]:
        return self.game.home.fonts()

    def font_files(self) -> list[Path]:
        """The files of all fonts that the game's look may take. Raises InputError."""
        place = Place(str(self.game.home.folder / "game.yaml"))
        found = [
            self._told_font(use, bold, italic, place, language)[0]
            for use in self.game.fonts
            for language in self.game.languages
            for bold in (False, True)
            for italic in (False, True)
        ]
        return sorted({face.source.path for font in found for face in font.faces})

    def picture(self, name: str, place: Place) -> PictureFile:
        """A picture of the game, opened to see that it is one; its key changes with its content."""
        if name not in self._pictures:
            path = self.game.home.picture(name, place)
            width, height = _measure(path, name, place)
            key = f"{name}#{hashlib.sha256(path.read_bytes()).hexdigest()[:16]}"
            self.pictures[key] = path
            self._pictures[name] = PictureFile(key, width, height)
        return self._pictures[name]


class _Apart(Supplies):
    """Supplies that have at hand what was asked of themselves; `whole` looks it up, for all of them together."""

    def __init__(self, whole: Supplies) -> None:
        self.game, self.whole = whole.game, whole
        self.symbols, self.pictures, self.fonts, self.named_icons, self.stand_ins = {}, {}, {}, set(), {}

    def icon(self, name: str, place: Place) -> Symbol:
        return self._keep(self.whole.icon(name, place))

    def shade(self, icon: Symbol, line: float) -> Symbol:
        return self._keep(self.whole.shade(icon, line))

    def inline_icon(self, name: str, place: Place) -> Symbol:
        self.named_icons.add(name)
        return self._keep(self.whole.inline_icon(name, place))

    def tile(self, name: str, place: Place) -> Tile:
        found = self.whole.tile(name, place)
        self._keep(self.whole.symbols[found.symbol])
        return found

    def resolved(self, name: str) -> str | None:
        return self.whole.resolved(name)

    def font(self, use: str, bold: bool, italic: bool, place: Place, language: str) -> Font:
        font, lacks = self.whole._told_font(use, bold, italic, place, language)
        return self._used(font, lacks, place)

    def picture(self, name: str, place: Place) -> PictureFile:
        found = self.whole.picture(name, place)
        self.pictures[found.key] = self.whole.pictures[found.key]
        return found

    def _keep(self, symbol: Symbol) -> Symbol:
        self.symbols[symbol.name] = symbol
        return symbol


@per_object
def symbol_digest(symbol: Symbol) -> str:
    """Changes with what a symbol draws."""
    return hashlib.blake2b(repr(symbol).encode(), digest_size=8).hexdigest()


@per_file
def _icon(path: Path, key: str) -> Symbol:
    segments, (left, top, width, height) = svg.read_svg(path)
    return Symbol(key, (left, top, left + width, top + height), (Shape(segments, fill=CURRENT),))


@per_file
def _shade(path: Path, icon: str, key: str, line: float) -> Symbol:
    left, top, right, bottom = _icon(path, icon).box
    outline = svg.silhouette(svg.read_svg(path)[0])
    stroke = CURRENT if line else None
    box = (left - line, top - line, right + line, bottom + line)
    return Symbol(key, box, (Shape(outline, CURRENT, stroke, 2 * line),))


@per_file
def _pattern(path: Path, key: str) -> tuple[Symbol, float, float]:
    """A tile, its width and its height; its box is that of its neighbours too."""
    segments, (left, top, width, height) = svg.read_svg(path)
    box = (left - width, top - height, left + 2 * width, top + 2 * height)
    return Symbol(key, box, (Shape(segments, fill=CURRENT),)), width, height


def _measure(path: Path, name: str, place: Place) -> tuple[int, int]:
    from PIL import Image, UnidentifiedImageError

    try:
        # Pillow warns of large pictures on its own; ours are bounded below
        with warnings.catch_warnings(action="ignore"), Image.open(path, formats=["PNG", "JPEG"]) as image:
            width, height = image.size
            if width * height > MAX_PIXELS:
                message = f"the picture '{name}' has {width} x {height} pixels; expected at most {MAX_PIXELS:,}"
                raise fail(message, place)
            image.load()
            if image.getexif().get(0x0112, 1) in (5, 6, 7, 8):  # EXIF orientation: on its side
                width, height = height, width
    except (UnidentifiedImageError, Image.DecompressionBombError, OSError, SyntaxError, ValueError) as error:
        if isinstance(error, Image.DecompressionBombError):
            raise fail(f"the picture '{name}' has too many pixels; expected at most {MAX_PIXELS:,}", place) from None
        raise fail(f"expected a PNG or JPEG picture, but '{name}' cannot be read as one", place) from None
    return width, height
