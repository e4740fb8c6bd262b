"""Figures: rows of real faces at a fraction of their size, with a caption."""

from __future__ import annotations

from dataclasses import dataclass

from cardgen.drawing import Face, Group, Item, Shape, Use, rectangle
from cardgen.errors import UNKNOWN_NAME, Fault, InputError, nearest
from cardgen.rulebook.atoms import Atom, Keep, spaced
from cardgen.rulebook.blocks import Figure
from cardgen.rulebook.lines import baseline, set_words, shifted
from cardgen.rulebook.look import Look

HEIGHT, ROWS_HEIGHT = 34.0, 29.0  # mm of the tallest face of a row at 10 pt, and where there are several rows
LEAST_HEIGHT = 20.0  # a row whose faces would be smaller is broken
OVERLAP = 0.26  # of its width, what shows of a face under another copy
GAP = 3.0  # mm between faces
CORNERS = 0.045  # of the shorter side
HAIRLINE = 0.15


@dataclass(frozen=True, slots=True)
class Fan:
    """Copies of a face, each over the one before."""

    face: Face
    copies: int

    @property
    def width(self) -> float:
        """In widths of the face."""
        return 1 + (self.copies - 1) * OVERLAP


def set_figure(block: Figure, width: float, look: Look) -> list[Atom]:
    """Rows of faces and then the caption, held together."""
    fans = find_fans(block, look.book.faces)
    rows = arrange(fans, width, look.figures)
    atoms = []
    for row, height in rows:
        tall = look.units(height + 0.5)
        atoms.append(Atom(tall, tuple(_row(row, height, width, look)), before=look.unit, keep=Keep.MUST))
    type_ = look.caption
    lines = set_words(block.caption, type_, width * 0.92, look, block.place)
    items: list[Item] = []
    for index, line in enumerate(lines):
        items += shifted(line.items, width * 0.04, baseline(type_, look) + index * type_.leading + 0.2 * look.size)
    atoms.append(Atom(look.units(len(lines) * type_.leading + 0.25 * look.size), tuple(items)))
    return spaced(atoms, 2 * look.unit, look.unit)


def find_fans(block: Figure, faces: dict[str, Face]) -> list[Fan]:
    """The faces that a figure names. Raises InputError with every unknown name."""
    faults = [
        Fault(f"there is nothing called '{name}' to show{nearest(name, faces)}", block.place, UNKNOWN_NAME)
        for name, _ in block.faces
        if name not in faces
    ]
    if faults:
        raise InputError(*faults)
    return [Fan(faces[name], copies) for name, copies in block.faces]


def arrange(fans: list[Fan], width: float, scale: float = 1.0) -> list[tuple[list[Fan], float]]:
    """Rows and the height of their faces in mm: one row if its faces are not made too small, else even ones."""
    for count in range(1, len(fans) + 1):
        per_row = -(-len(fans) // count)
        rows = [fans[start : start + per_row] for start in range(0, len(fans), per_row)]
        height = (HEIGHT if count == 1 else ROWS_HEIGHT) * scale
        fitting = min(_height(row, width, height) for row in rows)
        if fitting >= LEAST_HEIGHT * scale or count == len(fans):
            return [(row, fitting) for row in rows]
    return []


def _height(row: list[Fan], width: float, height: float) -> float:
    tallest = max(fan.face.height for fan in row)
    natural = sum(fan.width * fan.face.width for fan in row) / tallest
    return min(height, (width - (len(row) - 1) * GAP) / natural)


def _row(row: list[Fan], height: float, width: float, look: Look) -> list[Item]:
    scale = height / max(fan.face.height for fan in row)
    taken = sum(fan.width * fan.face.width for fan in row) * scale + (len(row) - 1) * GAP
    x = (width - taken) / 2
    items: list[Item] = []
    for fan in row:
        top = height - fan.face.height * scale
        for _ in range(fan.copies):
            items.append(placed(fan.face, (scale, 0, 0, scale, x, top), look.ink))
            x += OVERLAP * fan.face.width * scale
        x += (1 - OVERLAP) * fan.face.width * scale + GAP
    return items


def placed(face: Face, matrix: tuple[float, ...], ink: str) -> Group:
    """A face cut at its trim, with round corners and a hairline."""
    scale = (matrix[0] ** 2 + matrix[1] ** 2) ** 0.5
    outline = rectangle(0, 0, face.width, face.height, CORNERS * min(face.width, face.height))
    line = Shape(outline, stroke=ink, line=HAIRLINE / scale)
    return Group((Group((Use(face.name),), clip=outline), line), matrix)
