"""Faces in figures: found by name, without illegible texts, cut at their trim."""

from __future__ import annotations

from dataclasses import replace

from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import UNKNOWN_NAME, Fault, InputError, Place, fail, nearest
from cardgen.graphics.drawing import Face, Group, Shape, Symbol, Use
from cardgen.graphics.geometry import Matrix, Segments, rectangle
from cardgen.rulebook.blocks import Figure, Shown
from cardgen.rulebook.book import Book
from cardgen.rulebook.legible import legible
from cardgen.text.typography import typeset

OVERLAP = 0.26  # visible part of a face's width under another copy
CORNERS = 0.045  # radius of corners, as a part of the shorter side
HAIRLINE = 0.15
EDGE = 0.45  # mm of the edge on a screen


@dataclass(frozen=True, slots=True)
class Fan:
    """Copies of a face, each over the one before; `name` and `count` stand below them, `smaller` is the face to show if
    its texts would be too small."""

    face: Face
    copies: int = 1
    count: int | None = None
    name: str = ""
    smaller: Face | None = None

    def at(self, scale: float) -> Face:
        """The face without texts that are illegible at a scale."""
        return legible([self.face, *([self.smaller] if self.smaller else ())], scale)

    @property
    def width(self) -> float:
        """The width of the fan, in widths of the face."""
        return 1 + (self.copies - 1) * OVERLAP


def find_fans(block: Figure, book: Book) -> list[Fan]:
    """The faces that a figure names. Raises InputError with every unknown name."""
    fans: list[Fan] = []
    faults: list[Fault] = []
    for shown in block.faces:
        try:
            fan = find_fan(shown.name, book, block.place)
            name = typeset(shown.words, book.language) or (fan.face.label if block.named else "")
            fans.append(replace(fan, copies=shown.copies, count=shown.count, name=name))
        except InputError as error:
            faults += error.faults
    if faults:
        raise InputError(*faults)
    return fans


def find_fan(name: str, book: Book, place: Place) -> Fan:
    """One face by its name. Raises InputError if there is none."""
    if name not in book.faces:
        raise fail(f"there is nothing called '{name}' to show{nearest(name, book.faces)}", place, UNKNOWN_NAME)
    return Fan(book.faces[name], smaller=book.smaller.get(name))


def cover_figure(book: Book) -> Figure:
    """The faces of the cover."""
    return Figure(tuple(Shown(name) for name in book.cover), (), Place(str(book.source)))


def label_of(fan: Fan) -> str:
    """The label below a face: its name, and the number of copies, written alike in all languages."""
    return " ".join([*([fan.name] if fan.name else ()), *([f"×\u00a0{fan.count}"] if fan.count is not None else ())])


def framed_face(fan: Fan, matrix: Matrix, ink: str) -> Group:
    """A face cut along its outline, rectangles with round corners, and a hairline."""
    scale = (matrix[0] ** 2 + matrix[1] ** 2) ** 0.5
    face = fan.at(scale)
    outline = _outline(face)
    line = Shape(outline, stroke=ink, line=HAIRLINE / scale)
    whole = face in (fan.face, fan.smaller)
    return Group((Group((Use(face.name),) if whole else face.items, clip=outline), line), matrix)


def cut(face: Face, ink: str) -> Symbol:
    """A face for a screen: a symbol with a thin edge."""
    outline, box = _outline(face), (-EDGE, -EDGE, face.width + EDGE, face.height + EDGE)
    return Symbol(face.name, box, (Group(face.items, clip=outline), Shape(outline, stroke=ink, line=EDGE)))


def _outline(face: Face) -> Segments:
    return face.outline or rectangle(0, 0, face.width, face.height, CORNERS * min(face.width, face.height))
