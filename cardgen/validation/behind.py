"""What really lies behind words: the pixels of a face without them."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from cardgen.drawing import Document, Face, Group, Item, Page, Text
from cardgen.faces.compose import Composer
from cardgen.geometry import Box
from cardgen.needs import pruned

if TYPE_CHECKING:
    from cardgen.pdf.raster import Pixels

PER_MM = 5  # pixels
SHARE = 0.12  # of the pixels behind a text, from which on their colour counts


class Behind:
    """The faces of a game as pixels, each drawn once."""

    def __init__(self, composer: Composer) -> None:
        self.composer = composer
        self._drawn: dict[str, Pixels] = {}  # by face

    def colours(self, face: Face, box: Box) -> list[str]:
        """The colours (#rrggbb, in steps) that a good part of a box, in mm, shows behind its words; one at least."""
        pixels = self._pixels(face)
        width, height, data = pixels.width, pixels.height, pixels.data
        left, top, right, bottom = (max(0, round(edge * PER_MM)) for edge in box)
        found: Counter[bytes] = Counter()
        for y in range(top, min(bottom, height)):
            row = data[3 * (y * width + left) : 3 * (y * width + min(right, width))]
            found.update(bytes(value & 0xF0 | 0x08 for value in row[at : at + 3]) for at in range(0, len(row), 3))
        count = sum(found.values())
        seen = [colour for colour, times in found.items() if times >= SHARE * count]
        return [f"#{colour.hex()}" for colour in seen or [colour for colour, _ in found.most_common(1)]] or ["#ffffff"]

    def _pixels(self, face: Face) -> Pixels:
        if face.name not in self._drawn:
            from cardgen.pdf.raster import Rasteriser

            supplies, whole = self.composer.supplies, (0.0, 0.0, face.width, face.height)
            page = Page(face.width, face.height, wordless(face.items), whole, whole)
            fonts = {name: font.source for name, font in supplies.fonts.items()}
            shown = Document("", "en", "", (page,), supplies.symbols, fonts, supplies.pictures)
            width, height = max(1, round(face.width * PER_MM)), max(1, round(face.height * PER_MM))
            self._drawn[face.name] = Rasteriser.of(pruned(shown)).page(0, width, height)
        return self._drawn[face.name]


def wordless(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """Items without their words; the outlines of letters stay."""
    kept = (item for item in items if not isinstance(item, Text))
    return tuple(replace(item, items=wordless(item.items)) if isinstance(item, Group) else item for item in kept)
