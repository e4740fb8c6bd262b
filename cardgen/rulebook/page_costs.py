"""Computes what each page of a text costs, and each page break, by the table of penalties."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, pairwise

from cardgen.foundations.dataclass import dataclass
from cardgen.rulebook import penalties, thresholds
from cardgen.rulebook.atoms import Atom, Keep

TURNED = {Keep.FREE: 0.0, Keep.WISH: penalties.INTERRUPTED, Keep.MUST: penalties.OVERLEAF}


@dataclass(frozen=True, slots=True)
class Room:
    """What pages offer: their `height` in mm, and the number of the `first` one, which decides where leaves are turned.

    Room between blocks gives or takes whole `unit`s (mm); none if it is 0. With `fewest`, the number of pages counts
    more than their looks. With `back`, the last page of the last sheet is a back cover. If `pictured` mm or more are
    free, a picture fills them.
    """

    height: float
    unit: float = 0.0
    first: int = 2
    fewest: bool = False
    back: bool = False
    pictured: float = float("inf")


class PageCosts:
    """The costs of pages and page breaks; the page (start, end) holds atoms[start:end].

    `smaller` are the same atoms with smaller figures, step by step: a page has those of them that cost it least.
    """

    def __init__(self, atoms: Sequence[Atom], room: Room, smaller: Sequence[Sequence[Atom]] = ()) -> None:
        self.atoms, self.room, self.flows = atoms, room, (atoms, *smaller)
        gaps, count = [_gaps(flow) for flow in self.flows], len(atoms)
        self.gaps = gaps[0]
        self._bottoms = [
            list(accumulate(gap + atom.height for gap, atom in zip(before, flow, strict=True)))
            for before, flow in zip(gaps, self.flows, strict=True)
        ]
        self._tops = [
            [bottom - atom.height for bottom, atom in zip(bottoms, flow, strict=True)]
            for bottoms, flow in zip(self._bottoms, self.flows, strict=True)
        ]
        self.gives = [self._moves(index, True) for index in range(count)]
        self.takes = [self._moves(index, False) for index in range(count)]
        self._given = [0, *accumulate(self.gives)]
        self._taken = [0, *accumulate(self.takes)]
        self.stops = {index for index, atom in enumerate(atoms) if atom.new_page and index} | {count}
        self.chunks = {keep: self._chunks(keep) for keep in (Keep.WISH, Keep.MUST)}
        self.ends = [end for end in range(1, count + 1) if end in self.stops or self._may_end(end)]
        self._sections = self._distances()

    def page_cost(self, start: int, end: int) -> float | None:
        """Returns the penalty of a page, or None if it does not fit."""
        room, size = self.room, self.size(start, end)
        if size is None:
            return None
        smaller = penalties.SMALLER[size]
        if self.needed(start, end, size):
            return self._pressed(start, end, size)
        slack = room.height - self.filled(start, end, size)
        if end in self.stops:
            stray = start and end == len(self.atoms) and slack > (1 - thresholds.STRAY_SHARE) * room.height
            return smaller + (penalties.STRAY if stray else 0.0)
        if taken := self.spare(start, end, size):
            return smaller + penalties.MOVED * taken
        blank = penalties.BLANK * (3 * slack / room.height) ** 3
        blank *= penalties.PICTURE if slack >= room.pictured else 1.0
        return smaller + (penalties.CHAPTER * blank if self.opens_chapter(end) else blank)

    def size(self, start: int, end: int) -> int | None:
        """Returns the index of the flow whose figures a page has, or None if it does not fit with any."""
        fitting = [size for size in range(len(self.flows)) if self.needed(start, end, size) is not None]
        return min(fitting, key=lambda size: self._pressed(start, end, size), default=None)

    def _pressed(self, start: int, end: int, size: int) -> float:
        """Returns what it costs that the figures of a page are smaller, and that its blocks stand closer."""
        return penalties.SMALLER[size] + penalties.PRESSED * (self.needed(start, end, size) or 0) ** 2

    def break_cost(self, index: int) -> tuple[float, float]:
        """Returns the penalty of a page break before an atom: if the next page faces this one, and if the leaf must be
        turned."""
        if index in self.stops:
            return 0.0, 0.0
        atom = self.atoms[index - 1]
        cost = self._torn(index)
        low, left = self._sections[index]
        few = thresholds.MIN_LINES_LEFT * 2 * self.room.unit  # a line is two units
        cost += (penalties.LOW if low else 0.0) + (penalties.TAIL if 0 < left < few else 0.0)
        cost += penalties.APART if atom.turn == Keep.MUST else 0.0
        midst = atom.line is not None and atom.line[0] < atom.line[1]
        cost += penalties.MIDST if midst else 0.0
        turn = penalties.HALFWAY if midst else 0.0 if self.atoms[index].entry else penalties.TURN
        turn += 0.0 if self.opens_chapter(index) else penalties.WITHIN
        return cost, cost + TURNED[atom.turn] + turn + (penalties.ALONE if low else 0.0)

    def _goes_on(self, heading: int, end: int) -> bool:
        """Whether the section of a heading goes on after a page break before the atom `end`."""
        if end >= len(self.atoms) or end in self.stops:
            return False
        above, next_ = self.atoms[heading].entry, self.atoms[end].entry
        return next_ is None or (above is not None and next_.level > above.level)

    def filled(self, start: int, end: int, size: int = 0) -> float:
        """Returns the height of the content of a page, in mm."""
        header = self.atoms[start].header
        above = header.height + max(header.after, self.atoms[start].before) if header else 0.0
        return above + self._bottoms[size][end - 1] - self._tops[size][start]

    def needed(self, start: int, end: int, size: int = 0) -> int | None:
        """Returns how many units gaps must give for a page to fit; None if they cannot give so many."""
        over = self.filled(start, end, size) - self.room.height
        if over <= 1e-6:
            return 0
        given = -int(-(over - 1e-6) // self.room.unit) if self.room.unit else 0
        return given if 0 < given <= self._given[end] - self._given[start + 1] else None

    def beyond(self, start: int, end: int) -> bool:
        """Returns whether no page that begins at `start` or before can end at `end`, whatever its header, figures and
        gaps."""
        given = self.room.unit * (self._given[end] - self._given[start + 1])
        return self._bottoms[-1][end - 1] - self._tops[-1][start] - given > self.room.height + 1e-6

    def spare(self, start: int, end: int, size: int = 0) -> int:
        """Returns how many units gaps must take to fill a page to its foot; 0 if they cannot."""
        if end in self.stops or not self.room.unit:
            return 0
        taken = int((self.room.height - self.filled(start, end, size) + 1e-6) // self.room.unit)
        return taken if 0 < taken <= self._taken[end] - self._taken[start + 1] else 0

    def opens_chapter(self, index: int) -> bool:
        entry = self.atoms[index].entry
        return entry is not None and entry.level == 1

    def _moves(self, index: int, gives: bool) -> bool:
        """Whether the gap before an atom can give a unit, or take one: only wide gaps can. A heading stays nearer to
        its text than to the text before it."""
        unit, gap = self.room.unit, self.gaps[index]
        headed = bool(index) and self.atoms[index - 1].entry is not None
        least = 3 if gives and self.atoms[index].entry else 2
        return bool(unit) and gap > (least - 0.5) * unit and (gives or not headed)

    def _chunks(self, keep: Keep) -> list[float]:
        """For each atom, the least height of the run around it that is kept together at least as strongly as `keep`."""
        heights: list[float] = []
        start = 0
        for end in range(1, len(self.atoms) + 1):
            if end in self.stops or self.atoms[end - 1].keep < keep:
                heights += [self.filled(start, end, len(self.flows) - 1)] * (end - start)
                start = end
        return heights

    def _may_end(self, end: int) -> bool:
        return self.atoms[end - 1].keep < Keep.MUST or self.chunks[Keep.MUST][end - 1] > self.room.height + 1e-6

    def _torn(self, end: int) -> float:
        keep = self.atoms[end - 1].keep
        if keep != Keep.WISH:
            return penalties.TORN if keep else 0.0
        return penalties.DIVIDED if self.chunks[keep][end - 1] <= self.room.height + 1e-6 else penalties.LONG

    def _distances(self) -> list[tuple[bool, float]]:
        """For each page break: whether the heading before it has too little text below it on the page, and how many mm
        of its section are left."""
        count, bottoms = len(self.atoms), self._bottoms[0]
        low, left = [False] * (count + 1), [0.0] * (count + 1)
        heading, least = 0, 0.0
        for index, atom in enumerate(self.atoms):
            if atom.entry:
                heading, least = index, 2 * thresholds.MIN_LINES_BELOW[atom.entry.level] * self.room.unit
            elif index == heading + 1:
                least += self.gaps[index]
            if self._goes_on(heading, index + 1):
                low[index + 1] = bottoms[index] - bottoms[heading] < least - 1e-6
        last = count
        for index in reversed(range(count)):
            if self.atoms[index].entry or index in self.stops:
                last = index
            else:
                left[index] = bottoms[last - 1] - self._tops[0][index]
        return list(zip(low, left, strict=True))


def _gaps(atoms: Sequence[Atom]) -> list[float]:
    """The gap before each atom, in mm."""
    return [0.0, *(max(above.after, below.before) for above, below in pairwise(atoms))][: len(atoms)]
