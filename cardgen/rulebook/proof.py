"""Reads a rulebook's text for faults, without laying it out, so that every check can afford it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from cardgen.foundations.errors import Fault, InputError
from cardgen.rulebook.blocks import Block, Callout, Figure, Heading, Paragraph, Table, Words, walk
from cardgen.rulebook.book import Book
from cardgen.rulebook.fan import find_fans
from cardgen.rulebook.lines import pieces
from cardgen.rulebook.look import Look, Type
from cardgen.rulebook.markdown import read_markdown
from cardgen.rulebook.sheet import A5
from cardgen.rulebook.stage import set_stage


def proofread(markdown: str, book: Book) -> None:
    """Raises InputError with every construct, icon, character and figure that cannot be set, by line of the text."""
    look = Look(book)
    faults: list[Fault] = []
    for block in walk(read_markdown(markdown, book.source)):
        try:
            if isinstance(block, Figure) and block.scene:
                set_stage(block.scene, A5.measure, look)
            elif isinstance(block, Figure):
                find_fans(block, book)
            for words, type_ in _words(block, look):
                pieces(words, replace(type_, hyphenate=False), look, block.place)
        except InputError as error:
            faults += error.faults
    if faults:
        raise InputError(*dict.fromkeys(faults))


def _words(block: Block, look: Look) -> Iterator[tuple[Words, Type]]:
    """The words of a block itself, and their type."""
    match block:
        case Heading():
            yield block.words, look.heading(block.level)
        case Paragraph():
            yield block.words, look.body
        case Callout():
            yield block.title, look.box_title
        case Figure():
            yield block.caption, look.caption
        case Table():
            for row in (block.header, *block.rows):
                for words in row:
                    yield words, look.cell
