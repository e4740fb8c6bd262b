"""A text to pieces that can be measured in ems, broken into lines, and laid into a box at any size."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace

from cardgen.dataclass import dataclass
from cardgen.definitions.layout_file import Style
from cardgen.drawing import CURRENT, Halo, Item, Paint, Shape, Symbol, Text, Use
from cardgen.errors import Fault, InputError, Place, fail
from cardgen.faces.colour import parse
from cardgen.faces.draft import BOX, MISSING, boxed
from cardgen.faces.supplies import Supplies
from cardgen.geometry import Box as Area
from cardgen.geometry import Matrix, rectangle, transform
from cardgen.text.breaking import Box, Break, Piece, Sign, break_lines, count_lines, signs
from cardgen.text.fonts import Font
from cardgen.text.inline import InlineIcon, LineBreak, Run, parse_inline
from cardgen.text.scripts import base_level
from cardgen.text.setting import line_items, pieces_of


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A text in pieces whose widths are ems; `font` is that of its plain words, which sets the line's height.

    `signs` are what breaking needs of the pieces. `backwards`: it is read from the right.
    """

    text: str
    pieces: tuple[Piece, ...]
    signs: tuple[Sign, ...]
    font: Font
    leading: float
    backwards: bool = False

    def lines(self, size: float, width: float) -> list[list[Piece]] | None:
        """Its lines at a size, in a width, both mm; None where a single word is wider."""
        return break_lines(self.pieces, width / size)

    @property
    def widest(self) -> float:
        """Its widest word, in ems."""
        return max((piece.width for piece in self.pieces if isinstance(piece, Box)), default=0.0)

    def height(self, lines: int, size: float) -> float:
        """From the top of the first line's ascenders to the bottom of the last line's descenders, in mm."""
        return size * (self.font.ascent + self.font.descent + (lines - 1) * self.leading)

    def excess(self, size: float, width: float, height: float, most: int) -> tuple[float, str] | None:
        """By how many mm it does not fit, and in which way; None if it does."""
        if most == 1:
            natural = sum(piece.width for piece in self.pieces if not isinstance(piece, Break)) * size
            if natural > width + 1e-6:
                return natural - width, "wide"
        lines = count_lines(self.signs, width / size)
        if lines is None:
            return self.widest * size - width, "wide"
        allowed = min(height, self.height(most, size))
        needed = self.height(lines, size)
        return (needed - allowed, "high") if needed > allowed + 1e-6 else None


def paragraph(
    text: str, style: Style, language: str, supplies: Supplies, place: Place, draft: list[Fault] | None = None
) -> Paragraph:
    """The pieces of a typeset text. Raises InputError for an unknown icon, a missing face or a missing character; with
    a `draft` icons and characters are told there, and boxes stand for them."""
    try:
        runs: Iterable[Run | InlineIcon | LineBreak] = parse_inline(text)
    except ValueError as error:
        raise fail(str(error), place) from None

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
        runs = boxed(runs, font, place, draft.append)
    pieces = pieces_of(
        runs,
        font,
        icon,
        language,
        style.hyphenate and style.lines != 1,
        place,
        lambda name: _colour(name, supplies, place),
    )
    plain = font(False, False)
    leading = max(style.leading, plain.pitch)
    return Paragraph(text, pieces, signs(pieces), plain, leading, base_level(text, language) == 1)


def _colour(name: str, supplies: Supplies, place: Place) -> str:
    try:
        return parse(name, supplies.game.colours)
    except ValueError as error:
        raise fail(f"[words]({name}): {error}", place) from None


OPPOSITE = {"left": "right", "right": "left"}
_TURNED = str.maketrans("01689", "01986")
_LINE = 0.07  # the line below a number, its thickness and its way from the figures, in ems
_AWAY = 0.1


def turns(text: str) -> bool:
    """Whether a number is another one upside down."""
    turned = text[::-1].translate(_TURNED)
    return bool(text) and set(text) <= set("01689") and turned[0] != "0" and turned != text


def underlined(items: list[Item]) -> list[Item]:
    """A text's items, with a line below numbers that are others upside down."""
    lines: list[Item] = []
    for item in items:
        if isinstance(item, Text) and turns(item.text):
            top, inset = item.y + _AWAY * item.size, 0.06 * item.size
            box = (item.x + inset, top, item.x + item.width - inset, top + _LINE * item.size)
            lines.append(Shape(rectangle(*box), fill=item.colour))
    return [*items, *lines]


def outlined(items: list[Item], colour: str, line: float, wider: Callable[[str, float], Symbol]) -> list[Item]:
    """A text's items above a stroke around its letters and icons, `line` mm wide; `wider` is the silhouette of an
    icon, so much wider in the icon's units."""
    behind: list[Item] = []
    for item in items:
        if isinstance(item, Text):
            behind.append(Halo(item, colour, line))
        elif isinstance(item, Use):
            behind.append(Use(wider(item.symbol, line / item.matrix[0]).name, item.matrix, colour))
    return [*behind, *items]


def inked(items: list[Item], paint: Paint, symbols: Mapping[str, Symbol]) -> list[Item]:
    """A text's items, what of them is CURRENT in a gradient that reaches over all of them."""
    found: list[Item] = []
    for item in items:
        if isinstance(item, Use) and item.colour == CURRENT:
            found += silhouette(symbols[item.symbol], item.matrix, paint)
        elif isinstance(item, Text) and item.colour == CURRENT:
            found.append(replace(item, colour=paint))
        elif isinstance(item, Halo) and item.text.colour == CURRENT:
            found.append(replace(item, text=replace(item.text, colour=item.colour)))
        elif isinstance(item, Shape) and item.fill == CURRENT:
            found.append(replace(item, fill=paint))
        else:
            found.append(item)
    return found


def silhouette(icon: Symbol, matrix: Matrix, paint: Paint) -> Iterator[Item]:
    """An icon in a colour or in a gradient, seen through a matrix."""
    if isinstance(paint, str):
        yield Use(icon.name, matrix, paint)
        return
    for item in icon.items:
        if isinstance(item, Shape):
            yield Shape(transform(item.segments, matrix), paint, evenodd=item.evenodd)


def lay(text: Paragraph, size: float, area: Area, align: str, valign: str, colour: str) -> list[Item]:
    """The paragraph's items in an area, all in mm. A middle is that of its capitals, which is where eyes see it.

    What is too high, as it may be in a draft, is seen from its beginning.

    What is read from the right begins there: left and right are exchanged.
    """
    left, top, right, bottom = area
    lines = text.lines(size, max(right - left, text.widest * size + 1e-6)) or []  # a draft's word may be wider
    font, step = text.font, text.leading * size
    spread = (len(lines) - 1) * step
    highest, lowest = top + font.ascent * size, bottom - font.descent * size - spread
    middle = (top + bottom + font.cap_height * size - spread) / 2
    baseline = max({"top": highest, "middle": min(middle, lowest), "bottom": lowest}[valign], highest)
    items: list[Item] = []
    if text.backwards:
        align = OPPOSITE.get(align, align)
    for index, line in enumerate(lines):
        natural = sum(piece.width for piece in line) * size
        slack = (right - left) - natural
        x = left + {"left": 0.0, "centre": slack / 2, "right": slack}[align]
        items += line_items(line, x, baseline + index * step, size, colour)
    return items
