"""Atoms to columns of one height: each in its place on its page."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from cardgen.foundations.dataclass import dataclass
from cardgen.rulebook.atoms import Atom, Keep
from cardgen.rulebook.breaks import Breaks, best_breaks
from cardgen.rulebook.prices import Prices, Room


@dataclass(frozen=True, slots=True)
class Placed:
    """An atom and its top, in mm below that of the text."""

    atom: Atom
    top: float


def paginate(atoms: Sequence[Atom], room: Room) -> list[list[Placed]]:
    """The atoms of each page. What is held together and higher than a page is divided after all."""
    prices = Prices(atoms, room)
    return place(prices, best_breaks(prices))


def chosen(prices: Prices, breaks: Breaks) -> list[Atom]:
    """The atoms with the figures that each page has."""
    return [atom for start, end in breaks.pages for atom in prices.flows[prices.size(start, end) or 0][start:end]]


def place(prices: Prices, breaks: Breaks) -> list[list[Placed]]:
    return [_column(prices, start, end) for start, end in breaks.pages]


def tallest(atoms: Sequence[Atom]) -> float:
    """The least height of a column, in mm, in which nothing that is held together is divided."""
    return max(Prices(atoms, Room(0.0)).chunks[Keep.WISH], default=0.0)


def _column(prices: Prices, start: int, end: int) -> list[Placed]:
    """A page; on top the header that its first atom wants."""
    atoms, found = prices.atoms, []
    top = 0.0
    if header := atoms[start].header:
        found.append(Placed(header, 0.0))
        top = header.height + max(header.after, atoms[start].before)
    moved = _moved(prices, start, end)
    for index in range(start, end):
        top += prices.gaps[index] + moved.get(index, 0.0) if index > start else 0.0
        found.append(Placed(atoms[index], top))
        top += atoms[index].height
    return found


def _moved(prices: Prices, start: int, end: int) -> dict[int, float]:
    """What is added to the gaps before atoms, in mm, so that a page is just full: to the largest first, to those below
    headings last, and to gaps alike the same, by a unit at most."""
    given, taken = prices.needed(start, end) or 0, prices.spare(start, end)
    able = prices.gives if given else prices.takes
    alike = defaultdict[tuple[bool, float], list[int]](list)
    for index in range(start + 1, end):
        if able[index]:
            alike[prices.atoms[index - 1].entry is not None, -round(prices.gaps[index], 3)].append(index)
    left = float(given or taken)
    moved: dict[int, float] = {}
    for _, gaps in sorted(alike.items()):
        share = min(1.0, left / len(gaps))
        moved |= dict.fromkeys(gaps, share * (-prices.room.unit if given else prices.room.unit))
        left -= share * len(gaps)
    return moved
