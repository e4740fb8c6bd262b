"""The finishing of sheets of cards: their order, their guides, and the cutter, if any."""

from __future__ import annotations

from typing import Literal

from cardgen.definitions.sheet_file import CutterFile
from cardgen.foundations.dataclass import dataclass

Guides = Literal["edges", "crosses", "lines", "dashes", "none"]
GUIDES: tuple[Guides, ...] = ("edges", "crosses", "lines", "dashes", "none")
Sides = Literal["front", "back", "both"]


@dataclass(frozen=True, slots=True)
class Finish:
    """What becomes of cards on their sheets: `stack`, so the cut pile is in order; guides, and on which sides;
    the cutter that finds its marks."""

    stack: bool = False
    guides: Guides | None = None  # None: marks at the edges if you cut by hand
    sides: Sides = "front"
    cutter: CutterFile | None = None
