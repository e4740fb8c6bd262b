"""What an engine can declare of its cards for a check to weigh: goals that players can fulfil, and how points are
graded.
"""

from __future__ import annotations

from cardgen.foundations.dataclass import dataclass

PLAYED, IDLE = "played.", "idle."  # what begins the names of tallies of a kind of card
FORCED, CHOSEN = "forced.", "chosen."  # of tallies of what players must do, or do by choice
SCORED = "points."  # of tallies of what a card has brought all players together


@dataclass(frozen=True, slots=True)
class Goal:
    """Something to fulfil for points. `tally` counts how often it is; `card` asks for it: its ID, or ID/SIDE."""

    tally: str
    card: str
    points: int


@dataclass(frozen=True, slots=True)
class Grade:
    """A range of points, both ends in it, that a game played alone is graded by, as the cards print it."""

    printed: str
    low: int
    high: int
