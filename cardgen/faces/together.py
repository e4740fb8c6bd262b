"""Puts faces together from what a side's fields say and draw, once the sizes of its texts are known."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import groupby
from typing import Any, TypeVar

from cardgen.definitions.layout_fields import Same, Strip, TextField
from cardgen.definitions.measures import measured_by
from cardgen.faces.along import lay_along
from cardgen.faces.computed import with_numbers
from cardgen.faces.context import Context
from cardgen.faces.draft import hatched
from cardgen.faces.draw import draw, outline
from cardgen.faces.fit import Group as Fitted
from cardgen.faces.fit import Said
from cardgen.faces.layers import at_home, in_layer
from cardgen.faces.measures import measures
from cardgen.faces.paragraph import inked, lay, leaned, outlined, underlined
from cardgen.faces.reading import Reading
from cardgen.faces.shadows import shadow_of_words
from cardgen.faces.spots import Spot
from cardgen.faces.supplies import symbol_digest
from cardgen.faces.veils import Veil, veil
from cardgen.graphics.drawing import CURRENT, Face, Group, Item, Mask, Picture, Shape, Text, extent, texts
from cardgen.graphics.geometry import (
    IDENTITY,
    Box,
    Matrix,
    Segments,
    apply,
    around,
    box_through,
    inverse,
    moved,
    multiply,
    rectangle,
    transform,
    turned,
)
from cardgen.graphics.layers import layers_of
from cardgen.graphics.needs import symbols_in, used_symbols
from cardgen.store.traces import tracing

T = TypeVar("T")
Sizes = Mapping[Fitted, float]  # of texts, in mm


class Faces:
    """The faces of one side."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self._digests: dict[str, tuple[tuple[Item, ...], str]] = {}  # of faces, with their items
        self._faces: dict[tuple, Face] = {}
        self._stacked: dict[tuple, dict[str, Box]] = {}  # where stacks put their fields
        self._drawn: dict[tuple, dict[str, list[Item]]] = {}  # by field
        self._last: tuple[tuple, dict[str, list[Item]]] = (), {}  # what was last placed, by field
        self.known_of_checks: dict[tuple, list[Any]] = {}  # what checks found, by their names and keys of faces
        self._keyed: tuple[Any, ...] = ("", None, ())  # a language, sizes, and their key

    def face(self, language: str, sizes: Sizes) -> Face:
        """Returns the side in one language, with its texts in those sizes."""
        key = self._key(language, sizes)
        with tracing(self.reading.supplies.seen):
            if key not in self._faces:
                self._faces[key] = self._compose(language, sizes, self.reading.spots[language].all)
            return self._faces[key]

    def sound(self, language: str, sizes: Sizes) -> Face:
        """The same, without the fields that a draft marks."""
        if not (faulty := self.reading.faulty(language)):
            return self.face(language, sizes)
        return self._compose(language, sizes, [name for name in self.reading.spots[language].all if name not in faulty])

    def digest(self, face: Face) -> str:
        """Returns a digest that changes with what one of its faces shows."""
        if face.name not in self._digests or self._digests[face.name][0] is not face.items:
            self._digests[face.name] = face.items, self._digest(face.items + face.layered)
        return self._digests[face.name][1]

    def _digest(self, items: tuple[Item, ...]) -> str:
        symbols = used_symbols(symbols_in(items), self.reading.supplies.symbols)
        shown = repr((items, [symbol_digest(symbol) for symbol in symbols.values()]))
        return hashlib.blake2b(shown.encode(), digest_size=16).hexdigest()

    def _places(self, language: str, sizes: Sizes) -> Mapping[str, Box]:
        """Where stacks put their fields, each in its own stack's frame."""
        stacks = self.reading.stacks[language]
        if not stacks.spots.stacks:
            return {}
        key = self._key(language, sizes)
        if key not in self._stacked:
            laid = (stacks.lay_out(stack, lambda said: sizes[said.group]).boxes for stack in stacks.outermost())
            self._stacked[key] = {name: box for boxes in laid for name, box in boxes.items()}
        return self._stacked[key]

    def _area(self, name: str, language: str, sizes: Sizes) -> Box:
        """Where a field lies in its frame: where a stack has moved it, or by others that it stands by."""
        if measured_by(self.reading.spots[language].all[name].field):
            return self._by_others(name, language, sizes)[1]
        if self._is_laid(name, language) and (box := self._places(language, sizes).get(name)):
            return box
        return self.reading.area(name, language)

    def _by_others(self, name: str, language: str, sizes: Sizes) -> tuple[Any, Box, Context]:
        """A field that stands by others' size, its numbers computed, where it lies, and what it is drawn with."""
        reading = self.reading
        spot, measured = reading.spots[language].all[name], {}
        for other in measured_by(spot.field):
            keys = reading.spots[language].measurable(spot.key, other)
            if found := [box for key in keys if (box := self._visible_box(key, spot, language, sizes))]:
                measured[other] = measures(around(found))
        context = reading.context_by(spot, language, measured)
        field = with_numbers(spot.field, context)
        return field, reading.spots[language].box(spot, field), context

    def _visible_box(self, key: str, beside: Spot, language: str, sizes: Sizes) -> Box | None:
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
        slots = spot.slots[:-1] if spot.stack and self._is_laid(spot.key, language) else spot.slots
        return multiply(spot.frame.matrix, self._shift(slots, language, sizes))

    def _shift(self, slots: Iterable[tuple[str, str]], language: str, sizes: Sizes) -> Matrix:
        """How far stacks move on the face what stands in these slots."""
        matrix, spots = IDENTITY, self.reading.spots[language]
        for stack, name in slots:
            if there := self._places(language, sizes).get(name):
                above = spots.stacks[stack]
                left, top, _, _ = above.alone[name]
                a, b, c, d, *_ = above.frame.matrix
                x, y = there[0] - left, there[1] - top
                matrix = multiply(matrix, moved(a * x + c * y, b * x + d * y))
        return matrix

    def _is_laid(self, name: str, language: str) -> bool:
        """Whether a text is laid where it ends up: one along a curve is moved with that."""
        said = self._text_of(name, language)
        return said is not None and said.along is None

    def _text_of(self, name: str, language: str) -> Said | None:
        return self.reading.said.get((name, language))

    def _key(self, language: str, sizes: Sizes) -> tuple:
        """What the face in a language depends on: the sizes of its own texts."""
        if self._keyed[:1] != (language,) or self._keyed[1] is not sizes:  # most often it is asked for again at once
            self._keyed = language, sizes, (language, *[sizes[group] for group in self._groups[language]])
        return self._keyed[2]

    @cached_property
    def _groups(self) -> Mapping[str, Sequence[Fitted]]:
        """Those of a language's texts."""
        found: dict[str, list[Fitted]] = {language: [] for language in self.reading.spots}
        for (_, language), said in self.reading.said.items():
            found[language].append(said.group)
        return found

    def _compose(self, language: str, sizes: Sizes, names: Iterable[str]) -> Face:
        """The face with those of its fields alone."""
        side, spots = self.reading.side, self.reading.spots[language].all
        drawn = {name: own for name in names if (own := self._own(name, language, sizes))}
        above = [(spots[name].above, _together(own)) for name, own in drawn.items()]
        laid = self._veiled(above, language, sizes)
        items = (*([_paper(side.size, self.reading.bleed)] if any(map(_blends, laid)) else ()), *laid)
        layered = items if layers_of(items) else ()
        shown = at_home(items) if layered else items
        name, path = f"{side.name}/{language}", () if side.outline.straight else side.outline.as_path
        first = (name for name in drawn if not isinstance(spots[name].field, Same))
        boxes = {name: self._box(name, drawn[name], language, sizes) for name in first}
        return Face(name, side.label, *side.size, self.reading.bleed, shown, path, boxes, layered)

    def field_items(self, language: str, sizes: Sizes) -> dict[str, list[Item]]:
        """Returns what each field draws on a face, in drawing order, without fields that a draft marks."""
        key = self._key(language, sizes)
        if key not in self._drawn:
            faulty = self.reading.faulty(language)
            sound = (name for name in self.reading.spots[language].all if name not in faulty)
            drawn = {name: items for name in sound if (items := self.items(name, language, sizes))}
            self._drawn[key] = {name: [*at_home(items, unshown=True)] for name, items in drawn.items()}
        return self._drawn[key]

    def examined(self, check: str, language: str, sizes: Sizes, examine: Callable[[], Iterable[T]]) -> list[T]:
        """Returns what a check finds on the face in a language, once for all editions that show it."""
        key = check, self._key(language, sizes)
        if key not in self.known_of_checks:
            self.known_of_checks[key] = list(examine())
        return self.known_of_checks[key]

    def _box(self, name: str, items: list[Item], language: str, sizes: Sizes) -> Box:
        """Around the words or signs of a field, or what it may fill."""
        field, spot = self.reading.field(name, language), self.reading.spots[language].all[name]
        told = isinstance(field, (TextField, Strip)) and not field.turn
        words = [item for item in items if not isinstance(item, Picture)]  # without their shadow
        seen = extent(words, symbols=self.reading.supplies.symbols) if told else None
        return seen or box_through(self._matrix(spot, language, sizes), self._area(name, language, sizes))

    def items(self, name: str, language: str, sizes: Sizes) -> list[Item]:
        """Returns what a field draws on a face, as if it were alone in its groups; nothing if its `when` or `unless`
        hides it."""
        spot = self.reading.spots[language].all.get(name)
        items = self._own(name, language, sizes)
        return self._veiled([(spot.above, items)], language, sizes) if spot and items else items

    def _veiled(
        self, drawn: Sequence[tuple[tuple[str, ...], list[Item]]], language: str, sizes: Sizes, depth: int = 0
    ) -> list[Item]:
        """Items in their order, each with the groups that it stands in; what of these is laid over a face as one is so,
        but for the outer ones up to a `depth`."""
        veils = self.reading.spots[language].veils
        if not veils:
            return [item for _, items in drawn for item in items]
        found: list[Item] = []
        for above, run in groupby(drawn, lambda each: each[0][depth] if len(each[0]) > depth else None):
            if above is None:
                found += [item for _, items in run for item in items]
                continue
            inner = self._veiled(list(run), language, sizes, depth + 1)
            if own := veils.get(above):
                inner = self._masked(self._there(own, above, language, sizes), above, IDENTITY, language, sizes).over(
                    inner
                )
            found += inner
        return found

    def _there(self, own: Veil, above: str, language: str, sizes: Sizes) -> Veil:
        """The veil of a group where stacks have moved it."""
        spots = self.reading.spots[language].all.values()
        slots = next((spot.slots for spot in spots if spot.slots and above in spot.above), ())
        holding = [slot for slot in slots if slot[1] == above or above.startswith(f"{slot[1]}.")]
        return own.moved(self._shift(holding, language, sizes)) if holding else own

    def _own(self, name: str, language: str, sizes: Sizes) -> list[Item]:
        """The same without the veils of its groups: remembered for the face that was last asked for, as what composes
        it and what looks at its fields ask in turn."""
        key = self._key(language, sizes)
        last = self._last
        if last[0] != key:
            last = self._last = key, {}
        if name not in last[1]:
            last[1][name] = self._fresh_items(name, language, sizes)
        return last[1][name]

    def _fresh_items(self, name: str, language: str, sizes: Sizes) -> list[Item]:
        """The same, placed anew."""
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
        spots = self.reading.spots[language].all
        again = [(spots[name].above, self._fresh_items(name, language, sizes)) for name in spot.again]
        items = self._veiled(again, language, sizes, len(spot.above))
        return [Group(tuple(items), turn)] if items else []

    def _items(self, name: str, language: str, sizes: Sizes) -> list[Item]:
        """The same in its frame."""
        if not (items := self._bare(name, language, sizes)):
            return []
        turn = self._turn(name, language, sizes)
        if own := self._veil(name, language, sizes):
            return self._masked(own, name, self._onto_face(name, language, sizes), language, sizes).over(items, turn)
        return [Group(tuple(items), turn)] if turn != IDENTITY else items

    def _veil(self, name: str, language: str, sizes: Sizes) -> Veil | None:
        """A field's own veil, in its frame: anew where its box is known by now alone."""
        own, spot = self.reading.veils.get((name, language)), self.reading.spots[language].all[name]
        if own is None or not (measured_by(spot.field) or spot.stack):
            return own
        if measured_by(spot.field):
            return veil(*self._by_others(name, language, sizes))
        field, context = self.reading.field(name, language), self.reading.context(name, language)
        return veil(field, self._area(name, language, sizes), context)

    def _outline(self, name: str, language: str, sizes: Sizes) -> Segments | None:
        """The line around a field that others are seen through, in its frame."""
        edge = self.reading.outlines.get((name, language))
        late = edge and measured_by(self.reading.spots[language].all[name].field)
        return outline(*self._by_others(name, language, sizes)) if late else edge

    def _masked(self, own: Veil, name: str, matrix: Matrix, language: str, sizes: Sizes) -> Veil:
        """The veil of a field or a group whose coordinates a matrix brings onto the face, with the mask that another
        field is: its outline, or what it draws. One that is not drawn masks nothing."""
        if own.through is None:
            return own
        clip: Segments = ()
        items: list[Item] = []
        for each in self.reading.spots[language].beside(name, own.through):
            onto = multiply(self._onto_face(each, language, sizes), inverse(matrix))
            if edge := self._outline(each, language, sizes):
                clip += transform(edge, onto)
            elif drawn := self._bare(each, language, sizes):
                items.append(Group(tuple(drawn), onto))
        if not items:
            return replace(own, clip=clip or None)
        return replace(own, mask=Mask((*items, Shape(clip, fill="#ffffff")) if clip else tuple(items), alpha=True))

    def _onto_face(self, name: str, language: str, sizes: Sizes) -> Matrix:
        """Returns the matrix that brings the coordinates of a field, before its turn, onto the face."""
        spot = self.reading.spots[language].all[name]
        return multiply(self._turn(name, language, sizes), self._matrix(spot, language, sizes))

    def _bare(self, name: str, language: str, sizes: Sizes) -> list[Item]:
        """What a field draws, neither turned nor veiled."""
        said = self._text_of(name, language)
        if not said and not self.reading.drawn.get((name, language)):
            return []
        field = self.reading.field(name, language)
        if said and isinstance(field, TextField):
            ink = said.colour if isinstance(said.colour, str) else CURRENT
            area = self._area(name, language, sizes)
            how = area, said.style.align, field.valign, ink
            if said.along:
                items = lay_along(said.words, said.along, sizes[said.group], *how, self.reading.supplies)
            else:
                items = lay(said.words, sizes[said.group], *how)
                items = underlined(items) if said.style.underlined == "turned" else items
            if said.style.outline is not None:
                colour = self.reading.context(name, language).colour(said.style.outline, "outline")
                items = outlined(items, colour, said.style.outline_width, self.reading.supplies.wider)
            if ink == CURRENT and (box := extent(items)):
                paint = self.reading.context(name, language).paint(field.colour or said.style.colour, "colour", box)
                items = inked(items, paint, self.reading.supplies.symbols)
            items = leaned(items, said.style.slant) if said.style.slant else items
            if said.style.shadow is not None:
                line = said.style.outline_width if said.style.outline is not None else 0.0
                context = self.reading.context(name, language)
                items = [*shadow_of_words(said.style.shadow, items, line, context), *items]
            if (name, language) in self.reading.marked:
                items = hatched(items, area)
        elif measured_by(self.reading.spots[language].all[name].field):
            field, area, context = self._by_others(name, language, sizes)
            items = self.reading.shaded(name, language, field, area, context, draw(field, area, context))
        else:
            items = self.reading.drawn[name, language]
        return items

    def _turn(self, name: str, language: str, sizes: Sizes) -> Matrix:
        """Returns the matrix that turns a field about its own centre."""
        field = self.reading.field(name, language)
        return self.reading.spots[language].turn(field, self._area(name, language, sizes)) if field.turn else IDENTITY


def _blends(item: Item) -> bool:
    """Whether something is blended with what lies below."""
    return isinstance(item, Group) and (item.blend != "through" or any(map(_blends, item.items)))


def _paper(size: tuple[float, float], bleed: float) -> Shape:
    """What colours that blend fall on where nothing else lies below, with any reader of a PDF file."""
    return Shape(rectangle(-bleed, -bleed, size[0] + bleed, size[1] + bleed), fill="#ffffff")


def _together(items: list[Item]) -> list[Item]:
    """What a field draws; in one group where words stand among signs, which figures show together or not at all."""
    mixed = any(texts(items)) and not all(isinstance(item, Text) for item in items)
    return [Group(tuple(items))] if mixed and len(items) > 1 else items
