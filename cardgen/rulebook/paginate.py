"""Arranges atoms in columns of one height."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from cardgen.foundations.dataclass import dataclass
from cardgen.rulebook.atoms import Atom, Keep
from cardgen.rulebook.breaks import Breaks, best_breaks
from cardgen.rulebook.page_costs import PageCosts, Room


@dataclass(frozen=True, slots=True)
class Placed:
    """An atom and its top, in mm below that of the text."""

    atom: Atom
    top: float


def paginate(atoms: Sequence[Atom], room: Room) -> list[list[Placed]]:
    """The atoms of each page. Runs that are kept together but higher than a page are divided."""
    page_costs = PageCosts(atoms, room)
    return place(page_costs, best_breaks(page_costs))


def chosen(page_costs: PageCosts, breaks: Breaks) -> list[Atom]:
    """The atoms with the figures that each page has."""
    return [
        atom for start, end in breaks.pages for atom in page_costs.flows[page_costs.size(start, end) or 0][start:end]
    ]


def place(page_costs: PageCosts, breaks: Breaks) -> list[list[Placed]]:
    return [_column(page_costs, start, end) for start, end in breaks.pages]


def tallest(atoms: Sequence[Atom]) -> float:
    """The least height of a column, in mm, that divides no run of atoms that is kept together."""
    return max(PageCosts(atoms, Room(0.0)).chunks[Keep.WISH], default=0.0)


def _column(page_costs: PageCosts, start: int, end: int) -> list[Placed]:
    """A page, with the header of its first atom on top."""
    atoms, placed = page_costs.atoms, []
    top = 0.0
    if header := atoms[start].header:
        placed.append(Placed(header, 0.0))
        top = header.height + max(header.after, atoms[start].before)
    moved = _moved(page_costs, start, end)
    for index in range(start, end):
        top += page_costs.gaps[index] + moved.get(index, 0.0) if index > start else 0.0
        placed.append(Placed(atoms[index], top))
        top += atoms[index].height
    return placed


def _moved(page_costs: PageCosts, start: int, end: int) -> dict[int, float]:
    """The additions to the gaps before atoms, in mm, that fill a page: the largest gaps first, those below headings
    last, equal gaps alike, by a unit at most."""
    given, taken = page_costs.needed(start, end) or 0, page_costs.spare(start, end)
    able = page_costs.gives if given else page_costs.takes
    alike = defaultdict[tuple[bool, float], list[int]](list)
    for index in range(start + 1, end):
        if able[index]:
            alike[page_costs.atoms[index - 1].entry is not None, -round(page_costs.gaps[index], 3)].append(index)
    left = float(given or taken)
    moved: dict[int, float] = {}
    for _, gaps in sorted(alike.items()):
        share = min(1.0, left / len(gaps))
        moved |= dict.fromkeys(gaps, share * (-page_costs.room.unit if given else page_costs.room.unit))
        left -= share * len(gaps)
    return moved
