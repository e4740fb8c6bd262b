"""A rulebook on A5 pages: cover, contents, and the text with its footers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cardgen.foundations.dataclass import dataclass
from cardgen.graphics.drawing import Document, Page, Symbol
from cardgen.rulebook.assemble import assemble
from cardgen.rulebook.atoms import Atom, runs_on, words_on
from cardgen.rulebook.blocks import Block, Figure, Index, walk
from cardgen.rulebook.book import Book
from cardgen.rulebook.breaks import Breaks, best_breaks
from cardgen.rulebook.contents import DEEPEST, Listed, set_contents
from cardgen.rulebook.cover import set_cover
from cardgen.rulebook.flow import flow
from cardgen.rulebook.icons import remembering
from cardgen.rulebook.index import Named, with_pages
from cardgen.rulebook.look import Look
from cardgen.rulebook.markdown import read_markdown
from cardgen.rulebook.page_costs import PageCosts, Room
from cardgen.rulebook.paginate import Placed, chosen, paginate, place
from cardgen.rulebook.references import NUMBERED, numbered, refers
from cardgen.rulebook.sheet import A5, column_items, footer, page_of
from cardgen.rulebook.vignettes import MIN_FREE, vignette, vignettes

FIGURES = (1.0, 0.92, 0.84)  # sizes of figures to try for a page
CONTENTS, SHORT = 10, 16  # pages of the longest text without contents, and without contents that cost a sheet
FIRST = 2  # the page after the cover
SHEET = 4  # pages of a sheet of a booklet
ROUNDS = 4  # iterations of making up a book until the pages in its references stay the same


@dataclass(frozen=True, slots=True)
class Body:
    """The finished text of a book; each page holds the atoms up to an end."""

    look: Look
    page_costs: PageCosts
    breaks: Breaks

    @property
    def first(self) -> int:
        """The number of its first page."""
        return self.page_costs.room.first

    @property
    def last(self) -> int:
        return self.first + len(self.breaks.ends) - 1


def make_pages(markdown: str, book: Book) -> Document:
    """The rulebook's pages. Raises InputError with every construct that cannot be set, by line of the Markdown."""
    book, icons = remembering(book)
    body = set_body(read_markdown(markdown, book.source), book)
    contents = _contents(body) if body.first > FIRST else []
    columns = [*contents, *place(body.page_costs, body.breaks)]
    look = body.look
    shown = vignettes(columns, book.vignettes, A5)
    pages = [set_cover(look, A5)]
    for number, (column, picture) in enumerate(zip(columns, shown, strict=True), FIRST):
        pages.append(_page(column, number, look, picture))
    return assemble(pages, book, icons, book.title)


def set_body(blocks: Sequence[Block], book: Book) -> Body:
    """The text, with the page numbers of its references, made up until these stay the same. A reference that never
    settles has no number."""
    body, printed = _made_up(blocks, book), dict[str, int]()
    if body.last < NUMBERED or not refers(blocks):
        return body
    for _ in range(ROUNDS):
        if (pages := _headings(body)) == printed:
            return body
        printed = pages
        body = _made_up(numbered(blocks, printed, book.words["page"]), book)
    while not printed.items() <= (pages := _headings(body)).items():
        printed = dict(printed.items() & pages.items())
        body = _made_up(numbered(blocks, printed, book.words["page"]), book)
    return body


def _headings(body: Body) -> dict[str, int]:
    """The page of each heading; of equal headings, that of the first."""
    pages_by_heading: dict[str, int] = {}
    for number, (start, end) in enumerate(body.breaks.pages, body.first):
        for atom in body.page_costs.atoms[start:end]:
            if atom.entry:
                pages_by_heading.setdefault(atom.entry.text, number)
    return pages_by_heading


def _made_up(blocks: Sequence[Block], book: Book) -> Body:
    """The text; its first page is the second of the book, or follows the contents. A text of more than CONTENTS pages
    has contents; one of up to SHORT only if they need no further sheet, leave the back cover its page, and do not end
    pages in worse places."""
    look, pictured = Look(book), MIN_FREE if book.vignettes else float("inf")
    flows = _flows(blocks, look)

    def best(first: int) -> Body:
        room = Room(A5.text_height // look.unit * look.unit, look.unit, first, back=book.back, pictured=pictured)
        page_costs = PageCosts(flows[0], room, flows[1:])
        return Body(look, page_costs, best_breaks(page_costs))

    body = best(FIRST)
    if body.last > CONTENTS:
        listed = best(FIRST + len(_contents(body)))
        body = body if body.last <= SHORT and _takes(listed) > _takes(body) else listed
    if any(isinstance(block, Index) for block in blocks):
        flows = _flows(with_pages(blocks, _index_pages(body)), look)  # the index keeps its height
        body = replace(body, page_costs=PageCosts(flows[0], body.page_costs.room, flows[1:]))
    return replace(body, page_costs=PageCosts(chosen(body.page_costs, body.breaks), body.page_costs.room))


def _flows(blocks: Sequence[Block], look: Look) -> list[list[Atom]]:
    """The atoms, and the same with smaller figures, if they have any."""
    figures = any(isinstance(block, Figure) for block in walk(blocks))
    return [flow(blocks, A5.measure, look.smaller(size)) for size in (FIGURES if figures else FIGURES[:1])]


def _index_pages(body: Body) -> list[Named]:
    """The words of each page, for an index."""
    strong = {face.name for use in ("text-bold", "display") for face in body.look.book.fonts[use].faces}

    def index_page(number: int, atoms: Sequence[Atom]) -> Named:
        headings = [(atom, atom.entry.level) for atom in atoms if atom.entry]
        chapters = words_on(atom for atom, level in headings if level == 1)
        others = words_on(atom for atom, level in headings if level > 1)
        return Named(number, words_on(atoms), chapters, others, tuple(runs_on(atoms, strong)))

    pages = enumerate(body.breaks.pages, body.first)
    return [index_page(number, body.page_costs.atoms[start:end]) for number, (start, end) in pages]


def _takes(body: Body) -> tuple[int, bool, float]:
    """The sheets of a booklet with this text, whether no page is left for a back cover, and the cost of pages."""
    return -(-body.last // SHEET), body.look.book.back and body.last % SHEET == 0, body.breaks.cost


def _contents(body: Body) -> list[list[Placed]]:
    """The pages of the contents; none if nothing is listed. The page numbers in them do not change their number."""
    listed = [
        Listed(atom.entry, number)
        for number, (start, end) in enumerate(body.breaks.pages, body.first)
        for atom in body.page_costs.atoms[start:end]
        if atom.entry and atom.entry.level <= DEEPEST
    ]
    if not listed:
        return []
    return paginate(set_contents(listed, A5.measure, body.look), Room(body.page_costs.room.height, fewest=True))


def _page(column: list[Placed], number: int, look: Look, picture: Symbol | None = None) -> Page:
    items = column_items(column, A5.left(number), A5.top)
    items += vignette(picture, column, A5.left(number), A5) if picture else ()
    chapters = [each.atom.entry.text for each in column if each.atom.entry and each.atom.entry.level == 1]
    return page_of(A5, [*items, *footer(A5, number, look)], ", ".join(chapters) or None)
