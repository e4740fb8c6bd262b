"""Faces put together of what a side's fields say and draw, once the sizes of its texts are known."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from cardgen.definitions.layout_fields import Same, Strip, TextField
from cardgen.definitions.measures import measured_by
from cardgen.drawing import CURRENT, Face, Group, Item, Text, extent, texts
from cardgen.faces.computed import with_numbers
from cardgen.faces.context import Context
from cardgen.faces.draft import hatched
from cardgen.faces.draw import draw
from cardgen.faces.fit import Group as Fitted
from cardgen.faces.fit import Said
from cardgen.faces.measures import measures
from cardgen.faces.layers import at_home, in_layer
from cardgen.faces.paragraph import inked, lay, outlined, underlined
from cardgen.faces.reading import Reading
from cardgen.faces.spots import Spot
from cardgen.faces.supplies import symbol_digest
from cardgen.geometry import IDENTITY, Box, Matrix, apply, around, box_through, moved, multiply, turned
from cardgen.layers import layers_of
from cardgen.needs import needed, used_symbols

Sizes = Mapping[Fitted, float]  # of texts, in mm


class Faces:
    """Those of one side."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self._digests: dict[str, tuple[tuple[Item, ...], str]] = {}  # of faces, with their items
        self._faces: dict[tuple, Face] = {}
        self._stacked: dict[tuple, dict[str, Box]] = {}  # where stacks put their fields

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
            self._digests[face.name] = face.items, self._digest(face.items + face.layered)
        return self._digests[face.name][1]

    def _digest(self, items: tuple[Item, ...]) -> str:
        symbols = used_symbols(needed(items).symbols, self.reading.supplies.symbols)
        shown = repr((items, [symbol_digest(symbol) for symbol in symbols.values()]))
        return hashlib.blake2b(shown.encode(), digest_size=16).hexdigest()

    def _places(self, language: str, sizes: Sizes) -> Mapping[str, Box]:
        """Where stacks put their fields, each in its own stack's frame."""
        stacks = self.reading.stacks[language]
        if not stacks.spots.stacks:
            return {}
        key = (language, *self._own(sizes, language))
        if key not in self._stacked:
            laid = (stacks.laid(stack, lambda said: sizes[said.group]).boxes for stack in stacks.outermost())
            self._stacked[key] = {name: box for boxes in laid for name, box in boxes.items()}
        return self._stacked[key]

    def _area(self, name: str, language: str, sizes: Sizes) -> Box:
        """Where a field lies in its frame: where a stack has moved it, or by others that it stands by."""
        if measured_by(self.reading.spots[language].all[name].field):
            return self._by_others(name, language, sizes)[1]
        if self._said(name, language) and (box := self._places(language, sizes).get(name)):
            return box
        return self.reading.area(name, language)

    def _by_others(self, name: str, language: str, sizes: Sizes) -> tuple[Any, Box, Context]:
        """A field that stands by others' size, its numbers computed, where it lies, and what it is drawn with."""
        reading = self.reading
        spot, measured = reading.spots[language].all[name], {}
        for other in measured_by(spot.field):
            keys = reading.beside(spot, other, language)
            if found := [box for key in keys if (box := self._seen(key, spot, language, sizes))]:
                measured[other] = measures(around(found))
        context = reading.context_by(spot, language, measured)
        field = with_numbers(spot.field, context)
        return field, reading.spots[language].box(spot, field), context

    def _seen(self, key: str, beside: Spot, language: str, sizes: Sizes) -> Box | None:
        """Where a field or a stack is seen beside another one, in that one's frame; None where it is not."""
        if stack := self.reading.spots[language].stacks.get(key):
            places = self._places(language, sizes)
            found = [places[each] for each in stack.fields if each in places]
            (left, top, right, bottom), scale = stack.box, stack.field.scale
            middle = (left + right) / 2 - scale * (right - left) / 2, (top + bottom) / 2 - scale * (bottom - top) / 2
            return box_through((scale, 0.0, 0.0, scale, *middle), around(found)) if found else None
        if not (items := self._items(key, language, sizes)):
            return None
        words = isinstance(self.reading.field(key, language), TextField)
        return extent(items) if words else self._area(key, language, sizes)

    def _matrix(self, spot: Spot, language: str, sizes: Sizes) -> Matrix:
        """What brings a field's frame onto the face. A stack moves what it places; but a text is laid where it is."""
        matrix, spots = spot.frame.matrix, self.reading.spots[language]
        for stack, name in spot.slots:
            there = self._places(language, sizes).get(name)
            if there is None or (name == spot.key and self._said(name, language)):
                continue
            above = spots.stacks[stack]
            left, top, _, _ = above.alone[name]
            a, b, c, d, *_ = above.frame.matrix
            x, y = there[0] - left, there[1] - top
            matrix = multiply(matrix, moved(a * x + c * y, b * x + d * y))
        return matrix

    def _said(self, name: str, language: str) -> Said | None:
        return self.reading.said.get((name, language))

    def _own(self, sizes: Sizes, language: str) -> Iterator[float]:
        return (sizes[said.group] for (_, of), said in self.reading.said.items() if of == language)

    def _compose(self, language: str, sizes: Sizes, names: Iterable[str]) -> Face:
        """The face with those of its fields alone."""
        side, spots = self.reading.side, self.reading.spots[language].all
        drawn = self._items_of(names, language, sizes)
        items = tuple(item for own in drawn.values() for item in _together(own))
        layered = items if layers_of(items) else ()
        shown = at_home(items) if layered else items
        name, outline = f"{side.name}/{language}", () if side.outline.straight else side.outline.kept
        own = (name for name in drawn if not isinstance(spots[name].field, Same))
        boxes = {name: self._box(name, drawn[name], language, sizes) for name in own}
        return Face(name, side.label, *side.size, self.reading.bleed, shown, outline, boxes, layered)

    def drawn(self, language: str, sizes: Sizes) -> dict[str, list[Item]]:
        """What each field that draws something puts on a face, in the order in which they are drawn; not those that a
        draft marks."""
        faulty = self.reading.faulty(language)
        sound = (name for name in self.reading.spots[language].all if name not in faulty)
        drawn = self._items_of(sound, language, sizes)
        return {name: [*at_home(items, unshown=True)] for name, items in drawn.items()}

    def _items_of(self, names: Iterable[str], language: str, sizes: Sizes) -> dict[str, list[Item]]:
        """What fields put on a face; none that put nothing there."""
        return {name: items for name in names if (items := self.items(name, language, sizes))}

    def _box(self, name: str, items: list[Item], language: str, sizes: Sizes) -> Box:
        """Around the words or signs of a field, or what it may fill."""
        field, spot = self.reading.field(name, language), self.reading.spots[language].all[name]
        told = isinstance(field, (TextField, Strip)) and not field.turn
        seen = extent(items, symbols=self.reading.supplies.symbols) if told else None
        return seen or box_through(self._matrix(spot, language, sizes), self._area(name, language, sizes))

    def items(self, name: str, language: str, sizes: Sizes) -> list[Item]:
        """What a field puts on a face; nothing where its `when` or `unless` keeps it away."""
        spot = self.reading.spots[language].all.get(name)
        if spot is None:
            return []
        if isinstance(spot.field, Same):
            return self._once_more(spot, language, sizes)
        items, matrix = self._items(name, language, sizes), self._matrix(spot, language, sizes)
        items = [Group(tuple(items), matrix)] if items and matrix != IDENTITY else items
        layer = self.reading.layer(name) if items else None
        return [in_layer(items, layer, self.reading.supplies.symbols)] if layer else items

    def _once_more(self, spot: Spot, language: str, sizes: Sizes) -> list[Item]:
        """Another field, turned about the centre of the face, or of what holds both."""
        if (spot.key, language) not in self.reading.again:
            return []
        middle = apply(self._matrix(spot, language, sizes), spot.frame.width / 2, spot.frame.height / 2)
        turn = turned(self.reading.field(spot.key, language).turn, *middle)
        items = tuple(item for name in spot.again for item in self.items(name, language, sizes))
        return [Group(items, turn)] if items else []

    def _items(self, name: str, language: str, sizes: Sizes) -> list[Item]:
        """The same in its frame."""
        said = self._said(name, language)
        if not said and not self.reading.drawn.get((name, language)):
            return []
        field = self.reading.field(name, language)
        if said and isinstance(field, TextField):
            ink = said.colour if isinstance(said.colour, str) else CURRENT
            area = self._area(name, language, sizes)
            items = lay(said.words, sizes[said.group], area, said.style.align, field.valign, ink)
            items = underlined(items) if said.style.underlined == "turned" else items
            if said.style.outline is not None:
                colour = self.reading.context(name, language).colour(said.style.outline, "outline")
                items = outlined(items, colour, said.style.outline_width, self.reading.supplies.wider)
            if ink == CURRENT and (box := extent(items)):
                paint = self.reading.context(name, language).paint(field.colour or said.style.colour, "colour", box)
                items = inked(items, paint, self.reading.supplies.symbols)
            if (name, language) in self.reading.marked:
                items = hatched(items, area)
        elif measured_by(self.reading.spots[language].all[name].field):
            field, area, context = self._by_others(name, language, sizes)
            items = draw(field, area, context)
        else:
            items = self.reading.drawn[name, language]
        if items and field.turn:
            left, top, right, bottom = self._area(name, language, sizes)
            turn = -field.turn if language in self.reading.game.mirrored else field.turn
            return [Group(tuple(items), turned(turn, (left + right) / 2, (top + bottom) / 2))]
        return items


def _together(items: list[Item]) -> list[Item]:
    """What a field draws; in one group where words stand among signs, which figures show together or not at all."""
    mixed = any(texts(items)) and not all(isinstance(item, Text) for item in items)
    return [Group(tuple(items))] if mixed and len(items) > 1 else items
