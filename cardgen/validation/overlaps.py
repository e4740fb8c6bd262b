"""Finds texts that nobody can read because a later drawing or another text covers them.

Boxes show where texts and drawings may overlap; the pixels of that spot show whether letters are really lost.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING

from cardgen.faces.compose import Composer
from cardgen.faces.layers import at_home
from cardgen.faces.quiet import quiet
from cardgen.faces.seen import Seen, cut, has_words, list_seen, meets
from cardgen.faces.sides import Side
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.findings import Finding
from cardgen.graphics.drawing import Document, FontSource, Group, Item, Page, Text
from cardgen.graphics.geometry import IDENTITY, Box, around, tight_box, transform, translation
from cardgen.graphics.needs import prune
from cardgen.text.letters import letters
from cardgen.validation.behind import PER_MM, wordless

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    Letters = NDArray[numpy.bool_]  # whether a pixel shows a part of a letter, by row and column

HIDDEN_SHARE = 0.2  # hidden share of a text's letters from which it is reported
OVERLAP_SHARE = 0.1  # share of a text's letters on letters of another text, from which it is reported
_MIN_PIXELS = 8  # pixels of letters, so that a full stop is no text
_MIN_CONTRAST = 24  # visible difference of a colour from its background, out of 255
Overlap = tuple[str, tuple[str, ...], str]  # a finding's code, its fields, and its message


@dataclass(frozen=True, slots=True)
class TextLine:
    """The characters of a line on a face, with the box around their letters; the line itself keeps room for others."""

    text: Text
    box: Box


@dataclass(frozen=True, slots=True)
class FieldOnFace:
    """The drawing of one field on a face, with the places of its parts."""

    field: str
    items: tuple[Item, ...]
    seen: tuple[Seen, ...]

    def meets(self, box: Box) -> bool:
        return any(cut(box, each.box) for each in self.seen)


def check_overlaps(composer: Composer) -> Iterator[Finding]:
    """Reports texts that a later drawing hides, and pairs of texts printed on one another."""
    overlaps, game = _Overlaps(composer), composer.game
    for side in composer.sides:
        reported = set()
        for language in composer.checked_languages:
            look = partial(overlaps.on, side, language)
            for code, fields, message in composer.run_check("overlaps", side, language, look):
                if (code, fields) not in reported:
                    reported.add((code, fields))
                    said = f"{side.who(game)}, {language}: {message}"
                    whose = game.name, game.variant
                    why = quiet(game, side, code, fields)
                    yield Finding(code, said, side.place, *whose, who=side.id, cause=side.layout.name, quiet=why)


class _Overlaps:
    """The overlaps on the sides of a game; a spot that several sides share is drawn once."""

    def __init__(self, composer: Composer) -> None:
        self.composer = composer
        self._fonts = {name: font.source for name, font in composer.supplies.fonts.items()}
        self._drawn: dict[str, _Spot] = {}  # spots by their drawings

    def on(self, side: Side, language: str) -> Iterator[Overlap]:
        layers = self._layers(side, language)
        hidden = set()
        said = [number for number, layer in enumerate(layers) if any(each.text for each in layer.seen)]
        for number in said:
            layer = layers[number]
            if lines := self._covered(layer, layers[number + 1 :]):
                lost, line = max(
                    ((self._hidden(layers, number, line), line) for line in lines), key=lambda each: each[0]
                )
                if lost >= HIDDEN_SHARE:
                    hidden.add(layer.field)
                    yield _hidden_text(layer.field, line.text.text, lost)
        for low, high in combinations(said, 2):
            fields = layers[low].field, layers[high].field
            if not hidden.intersection(fields) and (pair := self._overlap(layers, low, high)):
                first, second = (line.text.text for line in pair)
                where = f"the fields '{fields[0]}' and '{fields[1]}'"
                yield "texts-overlap", fields, f"{first!r} and {second!r} overlap, by {where}"

    def _layers(self, side: Side, language: str) -> list[FieldOnFace]:
        """The drawings of a side's fields, from the bottom up; none if no field has words."""
        symbols, drawn = self.composer.supplies.symbols, self.composer.field_items(side, language)
        if not has_words(drawn):
            return []
        return [
            FieldOnFace(name, own := at_home(items), tuple(list_seen(own, symbols, IDENTITY)))
            for name, items in drawn.items()
        ]

    def _covered(self, layer: FieldOnFace, later: Sequence[FieldOnFace]) -> list[TextLine]:
        """The texts of a field on which a later drawing can lie."""
        above = [each for other in later for each in other.seen if not each.text]
        lines = []
        for text in (each for each in layer.seen if each.text):
            over = [each for each in above if cut(text.box, each.box)]
            if over and (line := self._line(text)) and any(meets(line.box, each) for each in over):
                lines.append(line)
        return lines

    def _overlap(self, layers: Sequence[FieldOnFace], low: int, high: int) -> tuple[TextLine, TextLine] | None:
        """Texts of two fields whose letters overlap. A text with the same words as another is its shadow."""
        for first in layers[low].seen:
            for second in layers[high].seen:
                if not (first.text and second.text and cut(first.box, second.box)):
                    continue
                pair = self._line(first), self._line(second)
                if first.text.text == second.text.text or not cut(*(line.box for line in pair)):
                    continue  # lines are higher than their letters
                if self._shared(layers, (low, high), pair) >= OVERLAP_SHARE:
                    return pair
        return None

    def _line(self, seen: Seen) -> TextLine:
        assert seen.text
        drawn = letters(seen.text, self._fonts[seen.text.font])
        return TextLine(seen.text, tight_box(transform(drawn, seen.matrix)) if drawn else seen.box)

    def _hidden(self, layers: Sequence[FieldOnFace], number: int, line: TextLine) -> float:
        """The hidden share of a line's letters."""
        spot = self._spot(layers, number, line.box)
        drawn, seen = spot.letters(1, 0), spot.letters(3, 2)
        count = int(drawn.sum())
        return int((drawn & ~seen).sum()) / count if count >= _MIN_PIXELS else 0.0

    def _shared(self, layers: Sequence[FieldOnFace], of: tuple[int, int], pair: tuple[TextLine, TextLine]) -> float:
        """The share of letters that two lines have in common, of the line that shows fewer."""
        area = around([line.box for line in pair])
        first, second = (self._spot(layers, number, area).letters(3, 2) for number in of)
        fewest = min(int(first.sum()), int(second.sum()))
        return int((first & second).sum()) / fewest if fewest >= _MIN_PIXELS else 0.0

    def _spot(self, layers: Sequence[FieldOnFace], number: int, area: Box) -> _Spot:
        """The spot after one field is drawn, without its words and with them, and at the end. No other field's words
        are drawn."""
        there = [at for at, layer in enumerate(layers) if at == number or layer.meets(area)]
        bare = {at: wordless(layers[at].items) for at in there}
        below = _joined(bare[at] for at in there if at < number)
        above = _joined(bare[at] for at in there if at > number)
        own, worded = bare[number], layers[number].items
        pages = (below + own, below + worded, below + own + above, below + worded + above)
        key = repr((area, pages))
        if key not in self._drawn:
            self._drawn[key] = _Spot(self.composer, pages, area, self._fonts)
        return self._drawn[key]


def _hidden_text(field: str, text: str, lost: float) -> Overlap:
    much = "" if lost > 0.95 else f" to {lost:.0%}"
    return "text-hidden", (field,), f"{text!r} is hidden{much} by what is drawn after its field '{field}'"


def _joined(parts: Iterator[tuple[Item, ...]]) -> tuple[Item, ...]:
    return tuple(item for part in parts for item in part)


class _Spot:
    """A part of a face as pixels, in several drawings."""

    def __init__(
        self, composer: Composer, ways: Sequence[tuple[Item, ...]], area: Box, fonts: dict[str, FontSource]
    ) -> None:
        from cardgen.pdf.raster import Rasteriser

        left, top, right, bottom = area
        size = right - left, bottom - top
        trim = (0.0, 0.0, *size)
        pages = tuple(Page(*size, (Group(items, translation(-left, -top)),), trim, trim) for items in ways)
        supplies = composer.supplies
        drawn = Rasteriser.of(prune(Document("", "en", "", pages, supplies.symbols, fonts, supplies.pictures)))
        self.width, self.height = (max(1, round(length * PER_MM)) for length in size)
        self._pages = [drawn.page(page, self.width, self.height) for page in range(len(pages))]

    def letters(self, with_: int, without: int) -> Letters:
        """The pixels in which two drawings differ visibly."""
        import numpy

        shape = self.height, self.width, 3
        first, second = (
            numpy.frombuffer(self._pages[way].data, numpy.uint8).reshape(shape).astype(numpy.int16)
            for way in (with_, without)
        )
        return numpy.abs(first - second).max(axis=2) >= _MIN_CONTRAST
