"""Callouts: a tinted box with a bar at its left for an example or aside, a framed one for a rule."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from cardgen.rulebook.atoms import Atom, Keep, Panel, in_part, indented, keep_together, spaced
from cardgen.rulebook.blocks import Callout
from cardgen.rulebook.lines import line_atoms, set_words
from cardgen.rulebook.look import Look

PADDING = 1.2  # ems at the sides
TINT = 0.11
FIGURES = 0.75  # size of faces, as a part of that outside of boxes


def set_callout(block: Callout, width: float, look: Look, flow: Callable[..., list[Atom]]) -> list[Atom]:
    """The atoms of a box, held together if they fit a page."""
    side = PADDING * look.size
    inner = width - 2 * side
    ground = look.ground if block.rule else look.tint(TINT)
    panel = Panel(block, 0.0, width, ground, look.accent, look.accent if block.rule else None)
    title: list[Atom] = []
    if block.title:
        lines = set_words(block.title, look.box_title, inner, look, block.place)
        title = [in_part(replace(atom, keep=Keep.MUST), "Caption") for atom in line_atoms(lines, look.box_title, look)]
    content = flow(block.blocks, inner, look.resized(FIGURES).on(ground, boxed=True), inside=True)
    if title and content:
        content = [replace(content[0], before=look.unit / 2), *content[1:]]
    atoms = indented([*title, *content], side)
    pad = Atom(look.unit, keep=Keep.MUST)
    atoms = [replace(atoms[0], before=0.0), *atoms[1:-1], replace(atoms[-1], after=0.0)] if len(atoms) > 1 else atoms
    atoms[-1] = replace(atoms[-1], keep=Keep.MUST, after=0.0)
    atoms[0] = replace(atoms[0], before=0.0)
    boxed = [replace(atom, panel=panel) for atom in (pad, *atoms, _foot(bool(title), look))]
    return spaced(keep_together(boxed, Keep.WISH), 2 * look.unit, 2 * look.unit)


def _foot(titled: bool, look: Look) -> Atom:
    """The room below the text, which makes whole units with that below a title."""
    return Atom(look.unit * (1.5 if titled else 1.0))
