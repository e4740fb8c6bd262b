"""Compares the sentences of a rulebook in two editions or states, the old ones beside the new ones."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from cardgen.foundations.dataclass import dataclass
from cardgen.press.books import TEMPLATES, BookMaker, source_of
from cardgen.rulebook.blocks import Block, Callout, Figure, Heading, Items, PageBreak, Paragraph, Table, Words
from cardgen.rulebook.markdown import read_markdown
from cardgen.text.inline import InlineIcon, LineBreak, Run

Parts = tuple[tuple[str, bool], ...]  # words, and whether they differ from the other side
BOOKS = ("rulebook", "summary")
MAX_PAIRS = 40_000  # of sentences that are compared with one another; more are another book
LIKE = 0.4  # from which on two sentences are one that changed
_END = re.compile(r"(?<=[.!?…])[»”\"’)]*\s+(?=[«“\"(¿¡]?\s?[A-ZÀ-ÖØ-Þ0-9])")


@dataclass(frozen=True, slots=True)
class BookSentence:
    """A sentence of a book, with the headings above it."""

    under: str
    text: str


@dataclass(frozen=True, slots=True)
class Changed:
    """A sentence before and after a change; it is new if there is none before, and gone if there is none after."""

    book: str
    under: str
    old: Parts
    new: Parts


def changed(before: BookMaker, now: BookMaker) -> Iterator[Changed]:
    """Yields the sentences that differ between the rulebooks and summaries of two editions, in order. Raises
    InputError."""
    for book, template in zip(BOOKS, TEMPLATES, strict=True):
        old, new = (list(sentences(maker, template)) for maker in (before, now))
        yield from compare_sentences(book, old, new)


def sentences(maker: BookMaker, template: str) -> Iterator[BookSentence]:
    """Yields the sentences of a book in order; none if the game has no such book. Raises InputError."""
    source = source_of(maker.composer.game, template.format(maker.language))
    if source is None:
        return
    headings: list[str] = []
    for block in read_markdown(maker.markdown(source), source):
        if isinstance(block, Heading):
            headings = [*headings[: block.level - 1], spoken(block.words, maker)]
        else:
            under = headings[-1] if headings else ""
            yield from (BookSentence(under, each) for text in _texts(block, maker) for each in _END.split(text) if each)


def spoken(words: Words, maker: BookMaker) -> str:
    """Returns the words of a book, with icons as their names."""
    said = maker.strings

    def part(item: Run | InlineIcon | LineBreak) -> str:
        if isinstance(item, Run):
            return item.text
        if isinstance(item, LineBreak):
            return " "
        key = f"icon.{item.name}"
        return said.say(key) if key in said.entries else item.name.replace("_", " ").replace("-", " ")

    return " ".join("".join(map(part, words)).replace("\u00ad", "").split(" ")).strip()


def _texts(block: Block, maker: BookMaker) -> Iterator[str]:
    match block:
        case Paragraph() | Heading():
            yield spoken(block.words, maker)
        case Items():
            for item in block.items:
                for inner in item:
                    yield from _texts(inner, maker)
        case Callout():
            yield from filter(None, [spoken(block.title, maker)])
            for inner in block.blocks:
                yield from _texts(inner, maker)
        case Table():
            head = [spoken(cell, maker) for cell in block.header]
            yield from (_row(head, [spoken(cell, maker) for cell in row]) for row in block.rows)
        case Figure():
            names = maker.composer.names(maker.language)
            counted = ((names.get(each.name, each.name), each.count) for each in block.faces if each.count is not None)
            faces = ", ".join(f"{name} × {count}" for name, count in counted)
            yield from filter(None, [spoken(block.caption, maker), faces])
        case PageBreak():
            pass


def _row(head: Sequence[str], cells: Sequence[str]) -> str:
    return "; ".join(f"{name}: {cell}" if name else cell for name, cell in zip(head, cells, strict=False) if cell)


def compare_sentences(book: str, old: Sequence[BookSentence], new: Sequence[BookSentence]) -> Iterator[Changed]:
    """Yields the sentences that differ, in order; those that are gone come before those that are there instead."""
    matcher = SequenceMatcher(None, [each.text for each in old], [each.text for each in new], autojunk=False)
    for kind, a, b, c, d in matcher.get_opcodes():
        if kind != "equal":
            yield from (pair(book, *both) for both in _paired(old[a:b], new[c:d]))


def _paired(
    old: Sequence[BookSentence], new: Sequence[BookSentence]
) -> Iterator[tuple[BookSentence, None] | tuple[None, BookSentence] | tuple[BookSentence, BookSentence]]:
    """Each sentence with the one that it became, in the order of the new ones; what is gone stands first."""
    if len(old) * len(new) > MAX_PAIRS:
        yield from ((each, None) for each in old)
        yield from ((None, each) for each in new)
        return
    left = list(old)
    pairs: list[tuple[BookSentence | None, BookSentence]] = []
    for each in new:
        like = max(left, key=lambda one: _likeness(one, each), default=None)
        if like is not None and _likeness(like, each) >= LIKE:
            left.remove(like)
            pairs.append((like, each))
        else:
            pairs.append((None, each))
    yield from ((each, None) for each in left)
    for was, each in pairs:
        yield (was, each) if was else (None, each)


def _likeness(one: BookSentence, other: BookSentence) -> float:
    return SequenceMatcher(None, one.text.split(), other.text.split(), autojunk=False).ratio()


def pair(book: str, old: BookSentence | None, new: BookSentence | None) -> Changed:
    """Marks the words that differ between a sentence and the one that it became."""
    if old is None or new is None:
        under = new.under if new else old.under if old else ""
        return Changed(book, under, ((old.text, True),) if old else (), ((new.text, True),) if new else ())
    one, other = (re.findall(r"\s*\S+", each.text) for each in (old, new))
    was: list[tuple[str, bool]] = []
    now: list[tuple[str, bool]] = []
    for kind, a, b, c, d in SequenceMatcher(None, one, other, autojunk=False).get_opcodes():
        was.append(("".join(one[a:b]), kind != "equal"))
        now.append(("".join(other[c:d]), kind != "equal"))
    return Changed(book, new.under, *(tuple(part for part in parts if part[0]) for parts in (was, now)))
