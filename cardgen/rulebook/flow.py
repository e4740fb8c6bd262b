"""Turns blocks into atoms of one width: dispatches each block to its module."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from cardgen.foundations.errors import Fault, InputError
from cardgen.rulebook.atoms import Atom, in_part, spaced
from cardgen.rulebook.blocks import (
    Block,
    Callout,
    Figure,
    Heading,
    Index,
    Items,
    PageBreak,
    Paragraph,
    Table,
    icons_of,
    walk,
)
from cardgen.rulebook.callout import set_callout
from cardgen.rulebook.figure import set_figure
from cardgen.rulebook.heading import set_heading
from cardgen.rulebook.index import set_index
from cardgen.rulebook.items import set_items
from cardgen.rulebook.keep_together import join_atoms
from cardgen.rulebook.lines import line_atoms, set_words
from cardgen.rulebook.look import Look
from cardgen.rulebook.table import set_table

GAP = 1  # units between paragraphs


def flow(blocks: Iterable[Block], width: float, look: Look, inside: bool = False) -> list[Atom]:
    """The atoms of blocks in a width in mm; `inside` a box or a list text is ragged.

    Raises InputError with the faults of all blocks.
    """
    said: list[Block] = []
    strips: list[list[Atom]] = []
    faults: list[Fault] = []
    new_page = False
    for block in blocks:
        if isinstance(block, PageBreak):
            new_page = True
            continue
        try:
            atoms = _set_once(block, width, look, inside)
        except InputError as error:
            faults += error.faults
            continue
        if atoms:
            strips.append([replace(atoms[0], new_page=True), *atoms[1:]] if new_page else atoms)
            said.append(block)
            new_page = False
    if faults:
        raise InputError(*faults)
    parts = [(_kind(block), number) for number, block in enumerate(said) for _ in strips[number]]
    return [in_part(atom, *part) for atom, part in zip(join_atoms(said, strips, look), parts, strict=True)]


def _kind(block: Block) -> str:
    """The structure type of a block for reading aloud. The title of the book is above its headings."""
    match block:
        case Heading():
            return f"H{block.level + 1}"
        case Items():
            return "UL" if block.start is None else "OL"
        case Table():
            return "Table"
        case Callout():
            return "Sect"
        case Figure():
            return "Div"
    return "P"


def _set_once(block: Block, width: float, look: Look, inside: bool) -> list[Atom]:
    """The atoms of a block; taken from another edition's book if the block is the same there."""
    if isinstance(block, Index):
        return _set(block, width, look, inside)
    faces = [shown.name for each in walk([block]) if isinstance(each, Figure) for shown in each.faces]
    try:
        drawn: list[object] = [
            (look.book.icons(name, block.place), look.book.called(name)) for name in sorted(icons_of(block))
        ]
        drawn += [(look.book.faces[name], look.book.smaller.get(name)) for name in faces]
    except (InputError, KeyError):
        return _set(block, width, look, inside)  # reports the line that names an unknown thing
    key = block, width, inside, look.ground, (look.figures, look.largest) if faces else None
    if key not in look.known or look.known[key][0] != drawn:
        look.known[key] = drawn, _set(block, width, look, inside)
    return look.known[key][1]


def _set(block: Block, width: float, look: Look, inside: bool) -> list[Atom]:
    match block:
        case Heading():
            return set_heading(block, width, look)
        case Items():
            return set_items(block, width, look, flow)
        case Table():
            return set_table(block, width, look)
        case Callout():
            return set_callout(block, width, look, flow)
        case Figure():
            return set_figure(block, width, look)
        case Index():
            return set_index(block, width, look)
        case Paragraph():
            type_ = look.ragged if inside else look.body
            atoms = line_atoms(set_words(block.words, type_, width, look, block.place), type_, look)
            return spaced(atoms, GAP * look.unit, GAP * look.unit)
    raise TypeError(f"{type(block).__name__} is no block")
