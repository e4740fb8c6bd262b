"""What an engine can declare of its cards for a check to weigh: goals that players can fulfil, and how points are
graded.
"""

from __future__ import annotations

from cardgen.foundations.dataclass import dataclass

PLAYED, IDLE = "played.", "idle."  # prefixes of the tallies of a kind of card
FORCED, CHOSEN = "forced.", "chosen."  # prefixes of the tallies of what players must do, or do by choice
SCORED = "points."  # prefix of the tallies of what a card has scored for all players together


@dataclass(frozen=True, slots=True)
class Goal:
    """Something to fulfil for points. `tally` counts how often players fulfil it; `card` is the ID, or ID/SIDE, of the
    card that asks for it."""

    tally: str
    card: str
    points: int


@dataclass(frozen=True, slots=True)
class Grade:
    """A range of points, with both ends, that grades a game for one player, as the cards print it."""

    printed: str
    low: int
    high: int
