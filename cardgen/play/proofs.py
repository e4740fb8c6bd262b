"""What an engine can declare of how its games end, for all of them and not only for those that were played."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from cardgen.foundations.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Ending:
    """Why every game of a variant with so many players ends: something of which less and less is left.

    `left` measures it in a position in which somebody has to decide: a whole number from 0, at most `start` once the
    cards are dealt, that no action raises and that is lower by `fall` or more from the beginning of one round (as
    `rounds` of positions counts them) to that of the next. A round has `decisions` decisions at most. `why` says it in
    a few words, `round` is what a round is called.
    """

    why: str
    left: Callable[[np.record], int]
    start: int
    fall: int
    decisions: int
    round: str = "round"

    @property
    def rounds(self) -> int:
        """So many rounds has the longest game at most."""
        return 1 + self.start // self.fall

    @property
    def most_decisions(self) -> int:
        return self.rounds * self.decisions


@dataclass(frozen=True, slots=True)
class Shortage:
    """A deck that does not last: the case of the engine's SILENCES that then comes about, and whether the numbers of
    cards alone show that it never does."""

    case: str
    never: bool
