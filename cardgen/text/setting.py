"""Runs of a text to pieces that can be measured in ems, and a broken line back to items in millimetres."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from cardgen.drawing import Item, Symbol, Text, Use
from cardgen.errors import GLYPH_MISSING, Place, fail
from cardgen.text.breaking import Box, Break, Piece, Space
from cardgen.text.fonts import FontFace, Shaped
from cardgen.text.hyphenation import syllables
from cardgen.text.inline import InlineIcon, LineBreak, Run

ICON_HEIGHT = 1.05  # ems
ICON_DROP = 0.17  # ems that an icon reaches below the baseline
_WORDS = re.compile(r"[ \n\t]+|[^ \n\t]+")


@dataclass(frozen=True, slots=True)
class Glyphs:
    """Shaped characters of one face."""

    face: FontFace
    shaped: Shaped


@dataclass(frozen=True, slots=True)
class Tinted:
    """Characters or an icon in a colour of their own."""

    item: Glyphs | Symbol
    colour: str


def pieces_of(
    runs: Iterable[Run | InlineIcon | LineBreak],
    font: Callable[[bool, bool], FontFace],
    icon: Callable[[str], Symbol],
    language: str,
    hyphenate: bool,
    place: Place,
    colour: Callable[[str], str] = str,
) -> tuple[Piece, ...]:
    """What `break_lines` takes; `font(bold, italic)`, `icon(name)` and `colour(name)` look up what runs ask for.

    Raises InputError for a character that a face lacks.
    """
    pieces: list[Piece] = []
    for run in runs:
        if isinstance(run, LineBreak):
            pieces.append(Break(forced=True))
            continue
        if isinstance(run, InlineIcon):
            found = icon(run.name)
            left, top, right, bottom = found.box
            own: tuple[Piece, ...] = (Box(ICON_HEIGHT * (right - left) / (bottom - top), found),)
        else:
            own = _words(run, font(run.bold, run.italic), language, hyphenate, place)
        pieces += _tinted(own, colour(run.colour)) if run.colour else own
    return tuple(pieces)


def _tinted(pieces: Iterable[Piece], colour: str) -> Iterable[Piece]:
    return (replace(piece, item=Tinted(piece.item, colour)) if piece.item else piece for piece in pieces)


def _words(run: Run, face: FontFace, language: str, hyphenate: bool, place: Place) -> tuple[Piece, ...]:
    if missing := face.missing(run.text.replace("\u00ad", "").replace("\n", " ").replace("\t", " ")):
        signs = ", ".join(f"'{sign}' (U+{ord(sign):04X})" for sign in missing)
        raise fail(f"the font {face.name} has no {signs}, in {run.text!r}", place, GLYPH_MISSING)
    return _shaped(run.text, face, language, hyphenate)


@lru_cache(maxsize=20_000)  # editions of a game say much the same
def _shaped(text: str, face: FontFace, language: str, hyphenate: bool) -> tuple[Piece, ...]:
    pieces: list[Piece] = []
    hyphen = face.shape("-" if not face.missing("-") else "")
    for part in _WORDS.findall(text):
        if part.isspace():
            shaped = face.shape(" ")
            pieces.append(Space(shaped.width, Glyphs(face, shaped)))
            continue
        divided = syllables(part, language) if hyphenate else (part.replace("\u00ad", ""),)
        for index, syllable in enumerate(divided):
            shaped = face.shape(syllable)
            if index:
                pieces.append(Break(hyphen.width, Glyphs(face, hyphen)))
            pieces.append(Box(shaped.width, Glyphs(face, shaped)))
    return tuple(pieces)


def line_items(line: Sequence[Piece], x: float, y: float, size: float, colour: str, stretch: float = 0.0) -> list[Item]:
    """One line from x on the baseline y: neighbouring characters of one face become one Text.

    `stretch` is what each space is wider than it is, in ems.
    """
    items: list[Item] = []
    open_run: list[tuple[Glyphs, float]] = []
    start, run_colour = x, colour

    def close() -> None:
        if open_run:
            items.append(_text(open_run, start, y, size, run_colour))
            open_run.clear()

    for piece in line:
        wider = stretch if isinstance(piece, Space) else 0.0
        drawn, own = (piece.item.item, piece.item.colour) if isinstance(piece.item, Tinted) else (piece.item, colour)
        if isinstance(drawn, Symbol):
            close()
            items.append(inline_icon(drawn, x, y, size, own))
        else:
            if open_run and (open_run[-1][0].face is not drawn.face or own != run_colour):
                close()
            if not open_run:
                start, run_colour = x, own
            open_run.append((drawn, wider))
        x += (piece.width + wider) * size
    close()
    return items


def _text(run: list[tuple[Glyphs, float]], x: float, y: float, size: float, colour: str) -> Text:
    kerns, text, width = [], "", 0.0
    for glyphs, wider in run:
        kerns += [(index + len(text), kern) for index, kern in glyphs.shaped.kerns]
        text += glyphs.shaped.text
        width += glyphs.shaped.width + wider
        if wider:
            kerns.append((len(text) - 1, wider))
    face = run[0][0].face
    return Text(
        x, y, text, face.name, size, colour, width * size, face.ascent * size, face.descent * size, tuple(kerns)
    )


def inline_icon(icon: Symbol, x: float, baseline: float, size: float, colour: str) -> Use:
    """An icon among words: its left edge at x, reaching a little below the baseline."""
    left, top, _, bottom = icon.box
    scale = ICON_HEIGHT * size / (bottom - top)
    y = baseline + ICON_DROP * size - ICON_HEIGHT * size
    return Use(icon.name, (scale, 0, 0, scale, x - left * scale, y - top * scale), colour)
