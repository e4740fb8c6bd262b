"""A text to pieces that can be measured in ems, broken into lines, and laid into a box at any size."""

from __future__ import annotations

import re
from dataclasses import dataclass

from cardgen.definitions.layout_file import Style
from cardgen.drawing import Box as Area
from cardgen.drawing import Item, Symbol, Text, Use
from cardgen.errors import GLYPH_MISSING, Place, fail
from cardgen.faces.supplies import Supplies
from cardgen.text.breaking import Box, Break, Piece, Space, break_lines
from cardgen.text.fonts import FontFace, Shaped
from cardgen.text.hyphenation import syllables
from cardgen.text.inline import InlineIcon, LineBreak, Run, parse_inline

ICON_HEIGHT = 1.05  # ems
ICON_DROP = 0.17  # ems that an icon reaches below the baseline
_WORDS = re.compile(r"[ \n\t]+|[^ \n\t]+")


@dataclass(frozen=True, slots=True)
class Glyphs:
    """Shaped characters of one face."""

    face: FontFace
    shaped: Shaped


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A text in pieces whose widths are ems; `face` is its regular face, which sets the line's height."""

    text: str
    pieces: tuple[Piece, ...]
    face: FontFace
    leading: float

    def lines(self, size: float, width: float) -> list[list[Piece]] | None:
        """Its lines at a size, in a width, both mm; None where a single word is wider."""
        return break_lines(self.pieces, width / size)

    def height(self, lines: int, size: float) -> float:
        """From the top of the first line's ascenders to the bottom of the last line's descenders, in mm."""
        return size * (self.face.ascent + self.face.descent + (lines - 1) * self.leading)

    def excess(self, size: float, width: float, height: float, most: int) -> tuple[float, str] | None:
        """By how many mm it does not fit, and in which way; None if it does."""
        if most == 1:
            natural = sum(piece.width for piece in self.pieces if not isinstance(piece, Break)) * size
            if natural > width + 1e-6:
                return natural - width, "wide"
        lines = self.lines(size, width)
        if lines is None:
            widest = max(piece.width for piece in self.pieces if isinstance(piece, Box)) * size
            return widest - width, "wide"
        allowed = min(height, self.height(most, size))
        needed = self.height(len(lines), size)
        return (needed - allowed, "high") if needed > allowed + 1e-6 else None


def paragraph(text: str, style: Style, language: str, supplies: Supplies, place: Place) -> Paragraph:
    """The pieces of a typeset text. Raises InputError for an unknown icon, a missing face or a missing character."""
    try:
        runs = parse_inline(text)
    except ValueError as error:
        raise fail(str(error), place) from None
    pieces: list[Piece] = []
    for run in runs:
        if isinstance(run, LineBreak):
            pieces.append(Break(forced=True))
        elif isinstance(run, InlineIcon):
            icon = supplies.inline_icon(run.name, place)
            left, top, right, bottom = icon.box
            pieces.append(Box(ICON_HEIGHT * (right - left) / (bottom - top), icon))
        else:
            face = supplies.font(style.font, style.bold or run.bold, style.italic or run.italic, place)
            pieces += _words(run, face, style, language, place)
    return Paragraph(text, tuple(pieces), supplies.font(style.font, style.bold, style.italic, place), style.leading)


def _words(run: Run, face: FontFace, style: Style, language: str, place: Place) -> list[Piece]:
    if missing := face.missing(run.text.replace("\u00ad", "").replace("\n", " ").replace("\t", " ")):
        signs = ", ".join(f"'{sign}' (U+{ord(sign):04X})" for sign in missing)
        raise fail(f"the font {face.name} has no {signs}, in {run.text!r}", place, GLYPH_MISSING)
    pieces: list[Piece] = []
    hyphen = face.shape("-" if not face.missing("-") else "")
    for part in _WORDS.findall(run.text):
        if part.isspace():
            shaped = face.shape(" ")
            pieces.append(Space(shaped.width, Glyphs(face, shaped)))
            continue
        divided = syllables(part, language) if style.hyphenate and style.lines != 1 else (part.replace("\u00ad", ""),)
        for index, syllable in enumerate(divided):
            shaped = face.shape(syllable)
            if index:
                pieces.append(Break(hyphen.width, Glyphs(face, hyphen)))
            pieces.append(Box(shaped.width, Glyphs(face, shaped)))
    return pieces


def lay(text: Paragraph, size: float, area: Area, align: str, valign: str, colour: str) -> list[Item]:
    """The paragraph's items in an area, all in mm. A middle is that of its capitals, which is where eyes see it."""
    left, top, right, bottom = area
    lines = text.lines(size, right - left)
    if lines is None:
        raise ValueError("the paragraph was not fitted")
    face, step = text.face, text.leading * size
    spread = (len(lines) - 1) * step
    if valign == "top":
        baseline = top + face.ascent * size
    elif valign == "bottom":
        baseline = bottom - face.descent * size - spread
    else:
        middle = (top + bottom + face.cap_height * size - spread) / 2
        baseline = min(max(middle, top + face.ascent * size), bottom - face.descent * size - spread)
    items: list[Item] = []
    for index, line in enumerate(lines):
        natural = sum(piece.width for piece in line) * size
        slack = (right - left) - natural
        x = left + {"left": 0.0, "centre": slack / 2, "right": slack}[align]
        items += _line(line, x, baseline + index * step, size, colour)
    return items


def _line(line: list[Piece], x: float, y: float, size: float, colour: str) -> list[Item]:
    """One line: neighbouring characters of one face become one Text."""
    items: list[Item] = []
    open_run: list[Glyphs] = []
    start = x

    def close() -> None:
        if open_run:
            items.append(_text(open_run, start, y, size, colour))
            open_run.clear()

    for piece in line:
        if isinstance(piece.item, Symbol):
            close()
            items.append(inline_icon(piece.item, x, y, size, colour))
        else:
            if open_run and open_run[-1].face is not piece.item.face:
                close()
            if not open_run:
                start = x
            open_run.append(piece.item)
        x += piece.width * size
    close()
    return items


def _text(run: list[Glyphs], x: float, y: float, size: float, colour: str) -> Text:
    kerns, text, width = [], "", 0.0
    for glyphs in run:
        kerns += [(index + len(text), kern) for index, kern in glyphs.shaped.kerns]
        text += glyphs.shaped.text
        width += glyphs.shaped.width
    face = run[0].face
    return Text(
        x, y, text, face.name, size, colour, width * size, face.ascent * size, face.descent * size, tuple(kerns)
    )


def inline_icon(icon: Symbol, x: float, baseline: float, size: float, colour: str) -> Use:
    """An icon among words: its left edge at x, reaching a little below the baseline."""
    left, top, _, bottom = icon.box
    scale = ICON_HEIGHT * size / (bottom - top)
    y = baseline + ICON_DROP * size - ICON_HEIGHT * size
    return Use(icon.name, (scale, 0, 0, scale, x - left * scale, y - top * scale), colour)
