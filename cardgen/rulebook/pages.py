"""A rulebook on A5 pages: cover, contents, and the text with its footers."""

from __future__ import annotations

from dataclasses import replace

from cardgen.drawing import Document, Page
from cardgen.rulebook.assemble import assemble
from cardgen.rulebook.blocks import Block, Figure, walk
from cardgen.rulebook.book import Book
from cardgen.rulebook.contents import DEEPEST, Listed, set_contents
from cardgen.rulebook.cover import set_cover
from cardgen.rulebook.flow import flow
from cardgen.rulebook.icons import remembering
from cardgen.rulebook.look import Look
from cardgen.rulebook.markdown import read_markdown
from cardgen.rulebook.paginate import Placed, paginate
from cardgen.rulebook.sheet import A5, Sheet, column_items, footer, page_of

FIGURES = (1.0, 0.92, 0.84)  # sizes that are tried


def make_pages(markdown: str, book: Book) -> Document:
    """The rulebook's pages. Raises InputError with every construct that cannot be set, by line of the Markdown."""
    book, icons = remembering(book)
    blocks = read_markdown(markdown, book.source)
    look, body = _body(blocks, book)
    height = _height(look)
    contents = _contents(body, A5, height, look)
    pages = [set_cover(look, A5)]
    for column in (*contents, *body):
        pages.append(_page(column, len(pages) + 1, look))
    return assemble(pages, book, icons, book.title)


def _height(look: Look) -> float:
    """What the text of a page takes up, in whole units."""
    return A5.text_height // look.unit * look.unit


def _body(blocks: tuple[Block, ...], book: Book) -> tuple[Look, list[list[Placed]]]:
    """The pages of the text. Figures are made a little smaller, all of them, where that saves a page or fills one."""
    whole = Look(book)
    scales = FIGURES if any(isinstance(block, Figure) for block in walk(blocks)) else FIGURES[:1]
    looks = [whole.resized(scale) for scale in scales]
    bodies = [(look, paginate(flow(blocks, A5.measure, look), _height(look))) for look in looks]
    return min(bodies, key=lambda found: (len(found[1]), _hollow(found[1], whole)))


def _hollow(body: list[list[Placed]], look: Look) -> int:
    """How many pages are left a quarter empty, though the text goes on after them."""
    full = [column[-1].top + column[-1].atom.height for column in body]
    ended = [after[0].atom.new_page for after in body[1:]]
    return sum(end < 0.75 * _height(look) for end, wanted in zip(full, ended, strict=False) if not wanted)


def _contents(body: list[list[Placed]], sheet: Sheet, height: float, look: Look) -> list[list[Placed]]:
    """The contents' pages; none if nothing is listed. How many there are does not depend on the numbers in them."""
    listed = [
        Listed(each.atom.entry, index)
        for index, column in enumerate(body)
        for each in column
        if each.atom.entry and each.atom.entry.level <= DEEPEST
    ]
    if not listed:
        return []
    count = len(paginate(set_contents(listed, sheet.measure, look), height))
    listed = [replace(each, page=each.page + count + 2) for each in listed]
    return paginate(set_contents(listed, sheet.measure, look), height)


def _page(column: list[Placed], number: int, look: Look) -> Page:
    items = column_items(column, A5.left(number), A5.top)
    chapters = [each.atom.entry.text for each in column if each.atom.entry and each.atom.entry.level == 1]
    return page_of(A5, [*items, *footer(A5, number, look)], ", ".join(chapters) or None)
