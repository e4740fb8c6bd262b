"""Protrusion (optical margins): signs at the ends of lines stand out a little, so the edge of a text looks straight.

Signs with little ink (points, hyphens, quotes) hang in the margin by a share of their own width; letters with leaning
strokes or hollows, by a little. It follows Hermann Zapf and microtype (Schlicht); the figures are our own.
"""

from __future__ import annotations

from cardgen.text.breaking import Box, Break, Piece
from cardgen.text.pieces import glyphs_of

LEFT = {
    **dict.fromkeys("“”„", 0.5),
    **dict.fromkeys("‘’‚", 0.6),
    **dict.fromkeys("«‹", 0.25),
    **dict.fromkeys("–—", 0.25),
    **dict.fromkeys("-\u2010", 0.4),
    **dict.fromkeys("([", 0.1),
    **dict.fromkeys("TVWY", 0.05),
    **dict.fromkeys("AJXvwxy", 0.04),
}
RIGHT = {
    **dict.fromkeys(".,", 0.7),
    **dict.fromkeys("-\u2010", 0.55),
    **dict.fromkeys(":;", 0.4),
    **dict.fromkeys("“”", 0.5),
    **dict.fromkeys("‘’", 0.6),
    **dict.fromkeys("»›–—", 0.25),
    **dict.fromkeys("!?…)]", 0.12),
    **dict.fromkeys("FLPTVWYry", 0.05),
    **dict.fromkeys("AKXktvwx", 0.04),
}


def out_left(piece: Piece) -> float:
    """The protrusion of a piece at the beginning of a line, in ems; 0 if it is read from the right."""
    glyphs = glyphs_of(piece.item)
    if not glyphs or not isinstance(piece, Box) or piece.level or glyphs.shaped.glyphs or not glyphs.shaped.text:
        return 0.0
    sign = glyphs.shaped.text[0]
    return LEFT[sign] * glyphs.face.advance(sign) if sign in LEFT else 0.0


def out_right(piece: Piece) -> float:
    """The protrusion of a piece at the end of a line, with the hyphen of a Break."""
    glyphs = glyphs_of(piece.item)
    level = 0 if isinstance(piece, Break) else piece.level
    if not glyphs or level or glyphs.shaped.glyphs or not glyphs.shaped.text:
        return 0.0
    sign = glyphs.shaped.text[-1]
    return RIGHT[sign] * glyphs.face.advance(sign) if sign in RIGHT else 0.0
