"""Computes before play what blocks a noble: no set of other dishes of the deck completes its demand (PA4).

A heap is one row of a table. For each kind of dish that the demand distinguishes, the row has the row of the heap with
that dish added, or BLOCKED, or MET. A search finds the rows from the empty heap; equal rows are one.

The search is small because a heap does not remember its dishes. It remembers how many of a kind are left in the rest of
the deck, and only if a completion could need them all.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from cardgen.foundations.dataclass import dataclass
from cardgen.play.games.party_at_louis.demand import Demand
from cardgen.play.games.party_at_louis.group import Group
from cardgen.play.games.party_at_louis.heap import DEAD, Dish, Feature, Heaps, Laying, Shape, heaps_of, shape, trait

ITSELF = 1 << 20
ENOUGH = 1 << 20  # dishes of a feature, more than any completion needs
BLOCKED, MET = 0, -1  # entries of a row beside the numbers of open rows, from 1
MAX_HEAPS = 60_000  # heaps visited for one demand


Scarce = tuple[tuple[int, int], ...]


class TooWide(ValueError):
    """Raised for a demand that can be met in too many ways."""


@dataclass(frozen=True, slots=True, eq=False)
class Blocking:
    """A demand over a deck.

    `rows[row, column]` is the row of the heap with one more dish. Row 0 is unused, row 1 is the empty heap. Entries are
    BLOCKED, open rows, or negative for a met demand: if a met noble can take more cards (`validation: at_end`), the
    negative of the row, else MET. A column is a feature; the columns of a second stack follow those of the first.
    `left[feature]` is the number of dishes in the deck with a feature.
    """

    rows: np.ndarray
    left: tuple[int, ...]
    stacks: int

    @property
    def width(self) -> int:
        return self.rows.shape[1]


def blocking(
    demand: Demand, deck: Sequence[Dish], laying: Laying, white_at_ends: bool, stays: bool
) -> tuple[Blocking, list[int]]:
    """The demand's table over the deck, and the column of each dish. Raises TooWide.

    With `stays`, a noble whose demand is met can take more cards.
    """
    shapes = tuple(shape(group) for group in demand.groups)
    features, columns = _kinds(demand.groups, tuple(deck), white_at_ends)
    left = tuple(columns.count(column) for column in range(len(features)))
    return _search(shapes, features, left, laying, stays), columns


@lru_cache(maxsize=512)
def _kinds(
    groups: tuple[Group, ...], deck: tuple[Dish, ...], white_at_ends: bool
) -> tuple[tuple[Feature, ...], list[int]]:
    """The kinds of dishes of a deck that a demand distinguishes, and the kind of each dish."""
    seen = [tuple(trait(group, dish, white_at_ends) for group in groups) for dish in deck]
    features = tuple(sorted(set(seen), key=repr))
    return features, [features.index(feature) for feature in seen]


@lru_cache(maxsize=256)
def _search(
    shapes: tuple[Shape, ...], features: tuple[Feature, ...], left: tuple[int, ...], laying: Laying, stays: bool
) -> Blocking:
    return _Search(heaps_of(shapes, features, laying), left, stays).table()


class _Search:
    """A search of heaps. It notes the number of dishes left only for features that a completion could exhaust, as
    `(feature, number)`, in order. Of all other features there are enough."""

    def __init__(self, heaps: Heaps, left: tuple[int, ...], stays: bool) -> None:
        self.heaps, self.left, self.stays = heaps, left, stays
        self.row_numbers: dict[tuple[int, Scarce], int] = {}
        self.rows: dict[tuple[bool, tuple[int, ...]], int] = {}

    def table(self) -> Blocking:
        first = BLOCKED
        if self.heaps.empty != DEAD:
            most = self.heaps.most[self.heaps.empty]
            scarce = [(feature, count) for feature, count in enumerate(self.left) if count < most[feature]]
            first = self._row(self.heaps.empty, tuple(scarce))
        if first == BLOCKED:  # no dishes of this deck meet the demand
            self.rows = {(False, (BLOCKED,) * len(self.heaps.columns)): first}
        rows = dict(zip(self.rows.values(), self.rows, strict=True))
        order = [first, *(number for number in rows if number != first)]
        place = {BLOCKED: BLOCKED} | {number: index for index, number in enumerate(order, start=1) if number}
        table = np.zeros((len(rows) + 1, len(self.heaps.columns)), np.int32)
        for number, (met, row) in rows.items():
            for column, to in enumerate(row):
                to = (-number if met else number) if to == ITSELF else to
                table[place[number], column] = place[to] if to >= 0 else -place[-to] if self.stays else MET
        table.flags.writeable = False
        return Blocking(table, self.left, self.heaps.laying.stacks)

    def _row(self, heap: int, scarce: Scarce) -> int:
        """The row of a new heap with so many dishes left."""
        if len(self.row_numbers) == MAX_HEAPS:
            raise TooWide(f"it can be met in too many ways: more than {MAX_HEAPS} heaps of cards lead to it")
        rows, most = self.row_numbers, self.heaps.most
        if (met := self.heaps.met[heap]) and not self.stays:
            rows[heap, scarce] = MET
            return MET
        rows[heap, scarce] = ITSELF  # entry for a card that does not change the heap
        row, counts, is_open = [], dict(scarce), met
        for (feature, _), after in zip(self.heaps.columns, self.heaps.after(heap), strict=True):
            to = BLOCKED
            if after != DEAD:
                count, wanted = counts.get(feature, ENOUGH), most[after]
                # a kind without dishes left is never laid: its entry is that for one dish, which makes most rows equal
                left = tuple(
                    [
                        (each, dishes)
                        for each, dishes in ((f, n - (f == feature and n > 0)) for f, n in scarce)
                        if dishes < wanted[each]
                    ]
                )
                known = rows.get((after, left))
                to = self._row(after, left) if known is None else known
                is_open = is_open or (count > 0 and to not in (BLOCKED, ITSELF))
            row.append(to)
        if is_open:
            number = self.rows.setdefault((met, tuple(row)), len(self.rows) + 1)
            rows[heap, scarce] = -number if met else number
        else:
            rows[heap, scarce] = BLOCKED
        return rows[heap, scarce]
