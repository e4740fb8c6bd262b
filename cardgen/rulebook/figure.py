"""Figures: rows of real faces at a fraction of their size, with a caption."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from cardgen.drawing import Face, Group, Item, Matrix, Shape, Use, rectangle
from cardgen.errors import UNKNOWN_NAME, Fault, InputError, Place, nearest
from cardgen.rulebook.atoms import Atom, Keep, spaced
from cardgen.rulebook.blocks import Figure
from cardgen.rulebook.lines import baseline, set_words, shifted
from cardgen.rulebook.look import Look
from cardgen.rulebook.ring import label_items, seat
from cardgen.text.inline import Run

HEIGHT, ROWS_HEIGHT = 34.0, 29.0  # mm of the tallest face of a row at 10 pt, and where there are several rows
GRID = 60.0  # mm of all the rows that an author makes
LEAST_HEIGHT = 20.0  # a row whose faces would be smaller is broken
OVERLAP = 0.26  # of its width, what shows of a face under another copy
GAP = 3.0  # mm between faces
CORNERS = 0.045  # of the shorter side
HAIRLINE = 0.15


@dataclass(frozen=True, slots=True)
class Fan:
    """Copies of a face, each over the one before; `count` stands below them."""

    face: Face
    copies: int
    count: int | None

    @property
    def width(self) -> float:
        """In widths of the face."""
        return 1 + (self.copies - 1) * OVERLAP


def set_figure(block: Figure, width: float, look: Look) -> list[Atom]:
    """The faces and then the caption, held together."""
    fans = find_fans(block, look.book.faces)
    atoms = [_ring(fans, width, look, block.place)] if block.ring else []
    for row, height in [] if block.ring else arrange(fans, width, look.figures, block.breaks):
        counts = look.caption.leading + 0.3 if any(fan.count is not None for fan in row) else 0.0
        tall = look.units(height + 0.5 + counts)
        atoms.append(Atom(tall, tuple(_row(row, height, width, look, block.place)), before=look.unit, keep=Keep.MUST))
    type_ = look.caption
    lines = set_words(block.caption, type_, width * 0.92, look, block.place)
    items: list[Item] = []
    for index, line in enumerate(lines):
        items += shifted(line.items, width * 0.04, baseline(type_, look) + index * type_.leading + 0.2 * look.size)
    atoms.append(Atom(look.units(len(lines) * type_.leading + 0.2 * look.size), tuple(items)))
    return spaced(atoms, 2 * look.unit, look.unit)


def find_fans(block: Figure, faces: dict[str, Face]) -> list[Fan]:
    """The faces that a figure names. Raises InputError with every unknown name."""
    faults = [
        Fault(f"there is nothing called '{shown.name}' to show{nearest(shown.name, faces)}", block.place, UNKNOWN_NAME)
        for shown in block.faces
        if shown.name not in faces
    ]
    if faults:
        raise InputError(*faults)
    return [Fan(faces[shown.name], shown.copies, shown.count) for shown in block.faces]


def _ring(fans: list[Fan], width: float, look: Look, place: Place) -> Atom:
    """All faces of a ring and their numbers."""
    ring = seat(len(fans), ratio_of(fans), width, look.figures)
    items: list[Item] = []
    for fan, at in zip(fans, ring.seats, strict=True):
        scale = ring.face / fan.face.height
        items.append(placed(fan.face, (scale, 0, 0, scale, at.x, at.y), look.ink))
        if fan.count is not None:
            items += label_items(fan.count, at.label, look, place)
    return Atom(look.units(ring.height + 0.5), tuple(items), before=look.unit, keep=Keep.MUST)


def ratio_of(fans: list[Fan]) -> float:
    """The width of the widest face against its height."""
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
        if fitting >= LEAST_HEIGHT * scale or count == len(fans):
            return [(row, fitting) for row in rows]
    return []


def _height(row: list[Fan], width: float, height: float) -> float:
    tallest = max(fan.face.height for fan in row)
    natural = sum(fan.width * fan.face.width for fan in row) / tallest
    return min(height, (width - (len(row) - 1) * GAP) / natural)


def _row(row: list[Fan], height: float, width: float, look: Look, place: Place) -> list[Item]:
    scale = height / max(fan.face.height for fan in row)
    taken = sum(fan.width * fan.face.width for fan in row) * scale + (len(row) - 1) * GAP
    x = (width - taken) / 2
    items: list[Item] = []
    for fan in row:
        top = height - fan.face.height * scale
        if fan.count is not None:
            type_ = replace(look.caption, italic=False, colour=look.ink)
            (line,) = set_words((Run(count_label(fan.count)),), type_, fan.width * fan.face.width * scale, look, place)
            items += shifted(line.items, x, height + 0.3 + baseline(type_, look))
        for _ in range(fan.copies):
            items.append(placed(fan.face, (scale, 0, 0, scale, x, top), look.ink))
            x += OVERLAP * fan.face.width * scale
        x += (1 - OVERLAP) * fan.face.width * scale + GAP
    return items


def count_label(count: int) -> str:
    """How many copies there are, as it stands below a face in every language."""
    return f"×\u00a0{count}"


def placed(face: Face, matrix: Matrix, ink: str) -> Group:
    """A face cut at its trim, with round corners and a hairline."""
    scale = (matrix[0] ** 2 + matrix[1] ** 2) ** 0.5
    outline = rectangle(0, 0, face.width, face.height, CORNERS * min(face.width, face.height))
    line = Shape(outline, stroke=ink, line=HAIRLINE / scale)
    return Group((Group((Use(face.name),), clip=outline), line), matrix)
