"""Atoms: strips as wide as the text that are never divided, and the levels at which they are kept together."""

from __future__ import annotations

from collections.abc import Container, Hashable, Iterable, Iterator
from dataclasses import replace
from enum import IntEnum

from cardgen.foundations.dataclass import dataclass
from cardgen.graphics.drawing import Group, Item, Part, Text
from cardgen.graphics.geometry import translation

HYPHENS = ("-", "\u2010", "\u00ad")  # characters with which a line can end


class Keep(IntEnum):
    """Whether a page can end after an atom, or a leaf be turned there; `penalties` has the costs."""

    FREE = 0
    WISH = 1
    MUST = 2


@dataclass(frozen=True, slots=True)
class Panel:
    """The ground behind the atoms of a box, from `left` to `right` mm of the text's left edge; `box` is its number. Its
    `frame`, a colour, goes all around it; without a frame, it has a bar at its left."""

    box: Hashable
    left: float
    right: float
    fill: str
    bar: str
    frame: str | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """A heading in the contents."""

    level: int
    text: str


@dataclass(frozen=True, slots=True)
class Atom:
    """Items in millimetres from the left of the text and the top of the atom; `before` and `after` are its
    gaps, of which the larger counts; a page's edges have none. `keep` keeps it with the next atom on a page, `turn` on
    two facing pages. `header` is drawn again above it if a page begins with it. `line` is its number among the lines of
    a paragraph, from 1, and their number. `changed` is shown in the margin."""

    height: float
    items: tuple[Item, ...] = ()
    before: float = 0.0
    after: float = 0.0
    keep: Keep = Keep.FREE
    turn: Keep = Keep.FREE
    line: tuple[int, int] | None = None
    panel: Panel | None = None
    header: Atom | None = None
    entry: Entry | None = None
    new_page: bool = False
    changed: bool = False


def indented(atoms: list[Atom], by: float) -> list[Atom]:
    """The atoms `by` mm further to the right."""
    return [_indented(atom, by) for atom in atoms]


def _indented(atom: Atom, by: float) -> Atom:
    items = (Group(atom.items, translation(by, 0)),) if atom.items else ()
    panel = replace(atom.panel, left=atom.panel.left + by, right=atom.panel.right + by) if atom.panel else None
    header = _indented(atom.header, by) if atom.header else None
    return replace(atom, items=items, panel=panel, header=header)


def in_part(atom: Atom, kind: str, number: int = 0, said: str = "") -> Atom:
    """An atom whose items belong to a part of the document."""
    return replace(atom, items=part(atom.items, kind, number, said)) if atom.items else atom


def part(items: Iterable[Item], kind: str, number: int = 0, said: str = "") -> tuple[Item, ...]:
    """Items of a part, as one."""
    return (Group(tuple(items), part=Part(kind, number, said)),)


def keep_together(atoms: list[Atom], keep: Keep) -> list[Atom]:
    """The atoms; a page can end after one of them, except the last, only if `keep` allows it."""
    return [atom if atom.keep >= keep else replace(atom, keep=keep) for atom in atoms[:-1]] + atoms[-1:]


def spaced(atoms: list[Atom], before: float, after: float) -> list[Atom]:
    """The atoms with at least these gaps around them, in mm."""
    if not atoms:
        return atoms
    if atoms[0].before < before:
        atoms = [replace(atoms[0], before=before), *atoms[1:]]
    if atoms[-1].after < after:
        atoms = [*atoms[:-1], replace(atoms[-1], after=after)]
    return atoms


def words_of(atom: Atom) -> str:
    """The words of an atom."""
    return " ".join(text.text for text in texts_of(atom.items)).strip()


def words_on(atoms: Iterable[Atom]) -> str:
    """The words of atoms in order; divided words are joined."""
    said = ""
    for words in filter(None, map(words_of, atoms)):
        said = said[:-1] + words if said.endswith(HYPHENS) else f"{said} {words}"
    return " ".join(said.split())


def runs_on(atoms: Iterable[Atom], fonts: Container[str]) -> list[str]:
    """The runs of atoms in these fonts; runs that continue in the next line of a paragraph are joined."""
    runs: list[str] = []
    goes_on = divided = False
    for atom in atoms:
        texts = list(read_out(atom.items))
        for index, text in enumerate(texts):
            if text.font not in fonts:
                continue
            if goes_on and not index:
                runs[-1] = runs[-1][:-1] + text.text if divided else f"{runs[-1]} {text.text}"
            else:
                runs.append(text.text)
        goes_on = bool(texts) and texts[-1].font in fonts and atom.line is not None and atom.line[0] < atom.line[1]
        divided = goes_on and texts[-1].divided
    return [" ".join(run.split()) for run in runs]


def texts_of(items: Iterable[Item]) -> Iterator[Text]:
    for item in items:
        if isinstance(item, Text):
            yield item
        elif isinstance(item, Group):
            yield from texts_of(item.items)


def read_out(items: Iterable[Item]) -> Iterator[Text]:
    """Yields texts except those of figures, which have their own words."""
    for item in items:
        if isinstance(item, Text):
            yield item
        elif isinstance(item, Group) and not (item.part and item.part.kind == "Figure"):
            yield from read_out(item.items)
