"""Writes drawings inside an HTML page: symbols once, used by name; texts that can be read and selected."""

from __future__ import annotations

import math
from collections.abc import Mapping
from html import escape
from pathlib import Path

from cardgen.graphics.drawing import Halo, Symbol, Text
from cardgen.rulebook.webfont import described, stack
from cardgen.svg import write
from cardgen.svg.write import attributes, number

_KERNED = 0.05  # ems that kerning can add to a space

__all__ = ["Drawer", "number"]


class Drawer(write.SvgWriter):
    """Writes items for a page, and remembers the characters of its fonts."""

    def __init__(self, symbols: dict[str, Symbol], pictures: Mapping[str, Path | bytes]) -> None:
        super().__init__(symbols, pictures)
        self.known: dict[str, Symbol] = symbols
        self.fonts: dict[str, frozenset[str]] = {}  # fonts with the characters that they draw

    def definition_block(self) -> str:
        """The definitions that the page needs for its drawings."""
        if not self.definitions:
            return ""
        inside = "".join(self.definitions)
        return (
            f'<svg class="defs" width="0" height="0" aria-hidden="true" focusable="false"><defs>{inside}</defs></svg>'
        )

    def text(self, text: Text) -> str:
        self.fonts[text.font] = self.fonts.get(text.font, frozenset()) | set(text.text)
        return _text(text, self.paint(text.colour))

    def halo(self, halo: Halo) -> str:
        stroke = f' stroke="{halo.colour}" stroke-width="{number(2 * halo.line)}" stroke-linejoin="round"'
        return f'<g aria-hidden="true" fill="none"{stroke}>{_text(halo.text, "none")}</g>'


def _text(text: Text, fill: str) -> str:
    """A text that keeps its measured width with any font."""
    families = escape(stack(text.font), quote=True)
    styles = "".join(f' {key}="{value}"' for key, value in described(text.font).items() if value != "normal")
    place = attributes(x=text.x, y=text.y)
    size = f' font-size="{number(text.size)}" textLength="{number(text.width)}" lengthAdjust="spacingAndGlyphs"'
    if text.places:
        place, size = _along(text), f' font-size="{number(text.size)}"'
    if text.spacing:
        styles += f' letter-spacing="{number(text.spacing * text.size, 3)}"'
    if apart := _between_words(text):
        styles += f' word-spacing="{number(apart * text.size, 3)}"'
    if text.backwards:  # a line that is read from the right ends at its left
        styles += ' direction="rtl" text-anchor="end"'
    return f'<text{place}{size} font-family="{families}"{styles} fill="{fill}">{escape(text.text)}</text>'


def _between_words(text: Text) -> float:
    """The ems that a justified line adds to each of its spaces; 0 for other lines."""
    wider = [kern for index, kern in text.kerns if text.text[index] == " " and kern > _KERNED]
    return sum(wider) / len(wider) if wider and len(wider) == text.text.count(" ") else 0.0


def _along(text: Text) -> str:
    """The position, rotation and slant of each character of a curved text. Of several glyphs for one character, the
    first counts."""
    placed = zip(text.glyphs, text.places, strict=True) if text.glyphs else None
    places = [place for glyph, place in placed for _ in glyph.text] if placed else list(text.places)
    xs, ys = (" ".join(number(place[axis]) for place in places) for axis in (4, 5))
    turns = " ".join(number(math.degrees(math.atan2(b, a))) for a, b, *_ in places)
    a, b, c, d, *_ = text.places[0]
    lean = math.degrees(math.atan2(-(a * c + b * d), a * d - b * c))
    style = f' font-style="oblique {number(lean)}deg"' if abs(lean) > 0.1 else ""
    # A space at the beginning would be dropped, and its place given to the next letter
    return f' xml:space="preserve" x="{xs}" y="{ys}" rotate="{turns}"{style}'
