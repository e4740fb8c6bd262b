"""Chooses where pages end: all ends of a book together, with the lowest cost.

After Plass, Optimal Pagination Techniques (1981), and Mittelbach, who adds facing pages: the
cost of an end depends on whether a leaf is turned there.
"""

from __future__ import annotations

from itertools import pairwise

from cardgen.foundations.dataclass import dataclass
from cardgen.rulebook.page_costs import PageCosts
from cardgen.rulebook.penalties import FILLER, NO_BACK, PAGE, SPILT


@dataclass(frozen=True, slots=True)
class Breaks:
    """The number of atoms up to the end of each page, and the cost of all pages."""

    ends: tuple[int, ...]
    cost: float

    @property
    def pages(self) -> list[tuple[int, int]]:
        """The first atom of each page, and the one after its last."""
        return list(pairwise((0, *self.ends)))


_Best = tuple[float, int]  # the cost of all pages up to an end, and the end before


def best_breaks(page_costs: PageCosts) -> Breaks:
    """The ends with the lowest cost. It keeps the best pages up to each end by the next page's number modulo 4, which
    decides where leaves are turned and how many pages fill up a booklet."""
    atoms = page_costs.atoms
    if not atoms:
        return Breaks((), 0.0)
    room = page_costs.room
    page = PAGE * (1000 if room.fewest else 1)
    best: list[dict[int, _Best]] = [{}, {}, {}, {}]
    best[room.first % 4][0] = (0.0, -1)
    starts = [0]
    for end in page_costs.ends:
        facing, turned = page_costs.break_cost(end)
        final = end == len(atoms)
        for start in reversed(starts):
            filled = page_costs.page_cost(start, end)
            if filled is None and start != starts[-1]:
                if page_costs.beyond(start, end):
                    break
                continue
            filled = SPILT if filled is None else filled
            for number in range(4):
                if known := best[number].get(start):
                    cost = known[0] + page + filled + (turned if number % 2 else facing)
                    cost += _spare(-number % 4, room.back) if final else 0.0
                    after = best[(number + 1) % 4]
                    if end not in after or cost < after[end][0]:
                        after[end] = cost, start
        starts = [end] if end in page_costs.stops else [*starts, end]
    return _collect(best, len(atoms))


def _spare(pages: int, back: bool) -> float:
    """The cost of the pages that sheets have besides the text; one of them can be a `back` cover."""
    if back:
        return FILLER * (pages - 1) if pages else NO_BACK
    return FILLER * pages


def _collect(best: list[dict[int, _Best]], end: int) -> Breaks:
    number = min((number for number in range(4) if end in best[number]), key=lambda number: best[number][end])
    cost = best[number][end][0]
    ends: list[int] = []
    while end > 0:
        ends.append(end)
        end, number = best[number][end][1], (number - 1) % 4
    return Breaks(tuple(reversed(ends)), cost)
