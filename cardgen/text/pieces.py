"""The items that pieces of a line draw: shaped characters, perhaps with their own colour."""

from __future__ import annotations

from cardgen.foundations.dataclass import dataclass
from cardgen.graphics.drawing import Symbol
from cardgen.text.fonts import Font, FontFace, Shaped

TIE = "\u00a0"


@dataclass(frozen=True, slots=True)
class Glyphs:
    """Shaped characters of one face of a font."""

    font: Font
    face: FontFace
    shaped: Shaped
    divides: bool = False  # a hyphen that exists only at the end of a line
    language: str = ""  # set if it differs from that of the words around


@dataclass(frozen=True, slots=True)
class Tinted:
    """Characters or an icon with their own colour."""

    item: Glyphs | Symbol
    colour: str


Drawn = Glyphs | Symbol | Tinted


def glyphs_of(item: Drawn | None) -> Glyphs | None:
    """The characters of a piece's item; empty for an icon or another item."""
    plain = item.item if isinstance(item, Tinted) else item
    return plain if isinstance(plain, Glyphs) else None


def gaps(shaped: Shaped) -> tuple[int, ...]:
    """The indices of the spaces that justification widens: no-break ones too, but not substitutes for narrow ones
    (`fonts` kerns them)."""
    text = shaped.text
    if text == " ":
        return (0,)
    if TIE not in text or shaped.glyphs:
        return ()
    narrow = {index for index, kern in shaped.kerns if kern < 0}
    return tuple(index for index, sign in enumerate(text) if sign == TIE and index not in narrow)
