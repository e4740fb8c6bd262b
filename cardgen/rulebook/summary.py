"""A summary: everything on exactly one page, as large as possible."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from cardgen.foundations.errors import DOES_NOT_FIT, Place, fail
from cardgen.graphics.drawing import Document, Item, Shape
from cardgen.rulebook.assemble import assemble
from cardgen.rulebook.atoms import part
from cardgen.rulebook.blocks import Block, PageBreak
from cardgen.rulebook.book import Book
from cardgen.rulebook.colours import WHITE
from cardgen.rulebook.flow import flow
from cardgen.rulebook.icons import remembering
from cardgen.rulebook.lines import set_words, shifted
from cardgen.rulebook.look import Look, Type
from cardgen.rulebook.markdown import read_markdown
from cardgen.rulebook.page_costs import Room
from cardgen.rulebook.paginate import Placed, paginate, tallest
from cardgen.rulebook.sheet import Sheet, column_items, page_of
from cardgen.text.inline import Run

MAX_SIZE, MIN_SIZE, STEP = 11.5, 7.0, 0.25  # pt
GUTTER = 8.0  # mm between columns
SHEETS = {"a5": Sheet(148, 210, 12, 12, 11, 10), "a4": Sheet(210, 297, 15, 15, 14, 13)}
ONE_COLUMN_WIDTH = 150.0  # mm: wider sheets have two columns
SUMMARY = -2  # part number of a summary on a book's back cover
FIGURES = (0.7, 0.63)  # sizes of faces, in those of a rulebook; the smaller one if the text can then be larger


def make_summary(
    markdown: str,
    book: Book,
    paper: Literal["a5", "a4"] | Sheet = "a5",
    behind: Sequence[Item] = (),
    ground: str = WHITE,
) -> Document:
    """One page, with the largest size of text from 11.5 pt down to 7 pt at which everything fits; `behind` lies below
    it, with the colour `ground`.

    Raises InputError: DOES_NOT_FIT if there is none, and for what cannot be set.
    """
    book, icons = remembering(book)
    sheet = SHEETS[paper] if isinstance(paper, str) else paper
    count = 1 if sheet.width < ONE_COLUMN_WIDTH else 2
    blocks = read_markdown(markdown, book.source)
    if breaks := [block.place for block in blocks if isinstance(block, PageBreak)]:
        raise fail("a summary is one page and cannot contain a page break", breaks[0])
    sizes = [MAX_SIZE - step * STEP for step in range(round((MAX_SIZE - MIN_SIZE) / STEP) + 1)]

    def fitted(points: float, compact: bool) -> tuple[Look, list[list[Placed]]] | None:
        """The columns with the largest figures that fit."""
        for figures in FIGURES:
            look = Look(book, points, figures, compact).on(ground)
            columns = _columns(blocks, sheet, count, look)
            if len(columns) <= count:
                return look, columns
        return None

    fitting = fitted(MAX_SIZE, False)
    low, high = 0, 0 if fitting else len(sizes)  # with less leading, the first size that fits lies from low to high
    while low < high:
        middle = (low + high) // 2
        if fit := fitted(sizes[middle], True):
            fitting, high = fit, middle
        else:
            low = middle + 1
    if fitting is None:
        size = paper.upper() if isinstance(paper, str) else f"{sheet.width:g} x {sheet.height:g} mm"
        message = f"the summary does not fit one page of {size} at {MIN_SIZE:g} pt; shorten it"
        raise fail(message, Place(str(book.source)), DOES_NOT_FIT)
    look, columns = fitting
    items = _head(sheet, look)
    for index, column in enumerate(columns):
        left = sheet.inner + index * (_width(sheet, count) + GUTTER)
        items += column_items(column, left, sheet.top + _head_height(look))
    page = page_of(sheet, [*behind, *part(items, "Sect", SUMMARY)], book.title)
    return assemble([page], book, icons, book.title)


def _width(sheet: Sheet, count: int) -> float:
    return (sheet.measure - (count - 1) * GUTTER) / count


def _columns(blocks: tuple[Block, ...], sheet: Sheet, count: int, look: Look) -> list[list[Placed]]:
    atoms = flow(blocks, _width(sheet, count), look, inside=True)
    height = sheet.text_height - _head_height(look)
    columns = paginate(atoms, Room(height, fewest=True))
    if len(columns) > count or count == 1:
        return columns
    # columns of one height look better than one full and one half empty
    low, high = min(tallest(atoms), height), height
    while high - low > look.unit:
        middle = (low + high) / 2
        if len(paginate(atoms, Room(middle, fewest=True))) <= count:
            high = middle
        else:
            low = middle
    return paginate(atoms, Room(high, fewest=True))


def _head_height(look: Look) -> float:
    return 3.9 * look.leading


def _head(sheet: Sheet, look: Look) -> list[Item]:
    """The title; below it the subtitle, the players and a rule."""
    book, place = look.book, Place(str(look.book.source))
    size = 1.9 * look.size
    title = Type("display", size, size, look.dark, hyphenate=False)
    below = Type("text", look.size, look.leading, look.grey, italic=True, hyphenate=False)
    while (lines := set_words((Run(book.title),), title, 1000.0, look, place))[0].width > sheet.measure:
        title = Type("display", 0.95 * title.size, title.leading, title.colour, hyphenate=False)
    y = sheet.top + 1.55 * look.leading
    items: list[Item] = [*part(shifted(lines[0].items, sheet.inner, y), "H1")]
    line_of_facts = " · ".join(filter(None, (book.subtitle, book.words.get("facts"))))
    if line_of_facts:
        y += 1.1 * look.leading
        line = set_words((Run(line_of_facts),), below, sheet.measure, look, place)[0]
        items += part(shifted(line.items, sheet.inner, y), "P", -1)
    y += 0.5 * look.leading
    rule = (("M", sheet.inner, y), ("L", sheet.width - sheet.outer, y))
    return [*items, Shape(rule, stroke=look.second, line=0.6)]
