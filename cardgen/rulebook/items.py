"""Lists: bullets in the accent's colour, and steps with large numerals."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from cardgen.graphics.drawing import Item, Shape
from cardgen.graphics.geometry import ellipse
from cardgen.rulebook.atoms import Atom, Keep, in_part, indented, keep_together, part, spaced
from cardgen.rulebook.blocks import Items
from cardgen.rulebook.lines import baseline, set_words, shifted
from cardgen.rulebook.look import Look
from cardgen.text.inline import Run

BULLET, STEP, DIGIT = 1.25, 1.85, 0.7  # ems of indent of bullets and steps, and for each digit after the first
RADIUS = 0.17  # ems, of a bullet
TOGETHER = 4  # lines of the longest list that is not divided


def set_items(block: Items, width: float, look: Look, flow: Callable[..., list[Atom]]) -> list[Atom]:
    """The atoms of a list; the first line of an item holds its sign."""
    indent = _indent(block) * look.size
    items = [flow(blocks, width - indent, look, inside=True) or [Atom(look.leading)] for blocks in block.items]
    apart = block.loose or block.start is not None or any(len(atoms) > 1 for atoms in items)
    gap = look.unit if apart else 0.0
    atoms: list[Atom] = []
    ends: list[int] = []
    for index, item_atoms in enumerate(items):
        item_atoms = indented([in_part(atom, "LBody") for atom in item_atoms], indent)
        item_atoms[0] = replace(item_atoms[0], before=0.0)
        item_atoms[-1] = replace(item_atoms[-1], after=0.0)
        sign = _bullet(look) if block.start is None else _numeral(block.start + index, indent, look, block)
        item_atoms[0] = replace(
            item_atoms[0], items=(*part(sign, "Lbl"), *item_atoms[0].items), before=gap if atoms else 0.0
        )
        atoms += [in_part(atom, "LI", index) for atom in item_atoms]
        ends.append(len(atoms) - 1)
    if len(atoms) <= TOGETHER:
        atoms = keep_together(atoms, Keep.WISH)
    for end in {ends[0], ends[-2]} if len(ends) > 1 else ():  # so that no item is alone on a page
        atoms[end] = replace(atoms[end], keep=max(atoms[end].keep, Keep.WISH))
    return spaced(atoms, look.unit, look.unit)


def _indent(block: Items) -> float:
    """The indent of a list in ems; steps of two digits need more."""
    if block.start is None:
        return BULLET
    return STEP + DIGIT * (len(str(block.start + len(block.items) - 1)) - 1)


def _bullet(look: Look) -> tuple[Item, ...]:
    x, radius = 0.45 * look.size, RADIUS * look.size
    y = baseline(look.ragged, look) - 0.26 * look.size
    return (Shape(ellipse(x - radius, y - radius, x + radius, y + radius), fill=look.accent),)


def _numeral(number: int, indent: float, look: Look, block: Items) -> tuple[Item, ...]:
    width = indent - 0.5 * look.size
    type_ = look.numeral
    (line, *_) = set_words((Run(str(number)),), type_, width, look, block.place)
    return shifted(line.items, 0, baseline(look.ragged, look))
