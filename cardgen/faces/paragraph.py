"""Turns a text into pieces with widths in ems, breaks them into lines, and lays these into a box at any size."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from cardgen.definitions.layout_file import Style
from cardgen.faces.colour import parse
from cardgen.faces.draft import BOX, MISSING, box_missing
from cardgen.faces.supplies import Supplies
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import Fault, InputError, Place, fail
from cardgen.graphics.drawing import CURRENT, Group, Halo, Item, Paint, Shape, Symbol, Text, Use
from cardgen.graphics.geometry import Box as Area
from cardgen.graphics.geometry import Matrix, multiply, rectangle, transform
from cardgen.store.library import is_sheet
from cardgen.store.reach import is_below
from cardgen.text.breaking import Box, Break, Metrics, Piece, break_lines, count_lines, fill_lines, metrics
from cardgen.text.fitting import NATURAL, Fit, width_of
from cardgen.text.fonts import Font
from cardgen.text.inline import InlineIcon, LineBreak, OpenEmphasis, Run, closed, parse_inline
from cardgen.text.justify import Line, set_lines
from cardgen.text.scripts import base_level
from cardgen.text.setting import line_items, pieces_of
from cardgen.text.spacing import spaced


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A text in pieces, with widths in ems. `font` is that of its plain words, which gives the height of lines.
    `metrics` are what line breaking needs of the pieces. `backwards`: the text is read from the right. Each sign has
    `spacing` ems behind it, except the last of a line. `justified` lines are as wide as their box; others that are
    `full` hold as many words as they can.
    """

    text: str
    pieces: tuple[Piece, ...]
    metrics: tuple[Metrics, ...]
    font: Font
    leading: float
    backwards: bool = False
    spacing: float = 0.0
    justified: bool = False
    full: bool = False

    def lines(self, size: float, width: float) -> list[Line] | None:
        """Breaks the text into lines at a size, in a width, both in mm; None if a single word is wider."""
        room = width / size + self.spacing
        if self.justified:
            result = set_lines(self.pieces, room, justify=True)
            return [self._spaced_line(line) for line in result] if result is not None else None
        own = Fit(spacing=self.spacing) if self.spacing else NATURAL
        broken = (fill_lines if self.full else break_lines)(self.pieces, room, self.metrics)
        return [Line(tuple(line), own) for line in broken] if broken is not None else None

    def _spaced_line(self, line: Line) -> Line:
        """A justified line, with space between letters; unchanged if its spaces would become holes."""
        fit = line.fit if line.fit.stretch <= LOOSE else NATURAL
        return replace(line, fit=replace(fit, spacing=fit.spacing + self.spacing) if self.spacing else fit)

    def width(self, line: Line) -> float:
        """Returns the width of a line as drawn, in ems."""
        if not self.justified:
            return self._natural(line.pieces)
        return width_of(line.pieces, replace(line.fit, spacing=line.fit.spacing - self.spacing)) - self.spacing

    @property
    def natural(self) -> float:
        """Returns its width on one line, in ems."""
        return self._natural(self.pieces)

    def _natural(self, line: Iterable[Piece]) -> float:
        """The width of pieces side by side, in ems."""
        return sum(piece.width for piece in line if not isinstance(piece, Break)) - self.spacing

    @property
    def widest(self) -> float:
        """Returns the width of its widest word, in ems."""
        return max((piece.width - self.spacing for piece in self.pieces if isinstance(piece, Box)), default=0.0)

    def height(self, lines: int, size: float) -> float:
        """Returns the height from the first line's ascenders to the last line's descenders, in mm."""
        return size * (self.font.ascent + self.font.descent + (lines - 1) * self.leading)

    def excess(self, size: float, width: float, height: float, most: int) -> tuple[float, str] | None:
        """Returns by how many mm it does not fit, and in which direction; None if it fits."""
        if most == 1:
            natural = self.natural * size
            if natural > width + 1e-6:
                return natural - width, "wide"
        lines = self.count(size, width)
        if lines is None:
            return self.widest * size - width, "wide"
        allowed = min(height, self.height(most, size))
        needed = self.height(lines, size)
        return (needed - allowed, "high") if needed > allowed + 1e-6 else None

    def count(self, size: float, width: float) -> int | None:
        """Returns how many lines it has at a size, in a width, both in mm; None if a single word is wider."""
        if not self.justified and self.spacing >= 0:
            return count_lines(self.metrics, width / size + self.spacing)
        lines = self.lines(size, width)
        return len(lines) if lines is not None else None


def paragraph(
    text: str,
    style: Style,
    language: str,
    supplies: Supplies,
    place: Place,
    draft: list[Fault] | None = None,
    called: str = "",
) -> Paragraph:
    """The pieces of a typeset text. Raises InputError for an unknown icon, a missing face or a missing character; with
    a `draft`, it gets these faults, and boxes replace the icons and characters. In a cell of a spreadsheet, marks of
    emphasis that nothing closes are printed as they are, because the author may not have meant any."""
    try:
        runs: Iterable[Run | InlineIcon | LineBreak] = parse_inline(text)
    except OpenEmphasis as error:
        if not (is_sheet(place.file) and is_below(Path(place.file), supplies.game.home.bounds_of_sheets)):
            raise fail(str(error), place) from None  # also for a translator's text, to be corrected there
        message = (
            f"the emphasis that {error.mark} opens is not closed, so cardgen prints it as it is; write \\* for a star"
        )
        supplies.marks.setdefault((place, language), f"{called}: {message}" if called else message)
        runs = parse_inline(closed(text))

    def font(bold: bool, italic: bool) -> Font:
        return supplies.font(style.font, style.bold or bold, style.italic or italic, place, language)

    def icon(name: str) -> Symbol:
        if name == MISSING:
            return supplies.keep(BOX)
        try:
            return supplies.inline_icon(name, place)
        except InputError as error:
            if draft is None:
                raise
            draft.extend(error.faults)
            return supplies.keep(BOX)

    if draft is not None:
        runs = box_missing(runs, font, place, draft.append)
    pieces = pieces_of(
        runs,
        font,
        icon,
        language,
        style.hyphenate and style.lines != 1,
        place,
        lambda name: _colour(name, supplies, place),
    )
    pieces = spaced(pieces, style.spacing)
    plain = font(False, False)
    leading = max(style.leading, plain.pitch)
    backwards, justified = base_level(text, language) == 1, style.align == "justify"
    full = style.wrap == "full"
    return Paragraph(text, pieces, metrics(pieces), plain, leading, backwards, style.spacing, justified, full)


def _colour(name: str, supplies: Supplies, place: Place) -> str:
    try:
        return parse(name, supplies.game.colours)
    except ValueError as error:
        raise fail(f"[words]({name}): {error}", place) from None


LOOSE = 1.5  # the most that a space grows by, in parts of its width: looser lines stay ragged
OPPOSITE = {"left": "right", "right": "left"}
_TURNED = str.maketrans("01689", "01986")
_LINE = 0.07  # ems: the thickness of the line below a number, and its distance from the figures
_AWAY = 0.1


def turns(text: str) -> bool:
    """Returns whether a number reads as another one upside down."""
    turned = text[::-1].translate(_TURNED)
    return bool(text) and set(text) <= set("01689") and turned[0] != "0" and turned != text


def underline_numbers(items: list[Item]) -> list[Item]:
    """Returns a text's items, with a line below numbers that read as other numbers upside down."""
    lines: list[Item] = []
    for item in items:
        if isinstance(item, Text) and turns(item.text):
            top, inset = item.y + _AWAY * item.size, 0.06 * item.size
            end = item.x + item.width - item.spacing * item.size
            box = (item.x + inset, top, end - inset, top + _LINE * item.size)
            lines.append(Shape(rectangle(*box), fill=item.colour))
    return [*items, *lines]


def outline_letters(items: list[Item], colour: str, line: float, wider: Callable[[str, float], Symbol]) -> list[Item]:
    """A text's items above a stroke around its letters and icons, `line` mm wide; `wider` makes the silhouette of an
    icon, wider by a number of the icon's units."""
    behind: list[Item] = []
    for item in items:
        if isinstance(item, Text):
            behind.append(Halo(item, colour, line))
        elif isinstance(item, Use):
            scale = math.hypot(*item.matrix[:2])
            behind.append(Use(wider(item.symbol, line / scale).name, item.matrix, colour))
    return [*behind, *items]


def slant(items: list[Item], degrees: float) -> list[Item]:
    """Slants a text's items to the right by a number of degrees, each line about its baseline, and along a curve each
    letter."""
    by = math.tan(math.radians(degrees))

    def lean(item: Item) -> Item:
        text = item.text if isinstance(item, Halo) else item
        if not isinstance(text, Text):
            return item
        if text.places:
            own = replace(text, places=tuple(multiply((1, 0, -by, 1, 0, 0), place) for place in text.places))
            return replace(item, text=own) if isinstance(item, Halo) else own
        return Group((item,), (1, 0, -by, 1, by * text.y, 0))

    return [lean(item) for item in items]


def paint_items(items: list[Item], paint: Paint, symbols: Mapping[str, Symbol]) -> list[Item]:
    """Paints those of a text's items that are CURRENT with a gradient over the whole text."""
    painted: list[Item] = []
    for item in items:
        if isinstance(item, Use) and item.colour == CURRENT:
            painted += silhouette(symbols[item.symbol], item.matrix, paint)
        elif isinstance(item, Text) and item.colour == CURRENT:
            painted.append(replace(item, colour=paint))
        elif isinstance(item, Halo) and item.text.colour == CURRENT:
            painted.append(replace(item, text=replace(item.text, colour=item.colour)))
        elif isinstance(item, Shape) and item.fill == CURRENT:
            painted.append(replace(item, fill=paint))
        else:
            painted.append(item)
    return painted


def silhouette(icon: Symbol, matrix: Matrix, paint: Paint) -> Iterator[Item]:
    """Draws an icon in a colour or a gradient, moved by a matrix."""
    if isinstance(paint, str):
        yield Use(icon.name, matrix, paint)
        return
    for item in icon.items:
        if isinstance(item, Shape):
            yield Shape(transform(item.segments, matrix), paint, evenodd=item.evenodd)


def lay(text: Paragraph, size: float, area: Area, align: str, valign: str, colour: str) -> list[Item]:
    """The paragraph's items in an area, all in mm. `middle` centres the capitals, where readers see the middle. A text
    that is too high, as in a draft, begins at the top. A text that is read from the right begins there: left and right
    are exchanged.
    """
    left, top, right, bottom = area
    lines = text.lines(size, max(right - left, text.widest * size + 1e-6)) or []  # a draft's word may be wider
    font, step = text.font, text.leading * size
    spread = (len(lines) - 1) * step
    highest, lowest = top + font.ascent * size, bottom - font.descent * size - spread
    middle = (top + bottom + font.cap_height * size - spread) / 2
    baseline = max({"top": highest, "middle": min(middle, lowest), "bottom": lowest}[valign], highest)
    items: list[Item] = []
    align = "left" if text.justified else align
    if text.backwards:
        align = OPPOSITE.get(align, align)
    for index, line in enumerate(lines):
        slack = (right - left) - text.width(line) * size
        x = left + {"left": 0.0, "centre": slack / 2, "right": slack}[align]
        items += line_items(line.pieces, x, baseline + index * step, size, colour, line.fit)
    return items
