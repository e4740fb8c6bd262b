"""Pages to a document that holds just what they draw with."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cardgen.drawing import Document, Group, Item, Page, Picture, Symbol, Text, Use
from cardgen.rulebook.book import Book


def assemble(pages: Sequence[Page], book: Book, icons: dict[str, Symbol], title: str) -> Document:
    """The document of pages set from a book; `icons` are the symbols of its inline icons."""
    known = known_symbols(book) | icons
    symbols: dict[str, Symbol] = {}
    fonts: dict[str, None] = {book.fonts["text"].name: None}
    pictures: dict[str, None] = {}

    def look(items: Iterable[Item]) -> None:
        for item in items:
            if isinstance(item, Group):
                look(item.items)
            elif isinstance(item, Text):
                fonts[item.font] = None
            elif isinstance(item, Picture):
                pictures[item.file] = None
            elif isinstance(item, Use) and item.symbol not in symbols:
                symbols[item.symbol] = known[item.symbol]
                look(known[item.symbol].items)

    for page in pages:
        look(page.items)
    paths = {face.name: face.path for face in book.fonts.values()}
    files = {name: paths.get(name) or book.face_fonts[name] for name in fonts}
    shown = {name: book.pictures[name] for name in pictures}
    return Document(title, book.language, book.author, tuple(pages), symbols, files, shown)


def known_symbols(book: Book) -> dict[str, Symbol]:
    """What the faces draw with, and the faces themselves."""
    return book.symbols | {face.name: face.symbol for face in book.faces.values()}
