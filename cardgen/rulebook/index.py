"""The index: an author's terms, and the pages that name them, which are known once the book is set."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Annotated

from pydantic import Field, RootModel

from cardgen.definitions import nodes
from cardgen.definitions.fields import Words as Text
from cardgen.definitions.validate import validate
from cardgen.definitions.yaml_source import parse_yaml
from cardgen.drawing import Item
from cardgen.errors import Place
from cardgen.rulebook.atoms import Atom, Keep, part
from cardgen.rulebook.blocks import Block, Heading, Index, Term, Words
from cardgen.rulebook.heading import set_heading
from cardgen.rulebook.lines import baseline, set_words, shifted
from cardgen.rulebook.look import Look
from cardgen.text.inline import Run

COLUMNS, GUTTER = 2, 6.0  # mm
MOST_TERMS = 200


class _IndexFile(RootModel[Annotated[tuple[Text, ...], Field(min_length=1, max_length=MOST_TERMS)]]):
    pass


def read_index(text: str, title: Words, place: Place) -> Index:
    """A list of terms, each with other forms of it behind commas; its first line is that after `place`.

    Raises InputError with all faults, by line.
    """
    node = parse_yaml("\n" * place.line + text, place.file)
    told = validate(_IndexFile, node).root
    terms = (Term(tuple(form.strip() for form in each.split(",")), nodes.at(node, i)) for i, each in enumerate(told))
    return Index(title, tuple(terms), place)


def with_pages(blocks: Sequence[Block], pages: Sequence[tuple[int, str, str]]) -> list[Block]:
    """The blocks, each index with the pages whose words have its terms; `pages` are numbers, words, and those of them
    that are bold or in headings: the first page of these is a term's chief one. Terms of no page are left out: another
    rule has no need of them."""

    def numbered(index: Index) -> Index:
        found = {term: tuple(number for number, words, _ in pages if _names(term, words)) for term in index.terms}
        chief = {term: next((n for n, _, bold in pages if _names(term, bold)), 0) for term in index.terms}
        return replace(index, pages={term: (chief[term], numbers) for term, numbers in found.items() if numbers})

    return [numbered(block) if isinstance(block, Index) else block for block in blocks]


def _names(term: Term, words: str) -> bool:
    forms = "|".join(re.escape(form) for form in term.forms)
    return re.search(rf"(?<!\w)(?:{forms})(?!\w)", words, re.IGNORECASE) is not None


def set_index(block: Index, width: float, look: Look) -> list[Atom]:
    """Its title, and terms in columns, line by line; none where the pages are not known, but as high."""
    atoms = set_heading(Heading(1, block.title, block.place), width, look)
    terms = sorted(block.pages or block.terms, key=lambda term: _plain(term.forms[0]))
    rows = -(-len(block.terms) // COLUMNS)
    shown = -(-len(terms) // COLUMNS)
    column = (width - (COLUMNS - 1) * GUTTER) / COLUMNS
    for row in range(rows):
        items: list[Item] = []
        for number, term in enumerate(terms[row::shown] if block.pages and row < shown else ()):
            entry = _entry(term, *block.pages[term], column, look, block.place)
            entry = shifted(entry, number * (column + GUTTER), baseline(look.ragged, look))
            items += part(entry, "P", row + number * rows)
        keep = Keep.MUST if row in (0, rows - 2) else Keep.WISH
        atoms.append(Atom(look.ragged.leading, tuple(items), keep=keep if row < rows - 1 else Keep.FREE))
    return atoms


def _entry(term: Term, chief: int, pages: Sequence[int], width: float, look: Look, place: Place) -> tuple[Item, ...]:
    """A term and as many pages as one line holds, its chief one in bold."""
    type_ = replace(look.ragged, hyphenate=False)
    told = list(_runs(pages, chief))
    while True:
        runs = [Run("\u00a0\u00a0" if not index else ",\u00a0") for index in range(len(told))]
        words = (Run(term.forms[0]), *(run for pair in zip(runs, told, strict=True) for run in pair))
        lines = set_words(words, type_, width, look, place)
        if len(lines) == 1 or not told:
            return lines[0].items
        told.pop(-2 if told[-1].bold and len(told) > 1 else -1)


def _runs(pages: Sequence[int], chief: int) -> Iterator[Run]:
    """Pages that follow one another as one, the chief one by itself: 3, 5–8."""
    starts = [0, *(i for i, (a, b) in enumerate(pairwise(pages), 1) if b != a + 1 or chief in (a, b))]
    for start, end in zip(starts, [*starts[1:], len(pages)], strict=True):
        first, last = pages[start], pages[end - 1]
        yield Run(str(first) if first == last else f"{first}\u2013{last}", bold=first == chief)


def _plain(word: str) -> str:
    """A word as it is sorted: accents and capitals make no difference."""
    return "".join(sign for sign in unicodedata.normalize("NFD", word.casefold()) if not unicodedata.combining(sign))
