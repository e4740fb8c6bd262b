"""Finds faults in the pages of a rulebook that a reader would notice."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cardgen.foundations.dataclass import dataclass
from cardgen.rulebook.atoms import HYPHENS, Atom, Keep, texts_of, words_of
from cardgen.rulebook.pages import Body

RUNT = 2.0  # ems of a last line: four letters, hardly more than the indent of a list
BLANK, CHAPTER = 1 / 3, 1 / 2  # parts of a page that can be blank; before a new chapter
_NUMBER = re.compile(r"(?:^|\s)[\d−×]+$")


@dataclass(frozen=True, slots=True)
class PageFault:
    """`kind`: runt, number, torn, divided, blank, overleaf, interrupted. `page` is its number, `near` the words
    there."""

    page: int
    kind: str
    near: str


def page_faults(body: Body) -> list[PageFault]:
    """The faults of a book's text, page by page.

    runt: a last line that is shorter than RUNT, or the second half of a word. number: a line ends in a number, its
    noun stands on the next. torn: a line of a paragraph alone on a page, a heading without text. divided: a box, table
    or short list that fits a page, or a question apart from the others. blank: more than BLANK of a page is
    blank within the text, or more than CHAPTER before a new chapter, and no picture fills it. overleaf: a leaf must be
    turned between a figure or table and the words that announce it. interrupted: a leaf must be turned within steps,
    their table, or choices.
    """
    atoms = body.page_costs.atoms
    faults = []
    for number, (start, end) in enumerate(body.breaks.pages, body.first):
        faults += [PageFault(number, kind, words_of(atoms[index])) for index, kind in _lines(body, start, end)]
        faults += [PageFault(number, kind, words_of(atoms[end - 1])) for kind in _end(body, start, end, number)]
    return faults


def _lines(body: Body, start: int, end: int) -> Iterator[tuple[int, str]]:
    """Faults of the lines of a page, each with the line's index."""
    atoms, size = body.page_costs.atoms, body.look.size
    for index in range(start, end):
        line = atoms[index].line
        if line is None or line[1] < 2:
            continue
        words = words_of(atoms[index])
        if line[0] < line[1]:
            if _NUMBER.search(words) and words_of(atoms[index + 1])[:1].isalpha():
                yield index, "number"
        elif _wide(atoms[index]) < RUNT * size or (words_of(atoms[index - 1]).endswith(HYPHENS) and " " not in words):
            yield index, "runt"


def _end(body: Body, start: int, end: int, number: int) -> Iterator[str]:
    """Faults of a page's end."""
    page_costs = body.page_costs
    if end in page_costs.stops:
        return
    atom = page_costs.atoms[end - 1]
    if atom.keep == Keep.MUST and page_costs.chunks[Keep.MUST][end - 1] <= page_costs.room.height:
        yield "torn"
    if atom.keep == Keep.WISH and page_costs.chunks[Keep.WISH][end - 1] <= page_costs.room.height:
        yield "divided"
    blank = CHAPTER if page_costs.opens_chapter(end) else BLANK
    free = page_costs.room.height - page_costs.filled(start, end)
    if blank * page_costs.room.height < free < page_costs.room.pictured:
        yield "blank"
    if number % 2 and atom.turn > Keep.FREE:
        yield "overleaf" if atom.turn == Keep.MUST else "interrupted"


def _wide(atom: Atom) -> float:
    """The width of an atom's words, in mm."""
    texts = list(texts_of(atom.items))
    return max((text.x + text.width for text in texts), default=0.0) - min((text.x for text in texts), default=0.0)
