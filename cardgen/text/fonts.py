"""Font faces: which characters they have, how wide a text is, and the kerning between its characters.

Widths and heights are in ems. HarfBuzz shapes with kerning and without ligatures, one glyph a character, so that
what is measured here is what `pdf` writes.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path

import uharfbuzz as hb

from cardgen.remember import per_file

_FEATURES = {"kern": True} | dict.fromkeys(("rvrn", "ccmp", "locl", "rlig", "rclt", "calt", "clig", "liga"), False)
_TALL, _DEEP = "ÉÅÑlbf|", "gjpqyçQ|"
_SPACES = {"\u202f": 0.7}  # what a font lacks, drawn as a no-break space of this part of its width
_STAND_INS = {"\u2212": "\u2013"}  # a minus sign that an old face lacks is drawn as an en dash


@dataclass(frozen=True, slots=True)
class Shaped:
    """A text of one face: its characters as they are drawn, their width, and (index, em) where they are kerned."""

    text: str
    width: float
    kerns: tuple[tuple[int, float], ...]


class FontFace:
    """One TTF file; `name` is FAMILY/FACE."""

    def __init__(self, name: str, path: Path) -> None:
        self.name = name
        self.path = path
        self.shape = lru_cache(maxsize=50_000)(self._shape)
        self._has = lru_cache(maxsize=5_000)(self._covers)

    @cached_property
    def _font(self) -> hb.Font:
        return hb.Font(hb.Face(hb.Blob.from_file_path(str(self.path))))

    @cached_property
    def _em(self) -> int:
        return self._font.face.upem

    @cached_property
    def ascent(self) -> float:
        """How far accented capitals and tall letters reach above the baseline (a font's own metrics add air)."""
        return max(self._extents(character)[0] for character in _TALL)

    @cached_property
    def descent(self) -> float:
        """How far letters reach below the baseline."""
        return max(self._extents(character)[1] for character in _DEEP)

    def _extents(self, character: str) -> tuple[float, float]:
        glyph = self._font.get_nominal_glyph(ord(character))
        box = self._font.get_glyph_extents(glyph) if glyph else None
        if not box:
            return 0.75, 0.22
        return box.y_bearing / self._em, -(box.y_bearing + box.height) / self._em

    @cached_property
    def cap_height(self) -> float:
        height = self._font.get_metric_position(hb.OTMetricsTag.CAP_HEIGHT)
        return (height or 0.7 * self._em) / self._em

    def missing(self, text: str) -> list[str]:
        """The characters of `text` that the face cannot draw."""
        return sorted({c for c in text if c not in _SPACES and not self._has(c) and not self._stand_in(c)})

    def _stand_in(self, character: str) -> str | None:
        """What is drawn instead of a character that the face lacks."""
        other = _STAND_INS.get(character)
        return other if other and not self._has(character) and self._has(other) else None

    def _covers(self, character: str) -> bool:
        return bool(self._font.get_nominal_glyph(ord(character)))

    def _shape(self, text: str) -> Shaped:
        kerns: list[tuple[int, float]] = []
        for index, character in enumerate(text):
            if character in _SPACES and not self._has(character):
                text = text[:index] + "\u00a0" + text[index + 1 :]
                kerns.append((index, self._advance("\u00a0") * (_SPACES[character] - 1)))
            elif character in _STAND_INS and (other := self._stand_in(character)):
                text = text[:index] + other + text[index + 1 :]
        if not text:
            return Shaped("", 0.0, ())
        buffer = hb.Buffer()
        buffer.add_str(text)
        buffer.guess_segment_properties()
        hb.shape(self._font, buffer, _FEATURES)
        width = sum(shift for _, shift in kerns)
        for info, position in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
            advance = position.x_advance / self._em
            width += advance
            kern = advance - self._font.get_glyph_h_advance(info.codepoint) / self._em
            if abs(kern) > 1e-6:
                kerns.append((info.cluster, kern))
        return Shaped(text, width, tuple(sorted(kerns)))

    def _advance(self, character: str) -> float:
        return self._font.get_glyph_h_advance(self._font.get_nominal_glyph(ord(character))) / self._em


@per_file
def font_face(path: Path, name: str) -> FontFace:
    """The face of a TTF file; what it has shaped is remembered with it."""
    return FontFace(name, path)
