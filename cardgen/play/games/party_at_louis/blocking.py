"""What blocks a noble, worked out in full before play: no set of other dishes of the deck completes its demand (PA4).

A heap is one row of a table: for each kind of dish that the demand tells apart, the row of the heap with that dish
added, or that it blocks, or that the demand is met. Rows are found by search from the empty heap; equal rows are one.

What makes the search small: a heap need not remember which dishes it holds, but how many of a kind are left in the rest
of the deck, and that only where a completion could want them all.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from cardgen.foundations.dataclass import dataclass
from cardgen.play.games.party_at_louis.demand import Demand
from cardgen.play.games.party_at_louis.heap import Dish, Feature, Heap, Heaps, Laying, Shape, shape, trait

FREE = ITSELF = 1 << 20
BLOCKED, MET = 0, -1  # entries of a row beside rows still open, which are their number, from 1
MOST_HEAPS = 60_000  # looked at for one demand


class TooWide(ValueError):
    """A demand that can be met in too many ways to be worked out."""


@dataclass(frozen=True, slots=True, eq=False)
class Blocking:
    """A demand over a deck.

    `rows[row, column]` follows the row of a heap to that of the heap with one dish more. Row 0 is not used, row 1 is
    the empty heap. Entries are BLOCKED, open rows, or negative: met. Where a met noble may be given more cards
    (`validation: at_end`) a met heap is the negative of its row, else it is MET. A column is a feature; those of a
    second stack follow those of the first. `left[feature]` is how many dishes of the deck it has.
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
    """The demand's table over the deck, and for each dish of the deck its column in it. Raises TooWide.

    `stays` says whether a noble whose demand is met can be given more cards.
    """
    seen = [tuple(trait(group, dish, white_at_ends) for group in demand.groups) for dish in deck]
    features = tuple(sorted(set(seen), key=repr))
    left = tuple(seen.count(feature) for feature in features)
    shapes = tuple(shape(group) for group in demand.groups)
    return _search(shapes, features, left, laying, stays), [features.index(feature) for feature in seen]


@lru_cache(maxsize=256)
def _search(
    shapes: tuple[Shape, ...], features: tuple[Feature, ...], left: tuple[int, ...], laying: Laying, stays: bool
) -> Blocking:
    return _Search(Heaps(shapes, features, laying), left, stays).table()


class _Search:
    def __init__(self, heaps: Heaps, left: tuple[int, ...], stays: bool) -> None:
        self.heaps, self.left, self.stays = heaps, left, stays
        self.columns = [(feature, stack) for stack in range(heaps.laying.stacks) for feature in range(len(left))]
        self.after: dict[tuple[Heap, int, int], Heap] = {}
        self.most: dict[Heap, list[int]] = {}
        self.found: dict[tuple[Heap, tuple[int, ...]], int] = {}
        self.rows: dict[tuple[bool, tuple[int, ...]], int] = {}

    def table(self) -> Blocking:
        empty = self.heaps.empty
        first = self._row(empty, self._scarce(empty, self.left)) if empty else BLOCKED
        if first == BLOCKED:  # this deck has no dishes that meet the demand
            self.rows = {(False, (BLOCKED,) * len(self.columns)): first}
        rows = dict(zip(self.rows.values(), self.rows, strict=True))
        order = [first, *(number for number in rows if number != first)]
        place = {BLOCKED: BLOCKED} | {number: index for index, number in enumerate(order, start=1) if number}
        table = np.zeros((len(rows) + 1, len(self.columns)), np.int32)
        for number, (met, row) in rows.items():
            for column, to in enumerate(row):
                to = (-number if met else number) if to == ITSELF else to
                table[place[number], column] = place[to] if to >= 0 else -place[-to] if self.stays else MET
        table.flags.writeable = False
        return Blocking(table, self.left, self.heaps.laying.stacks)

    def _row(self, heap: Heap, left: tuple[int, ...]) -> int:
        """The row of a heap when so many dishes of each feature are left; FREE is enough for any completion."""
        key = heap, left
        if key in self.found:
            return self.found[key]
        if len(self.found) == MOST_HEAPS:
            raise TooWide(f"it can be met in too many ways: more than {MOST_HEAPS} heaps of cards lead to it")
        met = self.heaps.met(heap)
        if met and not self.stays:
            self.found[key] = MET
            return MET
        self.found[key] = ITSELF  # for a card that leaves the heap as it is
        row = tuple(self._entry(heap, left, feature, stack) for feature, stack in self.columns)
        if met or any(
            to not in (BLOCKED, ITSELF) and left[feature] for to, (feature, _) in zip(row, self.columns, strict=True)
        ):
            number = self.rows.setdefault((met, row), len(self.rows) + 1)
            self.found[key] = -number if met else number
        else:
            self.found[key] = BLOCKED
        return self.found[key]

    def _entry(self, heap: Heap, left: tuple[int, ...], feature: int, stack: int) -> int:
        # of a kind of which no dish is left, none is ever laid: the entry says what it would say if one were there, as
        # that makes most rows equal
        step = heap, feature, stack
        if step not in self.after:
            self.after[step] = self.heaps.after(heap, feature, stack)
        if not (after := self.after[step]):
            return BLOCKED
        if left[feature] not in (FREE, 0):
            left = (*left[:feature], left[feature] - 1, *left[feature + 1 :])
        return self._row(after, self._scarce(after, left))

    def _scarce(self, heap: Heap, left: tuple[int, ...]) -> tuple[int, ...]:
        """What is left of each feature, FREE where that is as many as any completion can take."""
        if heap not in self.most:
            self.most[heap] = self.heaps.most(heap).tolist()
        return tuple([FREE if count >= most else count for count, most in zip(left, self.most[heap], strict=True)])
