"""What `cardgen build` may be told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

PARTS = ("cards", "components", "rulebook", "summary")


@dataclass(frozen=True, slots=True)
class Options:
    """What `cardgen build` may be told. Lengths are millimetres."""

    languages: tuple[str, ...] = ()  # none: all of the game's
    paper: str = "a4"
    duplex: Literal["long", "short", "none"] = "long"
    gap: float = 0.0
    bleed: float = 3.0
    cards: tuple[str, ...] = ()  # none: all
    ink: Literal["full", "low"] = "full"
    codes: bool = False  # on cards, though the game does not ask for them
    settings: Mapping[str, str] = field(default_factory=dict)  # rules tried with --set
    only: tuple[str, ...] = ()  # parts; none: all, or the cards alone where some are chosen
    out: Path = Path("out")
