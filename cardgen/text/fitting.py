"""Fits a line to its exact width: by a little expansion of its letters, and then by its spaces.

Letters become at most 2 % wider or narrower, and the room between them changes by a few thousandths of an em: both
within what an eye does not see, so what it does see, the spaces between words, stay even. After Hz (Zapf and
Karow) and microtype's expansion.
"""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.foundations.dataclass import dataclass
from cardgen.text.breaking import Piece, Space
from cardgen.text.pieces import gaps, glyphs_of

SCALE = 0.02  # of their width, the most by which letters become wider or narrower
SPACING = 0.006  # ems, the most that is added between letters or taken


@dataclass(frozen=True, slots=True)
class Fit:
    """How a line is drawn: each space `stretch` times its width wider, `spacing` ems more for every character, and then
    all but its icons `scale` times as wide."""

    stretch: float = 0.0
    spacing: float = 0.0
    scale: float = 1.0


NATURAL = Fit()


def flex(piece: Piece) -> tuple[float, float]:
    """How wide the spaces of a piece are, no-break ones among them, and by how much its letters can become wider or
    narrower; ems."""
    glyphs = glyphs_of(piece.item)
    if isinstance(piece, Space):
        return glyphs.face.space if glyphs else piece.width, 0.0  # without what stands between letters
    if glyphs is None:
        return 0.0, 0.0
    shaped = glyphs.shaped
    count = len(gaps(shaped))
    spaces = count * glyphs.face.space if count else 0.0
    return spaces, SCALE * (piece.width - spaces) + (0.0 if shaped.glyphs else SPACING * len(shaped.text))


def width_of(pieces: Sequence[Piece], fit: Fit) -> float:
    """The drawn width of a line, in ems."""
    rigid, soft, spaces, characters = _parts(pieces)
    return rigid + fit.scale * (soft + fit.stretch * spaces + fit.spacing * characters)


def fitted(pieces: Sequence[Piece], width: float) -> Fit:
    """How a line comes to a width in ems; as it is where it has no spaces. Drawn numbers are short ones: what they
    leave, spaces take."""
    rigid, soft, spaces, characters = _parts(pieces)
    if not spaces:
        return NATURAL
    give = sum(flex(piece)[1] for piece in pieces)
    share = max(-1.0, min(1.0, (width - rigid - soft) / give)) if give else 0.0
    scale, spacing = round(1 + SCALE * share, 4), round(SPACING * share, 5)
    rest = (width - rigid) / scale - soft - spacing * characters
    return Fit(rest / spaces, spacing, scale)


def _parts(pieces: Sequence[Piece]) -> tuple[float, float, float, int]:
    """The width of what stays as it is, that of what is scaled and of the spaces in it, and how many characters room is
    added behind: none of scripts whose letters may be joined."""
    rigid = soft = spaces = 0.0
    characters = 0
    for piece in pieces:
        glyphs = glyphs_of(piece.item)
        if glyphs is None and not isinstance(piece, Space):
            rigid += piece.width
            continue
        soft += piece.width
        spaces += flex(piece)[0]
        characters += len(glyphs.shaped.text) if glyphs and not glyphs.shaped.glyphs else 0
    return rigid, soft, spaces, characters
