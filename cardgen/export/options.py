"""Declares the options of `cardgen export`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from pathlib import Path

from cardgen.foundations.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class ExportOptions:
    """The options of `cardgen export`."""

    languages: tuple[str, ...] = ()  # empty: all of the game's
    settings: Mapping[str, str] = field(default_factory=dict)  # the rules of --set
    out: Path = Path("out")
    dpi: int | None = None  # the resolution of pictures; None: the target's own
    base_url: str | None = None  # the URL of the target's folder on the web; None: files on this computer
