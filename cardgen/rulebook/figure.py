"""Figures: rows of reduced faces, without illegible texts, with a caption."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from cardgen.foundations.errors import Place
from cardgen.graphics.drawing import Group, Item
from cardgen.graphics.geometry import translation
from cardgen.rulebook.anatomy import Anatomy
from cardgen.rulebook.atoms import Atom, Keep, in_part, part, spaced
from cardgen.rulebook.blocks import Figure
from cardgen.rulebook.fan import OVERLAP, Fan, find_fans, framed_face, label_of
from cardgen.rulebook.figure_texts import figure_said
from cardgen.rulebook.lines import SetLine, baseline, set_words, shifted
from cardgen.rulebook.look import Look, Type
from cardgen.rulebook.names_below import type_of_names
from cardgen.rulebook.ring import label_items, seat
from cardgen.rulebook.scene import Scene
from cardgen.rulebook.stage import set_stage
from cardgen.text.inline import Run

HEIGHT, ROWS_HEIGHT = 34.0, 29.0  # mm of the tallest face at 10 pt, in one row or in several rows
GRID = 60.0  # mm of all rows of an author together
MIN_HEIGHT = 20.0  # mm; a row with smaller faces is broken
GAP = 3.0  # mm between faces
LABEL_ROOM = 2.0  # mm by which a label can be wider than its face
LABEL_LINES = 2  # preferred maximum


def set_figure(block: Figure, width: float, look: Look) -> list[Atom]:
    """The faces and then the caption, held together."""
    if block.scene:
        atoms = [_scene(block.scene, width, look)]
    else:
        fans = find_fans(block, look.book)
        atoms = [_ring(fans, width, look, block.place)] if block.ring else _rows(block, fans, width, look)
    said = figure_said(block, look.book)
    atoms = [in_part(atom, "Figure", said=said) for atom in atoms]
    type_ = look.caption
    lines = set_words(block.caption, type_, width * 0.92, look, block.place)
    items: list[Item] = []
    for index, line in enumerate(lines):
        items += shifted(line.items, width * 0.04, baseline(type_, look) + index * type_.leading + 0.2 * look.size)
    atoms.append(Atom(look.units(len(lines) * type_.leading + 0.2 * look.size), part(items, "Caption")))
    return spaced(atoms, 2 * look.unit, look.unit)


def _scene(scene: Scene | Anatomy, width: float, look: Look) -> Atom:
    """A table with its cards, or a card with explained signs."""
    stage = set_stage(scene, width, look)
    items = (Group(stage.items, translation((width - stage.width) / 2, 0)),)
    return Atom(look.units(stage.height + 0.5), items, before=look.unit, keep=Keep.MUST)


def _ring(fans: list[Fan], width: float, look: Look, place: Place) -> Atom:
    """All faces of a ring and their numbers."""
    ring = seat(len(fans), ratio_of(fans), width, look.figures)
    items: list[Item] = []
    for fan, at in zip(fans, ring.seats, strict=True):
        scale = ring.face / fan.face.height
        items.append(framed_face(fan, (scale, 0, 0, scale, at.x, at.y), look.ink))
        if fan.count is not None:
            items += label_items(fan.count, at.label, look, place)
    return Atom(look.units(ring.height + 0.5), tuple(items), before=look.unit, keep=Keep.MUST)


def ratio_of(fans: list[Fan]) -> float:
    """The aspect ratio of the widest face."""
    return max(fan.face.width / fan.face.height for fan in fans)


def arrange(
    fans: list[Fan], width: float, scale: float = 1.0, breaks: Sequence[int] = ()
) -> list[tuple[list[Fan], float]]:
    """Rows and the height of their faces in mm: the author's, or one if that is tall enough, else even ones."""
    if breaks:
        rows = [fans[start:end] for start, end in zip((0, *breaks), (*breaks, len(fans)), strict=True)]
        height = min(ROWS_HEIGHT, GRID / len(rows)) * scale
        return [(row, min(_height(each, width, height) for each in rows)) for row in rows]
    for count in range(1, len(fans) + 1):
        per_row = -(-len(fans) // count)
        rows = [fans[start : start + per_row] for start in range(0, len(fans), per_row)]
        height = (HEIGHT if count == 1 else ROWS_HEIGHT) * scale
        fitting = min(_height(row, width, height) for row in rows)
        if fitting >= MIN_HEIGHT * scale or count == len(fans):
            return [(row, fitting) for row in rows]
    return []


def _height(row: list[Fan], width: float, height: float) -> float:
    tallest = max(fan.face.height for fan in row)
    natural = sum(fan.width * fan.face.width for fan in row) / tallest
    return min(height, (width - (len(row) - 1) * GAP) / natural)


def _rows(block: Figure, fans: list[Fan], width: float, look: Look) -> list[Atom]:
    """The rows, in as many atoms as rows of the largest faces, which need most."""
    rows = [(row, height, _scale(row, height)) for row, height in arrange(fans, width, look.figures, block.breaks)]
    type_ = _label_type([(fan, scale) for row, _, scale in rows for fan in row], look, block.place)
    apart = any(len(_label(fan, scale, type_, look, block.place)) > 1 for row, _, scale in rows for fan in row)
    atoms = []
    for row, height, scale in rows:
        x = (width - sum(fan.width * fan.face.width for fan in row) * scale - (len(row) - 1) * GAP) / 2
        items: list[Item] = []
        tall = height + 0.5
        for fan in row:
            label = _label(fan, scale, type_, look, block.place, apart)
            for index, line in enumerate(label):
                y = height + 0.3 + baseline(type_, look) + index * type_.leading
                items += shifted(line.items, x - LABEL_ROOM / 2, y)
            tall = max(tall, height + 1.0 + len(label) * type_.leading)
            top = height - fan.face.height * scale
            for index in range(fan.copies):
                left = x + index * OVERLAP * fan.face.width * scale
                items.append(framed_face(fan, (scale, 0, 0, scale, left, top), look.ink))
            x += fan.width * fan.face.width * scale + GAP
        atoms.append(Atom(look.units(tall), tuple(items), before=look.unit, keep=Keep.MUST))
    most = len(arrange(fans, width, look.largest, block.breaks))
    return atoms + [Atom(0.0, keep=Keep.MUST)] * (most - len(rows))


def _scale(row: list[Fan], height: float) -> float:
    return height / max(fan.face.height for fan in row)


def _label_type(fans: list[tuple[Fan, float]], look: Look, place: Place) -> Type:
    """The type of names and counts."""

    def labels(type_: Type) -> Iterator[list[SetLine]]:
        return (_label(fan, scale, type_, look, place) for fan, scale in fans)

    return type_of_names(look, LABEL_LINES, labels)


def _label(fan: Fan, scale: float, type_: Type, look: Look, place: Place, apart: bool = False) -> list[SetLine]:
    """The lines below a face, its count on a line of its own if `apart`."""
    fans = [replace(fan, count=None), replace(fan, name="")] if apart else [fan]
    room = fan.width * fan.face.width * scale + LABEL_ROOM
    words = filter(None, map(label_of, fans))
    return [line for each in words for line in set_words((Run(each),), type_, room, look, place)]
