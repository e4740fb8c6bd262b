"""The sizes and colours of a rulebook; all sizes follow from that of the text."""

from __future__ import annotations

from collections.abc import Hashable
from copy import copy
from dataclasses import replace
from functools import cached_property
from typing import Any

from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.units import POINT
from cardgen.rulebook.book import Book
from cardgen.rulebook.colours import WHITE, mix, readable, roles
from cardgen.rulebook.legible import MIN_LEGIBLE_SIZE
from cardgen.text.fonts import Font
from cardgen.text.scripts import has_spaces

BODY = 10.0  # pt
LEADING = 1.32  # ems
HEAD = 0.14  # tint of the accent behind the head of a table
HEADINGS = {1: 2.1, 2: 1.4, 3: 1.12}  # sizes by level, in sizes of the text
SMALL_HEADINGS = {1: 1.5, 2: 1.25, 3: 1.05}


@dataclass(frozen=True, slots=True)
class Type:
    """A type style. `size` and `leading` (from baseline to baseline) are in mm."""

    font: str
    size: float
    leading: float
    colour: str
    bold: bool = False
    italic: bool = False
    align: str = "left"  # left, centre, right, justify
    hyphenate: bool = True
    hang: bool = False  # signs with little ink at the ends of lines protrude into the margin
    lining: bool = False  # digits are as high as capitals


class Look:
    """The types and measures of a book at one body size, in points. Heights are whole `unit`s: half a line,
    or a quarter in a compact text."""

    def __init__(self, book: Book, points: float = BODY, figures: float = 1.0, compact: bool = False) -> None:
        self.book = book
        self.figures = self.largest = figures * points / BODY  # current and largest scale of faces
        self.ground, self.boxed = WHITE, False  # ground of the text, and whether it is a box
        self.size = points * POINT
        self.leading = self.step(LEADING) * self.size
        self.unit = self.leading / (4 if compact else 2)
        self.headings = SMALL_HEADINGS if compact else HEADINGS
        self.lines: dict[Hashable, Any] = {}  # cache of words that have been set
        ink, self.paper, self.accent, self.second = roles(book.colours)
        self.ink = readable(ink, WHITE)
        self.dark = readable(self.accent, self.tint(HEAD))  # the accent, for words
        self.hairline = mix(self.ink, WHITE, 0.35)
        self.grey = readable(mix(self.ink, WHITE, 0.72), WHITE)
        own = (book.language, *sorted(book.fonts.items()), *sorted(book.colours.items()), points, compact)
        self.known: dict[Hashable, Any] = book.known.setdefault(
            own, {}
        )  # cache of blocks that have been set in this look

    def resized(self, figures: float) -> Look:
        """The same look with a factor for faces; keeps the cache of words."""
        look = self.smaller(figures)
        look.largest = figures * self.largest
        return look

    def smaller(self, figures: float) -> Look:
        """The same look for pages without room for larger faces; figures have as many atoms."""
        look = copy(self)
        look.figures = figures * self.figures
        return look

    def on(self, ground: str, boxed: bool = False) -> Look:
        """The same look on another ground, on which its greys and dark words are readable."""
        look = copy(self)
        for name in ("body", "ragged", "caption", "cell", "box_title", "numeral"):
            look.__dict__.pop(name, None)  # computed again, in these colours
        look.ground, look.boxed = ground, boxed
        look.dark = readable(self.dark, mix(self.accent, ground, HEAD))
        look.grey = readable(self.grey, ground)
        return look

    def head(self) -> str:
        """The colour behind the head of a table."""
        return mix(self.accent, self.ground, HEAD)

    def tint(self, share: float) -> str:
        """A tint of the accent on white paper."""
        return mix(self.accent, WHITE, share)

    def step(self, ems: float, font: str = "text") -> float:
        """The leading in ems; larger if letters of the language would touch."""
        return max(ems, self.book.fonts[font].pitch)

    def units(self, height: float) -> float:
        """The least number of whole units that hold a height, in mm."""
        return -(-(height - 1e-6) // self.unit) * self.unit

    @cached_property
    def body(self) -> Type:
        align = "justify" if has_spaces(self.book.language) else "left"
        return Type("text", self.size, self.leading, self.ink, align=align, hang=True)

    @cached_property
    def ragged(self) -> Type:
        return replace(self.body, align="left")

    @cached_property
    def caption(self) -> Type:
        size = max(0.88 * self.size, MIN_LEGIBLE_SIZE * POINT)
        return Type("text", size, self.step(1.25) * size, self.grey, italic=True, align="centre", hyphenate=False)

    @cached_property
    def cell(self) -> Type:
        return Type("text", 0.95 * self.size, self.step(1.22) * self.size, self.ink, lining=True)

    @cached_property
    def box_title(self) -> Type:
        return Type("display", 1.02 * self.size, self.leading, self.dark, hyphenate=False)

    @cached_property
    def numeral(self) -> Type:
        """The type of numbers of steps: the font of the text if headings have only old-style figures."""
        font = numeral_font(self.book)
        return Type(font, 1.05 * self.size, self.leading, self.dark, bold=True, align="right", lining=True)

    def heading(self, level: int) -> Type:
        size = self.size * self.headings[level]
        colour = self.dark if level < 3 else self.ink
        return Type("display", size, self.step(1.14, "display") * size, colour, hyphenate=False)

    def font(self, type_: Type, bold: bool, italic: bool) -> Font:
        bold, italic = bold or type_.bold, italic != type_.italic
        use = "display" if type_.font == "display" else "text" + "-bold" * bold + "-italic" * italic
        return self.book.fonts[use].lining if type_.lining else self.book.fonts[use]


def numeral_font(book: Book) -> str:
    """The font of single numbers: that of headings, if it has lining figures."""
    return "display" if book.fonts["display"].lining.is_lining else "text"
