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
    """The finishing of cards: `stack` puts the cut pile in order; the guides and their sides; the cutter."""

    stack: bool = False
    guides: Guides | None = None  # None: marks at the edges, for cutting by hand
    sides: Sides = "front"
    cutter: CutterFile | None = None
