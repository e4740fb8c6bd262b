"""Faces put together of what a side's fields say and draw, once the sizes of its texts are known."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping

from cardgen.definitions.layout_fields import Same, Strip, TextField
from cardgen.drawing import CURRENT, Face, Group, Item, Text, extent, texts
from cardgen.faces.draft import hatched
from cardgen.faces.fit import Group as Fitted
from cardgen.faces.paragraph import inked, lay, outlined, underlined
from cardgen.faces.reading import Reading
from cardgen.faces.spots import Spot
from cardgen.faces.supplies import symbol_digest
from cardgen.geometry import IDENTITY, Box, apply, box_through, turned
from cardgen.needs import needed, used_symbols

Sizes = Mapping[Fitted, float]  # of texts, in mm


class Faces:
    """Those of one side."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self._digests: dict[str, tuple[tuple[Item, ...], str]] = {}  # of faces, with their items
        self._faces: dict[tuple, Face] = {}

    def face(self, language: str, sizes: Sizes) -> Face:
        """The side in one language, its texts in those sizes."""
        key = (language, *self._own(sizes, language))
        if key not in self._faces:
            self._faces[key] = self._compose(language, sizes, self.reading.spots[language].all)
        return self._faces[key]

    def sound(self, language: str, sizes: Sizes) -> Face:
        """The same without the fields that a draft marks."""
        if not (faulty := self.reading.faulty(language)):
            return self.face(language, sizes)
        return self._compose(language, sizes, [name for name in self.reading.spots[language].all if name not in faulty])

    def digest(self, face: Face) -> str:
        """Changes with what one of its faces shows."""
        if face.name not in self._digests or self._digests[face.name][0] is not face.items:
            self._digests[face.name] = face.items, self._digest(face.items)
        return self._digests[face.name][1]

    def _digest(self, items: tuple[Item, ...]) -> str:
        symbols = used_symbols(needed(items).symbols, self.reading.supplies.symbols)
        shown = repr((items, [symbol_digest(symbol) for symbol in symbols.values()]))
        return hashlib.blake2b(shown.encode(), digest_size=16).hexdigest()

    def _own(self, sizes: Sizes, language: str) -> Iterator[float]:
        return (sizes[said.group] for (_, of), said in self.reading.said.items() if of == language)

    def _compose(self, language: str, sizes: Sizes, names: Iterable[str]) -> Face:
        """The face with those of its fields alone."""
        side, spots = self.reading.side, self.reading.spots[language].all
        drawn = self._items_of(names, language, sizes)
        items = (item for own in drawn.values() for item in _together(own))
        name, outline = f"{side.name}/{language}", side.outline.path if side.outline.kind != "rectangle" else ()
        own = (name for name in drawn if not isinstance(spots[name].field, Same))
        boxes = {name: self._box(name, drawn[name], language) for name in own}
        return Face(name, side.label, *side.size, self.reading.bleed, tuple(items), outline, boxes)

    def drawn(self, language: str, sizes: Sizes) -> dict[str, list[Item]]:
        """What each field that draws something puts on a face, in the order in which they are drawn; not those that a
        draft marks."""
        faulty = self.reading.faulty(language)
        return self._items_of(
            (name for name in self.reading.spots[language].all if name not in faulty), language, sizes
        )

    def _items_of(self, names: Iterable[str], language: str, sizes: Sizes) -> dict[str, list[Item]]:
        """What fields put on a face; none that put nothing there."""
        return {name: items for name in names if (items := self.items(name, language, sizes))}

    def _box(self, name: str, items: list[Item], language: str) -> Box:
        """Around the words or signs of a field, or what it may fill."""
        field, frame = self.reading.field(name, language), self.reading.spots[language].all[name].frame
        told = isinstance(field, (TextField, Strip)) and not field.turn
        seen = extent(items, symbols=self.reading.supplies.symbols) if told else None
        return seen or box_through(frame.matrix, self.reading.area(name, language))

    def items(self, name: str, language: str, sizes: Sizes) -> list[Item]:
        """What a field puts on a face; nothing where its `when` or `unless` keeps it away."""
        spot = self.reading.spots[language].all.get(name)
        if spot is None:
            return []
        if isinstance(spot.field, Same):
            return self._once_more(spot, language, sizes)
        items = self._items(name, language, sizes)
        return [Group(tuple(items), spot.frame.matrix)] if items and spot.frame.matrix != IDENTITY else items

    def _once_more(self, spot: Spot, language: str, sizes: Sizes) -> list[Item]:
        """Another field, turned about the centre of the face, or of what holds both."""
        if (spot.key, language) not in self.reading.again:
            return []
        middle = apply(spot.frame.matrix, spot.frame.width / 2, spot.frame.height / 2)
        turn = turned(self.reading.field(spot.key, language).turn, *middle)
        items = tuple(item for name in spot.again for item in self.items(name, language, sizes))
        return [Group(items, turn)] if items else []

    def _items(self, name: str, language: str, sizes: Sizes) -> list[Item]:
        """The same in its frame."""
        said = self.reading.said.get((name, language))
        if not said and not self.reading.drawn.get((name, language)):
            return []
        field = self.reading.field(name, language)
        if said and isinstance(field, TextField):
            ink = said.colour if isinstance(said.colour, str) else CURRENT
            items = lay(said.words, sizes[said.group], said.area, said.style.align, field.valign, ink)
            items = underlined(items) if said.style.underlined == "turned" else items
            if said.style.outline is not None:
                colour = self.reading.context(name, language).colour(said.style.outline, "outline")
                items = outlined(items, colour, said.style.outline_width, self.reading.supplies.wider)
            if ink == CURRENT and (box := extent(items)):
                paint = self.reading.context(name, language).paint(field.colour or said.style.colour, "colour", box)
                items = inked(items, paint, self.reading.supplies.symbols)
            if (name, language) in self.reading.marked:
                items = hatched(items, said.area)
        else:
            items = self.reading.drawn[name, language]
        if items and field.turn:
            left, top, right, bottom = self.reading.area(name, language)
            turn = -field.turn if language in self.reading.game.mirrored else field.turn
            return [Group(tuple(items), turned(turn, (left + right) / 2, (top + bottom) / 2))]
        return items


def _together(items: list[Item]) -> list[Item]:
    """What a field draws; in one group where words stand among signs, which figures show together or not at all."""
    mixed = any(texts(items)) and not all(isinstance(item, Text) for item in items)
    return [Group(tuple(items))] if mixed and len(items) > 1 else items
