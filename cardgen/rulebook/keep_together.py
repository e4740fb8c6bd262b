"""Finds the blocks that must stay on one page, or on two that face each other, and marks their atoms."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from cardgen.graphics.drawing import Text
from cardgen.rulebook.atoms import Atom, Keep
from cardgen.rulebook.blocks import Block, Figure, Heading, Items, Paragraph, Table, plain
from cardgen.rulebook.look import Look
from cardgen.text.inline import Run

MAX_LEAD = 2  # paragraphs that lead from a heading to its steps


def join_atoms(blocks: Sequence[Block], strips: Sequence[list[Atom]], look: Look) -> list[Atom]:
    """Joins the atoms of blocks, and marks those that must stay on one page or spread."""
    strips = [list(atoms) for atoms in strips]
    for index, (before, after) in enumerate(pairwise(blocks)):
        if isinstance(after, (Items, Table, Figure)) and _introduces(strips[index][-1]):
            _raise_levels(strips[index], keep=Keep.MUST)
        if is_announced(before, after):
            _raise_levels(strips[index], turn=Keep.MUST)
    for run in labelled(blocks):
        for index in {run.start, run.stop - 2}:  # so that no question is alone on a page
            _raise_levels(strips[index], keep=Keep.WISH)
    for run in (*procedures(blocks), *choices(blocks)):
        for index in run:
            held = strips[index][: -1 if index == run.stop - 1 else None]
            strips[index][: len(held)] = [replace(atom, turn=max(atom.turn, Keep.WISH)) for atom in held]
    return _with_headings([atom for atoms in strips for atom in atoms], look)


def is_announced(before: Block, after: Block) -> bool:
    """Whether readers expect a block right after the one before it. A second figure has a caption, so they do not."""
    second = isinstance(before, Figure) and isinstance(after, Figure)
    return isinstance(after, (Table, Figure)) and not isinstance(before, Heading) and not second


def labelled(blocks: Sequence[Block]) -> list[range]:
    """Runs of two or more paragraphs that begin in bold, such as questions."""
    return _runs([isinstance(block, Paragraph) and _bold(block) for block in blocks])


def procedures(blocks: Sequence[Block]) -> list[range]:
    """Steps, with the heading and words before them, and the tables, figures and steps that continue them."""
    ranges = []
    for index, block in enumerate(blocks):
        if isinstance(block, Items) and block.start is not None:
            start = stop = index
            while start > 0 and index - start < MAX_LEAD and isinstance(blocks[start - 1], Paragraph):
                start -= 1
            if start > 0 and isinstance(blocks[start - 1], Heading):
                start -= 1
            while stop + 1 < len(blocks) and _goes_on(blocks[stop + 1]):
                stop += 1
            ranges.append(range(start, stop + 1))
    return ranges


def choices(blocks: Sequence[Block]) -> list[range]:
    """Choices that players compare: words that end in a colon, and a list whose items begin in bold."""
    pairs = enumerate(pairwise(blocks))
    return [range(index, index + 2) for index, (above, below) in pairs if _leads(above) and _offers(below)]


def _leads(block: Block) -> bool:
    return isinstance(block, Paragraph) and plain(block.words).endswith(":")


def _offers(block: Block) -> bool:
    firsts = [item[0] for item in block.items if item] if isinstance(block, Items) else []
    return bool(firsts) and all(isinstance(each, Paragraph) and _bold(each) for each in firsts)


def _goes_on(block: Block) -> bool:
    """Whether a block continues steps: a table, a figure, or steps with later numbers."""
    return isinstance(block, (Table, Figure)) or (isinstance(block, Items) and (block.start or 1) > 1)


def _runs(these: Sequence[bool]) -> list[range]:
    runs: list[range] = []
    start = 0
    for index, this in enumerate((*these, False)):
        if not this:
            if index - start > 1:
                runs.append(range(start, index))
            start = index + 1
    return runs


def _bold(block: Paragraph) -> bool:
    first = block.words[0] if block.words else None
    return isinstance(first, Run) and first.bold


def _raise_levels(atoms: list[Atom], keep: Keep = Keep.FREE, turn: Keep = Keep.FREE) -> None:
    """Raises the keep and turn levels of the last atom, in place."""
    last = atoms[-1]
    atoms[-1] = replace(last, keep=max(last.keep, keep), turn=max(last.turn, turn))


def _introduces(atom: Atom) -> bool:
    """Whether a line ends in a colon: what follows it belongs to it."""
    texts = [item.text for item in atom.items if isinstance(item, Text)]
    return bool(texts) and texts[-1].rstrip().endswith(":")


def _with_headings(atoms: list[Atom], look: Look) -> list[Atom]:
    """Returns the atoms; a single line below a heading is kept with the atom after it."""
    joined = list(atoms)
    for index in range(1, len(atoms) - 1):
        line, after = atoms[index], atoms[index + 1]
        alone = line.height <= 1.5 * look.leading and not (after.entry or after.new_page)
        if atoms[index - 1].entry and not line.entry and alone:
            joined[index] = replace(line, keep=Keep.MUST)
    return joined
