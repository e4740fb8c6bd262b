"""The options of `cardgen build`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from cardgen.foundations.dataclass import dataclass

if TYPE_CHECKING:
    from cardgen.sheets.finish import Guides, Sides

CARDS = "cards"
PARTS = (CARDS, "components", "rulebook", "summary")
PICTURES, PROOF = "pictures", "proof"  # parts that are made only if they are asked for
ALL_PARTS = (*PARTS, PICTURES, PROOF)
CHANGED = "changed"  # the part that replaces cards with --changed
PAPER = "a4"
MIN_DPI, MAX_DPI = 36, 1200


@dataclass(frozen=True, slots=True)
class Options:
    """The options of `cardgen build`. Lengths are in millimetres."""

    languages: tuple[str, ...] = ()  # empty: all of the game's
    paper: str = ""  # empty: the printer's, else PAPER
    duplex: Literal["", "long", "short", "none", "fold"] = ""  # empty: the printer's, else over the long edge
    printer: str = ""
    cutter: str = ""
    guides: Guides | None = None
    guide_sides: Sides = "front"
    corners: float = 0.0  # the radius of the corners of rectangular cards
    stack: bool = False
    gap: float = 0.0
    paper_thickness: float = 0.0  # that of a booklet's sheets
    bleed: float = 3.0
    cards: tuple[str, ...] = ()  # empty: all
    ink: Literal["full", "low"] = "full"
    draft: bool = False  # prints in spite of faults, and marks them on the faces
    codes: bool = False  # prints codes on cards even if the game does not ask for them
    mark_changes: bool = False  # prints a bar beside sentences of rulebooks whose clauses changed
    settings: Mapping[str, str] = field(default_factory=dict)  # the rules of --set
    only: tuple[str, ...] = ()  # parts; empty: all, or only the cards if some are chosen
    dpi: int = 300  # resolution of pictures
    picture_bleed: bool = False  # whether pictures show the bleed, for a print house, instead of only the outline
    changed: bool = False  # only the cards that turn the recorded box (ledger/boxes.py) into one of this edition
    start: str | None = None  # the edition of that box; None: this edition
    out: Path = Path("out")


def parts_of(options: Options) -> list[str]:
    """Returns the parts asked for. By default, that is all of them; only the cards if some are chosen; and only what
    changed if that is asked for."""
    if options.changed:
        return [CHANGED]
    asked = options.only or ((CARDS,) if options.cards else PARTS)
    return [part for part in ALL_PARTS if part in asked]
