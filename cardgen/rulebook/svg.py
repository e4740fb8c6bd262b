"""Drawings inside an HTML page: symbols are written once and used by name, texts can be read and selected."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from pathlib import Path

from cardgen.drawing import Halo, Symbol, Text
from cardgen.rulebook.webfont import described, stack
from cardgen.svg import write
from cardgen.svg.write import attributes, number

__all__ = ["Drawer", "number"]


class Drawer(write.Drawer):
    """Writes items for a page, and remembers what its fonts draw."""

    def __init__(self, symbols: dict[str, Symbol], pictures: Mapping[str, Path | bytes]) -> None:
        super().__init__(symbols, pictures)
        self.known: dict[str, Symbol] = symbols
        self.fonts: dict[str, frozenset[str]] = {}  # with the characters that they draw

    def definition_block(self) -> str:
        """What the page must hold so that its drawings are seen."""
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
    """Characters that keep the width they were measured to have, whatever font is found."""
    families = escape(stack(text.font), quote=True)
    told = "".join(f' {key}="{value}"' for key, value in described(text.font).items() if value != "normal")
    place = attributes(x=text.x, y=text.y)
    size = f' font-size="{number(text.size)}" textLength="{number(text.width)}" lengthAdjust="spacingAndGlyphs"'
    if text.backwards:  # a line that is read from the right ends at its left
        told += ' direction="rtl" text-anchor="end"'
    return f'<text{place}{size} font-family="{families}"{told} fill="{fill}">{escape(text.text)}</text>'
