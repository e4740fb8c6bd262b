"""Headings: chapters stand above a rule in the accent's colour; each keeps two lines of the text that follows."""

from __future__ import annotations

from cardgen.graphics.drawing import Item, Shape
from cardgen.rulebook.atoms import Atom, Entry, Keep
from cardgen.rulebook.blocks import Heading, plain
from cardgen.rulebook.lines import baseline, set_words, shifted
from cardgen.rulebook.look import Look

BEFORE = {1: 4, 2: 2, 3: 2}  # units above a heading, by level
AFTER = {1: 2, 2: 1, 3: 0}
RULE = 0.5  # mm, the line below a chapter's heading


def set_heading(block: Heading, width: float, look: Look) -> list[Atom]:
    """One atom, in whole units, its words at the bottom."""
    type_ = look.heading(block.level)
    lines = set_words(block.words, type_, width, look, block.place)
    room = len(lines) * type_.leading + (0.35 * look.leading if block.level == 1 else 0.0)
    height = look.units(room)
    top = height - room
    items: list[Item] = []
    for index, line in enumerate(lines):
        items += shifted(line.items, 0, top + baseline(type_, look) + index * type_.leading)
    if block.level == 1:
        y = height - RULE
        items.append(Shape((("M", 0, y), ("L", width, y)), stroke=look.second, line=RULE))
    entry = Entry(block.level, plain(block.words))
    before, after = BEFORE[block.level] * look.unit, AFTER[block.level] * look.unit
    changed = any(line.changed for line in lines)
    return [Atom(height, tuple(items), before, after, Keep.MUST, entry=entry, changed=changed)]
