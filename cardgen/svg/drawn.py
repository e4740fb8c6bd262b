"""The result of reading an SVG file, as frozen values: items, pictures, pixel patches and remarks."""

from __future__ import annotations

from dataclasses import field
from pathlib import Path

from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import Fault, Place
from cardgen.graphics.drawing import Item, Text
from cardgen.graphics.geometry import Box
from cardgen.svg.style import Style
from cardgen.svg.tree import Element


@dataclass(frozen=True, slots=True)
class Limitation:
    """A part of a file that cannot be drawn as vectors; `sized`: whether its extent is known."""

    what: str
    place: Place
    sized: bool = True


@dataclass(frozen=True, slots=True)
class Patch:
    """A part of a drawing that only pixels can show. `svg` is that part as a file without its opening
    tag; `box` is its extent, in its own coordinates (None if it is unknown)."""

    svg: str
    box: Box | None
    noted: tuple[Limitation, ...]


@dataclass(frozen=True, slots=True, eq=False)
class DrawnWords:
    """Words of one style on a line: the items that draw them, and their place. `shrunk` is the factor by which
    `data-width` makes them smaller: 0.5 is half as large."""

    said: str
    items: tuple[Text, ...]
    place: Place
    shrunk: float = 1.0


@dataclass(frozen=True, slots=True, eq=False)
class PlacedWords:
    """Words of one style in a <text>, and the item that puts them in their place; None if they draw nothing. Words with
    the same `chunk` are aligned together at one `anchor`. `width` and `size` are those before any transform."""

    said: str
    node: Element
    style: Style
    item: Item | None
    chunk: int
    anchor: str
    width: float
    size: float
    within: tuple[Element, ...]


@dataclass(frozen=True, slots=True)
class SvgDrawing:
    """A file's items, the size that it asks for, and the pictures inside, by their keys.

    Items use the `patches` as if these were symbols. If parts depend on what is below them (`beyond`), `whole` is the
    file to draw as pixels.
    """

    items: tuple[Item, ...]
    width: float
    height: float
    pictures: dict[str, Path | bytes] = field(default_factory=dict)
    patches: dict[str, Patch] = field(default_factory=dict)
    beyond: tuple[Limitation, ...] = ()
    whole: str | None = None
    passed: tuple[Limitation, ...] = ()
    words: tuple[DrawnWords, ...] = ()
    faults: tuple[Fault, ...] = ()  # faults of malformed parts, which are left out as SVG demands
