"""Turns runs of a text into pieces, measured in ems, and a broken line back into items in mm."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from unicodedata import normalize

from cardgen.foundations.errors import InputError, Place
from cardgen.graphics.drawing import Item, Symbol, Text, Use
from cardgen.text.bidi import visual
from cardgen.text.breaking import Box, Break, Piece, Space
from cardgen.text.fitting import NATURAL, Fit
from cardgen.text.fonts import Font
from cardgen.text.hyphenation import syllables
from cardgen.text.inline import InlineIcon, LineBreak, Run
from cardgen.text.pieces import Glyphs, Tinted, gaps
from cardgen.text.scripts import OBJECT, Analysis, analysed

ICON_HEIGHT = 1.05  # ems
ICON_DROP = 0.17  # ems that an icon reaches below the baseline
_WORDS = re.compile(r"[ \n\t]+|[^ \n\t]+")


def pieces_of(
    runs: Iterable[Run | InlineIcon | LineBreak],
    font: Callable[[bool, bool], Font],
    icon: Callable[[str], Symbol],
    language: str,
    hyphenate: bool,
    place: Place | None,
    colour: Callable[[str], str] = str,
) -> tuple[Piece, ...]:
    """The pieces for `break_lines`; `font(bold, italic)`, `icon(name)` and `colour(name)` look up the needs of runs.

    Raises InputError for a character that no face of a font has.
    """
    runs = [replace(run, text=normalize("NFC", run.text)) if isinstance(run, Run) else run for run in runs]
    analysis = analysed("".join(map(_plain, runs)), language)
    pieces: list[Piece] = []
    start = 0
    for run in runs:
        if isinstance(run, LineBreak):
            pieces.append(Break(forced=True))
            start += 1
            continue
        if isinstance(run, InlineIcon):
            symbol = icon(run.name)
            left, top, right, bottom = symbol.box
            width = ICON_HEIGHT * (right - left) / (bottom - top)
            own: tuple[Piece, ...] = (Box(width, symbol, analysis.levels[start] if analysis else 0),)
            if analysis and start in analysis.breaks:
                pieces.append(Break(cost=analysis.breaks[start]))
        else:
            spoken = run.language or language
            own = _words(run, font(run.bold, run.italic), spoken, hyphenate, place, analysis, start)
            own = _foreign(own, run.language) if run.language else own
        pieces += _tinted(own, colour(run.colour)) if run.colour else own
        start += len(_plain(run))
    return tuple(pieces)


def _tinted(pieces: Iterable[Piece], colour: str) -> Iterable[Piece]:
    return (
        replace(piece, item=Tinted(piece.item, colour)) if isinstance(piece.item, (Glyphs, Symbol)) else piece
        for piece in pieces
    )


def _foreign(pieces: Iterable[Piece], language: str) -> tuple[Piece, ...]:
    return tuple(
        replace(piece, item=replace(piece.item, language=language)) if isinstance(piece.item, Glyphs) else piece
        for piece in pieces
    )


def _plain(run: Run | InlineIcon | LineBreak) -> str:
    """The text of a run for the analysis."""
    return run.text if isinstance(run, Run) else OBJECT if isinstance(run, InlineIcon) else "\n"


def _words(
    run: Run, font: Font, language: str, hyphenate: bool, place: Place | None, analysis: Analysis | None, start: int
) -> tuple[Piece, ...]:
    if fault := font.glyph_fault(run.text.replace("\n", " ").replace("\t", " "), place):
        raise InputError(fault)
    if analysis is None:
        return _shaped(run.text, font, language, hyphenate)
    end = start + len(run.text)
    costs = tuple((at - start, cost) for at, cost in analysis.breaks.items() if start <= at < end)
    return _mixed(run.text, font, language, hyphenate, analysis.levels[start:end], costs)


def _shaped(text: str, font: Font, language: str, hyphenate: bool) -> tuple[Piece, ...]:
    return tuple([piece for part in _WORDS.findall(text) for piece in _word(part, font, language, hyphenate)])


@lru_cache(maxsize=20_000)  # texts of a large deck share most words
def _word(part: str, font: Font, language: str, hyphenate: bool) -> tuple[Piece, ...]:
    """The pieces of a word, or of a space."""
    if part.isspace():
        return tuple(_space(font, 0))
    pieces: list[Piece] = []
    for index, syllable in enumerate(syllables(part, language) if hyphenate else (part.replace("\u00ad", ""),)):
        pieces += [_hyphen(font)] if index else []
        pieces += _boxes(syllable, font, 0)
    return tuple(pieces)


@lru_cache(maxsize=20_000)
def _mixed(
    text: str, font: Font, language: str, hyphenate: bool, levels: tuple[int, ...], costs: tuple[tuple[int, float], ...]
) -> tuple[Piece, ...]:
    """The pieces of a run that can be read from the right, or end a line between letters (before `costs`)."""
    pieces: list[Piece] = []
    ends = {at: [Break(cost=cost)] for at, cost in costs}
    for word in _WORDS.finditer(text):
        start, end = word.span()
        if word[0].isspace():
            pieces += _space(font, levels[start])
            continue
        cuts = {at for at in range(start + 1, end) if at in ends or levels[at] != levels[at - 1]}
        if not cuts and levels[start] % 2 == 0:
            pieces += ends.get(start, [])
            shaped = _shaped(word[0], font, language, hyphenate)
            pieces += [replace(piece, level=levels[start]) if isinstance(piece, Box) else piece for piece in shaped]
            continue
        for here, there in pairwise([start, *sorted(cuts), end]):
            pieces += ends.get(here, [])
            pieces += _boxes(text[here:there].replace("\u00ad", ""), font, levels[here])
    return tuple(pieces)


def _boxes(text: str, font: Font, level: int) -> list[Piece]:
    shaped = font.shape(text, backwards=level % 2 == 1)
    return [Box(each.width, Glyphs(font, face, each), level) for face, each in shaped]


def _space(font: Font, level: int) -> list[Piece]:
    return [Space(each.width, Glyphs(font, face, each), level) for face, each in font.shape(" ")]


def _hyphen(font: Font) -> Break:
    ((face, shaped),) = font.shape("-" if not font.missing("-") else "") or (
        (font.own, font.own.shape("", font.language)),
    )
    return Break(shaped.width, Glyphs(font, face, shaped, divides=bool(shaped.text)))


def set_line(text: str, font: Font, x: float, y: float, size: float, colour: str) -> list[Text]:
    """A short text, such as a label or a number, from x on the baseline y; all in mm, `size` is its em."""
    items = line_items(unbroken(Run(text), font, None), x, y, size, colour)
    return [item for item in items if isinstance(item, Text)]  # the text has no icons


def unbroken(run: Run, font: Font, place: Place | None) -> list[Piece]:
    """The pieces of words on one line, without breaks between letters."""
    pieces = pieces_of([run], lambda bold, italic: font, _no_icon, font.language, False, place)
    return [piece for piece in pieces if not isinstance(piece, Break)]


def _no_icon(name: str) -> Symbol:
    raise ValueError(f"a plain text has no icon, got {name!r}")


def line_items(line: Sequence[Piece], x: float, y: float, size: float, colour: str, fit: Fit = NATURAL) -> list[Item]:
    """One line from x on the baseline y with a fit; neighbouring characters of one face become one Text."""
    items: list[Item] = []
    open_run: list[Glyphs] = []
    start, run_colour = x, colour

    def close() -> None:
        if open_run:
            items.append(_text(open_run, start, y, size, run_colour, fit))
            open_run.clear()

    for piece in _ordered(line):
        item, own = (piece.item.item, piece.item.colour) if isinstance(piece.item, Tinted) else (piece.item, colour)
        if isinstance(item, Symbol):
            close()
            items.append(inline_icon(item, x, y, size, own))
            x += piece.width * size
            continue
        if item is None:  # a piece that draws nothing
            continue
        if open_run and (own != run_colour or not _joins(open_run[-1], item)):
            close()
        if not open_run:
            start, run_colour = x, own
        open_run.append(item)
        x += (piece.width if fit is NATURAL else _width(item, fit)) * size
    close()
    return items


def _width(glyphs: Glyphs, fit: Fit) -> float:
    """The drawn width of characters, in ems."""
    shaped = glyphs.shaped
    spacing = 0.0 if shaped.glyphs else fit.spacing * len(shaped.text)
    return fit.scale * (shaped.width + fit.stretch * glyphs.face.space * len(gaps(shaped)) + spacing)


def _ordered(line: Sequence[Piece]) -> Sequence[Piece]:
    """The pieces in order from left to right."""
    levels = [0 if isinstance(piece, Break) else piece.level for piece in line]
    return [line[index] for index in visual(levels)] if any(levels) else line


def _joins(glyphs: Glyphs, others: Glyphs) -> bool:
    """Whether two neighbours can be one Text."""
    alike = glyphs.face is others.face and glyphs.language == others.language
    return alike and not glyphs.shaped.glyphs and not others.shaped.glyphs


def _text(run: list[Glyphs], x: float, y: float, size: float, colour: str, fit: Fit) -> Text:
    kerns, text, width = [], "", 0.0
    for glyphs in run:
        own = _wider(glyphs, fit.stretch) if fit.stretch else glyphs.shaped.kerns
        kerns += [_kern(index + len(text), kern) for index, kern in own]
        text += glyphs.shaped.text
        width += glyphs.shaped.width if fit is NATURAL else _width(glyphs, fit)
    first, last = run[0], run[-1]
    up, down, shaped = first.font.ascent * size, first.font.descent * size, first.shaped
    where = x, y, text, first.face.name, size, colour, width * size, up, down
    how = fit.scale, 0.0 if shaped.glyphs else fit.spacing
    return Text(*where, tuple(kerns), shaped.glyphs, shaped.backwards, last.divides, first.language, *how)


def _wider(glyphs: Glyphs, stretch: float) -> tuple[tuple[int, float], ...]:
    """The kerns of characters, with each space wider by `stretch` times its width."""
    spaces = gaps(glyphs.shaped)
    if not spaces:
        return glyphs.shaped.kerns
    kerns, by = dict(glyphs.shaped.kerns), stretch * glyphs.face.space
    return tuple(sorted((kerns | {index: kerns.get(index, 0.0) + by for index in spaces}).items()))


@lru_cache(maxsize=20_000)  # equal ones share an object: a large deck has hundreds of thousands
def _kern(index: int, em: float) -> tuple[int, float]:
    return index, em


def inline_icon(icon: Symbol, x: float, baseline: float, size: float, colour: str) -> Use:
    """An icon among words, from x on, reaching a little below the baseline."""
    left, top, _, bottom = icon.box
    scale = ICON_HEIGHT * size / (bottom - top)
    y = baseline + ICON_DROP * size - ICON_HEIGHT * size
    return Use(icon.name, (scale, 0, 0, scale, x - left * scale, y - top * scale), colour)
