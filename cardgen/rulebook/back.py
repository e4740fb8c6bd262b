"""The last pages of a booklet: lines for notes, and a back cover, if its sheets have more pages than the text."""

from __future__ import annotations

from dataclasses import replace

from cardgen.foundations.errors import DOES_NOT_FIT, InputError, Place
from cardgen.foundations.units import POINT
from cardgen.graphics.drawing import Document, Item, Page, Shape
from cardgen.graphics.needs import prune
from cardgen.rulebook.assemble import bound, own_fonts
from cardgen.rulebook.blocks import Heading
from cardgen.rulebook.book import Book
from cardgen.rulebook.cover import frame, ground, ornament
from cardgen.rulebook.heading import set_heading
from cardgen.rulebook.lines import set_words, shifted
from cardgen.rulebook.look import Look, Type
from cardgen.rulebook.pages import SHEET
from cardgen.rulebook.sheet import A5, Sheet, footer, page_of
from cardgen.rulebook.summary import make_summary
from cardgen.text.inline import Run

BACK = Sheet(148, 210, 13.5, 13.5, 12.5, 12.5)  # the area within its frame
FIRST, STEP = 12.0, 9.0  # mm between the heading and the first line for notes, and between lines
TITLE = 20.0  # largest size of the title, in pt


def with_back(document: Document, book: Book, summary: Document | None = None, notes: bool = True) -> Document:
    """A rulebook with the pages of whole sheets. The last one is a back cover with the `summary`, if there is one; the
    pages before it are for `notes`.

    Without spare pages, it ends with its text.
    """
    look, count = Look(book), len(document.pages)
    spare = -count % SHEET
    if not spare:
        return document
    added = [_notes(count + number, look) for number in range(1, spare) if notes]
    added += [] if summary else [_back(look)]
    pages = [*document.pages, *bound(added, book, document.symbols), *(summary.pages if summary else ())]
    fonts, symbols = document.fonts | own_fonts(book), document.symbols
    if summary:
        fonts, symbols = fonts | summary.fonts, symbols | summary.symbols
        document = replace(document, pictures={**document.pictures, **summary.pictures})
    return prune(replace(document, pages=tuple(pages), fonts=fonts, symbols=symbols))


def make_back(markdown: str, book: Book) -> Document | None:
    """A back cover with a summary on it; None if that does not fit."""
    try:
        look = Look(book)
        return make_summary(markdown, book, BACK, frame(A5, look), ground(look))
    except InputError as error:
        if any(fault.code != DOES_NOT_FIT for fault in error.faults):
            raise
        return None


def _notes(number: int, look: Look) -> Page:
    place = Place(str(look.book.source))
    (head,) = set_heading(Heading(1, (Run(look.book.words["notes"]),), place), A5.measure, look)
    left, y = A5.left(number), A5.top + head.height + FIRST
    items: list[Item] = [*shifted(head.items, left, A5.top)]
    while y < A5.height - A5.bottom:
        items.append(Shape((("M", left, y), ("L", left + A5.measure, y)), stroke=look.hairline, line=0.2))
        y += STEP
    return page_of(A5, [*items, *footer(A5, number, look)])


def _back(look: Look) -> Page:
    """The cover's ground and frame, with the title and an ornament in the middle."""
    place, size = Place(str(look.book.source)), TITLE * POINT
    width = A5.width - 60.0
    type_ = Type("display", size, 1.2 * size, look.dark, align="centre", hyphenate=False)
    widest = max(look.font(type_, False, False).width(word) for word in look.book.title.split(" "))
    type_ = replace(type_, size=min(size, width / widest))
    y = A5.height / 2
    items = frame(A5, look)
    for index, line in enumerate(set_words((Run(look.book.title),), type_, width, look, place)):
        items += shifted(line.items, (A5.width - width) / 2, y + index * type_.leading)
    return page_of(A5, [*items, *ornament(A5.width / 2, y - 1.6 * size, look)])
