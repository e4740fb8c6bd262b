"""Computes digests of all that the sides of cards show, by which the ledger sees whether a card has changed."""

from __future__ import annotations

from cardgen.faces.code import DIGITS
from cardgen.faces.compose import Composer
from cardgen.faces.face_builder import Sizes
from cardgen.faces.sides import Side
from cardgen.graphics.needs import needs_of, used_symbols
from cardgen.press.files import Files, digest


class SideDigests:
    """Digests of sides, which begin with the side's code. They include the fonts, which items only name. With `sizes`,
    the texts of the sides have these sizes instead of their own."""

    def __init__(self, composer: Composer, language: str, files: Files, sizes: Sizes | None = None) -> None:
        self.composer, self.language, self.files, self.sizes = composer, language, files, sizes
        self._known: dict[str, str] = {}

    def of(self, side: Side) -> str:
        if side.name not in self._known:
            self._known[side.name] = self._digest(side)
        return self._known[side.name]

    def _digest(self, side: Side) -> str:
        composer = self.composer
        asked = side, self.language, self.sizes
        code, face = composer.code(*asked), composer.face(*asked)
        symbols = used_symbols(needs_of(face.items).symbols, composer.supplies.symbols)
        drawn = [face.items, *(symbol.items for symbol in symbols.values())]
        used = {font for items in drawn for font in needs_of(items).signs}
        fonts = [(name, (source := composer.supplies.fonts[name].source).number, source.axes) for name in sorted(used)]
        digests = self.files.digests(composer.supplies.fonts[name].source.path for name in used)
        shown = digest(code, fonts, sorted(each for _, each in digests), face.width, face.height, face.outline)
        return f"{code[:DIGITS]}-{shown[:12]}"
