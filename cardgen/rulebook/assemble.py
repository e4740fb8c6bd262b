"""Makes a document of pages that holds only the symbols, fonts and pictures that they use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from cardgen.graphics.drawing import Document, FontSource, Page, Symbol, mirror
from cardgen.graphics.needs import prune
from cardgen.rulebook.book import Book


def assemble(pages: Sequence[Page], book: Book, icons: dict[str, Symbol], title: str) -> Document:
    """The document of pages set from a book; `icons` are the symbols of its inline icons."""
    symbols = known_symbols(book) | icons
    fonts = book.face_fonts | own_fonts(book)
    document = Document(title, book.language, book.author, (), symbols, fonts, book.pictures)
    document = replace(document, backwards=book.backwards, structured=True)
    return prune(replace(document, pages=bound(pages, book, symbols)))


def bound(pages: Sequence[Page], book: Book, symbols: Mapping[str, Symbol]) -> tuple[Page, ...]:
    """The pages in reading direction: mirrored in languages that are read from the right."""
    if not book.backwards:
        return tuple(pages)
    return tuple(replace(page, items=mirror(page.items, page.width, symbols)) for page in pages)


def own_fonts(book: Book) -> dict[str, FontSource]:
    """The fonts of a book's text."""
    return {face.name: face.source for font in book.fonts.values() for face in font.faces}


def known_symbols(book: Book) -> dict[str, Symbol]:
    """The symbols of the faces, the faces themselves, and the pictures of a book."""
    faces = (*book.faces.values(), *book.smaller.values())
    pictures = {each.name: each for each in (book.scene, *book.vignettes) if each}
    return book.symbols | {face.name: face.symbol for face in faces} | pictures
