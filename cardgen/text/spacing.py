"""Letter spacing: adds room after every sign of a text, including spaces and icons.

Kerning stays, and western letters have no ligatures (CSS Text 3, 8.2). Letters of scripts that join them, or put marks
on them, stay together; the room follows them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cardgen.text.breaking import Box, Piece
from cardgen.text.fonts import Shaped
from cardgen.text.pieces import Tinted, glyphs_of
from cardgen.text.scripts import COMPLEX


def spaced(pieces: Sequence[Piece], ems: float) -> tuple[Piece, ...]:
    """The wider pieces. Characters move apart when they are drawn (`fitting.Fit`), glyphs here."""
    return tuple(_wider(piece, ems) for piece in pieces) if ems else tuple(pieces)


def _wider(piece: Piece, ems: float) -> Piece:
    glyphs = glyphs_of(piece.item)
    if glyphs is None:
        return replace(piece, width=piece.width + ems) if isinstance(piece, Box) else piece
    if not glyphs.shaped.glyphs:
        return replace(piece, width=piece.width + ems * len(glyphs.shaped.text))
    own = replace(glyphs, shaped=_apart(glyphs.shaped, ems))
    item = replace(piece.item, item=own) if isinstance(piece.item, Tinted) else own
    return replace(piece, width=piece.width + own.shaped.width - glyphs.shaped.width, item=item)


def _apart(shaped: Shaped, ems: float) -> Shaped:
    """Glyphs with room after each that ends a character, or after all of them."""
    joined = COMPLEX.search(shaped.text)
    ends = [bool(glyph.text) and not joined for glyph in shaped.glyphs[1:]] + [True]
    glyphs = tuple(
        glyph._replace(advance=glyph.advance + ems) if last else glyph
        for glyph, last in zip(shaped.glyphs, ends, strict=True)
    )
    return replace(shaped, glyphs=glyphs, width=shaped.width + ems * sum(ends))
