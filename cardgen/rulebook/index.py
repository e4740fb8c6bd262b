"""The index: an author's terms, their meanings, and the pages that name them, known once the book is set."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, RootModel

from cardgen.definitions import nodes
from cardgen.definitions.fields import Words as Text
from cardgen.definitions.validate import validate
from cardgen.definitions.yaml_source import parse_yaml
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import Place
from cardgen.graphics.drawing import Item
from cardgen.rulebook.atoms import Atom, Keep, part
from cardgen.rulebook.blocks import Block, Heading, Index, Items, Paragraph, Term, Words
from cardgen.rulebook.heading import set_heading
from cardgen.rulebook.lines import baseline, set_words, shifted
from cardgen.rulebook.look import Look
from cardgen.text.inline import LineBreak, Run
from cardgen.text.typography import typeset

COLUMNS, GUTTER = 2, 6.0  # mm
INDENT, SMALL = 1.0, 0.92  # indent of a meaning in ems, and its size in sizes of the text
MAX_TERMS = 200
_BRACKETS = re.compile(r"\s*\([^()]*\)$")


def _without_meaning(data: Any) -> Any:
    return {data: None} if isinstance(data, str) else data


_Entry = Annotated[dict[Text, Text | None], BeforeValidator(_without_meaning), Field(min_length=1, max_length=1)]


@dataclass(frozen=True, slots=True)
class Named:
    """A page: its number, its words, the titles of its chapters, its other headings, and its bold runs outside of
    figures; runs that continue in the next line are joined."""

    number: int
    words: str
    chapters: str
    headings: str
    bold: tuple[str, ...]


class _IndexFile(RootModel[Annotated[tuple[_Entry, ...], Field(min_length=1, max_length=MAX_TERMS)]]):
    pass


def read_index(text: str, title: Words, place: Place) -> Index:
    """Reads a list of terms, each with its other forms behind commas, and its meaning, if any, behind a colon. Its
    first line is the one after `place`.

    Raises InputError with all faults, by line.
    """
    node = parse_yaml("\n" * place.line + text, place.file)
    terms = []
    for number, entry in enumerate(validate(_IndexFile, node).root):
        ((forms, meaning),) = entry.items()
        terms.append(Term(tuple(map(str.strip, forms.split(","))), nodes.at(node, number), meaning or ""))
    return Index(title, tuple(terms), place)


def with_pages(blocks: Sequence[Block], pages: Sequence[Named]) -> list[Block]:
    """The blocks, each index with the pages whose words have its terms. The chief page of a term is the first one with
    a chapter of that name, else with the term in a heading, else with the term as a bold run. Terms of no page are left
    out, because they belong to other settings of the rules."""

    def numbered(index: Index) -> Index:
        pages_by_term = {term: tuple(page.number for page in pages if _names(term, page.words)) for term in index.terms}
        return replace(index, pages={term: (_chief(term, pages), each) for term, each in pages_by_term.items() if each})

    return [numbered(block) if isinstance(block, Index) else block for block in blocks]


def _chief(term: Term, pages: Sequence[Named]) -> int:
    """The number of its chief page, 0 if there is none. Words in brackets in a form, `ahead (place)`, distinguish
    it from other uses of the word, and are not bold with it."""
    forms = {_BRACKETS.sub("", form).casefold() for form in term.forms}
    of_chapters = (page.number for page in pages if _names(term, page.chapters))
    others = (
        page.number
        for page in pages
        if _names(term, page.headings)
        or not forms.isdisjoint(words.strip(" .,:;!?()").casefold() for words in page.bold)
    )
    return next(of_chapters, next(others, 0))


def glossary(index: Index, language: str, said: str) -> list[Block]:
    """An index without pages: the terms with a meaning that a book's words (`said`) contain."""
    terms = [term for term in index.terms if term.meaning and _names(term, said)]
    if not terms:
        return []
    items = []
    for term in sorted(terms, key=_alphabetical):
        words = Run(term.forms[0], bold=True), LineBreak(), Run(typeset(term.meaning, language))
        items.append((Paragraph(words, term.place),))
    return [Heading(1, index.title, index.place), Items(tuple(items), None, True, index.place)]


def _names(term: Term, words: str) -> bool:
    forms = "|".join(re.escape(form) for form in term.forms)
    return re.search(rf"(?<!\w)(?:{forms})(?!\w)", words, re.IGNORECASE) is not None


def set_index(block: Index, width: float, look: Look) -> list[Atom]:
    """Its title, and terms in columns, line by line; empty atoms of the same height if the pages are not known yet."""
    atoms = set_heading(Heading(1, block.title, block.place), width, look)
    column = (width - (COLUMNS - 1) * GUTTER) / COLUMNS
    terms = sorted(block.terms, key=_alphabetical)
    entries = [_entry(term, *block.pages.get(term, (0, ())), column, look) for term in terms]
    named = [entry for term, entry in zip(terms, entries, strict=True) if term in block.pages]
    rows: list[list[Item]] = [[] for _ in range(_balanced(entries)[0])]
    columns = _balanced(named)[1]
    for number, lines in enumerate(columns):
        for row, (entry, items) in enumerate(lines):
            line = shifted(items, number * (column + GUTTER), baseline(look.ragged, look))
            rows[row] += part(line, "P", entry)
    for row, term_lines in enumerate(rows):
        keep = Keep.MUST if row in (0, len(rows) - 2) else Keep.WISH
        atoms.append(Atom(look.ragged.leading, tuple(term_lines), keep=keep if row < len(rows) - 1 else Keep.FREE))
    return atoms


Line = tuple[Item, ...]


def _balanced(entries: Sequence[Sequence[Line]]) -> tuple[int, list[list[tuple[int, Line]]]]:
    """Lines in the lowest possible columns that divide no entry, with the numbers of their entries; and the number of
    lines of the highest column."""
    most = sum(map(len, entries))
    for height in range(-(-most // COLUMNS), most + 1):
        columns: list[list[tuple[int, Line]]] = [[]]
        for number, lines in enumerate(entries):
            if len(columns[-1]) + len(lines) > height:
                columns.append([])
            columns[-1] += ((number, line) for line in lines)
        if len(columns) <= COLUMNS and max(map(len, columns)) <= height:
            return height, columns
    return most, [[]]


def _entry(term: Term, chief: int, pages: Sequence[int], width: float, look: Look) -> list[Line]:
    """A term with the pages that fit into its last line, the chief one in bold, and its meaning below."""
    type_ = replace(look.ragged, hyphenate=False, lining=True)
    numbers = list(_runs(pages, chief))
    name = Run(term.forms[0])
    least = len(set_words((name,), type_, width, look, term.place))
    while True:
        runs = [Run("\u00a0\u00a0" if not index else ",\u00a0") for index in range(len(numbers))]
        words = (name, *(run for pair in zip(runs, numbers, strict=True) for run in pair))
        lines = set_words(words, type_, width, look, term.place)
        if len(lines) == least or not numbers:
            break
        numbers.pop(-2 if numbers[-1].bold and len(numbers) > 1 else -1)
    entry = [line.items for line in lines]
    if term.meaning:
        small, indent = replace(look.ragged, size=SMALL * look.size), INDENT * look.size
        meaning = set_words((Run(typeset(term.meaning, look.book.language)),), small, width - indent, look, term.place)
        entry += [shifted(line.items, indent, 0) for line in meaning]
    return entry


def _runs(pages: Sequence[int], chief: int) -> Iterator[Run]:
    """Consecutive pages as a range, the chief one by itself: 3, 5–8."""
    starts = [0] * bool(pages) + [i for i, (a, b) in enumerate(pairwise(pages), 1) if b != a + 1 or chief in (a, b)]
    for start, end in zip(starts, [*starts, len(pages)][1:], strict=True):
        first, last = pages[start], pages[end - 1]
        yield Run(str(first) if first == last else f"{first}\u2013{last}", bold=first == chief)


def _alphabetical(term: Term) -> str:
    """The sort key of a term, without accents and capitals."""
    word = term.forms[0]
    return "".join(sign for sign in unicodedata.normalize("NFD", word.casefold()) if not unicodedata.combining(sign))
