"""A rulebook on A5 pages: cover, contents, and the text with its footers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from cardgen.drawing import Document, Page
from cardgen.rulebook.assemble import assemble
from cardgen.rulebook.blocks import Block, Callout, Figure, Items
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
    """The pages of the text. Figures are made a little smaller, all of them, where that saves a page."""
    best: tuple[Look, list[list[Placed]]] | None = None
    whole = Look(book)
    for scale in FIGURES if any(isinstance(block, Figure) for block in _all(blocks)) else (1.0,):
        look = whole.resized(scale)
        body = paginate(flow(blocks, A5.measure, look), _height(look))
        if best is None or len(body) < len(best[1]):
            best = look, body
    assert best
    return best


def _all(blocks: Iterable[Block]) -> Iterator[Block]:
    """The blocks and those in them."""
    for block in blocks:
        yield block
        if isinstance(block, Callout):
            yield from _all(block.blocks)
        elif isinstance(block, Items):
            for item in block.items:
                yield from _all(item)


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
