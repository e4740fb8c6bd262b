"""The frozen values that the printing stages pass on: shapes, text and pages, in millimetres, y downwards.

`faces` and `rulebook` make them, `sheets` places them on paper, `pdf` writes them. Nothing here draws.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field, replace
from pathlib import Path
from typing import Literal, NamedTuple

from cardgen.foundations.dataclass import dataclass
from cardgen.graphics.geometry import (
    IDENTITY,
    Box,
    Matrix,
    Segments,
    around,
    box_through,
    multiply,
    segments_box,
    tight_box,
    transform,
    translation,
)

SOFT_HYPHEN = "\u00ad"
SHADOW = "shadow#"  # prefix of the keys of shadow pictures
CURRENT = "current"  # stands for the colour of the Use that places a symbol


@dataclass(frozen=True, slots=True)
class Gradient:
    """Colours along a line, or from one circle to another; the end colours continue beyond the ends.

    `points` are x0, y0, x1, y1 or x0, y0, r0, x1, y1, r1, seen through `matrix` in the coordinates of what is filled;
    `stops` are (offset from 0 to 1, colour) in rising order.
    """

    points: tuple[float, ...]
    stops: tuple[tuple[float, str], ...]
    matrix: Matrix = IDENTITY

    def move(self, x: float, y: float) -> Gradient:
        return replace(self, matrix=multiply(self.matrix, translation(x, y)))


Paint = str | Gradient


@dataclass(frozen=True, slots=True)
class Pen:
    """The style of a stroke: its caps, its joins, its dashes (lengths of lines and gaps) and the offset of these."""

    cap: Literal["butt", "round", "square"] = "butt"
    join: Literal["miter", "round", "bevel"] = "round"
    miter: float = 4.0
    dashes: tuple[float, ...] = ()
    offset: float = 0.0


PLAIN = Pen()


@dataclass(frozen=True, slots=True)
class Shape:
    """A path, filled (by the nonzero rule, or `evenodd`), stroked, or both.

    Colours are `#rrggbb`, `#rrggbbaa` (with alpha), CURRENT or None.
    """

    segments: Segments
    fill: Paint | None = None
    stroke: str | None = None
    line: float = 0.0
    evenodd: bool = False
    pen: Pen = PLAIN

    def __repr__(self) -> str:
        """Returns the text from which cardgen makes codes on cards; it leaves out default values."""
        text = f"Shape(segments={self.segments!r}, fill={self.fill!r}, stroke={self.stroke!r}, line={self.line!r}"
        return (
            text + (", evenodd=True" if self.evenodd else "") + ("" if self.pen == PLAIN else f", {self.pen!r}") + ")"
        )


class Glyph(NamedTuple):
    """A glyph of a font: its number, its characters (empty if the glyph before has them), its advance, and its offset
    rightwards and upwards; lengths in ems."""

    number: int
    text: str
    advance: float
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class FontSource:
    """A face of a font file: its `number` in a collection, and the values of the `axes` of a variable font."""

    path: Path
    number: int = 0
    axes: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True, slots=True)
class Text:
    """Characters of one font on one baseline that starts at (x, y).

    `font` is FAMILY/FACE, `size` millimetres per em, `kerns` (index, em): extra room after the character at index.
    `width` is the length of the line; `ascent` and `descent` are how far it reaches above and below the baseline. If
    characters do not have one glyph each, `glyphs` are drawn instead, from left to right; `backwards`: they are read
    from the right. `divided`: the last character is a hyphen that its word has only at the end of a line. `language` is
    that of the text, if it is not the document's. A justified line has `spacing` ems (at size) more after every
    character, and is drawn `scale` times as wide, with its kerns and spaces; `width` includes both. Along a curve,
    `places` has a matrix for each character or glyph, which moves it from (0, 0), with its baseline along x, to its
    place; `x`, `y`, `width`, `ascent` and `descent` then give the box around all of them.
    """

    x: float
    y: float
    text: str
    font: str
    size: float
    colour: Paint
    width: float
    ascent: float
    descent: float
    kerns: tuple[tuple[int, float], ...] = ()
    glyphs: tuple[Glyph, ...] = ()
    backwards: bool = False
    divided: bool = False
    language: str = ""
    scale: float = 1.0
    spacing: float = 0.0
    places: tuple[Matrix, ...] = ()

    def __repr__(self) -> str:
        """Returns such a text as `Shape.__repr__`. Codes on cards depend on the fitting of a line only by its width,
        and neither on a language nor on the kind of a hyphen."""
        place = f"x={self.x!r}, y={self.y!r}, text={self.text!r}, font={self.font!r}, size={self.size!r}"
        look = f"colour={self.colour!r}, width={self.width!r}, ascent={self.ascent!r}, descent={self.descent!r}"
        placement = f"kerns={self.kerns!r}, glyphs={self.glyphs!r}, backwards={self.backwards!r}"
        return f"Text({place}, {look}, {placement}" + (f", places={self.places!r})" if self.places else ")")

    @property
    def plain_text(self) -> str:
        """Returns the characters for readers: a hyphen that divides a word is a soft hyphen."""
        return f"{self.text[:-1]}{SOFT_HYPHEN}" if self.divided else self.text

    def move(self, x: float, y: float) -> Text:
        """Returns the text, moved right and down. (`replace` takes three times as long.)"""
        colour = self.colour.move(x, y) if isinstance(self.colour, Gradient) else self.colour
        fields = self.text, self.font, self.size, colour, self.width, self.ascent, self.descent, self.kerns
        places = tuple(multiply(place, translation(x, y)) for place in self.places)
        more = self.glyphs, self.backwards, self.divided, self.language, self.scale, self.spacing, places
        return Text(self.x + x, self.y + y, *fields, *more)


@dataclass(frozen=True, slots=True)
class Halo:
    """A stroke around the letters of a text, `line` mm wide on each side; the text is drawn above it."""

    text: Text
    colour: str
    line: float


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture of pixels drawn into a rectangle; `file` is a key of the document's pictures."""

    x: float
    y: float
    width: float
    height: float
    file: str

    @property
    def is_shadow(self) -> bool:
        return self.file.startswith(SHADOW)


@dataclass(frozen=True, slots=True)
class Use:
    """A symbol drawn through a matrix, CURRENT being `colour`."""

    symbol: str
    matrix: Matrix = IDENTITY
    colour: str | None = None


@dataclass(frozen=True, slots=True)
class Mask:
    """Items whose brightness, or only whose alpha, makes masked items visible."""

    items: tuple[Item, ...]
    alpha: bool = False


@dataclass(frozen=True, slots=True)
class Part:
    """The role of a group for screen readers: its `kind` (a key of `pdf.structure.KINDS`) and its `number`, which
    distinguishes it from its neighbours: groups of one part may lie far apart, on two pages. A screen reader reads
    `said` instead of the items, and all of it in `language` if that is not the document's."""

    kind: str
    number: int = 0
    said: str = ""
    language: str = ""


@dataclass(frozen=True, slots=True)
class Layer:
    """A print layer beside the colours of a press, such as foil or varnish: its `name` in the game, the name of its
    `ink` in files for print houses, and the colour in which it is `shown` elsewhere (None: not shown)."""

    name: str
    ink: str
    shown: str | None = None


SOLID, FREE = "#000000", "#ffffff"  # colours in a layer: printed, and left free


@dataclass(frozen=True, slots=True)
class Group:
    """Items drawn through a matrix and, in its coordinates, inside a clip and a mask.

    A group with an `opacity` under 1, a `blend` mode of CSS other than `normal`, or a mask is composed before it is
    laid over the items below. A `part` changes nothing visible. Items of a `layer` have only two colours, SOLID and
    FREE.
    """

    items: tuple[Item, ...]
    matrix: Matrix = IDENTITY
    clip: Segments | None = None
    opacity: float = 1.0
    blend: str = "through"
    mask: Mask | None = None
    part: Part | None = None
    layer: Layer | None = None

    @property
    def plain(self) -> bool:
        return self.opacity == 1 and self.blend == "through" and self.mask is None

    @property
    def covers(self) -> bool:
        """Returns whether its items cover those below as they would without the group."""
        return self.opacity == 1 and self.blend in ("through", "normal")

    @property
    def bare(self) -> bool:
        """Returns whether the group only marks its items as a part."""
        return self.part is not None and self.plain and self.matrix == IDENTITY and self.clip is None

    def __repr__(self) -> str:
        """As `Shape.__repr__`."""
        text = f"Group(items={self.items!r}, matrix={self.matrix!r}, clip={self.clip!r}"
        text += "" if self.plain else f", {self.opacity!r}, {self.blend!r}, {self.mask!r}"
        return text + (f", {self.layer!r}" if self.layer else "") + ")"


Item = Shape | Text | Halo | Picture | Use | Group


@dataclass(frozen=True, slots=True)
class Symbol:
    """Items that are written once and drawn many times, clipped to `box`."""

    name: str
    box: Box
    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Face:
    """One printed side: its trim goes from (0, 0) to (width, height), its items `bleed` further.

    `outline` is the line to cut along, if that is not its whole rectangle. `fields` are the boxes of its layout's
    fields, by name. If it has print layers, `layered` are its items with them, and `items` only show how they look.
    """

    name: str
    label: str
    width: float
    height: float
    bleed: float
    items: tuple[Item, ...]
    outline: Segments = ()
    fields: Mapping[str, Box] = field(default_factory=dict, compare=False)
    layered: tuple[Item, ...] = ()

    @property
    def symbol(self) -> Symbol:
        bleed = self.bleed
        return Symbol(self.name, (-bleed, -bleed, self.width + bleed, self.height + bleed), self.items)


@dataclass(frozen=True, slots=True)
class Page:
    """One page; `trim` is the imposed area (on a sheet, the block of cards), `bleed` the area with ink that may be
    cut off.

    `back`: the page is the other side of the page before it. The last `fixed` items are never moved to correct a
    printer. `cards` begin on the page, and `cuts` separate them. A machine cuts along the closed lines `cut`, and
    scores the lines to fold.
    """

    width: float
    height: float
    items: tuple[Item, ...]
    trim: Box
    bleed: Box
    bookmark: str | None = None
    back: bool = False
    fixed: int = 0
    cards: int = 0
    cuts: int = 0
    cut: tuple[Segments, ...] = ()
    scored: tuple[Segments, ...] = ()


@dataclass(frozen=True, slots=True)
class Document:
    """All that a PDF needs. `symbols`, `fonts` and `pictures` (files, or the bytes of one) hold at least what its pages
    use."""

    title: str
    language: str
    author: str
    pages: tuple[Page, ...]
    symbols: dict[str, Symbol] = field(default_factory=dict)
    fonts: dict[str, FontSource] = field(default_factory=dict)
    pictures: Mapping[str, Path | bytes] = field(default_factory=dict)
    duplex: Literal["long", "short", "none"] = "none"
    backwards: bool = False  # whether its pages are read and bound from the right
    structured: bool = False  # whether its pages are in reading order, with marked parts


def mirror(items: Iterable[Item], width: float, symbols: Mapping[str, Symbol]) -> tuple[Item, ...]:
    """Mirrors items from the left of a page to its right; words, pictures, symbols and the content of clips are only
    moved."""
    return tuple(_mirror(item, width, symbols) for item in items)


def _mirror(item: Item, width: float, symbols: Mapping[str, Symbol]) -> Item:
    if isinstance(item, Shape):
        return replace(item, segments=transform(item.segments, (-1, 0, 0, 1, width, 0)))
    if isinstance(item, (Group, Use)):
        a, b, c, d, e, f = item.matrix
        matrix: Matrix = (a, -b, -c, d, width - e, f)
        if isinstance(item, Group) and not item.clip and not item.mask:
            return replace(item, items=mirror(item.items, 0.0, symbols), matrix=matrix)
        left, _, right, _ = segments_box(item.clip or ()) if isinstance(item, Group) else symbols[item.symbol].box
        return replace(item, matrix=multiply(translation(-left - right, 0), matrix))
    if isinstance(item, Halo):
        return replace(item, text=item.text.move(width - 2 * item.text.x - item.text.width, 0))
    if isinstance(item, Text) and item.places:
        return item.move(width - 2 * item.x - item.width, 0)
    return replace(item, x=width - item.x - item.width)


def texts(items: Iterable[Item], symbols: Mapping[str, Symbol] | None = None) -> Iterator[tuple[Text, float]]:
    """Returns the texts among items, in their groups and in `symbols`, each with its scale in mm per em."""
    for item in items:
        if isinstance(item, Text):
            yield item, item.size
        elif isinstance(item, (Group, Use)):
            inner = item.items if isinstance(item, Group) else symbols[item.symbol].items if symbols else ()
            a, b, c, d, *_ = item.matrix
            scale = math.sqrt(abs(a * d - b * c))
            yield from ((text, scale * size) for text, size in texts(inner, symbols))


def extent(items: Iterable[Item], inked: bool = True, symbols: Mapping[str, Symbol] | None = None) -> Box | None:
    """Returns the box around items, with strokes if `inked`; None if there are none. Uses count if their symbols are
    given."""
    boxes = []
    for item in items:
        if isinstance(item, Shape) and len(item.segments) > 0:
            left, top, right, bottom = segments_box(item.segments) if inked else tight_box(item.segments)
            wider = item.line * max(1.0, item.pen.miter) if inked and item.stroke else 0.0
            boxes.append((left - wider, top - wider, right + wider, bottom + wider))
        elif isinstance(item, Text):
            boxes.append((item.x, item.y - item.ascent, item.x + item.width, item.y + item.descent))
        elif isinstance(item, Picture):
            boxes.append((item.x, item.y, item.x + item.width, item.y + item.height))
        elif isinstance(item, (Group, Use)):
            used = item.items if isinstance(item, Group) else symbols[item.symbol].items if symbols else ()
            if inner := extent(used, inked, symbols):
                boxes.append(box_through(item.matrix, inner))
    return around(boxes) if boxes else None
