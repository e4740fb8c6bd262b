"""Fits a line to its exact width: by a little expansion of its letters, and then by its spaces.

Letters become at most 2 % wider or narrower, and the room between them changes by a few thousandths of an em. Nobody
sees that, but everybody sees uneven spaces between words. It follows Hz (Zapf and Karow) and microtype's expansion.
"""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.foundations.dataclass import dataclass
from cardgen.text.breaking import Piece, Space
from cardgen.text.pieces import gaps, glyphs_of

SCALE = 0.02  # largest change of letters, as a part of their width
SPACING = 0.006  # ems, the largest change of the room between letters


@dataclass(frozen=True, slots=True)
class Fit:
    """How a line is drawn: each space is wider by `stretch` times its width, each character by `spacing` ems, and then
    everything but icons is scaled by `scale`."""

    stretch: float = 0.0
    spacing: float = 0.0
    scale: float = 1.0


NATURAL = Fit()


def flex(piece: Piece) -> tuple[float, float]:
    """The width of the spaces of a piece, including no-break ones, and the largest change of its letters, in ems."""
    glyphs = glyphs_of(piece.item)
    if isinstance(piece, Space):
        return glyphs.face.space if glyphs else piece.width, 0.0  # without letter spacing
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
    """The fit of a line to a width in ems; NATURAL without spaces. It rounds scale and spacing, and spaces take the
    rest."""
    rigid, soft, spaces, characters = _parts(pieces)
    if not spaces:
        return NATURAL
    give = sum(flex(piece)[1] for piece in pieces)
    share = max(-1.0, min(1.0, (width - rigid - soft) / give)) if give else 0.0
    scale, spacing = round(1 + SCALE * share, 4), round(SPACING * share, 5)
    rest = (width - rigid) / scale - soft - spacing * characters
    return Fit(rest / spaces, spacing, scale)


def _parts(pieces: Sequence[Piece]) -> tuple[float, float, float, int]:
    """The widths of rigid pieces, of flexible pieces and of the spaces in them, and the number of characters with
    letter spacing: none of scripts whose letters can be joined."""
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
