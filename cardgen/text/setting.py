"""Runs of a text to pieces that can be measured in ems, and a broken line back to items in millimetres."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
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


def pieces_of(
    runs: Iterable[Run | InlineIcon | LineBreak],
    font: Callable[[bool, bool], FontFace],
    icon: Callable[[str], Symbol],
    language: str,
    hyphenate: bool,
    place: Place,
) -> tuple[Piece, ...]:
    """What `break_lines` takes; `font(bold, italic)` and `icon(name)` look up what runs ask for.

    Raises InputError for a character that a face lacks.
    """
    pieces: list[Piece] = []
    for run in runs:
        if isinstance(run, LineBreak):
            pieces.append(Break(forced=True))
        elif isinstance(run, InlineIcon):
            found = icon(run.name)
            left, top, right, bottom = found.box
            pieces.append(Box(ICON_HEIGHT * (right - left) / (bottom - top), found))
        else:
            pieces += _words(run, font(run.bold, run.italic), language, hyphenate, place)
    return tuple(pieces)


def _words(run: Run, face: FontFace, language: str, hyphenate: bool, place: Place) -> tuple[Piece, ...]:
    if missing := face.missing(run.text.replace("\u00ad", "").replace("\n", " ").replace("\t", " ")):
        signs = ", ".join(f"'{sign}' (U+{ord(sign):04X})" for sign in missing)
        raise fail(f"the font {face.name} has no {signs}, in {run.text!r}", place, GLYPH_MISSING)
    return _shaped(run.text, face, language, hyphenate)


@lru_cache(maxsize=20_000)  # editions of a game say much the same
def _shaped(text: str, face: FontFace, language: str, hyphenate: bool) -> tuple[Piece, ...]:
    return tuple([piece for part in _WORDS.findall(text) for piece in _word(part, face, language, hyphenate)])


@lru_cache(maxsize=20_000)  # texts of a large deck have most words in common
def _word(part: str, face: FontFace, language: str, hyphenate: bool) -> tuple[Piece, ...]:
    """The pieces of a word, or of the white between two."""
    if part.isspace():
        shaped = face.shape(" ")
        return (Space(shaped.width, Glyphs(face, shaped)),)
    pieces: list[Piece] = []
    hyphen = face.shape("-" if not face.missing("-") else "")
    for index, syllable in enumerate(syllables(part, language) if hyphenate else (part.replace("\u00ad", ""),)):
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
    start = x

    def close() -> None:
        if open_run:
            items.append(_text(open_run, start, y, size, colour))
            open_run.clear()

    for piece in line:
        wider = stretch if isinstance(piece, Space) else 0.0
        if isinstance(piece.item, Symbol):
            close()
            items.append(inline_icon(piece.item, x, y, size, colour))
        else:
            if open_run and open_run[-1][0].face is not piece.item.face:
                close()
            if not open_run:
                start = x
            open_run.append((piece.item, wider))
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
