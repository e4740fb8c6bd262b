"""Declares what the modules that read parts of a drawing use of the reader."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from cardgen.foundations.errors import Fault, Place
from cardgen.graphics.drawing import Item, Picture
from cardgen.graphics.geometry import Box, Matrix, Segments
from cardgen.svg.drawn import DrawnWords, PlacedWords
from cardgen.svg.paint import Painter
from cardgen.svg.style import Style, Styles
from cardgen.svg.tree import Element
from cardgen.svg.values import Size
from cardgen.text.fonts import Font

Find = Callable[[str, Place], Path]  # the file that an address names; raises InputError
Faces = Callable[[tuple[str, ...], bool, bool, Place], Font]  # the font of families, bold, italic; raises InputError


class Reader(Protocol):
    """Reads one file."""

    styles: Styles
    painter: Painter
    ids: dict[str, Element]
    words: list[DrawnWords]
    faults: list[Fault]  # faults of malformed parts, which are left out
    copied: int  # elements copied into patches
    open: list[int]  # elements being read, so that none contains itself
    faces: Faces | None
    find: Find | None
    placed: list[PlacedWords] | None  # the words with what draws them, if somebody asks for these

    def at(self, node: Element) -> Place: ...
    def cannot(self, what: str, node: Element, sized: bool = True) -> None:
        """Notes something that needs pixels, independent of what is below; `sized`: its items show its extent."""

    def depends(self, what: str, node: Element) -> None:
        """Notes something that needs pixels together with everything below it."""

    def matrix(self, node: Element, style: Style, view: Size) -> Matrix | None:
        """An element's transform; None if nothing of it is visible."""

    def outline(self, node: Element, style: Style, view: Size) -> Segments:
        """A shape's path."""

    def children(self, node: Element, style: Style, view: Size) -> tuple[Item, ...]: ...
    def element(self, node: Element, parent: Style, view: Size) -> tuple[Item, ...]:
        """The items of an element in the coordinates of its parent."""

    def composite(self, items: tuple[Item, ...], node: Element, style: Style, view: Size) -> tuple[Item, ...]:
        """Items with their element's transform, clip, mask, opacity and blend mode."""

    def keep(self, picture: Path | bytes, name: str, box: Box) -> Picture:
        """Stores a picture of the drawing for documents, and returns an item that shows it."""

    def within(self, data: bytes, place: Place, node: Element) -> tuple[tuple[Item, ...], Size]:
        """The items and the size of a drawing inside this one. Raises InputError."""
