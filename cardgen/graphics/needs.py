"""Lists what drawings need: symbols, pictures, and the characters and glyphs of each font."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from cardgen.foundations.dataclass import dataclass
from cardgen.graphics.drawing import Document, Group, Halo, Item, Picture, Symbol, Text, Use
from cardgen.store.remember import per_object

Sign = str | tuple[int, str]  # a character, or a glyph number with its characters


@dataclass(frozen=True, slots=True)
class Needed:
    """The names of symbols, pictures and fonts, and the signs of each font, each once and in order."""

    symbols: frozenset[str]
    pictures: frozenset[str]
    signs: dict[str, tuple[Sign, ...]]


@per_object
def needs_of(items: tuple[Item, ...]) -> Needed:
    """Returns the needs of items, without those of their symbols."""
    pictures: set[str] = set()
    signs_of: dict[str, set[Sign]] = {}
    _note(items, pictures, signs_of)
    signs_by_font = {font: tuple(sorted(signs, key=_order)) for font, signs in signs_of.items()}
    return Needed(frozenset(symbols_in(items)), frozenset(pictures), signs_by_font)


def symbols_in(items: Iterable[Item]) -> Iterator[str]:
    """The names of the symbols that items place directly."""
    for item in items:
        if isinstance(item, Use):
            yield item.symbol
        elif isinstance(item, Group):
            yield from symbols_in(item.items)
            yield from symbols_in(item.mask.items) if item.mask else ()


def _note(items: Iterable[Item], pictures: set[str], signs_of: dict[str, set[Sign]]) -> None:
    """Adds the pictures and signs of items."""
    for item in items:
        if isinstance(item, (Text, Halo)):
            text = item if isinstance(item, Text) else item.text
            signs = ((glyph.number, glyph.text) for glyph in text.glyphs) if text.glyphs else text.plain_text
            signs_of.setdefault(text.font, set()).update(signs)
        elif isinstance(item, Picture):
            pictures.add(item.file)
        elif isinstance(item, Group):
            _note(item.items, pictures, signs_of)
            if item.mask:
                _note(item.mask.items, pictures, signs_of)


def used_symbols(names: Iterable[str], known: Mapping[str, Symbol]) -> dict[str, Symbol]:
    """The symbols with these names and those that they use, in order of name."""
    symbols_used: dict[str, Symbol] = {}
    unseen = list(names)
    while unseen:
        if (name := unseen.pop()) not in symbols_used:
            symbols_used[name] = known[name]
            unseen += needs_of(known[name].items).symbols
    return dict(sorted(symbols_used.items()))


def prune(document: Document) -> Document:
    """The document with only the symbols, fonts and pictures that its pages use, in order of name.

    Unused ones, and the order in which they were read, must change neither its bytes nor its key.
    """
    pages = [needs_of(page.items) for page in document.pages]
    symbols = used_symbols({name for page in pages for name in page.symbols}, document.symbols)
    all_ = [*pages, *(needs_of(symbol.items) for symbol in symbols.values())]
    fonts = {name for each in all_ for name in each.signs} or document.fonts
    pictures = {name for each in all_ for name in each.pictures}
    return replace(
        document,
        symbols=symbols,
        fonts={name: document.fonts[name] for name in sorted(fonts)},
        pictures={name: document.pictures[name] for name in sorted(pictures)},
    )


def signs(document: Document) -> dict[str, tuple[Sign, ...]]:
    """The signs of each font that a document shows: characters in order of their codes, then glyphs in order of their
    numbers."""
    by_font: dict[str, set[Sign]] = {}
    signs_of = [page.items for page in document.pages] + [symbol.items for symbol in document.symbols.values()]
    for items in signs_of:
        for font, used in needs_of(items).signs.items():
            by_font.setdefault(font, set()).update(used)
    return {font: tuple(sorted(used, key=_order)) for font, used in by_font.items()}


def _order(sign: Sign) -> tuple[int, str]:
    return (-1, sign) if isinstance(sign, str) else sign
