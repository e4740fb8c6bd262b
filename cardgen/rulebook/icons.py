"""Remembers the inline icons of a text, because the document must contain them."""

from __future__ import annotations

from dataclasses import replace

from cardgen.foundations.errors import Place
from cardgen.graphics.drawing import Symbol
from cardgen.rulebook.book import Book


def remembering(book: Book) -> tuple[Book, dict[str, Symbol]]:
    """The book, and a table that fills with the symbols that its icons resolve to, by the symbols' names."""
    symbols: dict[str, Symbol] = {}

    def resolve(name: str, place: Place) -> Symbol:
        symbol = book.icons(name, place)
        symbols[symbol.name] = symbol
        return symbol

    return replace(book, icons=resolve), symbols
