"""Supplies what the faces of a game are drawn from: icons, patterns, pictures and fonts, each looked up and checked
once."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from weakref import WeakSet

from cardgen.definitions import nodes
from cardgen.definitions.game import Game
from cardgen.faces import svg
from cardgen.faces.artwork import Artwork, artwork, at_size, layer_of
from cardgen.faces.lettering import Lettering
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import UNKNOWN_NAME, Place, fail, nearest
from cardgen.graphics.drawing import CURRENT, Shape, Symbol
from cardgen.graphics.pixels import measure
from cardgen.store.reach import read_bytes
from cardgen.store.remember import per_file, per_object
from cardgen.store.traces import Trace
from cardgen.svg.forms import Blank, FormLayer, SvgForm, read_form
from cardgen.text.fonts import Font, FontFace

MAX_ELEMENTS = 100_000  # in filled-in drawings of one side, in all its languages
MIN_TILE = 1.0  # mm; smaller tiles would be many thousand shapes on every card


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
    """The supplies of a game. Everything that was looked up is ready for documents: `symbols`, `pictures` and `fonts`,
    by name."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.symbols: dict[str, Symbol] = {}
        self.pictures: dict[str, Path | bytes] = {}
        self.artworks: dict[str, Artwork] = {}  # by the names in layouts and cards, or those of their symbols
        self.fonts: dict[str, FontFace] = {}
        self.stand_ins: dict[tuple[str, str], Place] = {}  # styles that a language's texts ask for and fonts lack
        self.marks: dict[tuple[Place, str], str] = {}  # messages on a language's open emphasis, in cells
        self._fonts: dict[tuple[str, bool, bool, str], tuple[Font, str]] = {}
        self.files: set[Path] = set()  # the sources of icons, patterns, pictures and fonts
        self.named_icons: set[str] = set()  # icons that texts and layouts name
        self._pictures: dict[str, PictureFile] = {}
        self._picture_paths: dict[str, Path] = {}
        self._forms: dict[tuple[str, frozenset[str]], SvgForm | None] = {}
        self._layers: dict[tuple[str, str], Artwork] = {}  # by name and by the values filled in
        self._tiles: dict[str, Tile] = {}
        self._files: dict[str, Path] = {}  # files of icons
        self._bare: dict[str, bool] = {}  # whether an icon lacks its background
        self._icon_names = game.icon_names
        self.holders: WeakSet[Supplies] = WeakSet()
        self.seen = Trace()  # the files read for the sides of the edition: other editions can show these

    @property
    def picture_files(self) -> list[Path]:
        """Returns the files from which pictures were read."""
        return [picture for picture in self.pictures.values() if isinstance(picture, Path)]

    def apart(self) -> Supplies:
        """Returns the same supplies, with nothing ready yet."""
        return _Apart(self)

    def add(self, other: Supplies) -> None:
        """Shares what other supplies have, now and later."""
        other.holders.add(self)
        self.symbols |= other.symbols
        self.pictures |= other.pictures
        self.artworks |= other.artworks
        self.fonts |= other.fonts
        self.stand_ins |= other.stand_ins
        self.marks |= other.marks
        self.named_icons |= other.named_icons
        self.files |= other.files

    def icon(self, name: str, place: Place, background: str | None = None) -> Symbol:
        """Returns the icon that a layout names: one of the game's `icons:`, or that of a file. It is in its own view
        box, filled with the colour that its use gives; `background` is keep, drop or None: as the game's look says."""
        self.named_icons.add(name)
        if name in self.game.icons:
            return self._file_icon(self.game.icons[name], nodes.at(self.game.node, "icons", name), background)
        return self._file_icon(name, place, background)

    def _file_icon(self, name: str, place: Place, background: str | None = None) -> Symbol:
        bare = (background or self.game.icon_background) == "drop"
        key = f"icons/{name}" if bare == (self.game.icon_background == "drop") else f"icons/{name}/{background}"
        if key not in self._files:
            path = self.game.home.find("icons", name, place, self.game.icons)
            self.symbols[key] = _icon(path, key, bare)
            self._files[key], self._bare[key] = path, bare
        return self.symbols[key]

    @property
    def backgrounds(self) -> dict[str, tuple[Path, bool]]:
        """Returns the icons with a background of their own size, each with its file and whether the background is left
        out."""
        read = ((name, path, self._bare[name]) for name, path in self._files.items())
        return {name: (path, bare) for name, path, bare in read if svg.read_svg(path, bare).background}

    def tile(self, name: str, place: Place) -> Tile:
        """Returns a pattern's tile. Its drawing can reach into its neighbours, so no seams show between them."""
        if name not in self._tiles:
            symbol, width, height = _pattern(self.game.home.find("patterns", name, place), f"patterns/{name}")
            if min(width, height) < MIN_TILE:
                size = f"{width:g} x {height:g} mm"
                raise fail(f"the pattern '{name}' has tiles of {size}; expected {MIN_TILE:g} mm or more", place)
            self.symbols[symbol.name] = symbol
            self._tiles[name] = Tile(symbol.name, width, height)
        return self._tiles[name]

    def shade(self, icon: Symbol, line: float) -> Symbol:
        """Returns the silhouette of an icon, `line` wider (in the icon's units) on every side."""
        key = f"{icon.name}/shade/{line:.1f}"
        if key not in self.symbols:
            self.symbols[key] = _shade(self._files[icon.name], icon.name, key, round(line, 1), self._bare[icon.name])
        return self.symbols[key]

    def wider(self, icon: str, line: float) -> Symbol:
        """Returns the same as `shade`, for the icon with a symbol's name."""
        return self.shade(self.symbols[icon], line)

    def inline_icon(self, name: str, place: Place) -> Symbol:
        """Returns the icon that a text names: one of the game's `icons:`, a card's own, or that of a file."""
        self.named_icons.add(name)
        named = self.resolve(name)
        if named is None and f"icons/{name}" not in self.symbols and not self.game.home.has("icons", name):
            names = [*self._icon_names, *self.game.home.names("icons")]
            raise fail(f"there is no icon ':{name}:'{nearest(name, names)}", place, UNKNOWN_NAME)
        if name in self.game.icons:
            place = nodes.at(self.game.node, "icons", name)
        return self._file_icon(named or name, place)

    def keep(self, symbol: Symbol) -> Symbol:
        """Keeps a symbol for documents. Symbols that faces need only once their texts have sizes are kept after all
        reading."""
        for holder in (self, *self.holders):
            holder.symbols[symbol.name] = symbol
        return symbol

    def keep_picture(self, key: str, data: bytes) -> None:
        """Keeps a picture for documents."""
        for holder in (self, *self.holders):
            holder.pictures[key] = data

    def resolve(self, name: str) -> str | None:
        """Returns the icon that a name in a text stands for; None if it is the icon's own name."""
        return self._icon_names.get(name)

    def font(self, use: str, bold: bool, italic: bool, place: Place, language: str) -> Font:
        """Returns the font of a use in the game's look (text, display), in a language."""
        return self._use_font(*self._font_with_message(use, bold, italic, place, language), place, language)

    def _use_font(self, font: Font, lacks: str, place: Place, language: str) -> Font:
        self.fonts.update((face.name, face) for face in font.faces)
        self.files.update(face.source.path for face in font.faces)
        if lacks:
            self.stand_ins.setdefault((lacks, language), place)
        return font

    def _font_with_message(self, use: str, bold: bool, italic: bool, place: Place, language: str) -> tuple[Font, str]:
        key = use, bold, italic, language
        if key not in self._fonts:
            self._fonts[key] = self._font(use, bold, italic, place, language)
        return self._fonts[key]

    def _font(self, use: str, bold: bool, italic: bool, place: Place, language: str) -> tuple[Font, str]:
        """The font, and a message if its first face lacks a style."""
        if use not in self.game.fonts:
            raise fail(f"there is no font '{use}' in look.fonts{nearest(use, self.game.fonts)}", place, UNKNOWN_NAME)
        return self.lettering(language).font(use, bold, italic, nodes.at(self.game.node, "look", "fonts", use))

    def lettering(self, language: str) -> Lettering:
        """Returns the game's fonts in a language."""
        return Lettering(self._font_files, tuple(sorted(self.game.fonts.items())), language)

    @cached_property
    def _font_files(self) -> tuple[tuple[Path, ...], ...]:
        return self.game.home.fonts()

    def font_files(self) -> list[Path]:
        """Returns the files of all fonts that the game's look can use. Raises InputError."""
        place = Place(str(self.game.home.folder / "game.yaml"))
        files = [
            self._font_with_message(use, bold, italic, place, language)[0]
            for use in self.game.fonts
            for language in self.game.languages
            for bold in (False, True)
            for italic in (False, True)
        ]
        return sorted({face.source.path for font in files for face in font.faces})

    def picture(self, name: str, place: Place) -> PictureFile:
        """Returns a picture of the game, after opening it to check that it is one; its key changes with its content."""
        if name not in self._pictures:
            path = self._picture_path(name, place)
            try:
                size = measure(path)
            except ValueError as error:
                raise fail(f"the picture '{name}' cannot be printed: {error}", place) from None
            key = f"{name}#{_digest(path)}"
            self.pictures[key] = path
            self._pictures[name] = PictureFile(key, size.width, size.height)
        return self._pictures[name]

    def _picture_path(self, name: str, place: Place) -> Path:
        if name not in self._picture_paths:
            self._picture_paths[name] = self.game.home.picture(name, place)
        return self._picture_paths[name]

    def artwork(self, name: str, place: Place) -> Artwork:
        """Returns an SVG picture of the game, in all its colours."""
        if name not in self.artworks:
            path = self._picture_path(name, place)
            key = f"pictures/{name}#{_digest(path)}"
            fonts = self.lettering(self.game.languages[0])
            self._keep_artwork(name, artwork(path, key, self.game.home, fonts))
        return self.artworks[name]

    def form(self, name: str, place: Place, given: frozenset[str]) -> SvgForm | None:
        """Returns an SVG picture to fill in, whose expressions can read the names `given` besides cards and the like;
        None if it has no expressions. Raises InputError."""
        if (name, given) not in self._forms:
            self._forms[name, given] = _form(self._picture_path(name, place), given)
        return self._forms[name, given]

    def fill_form(self, name: str, form: SvgForm, values: Mapping[Blank, str], language: str) -> list[Artwork]:
        """Returns the layers of an SVG picture, from below, with these values in its blanks, and its words in a
        language's fonts. Raises InputError."""
        return [self._layer(name, form, layer, values, language) for layer in form.layers]

    def _layer(self, name: str, form: SvgForm, layer: FormLayer, values: Mapping[Blank, str], language: str) -> Artwork:
        said = [values[blank] for blank in layer.blanks] or form.layers.index(layer)
        layer_key = name, hashlib.blake2b(repr((language, said)).encode(), digest_size=8).hexdigest()
        if layer_key not in self._layers:
            path = Path(form.place.file)
            key = f"pictures/{name}#{_digest(path)}"
            root, filled = form.fill_layer(layer, values), bool(layer.blanks)
            fonts, home = self.lettering(language), self.game.home
            self._layers[layer_key] = layer_of(path, root, key, f"{key}/{layer_key[1]}", home, fonts, filled)
        artwork = self._layers[layer_key]
        return self._keep_artwork(artwork.symbol.name, artwork)

    def _keep_artwork(self, name: str, artwork: Artwork) -> Artwork:
        self.artworks[name] = artwork
        if not artwork.filled:  # the items of filled-in artwork are on the face itself
            self.symbols[artwork.symbol.name] = artwork.symbol
        # Note the file itself as well: outputs are made again when it changes
        self.pictures |= artwork.drawn.pictures | {artwork.symbol.name: artwork.path}
        self.fonts |= {face.name: face for face in artwork.faces}
        self.files |= {artwork.path, *(each for each in artwork.drawn.pictures.values() if isinstance(each, Path))}
        return artwork

    def drawing(self, artwork: Artwork, width: float) -> Symbol:
        """Returns the drawing of an SVG picture for a place `width` mm wide."""
        if artwork.sharp:
            return artwork.symbol
        symbol, pictures = at_size(artwork, width)
        self.pictures |= pictures
        return symbol if artwork.filled else self.keep(symbol)


class _Apart(Supplies):
    """Supplies of one side: ready with what that side looked up; `whole` looks everything up, once for all sides."""

    def __init__(self, whole: Supplies) -> None:
        self.game, self.whole, self.seen = whole.game, whole, whole.seen
        self.symbols, self.pictures, self.fonts, self.named_icons = {}, {}, {}, set()
        self.artworks, self.stand_ins, self.marks = {}, {}, {}
        self.holders = WeakSet()
        self.files = set()
        self._elements = 0  # number of elements of filled-in drawings

    def icon(self, name: str, place: Place, background: str | None = None) -> Symbol:
        self.named_icons.add(name)
        return self._read(self.whole.icon(name, place, background))

    def _read(self, icon: Symbol) -> Symbol:
        self.files.add(self.whole._files[icon.name])
        return self.keep(icon)

    def shade(self, icon: Symbol, line: float) -> Symbol:
        return self.keep(self.whole.shade(icon, line))

    def inline_icon(self, name: str, place: Place) -> Symbol:
        self.named_icons.add(name)
        return self._read(self.whole.inline_icon(name, place))

    def tile(self, name: str, place: Place) -> Tile:
        tile = self.whole.tile(name, place)
        self.files.add(self.game.home.find("patterns", name, place))
        self.keep(self.whole.symbols[tile.symbol])
        return tile

    def resolve(self, name: str) -> str | None:
        return self.whole.resolve(name)

    def font(self, use: str, bold: bool, italic: bool, place: Place, language: str) -> Font:
        font, lacks = self.whole._font_with_message(use, bold, italic, place, language)
        return self._use_font(font, lacks, place, language)

    def picture(self, name: str, place: Place) -> PictureFile:
        picture = self.whole.picture(name, place)
        self.pictures[picture.key] = path = self.whole.pictures[picture.key]
        self.files |= {path} if isinstance(path, Path) else set()
        return picture

    def artwork(self, name: str, place: Place) -> Artwork:
        return self._keep_artwork(name, self.whole.artwork(name, place))

    def form(self, name: str, place: Place, given: frozenset[str]) -> SvgForm | None:
        return self.whole.form(name, place, given)

    def fill_form(self, name: str, form: SvgForm, values: Mapping[Blank, str], language: str) -> list[Artwork]:
        self._elements += form.count
        if self._elements > MAX_ELEMENTS:
            message = f"drawings with expressions: expected at most {MAX_ELEMENTS:,} elements in all on one side"
            raise fail(message, form.place)
        layers = self.whole.fill_form(name, form, values, language)
        return [self._keep_artwork(layer.symbol.name, layer) for layer in layers]


@per_object
def symbol_digest(symbol: Symbol) -> str:
    """Returns a digest that changes with what a symbol draws."""
    return hashlib.blake2b(repr(symbol).encode(), digest_size=8).hexdigest()


@per_file
def _form(path: Path, given: frozenset[str]) -> SvgForm | None:
    return read_form(path, given)


@per_file
def _icon(path: Path, key: str, bare: bool) -> Symbol:
    drawing = svg.read_svg(path, bare)
    left, top, width, height = drawing.view
    return Symbol(key, (left, top, left + width, top + height), (Shape(drawing.segments, fill=CURRENT),))


@per_file
def _shade(path: Path, icon: str, key: str, line: float, bare: bool) -> Symbol:
    left, top, right, bottom = _icon(path, icon, bare).box
    outline = svg.silhouette(svg.read_svg(path, bare).segments)
    stroke = CURRENT if line else None
    box = (left - line, top - line, right + line, bottom + line)
    return Symbol(key, box, (Shape(outline, CURRENT, stroke, 2 * line),))


@per_file
def _pattern(path: Path, key: str) -> tuple[Symbol, float, float]:
    """A tile's symbol, its width and its height; the symbol's box includes the neighbouring tiles."""
    drawing = svg.read_svg(path)
    left, top, width, height = drawing.view
    box = (left - width, top - height, left + 2 * width, top + 2 * height)
    return Symbol(key, box, (Shape(drawing.segments, fill=CURRENT),)), width, height


def _digest(path: Path) -> str:
    return hashlib.sha256(read_bytes(path)).hexdigest()[:16]
