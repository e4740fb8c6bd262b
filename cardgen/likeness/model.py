"""What a finished card shows, in millimetres from the upper left corner of its trim: words, pictures and shapes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import field
from pathlib import Path

from cardgen.foundations.dataclass import dataclass
from cardgen.graphics.geometry import Box

SAME_ANGLE = 0.3  # degrees
_FARTHEST = 3_000.0  # mm from the card that things can be
_SMALLEST = 0.1  # mm, the smallest em and the smallest side


@dataclass(frozen=True, slots=True)
class TypeStyle:
    """How words look: the family as the drawing names it, the use of a font that sets it, and the size in mm."""

    family: str
    use: str
    bold: bool
    italic: bool
    size: float
    colour: str
    spacing: float = 0.0


@dataclass(frozen=True, slots=True)
class WordRun:
    """Words of one style on one line. They begin at x, y on the baseline, which is `turn` degrees clockwise.

    Runs of one `chunk` are aligned together; `anchor` is start, middle or end, or empty if the drawing does not tell.
    `owner` is what leaves the drawing if they become a field. `label` has the names that the drawing gives them.
    """

    text: str
    x: float
    y: float
    width: float
    turn: float
    type: TypeStyle
    anchor: str
    chunk: int
    owner: int
    label: str = ""

    def frame(self, turn: float) -> tuple[float, float]:
        """Where it begins in coordinates that are turned: along the baseline, and down from it."""
        return turned(self.x, self.y, turn)


@dataclass(frozen=True, slots=True)
class SeenPicture:
    """A picture on the card: its box, the name that the drawing gives it, its file or bytes if there are any. `order`
    is the number of the things that lie below it. `cut`: a part of it is cut off."""

    box: Box
    name: str
    source: Path | bytes | None
    owner: int
    turn: float = 0.0
    cut: bool = False


@dataclass(frozen=True, slots=True)
class FinishedCard:
    """A card as it was drawn. `how` tells what its size was guessed from; empty if the drawing says it. `shapes` are
    the boxes of its closed shapes. `notes` are remarks on what cardgen could not read."""

    width: float
    height: float
    bleed: float
    how: str
    runs: Sequence[WordRun]
    pictures: Sequence[SeenPicture] = ()
    shapes: Sequence[Box] = ()
    notes: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class CardRest:
    """The drawing without what became fields: pictures to lay below and above them, as files or texts by their names in
    the game; the columns whose cells are colours of what is left; and notes."""

    below: str
    above: str
    texts: dict[str, str] = field(default_factory=dict)
    copies: dict[str, Path] = field(default_factory=dict)
    notes: Sequence[str] = ()
    colours: frozenset[str] = frozenset()


def is_box(box: Box) -> bool:
    """Whether a box has finite edges near the card, in order."""
    near = all(abs(edge) <= _FARTHEST for edge in box)  # no for NaN
    return near and box[2] - box[0] >= _SMALLEST and box[3] - box[1] >= _SMALLEST


def is_placed(run: WordRun) -> bool:
    """Whether words have a finite size and place near the card."""
    near = all(abs(each) <= _FARTHEST for each in (run.x, run.y, run.width, run.turn))
    return near and _SMALLEST <= run.type.size <= _FARTHEST


def turned(x: float, y: float, turn: float) -> tuple[float, float]:
    """A point in coordinates that are turned clockwise by some degrees: along, and down."""
    angle = math.radians(turn)
    return x * math.cos(angle) + y * math.sin(angle), -x * math.sin(angle) + y * math.cos(angle)


def unturned(along: float, down: float, turn: float) -> tuple[float, float]:
    """The point that `turned` gives as these coordinates."""
    angle = math.radians(turn)
    return along * math.cos(angle) - down * math.sin(angle), along * math.sin(angle) + down * math.cos(angle)
