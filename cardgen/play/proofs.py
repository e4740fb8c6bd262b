"""What an engine can prove about how all its games end, not only those that were played."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from cardgen.foundations.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Ending:
    """Why every game of a variant with so many players ends: something decreases in every round.

    `left` measures it in a position in which somebody has to decide: a whole number from 0, at most `start` once the
    cards are dealt, that no action raises and that is lower by `fall` or more from the beginning of one round (as
    `rounds` of positions counts them) to that of the next. A round has `decisions` decisions at most. `why` says it in
    a few words, `round` is the word for a round.
    """

    why: str
    left: Callable[[np.record], int]
    start: int
    fall: int
    decisions: int
    round: str = "round"

    @property
    def rounds(self) -> int:
        """The largest number of rounds of a game."""
        return 1 + self.start // self.fall

    @property
    def most_decisions(self) -> int:
        return self.rounds * self.decisions


@dataclass(frozen=True, slots=True)
class Shortage:
    """A deck that runs out: the case of the engine's SILENCES that then occurs, and whether the numbers of cards alone
    prove that it never does."""

    case: str
    never: bool
