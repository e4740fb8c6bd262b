"""What comes of an SVG file."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from cardgen.drawing import Item
from cardgen.errors import Fault, Place


@dataclass(frozen=True, slots=True)
class Noted:
    """Something of a file that is not drawn as it stands there."""

    what: str
    place: Place


@dataclass(frozen=True, slots=True)
class Drawn:
    """A file's items, the size that it asks for, and the pictures inside, by their keys."""

    items: tuple[Item, ...]
    width: float
    height: float
    pictures: dict[str, Path | bytes] = field(default_factory=dict)
    beyond: tuple[Noted, ...] = ()
    passed: tuple[Noted, ...] = ()
    faults: tuple[Fault, ...] = ()  # what is malformed, and left out as SVG asks for
