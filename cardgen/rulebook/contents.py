"""The contents: chapters and sections, dotted leaders and page numbers."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import Place
from cardgen.graphics.drawing import Item, Shape
from cardgen.graphics.geometry import Segments, ellipse
from cardgen.rulebook.atoms import Atom, Entry, Keep, in_part
from cardgen.rulebook.blocks import Heading
from cardgen.rulebook.heading import set_heading
from cardgen.rulebook.lines import baseline, set_words, shifted, with_space
from cardgen.rulebook.look import Look
from cardgen.text.inline import Run

DEEPEST = 2  # deepest level of listed headings
DOT, STEP = 0.19, 2.0  # mm; dots of leaders lie on a grid that all lines of a page share


@dataclass(frozen=True, slots=True)
class Listed:
    entry: Entry
    page: int


def set_contents(listed: list[Listed], width: float, look: Look) -> list[Atom]:
    """The contents' title and a line for each heading."""
    place = Place(str(look.book.source))
    title = Heading(1, (Run(look.book.words["contents"]),), place)
    atoms = [in_part(replace(atom, entry=None), "H2") for atom in set_heading(title, width, look)]
    listed = [each for each in listed if each.entry.level <= DEEPEST]
    for index, (each, after) in enumerate(zip(listed, [*listed[1:], None], strict=True)):
        holds = after is not None and each.entry.level < after.entry.level
        line = replace(_line(each, width, look, place), keep=Keep.MUST if holds else Keep.FREE)
        atoms.append(in_part(in_part(line, "TOCI", index), "TOC"))
    return atoms


def _line(listed: Listed, width: float, look: Look, place: Place) -> Atom:
    chapter = listed.entry.level == 1
    type_ = replace(look.ragged, bold=chapter, hyphenate=False)
    number_type = replace(type_, colour=look.dark)
    indent = 0.0 if chapter else 1.6 * look.size
    lines = set_words((Run(listed.entry.text),), type_, width - indent - 4 * look.size, look, place)
    (number,) = set_words((Run(str(listed.page)),), number_type, width, look, place)
    items: list[Item] = []
    drop = baseline(type_, look)
    for index, line in enumerate(lines):
        items += shifted(with_space(line.items), indent, drop + index * type_.leading)
    y = drop + (len(lines) - 1) * type_.leading
    first = -(-(indent + lines[-1].width + 2.0) // STEP) * STEP
    dots = int((width - number.width - 2.0 - first) // STEP) + 1
    if dots > 0:
        items.append(Shape(_leader(first, y, dots), fill=look.grey))
    items += shifted(number.items, width - number.width, y)
    return Atom(len(lines) * type_.leading, tuple(items), look.unit if chapter else 0.0)


@lru_cache(maxsize=1000)
def _leader(x: float, y: float, dots: int) -> Segments:
    middles = (x + index * STEP for index in range(dots))
    return tuple(segment for middle in middles for segment in ellipse(middle - DOT, y - 2 * DOT, middle + DOT, y))
