"""Declares the options of `cardgen export`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from pathlib import Path

from cardgen.foundations.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class ExportOptions:
    """The options of `cardgen export`."""

    languages: tuple[str, ...] = ()  # none: all of the game's
    settings: Mapping[str, str] = field(default_factory=dict)  # rules tried with --set
    out: Path = Path("out")
    dpi: int | None = None  # of pictures; None: what suits the target
    base_url: str | None = None  # where the target's folder will be found on the web; None: on this computer
