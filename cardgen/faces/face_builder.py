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
from cardgen.faces.draft import hatch_area
from cardgen.faces.draw import draw, outline
from cardgen.faces.fit import Said, SizeGroup
from cardgen.faces.layers import at_home, in_layer
from cardgen.faces.measures import measures
from cardgen.faces.paragraph import lay, outline_letters, paint_items, slant, underline_numbers
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
    multiply,
    rectangle,
    rotation,
    transform,
    translation,
)
from cardgen.graphics.layers import layers_of
from cardgen.graphics.needs import symbols_in, used_symbols
from cardgen.store.traces import tracing

T = TypeVar("T")
Sizes = Mapping[SizeGroup, float]  # sizes of texts, in mm
Key = tuple[object, ...]  # a face's key: its language, and the sizes of its own texts
CheckResults = dict[tuple[str, Key], list[Any]]  # by the name of a check and the key of a face


class Faces:
    """The faces of one side, and what checks found on them."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self._digests: dict[str, tuple[tuple[Item, ...], str]] = {}  # digests of faces, with their items
        self._faces: dict[Key, Face] = {}
        self._drawn: dict[Key, dict[str, list[Item]]] = {}  # by field
        self._check_results: CheckResults = {}
        self._builders: dict[Key, FaceBuilder] = {}
        self._last: tuple[str, Sizes, FaceBuilder] | None = None

    def face(self, language: str, sizes: Sizes) -> Face:
        """Returns the side in one language, with its texts in those sizes."""
        builder = self._builder(language, sizes)
        with tracing(self.reading.supplies.seen):
            if builder.key not in self._faces:
                self._faces[builder.key] = builder.face(builder.spots.all)
            return self._faces[builder.key]

    def face_without_drafts(self, language: str, sizes: Sizes) -> Face:
        """Returns the face without the fields that a draft marks as faulty."""
        if not (faulty := self.reading.faulty(language)):
            return self.face(language, sizes)
        builder = self._builder(language, sizes)
        return builder.face([name for name in builder.spots.all if name not in faulty])

    def digest(self, face: Face) -> str:
        """Returns a digest that changes with what one of its faces shows."""
        if face.name not in self._digests or self._digests[face.name][0] is not face.items:
            self._digests[face.name] = face.items, self._digest(face.items + face.layered)
        return self._digests[face.name][1]

    def _digest(self, items: tuple[Item, ...]) -> str:
        symbols = used_symbols(symbols_in(items), self.reading.supplies.symbols)
        shown = repr((items, [symbol_digest(symbol) for symbol in symbols.values()]))
        return hashlib.blake2b(shown.encode(), digest_size=16).hexdigest()

    def items(self, name: str, language: str, sizes: Sizes) -> list[Item]:
        """Returns what a field draws on a face, as if it were alone in its groups; nothing if its `when` or `unless`
        hides it."""
        return self._builder(language, sizes).items(name)

    def field_items(self, language: str, sizes: Sizes) -> dict[str, list[Item]]:
        """Returns what each field draws on a face, in drawing order, without fields that a draft marks."""
        builder = self._builder(language, sizes)
        if builder.key not in self._drawn:
            faulty = self.reading.faulty(language)
            names = (name for name in builder.spots.all if name not in faulty)
            drawn = {name: items for name in names if (items := builder.items(name))}
            self._drawn[builder.key] = {name: [*at_home(items, unshown=True)] for name, items in drawn.items()}
        return self._drawn[builder.key]

    def run_check(self, check: str, language: str, sizes: Sizes, examine: Callable[[], Iterable[T]]) -> list[T]:
        """Returns what a check finds on the face in a language, once for all editions that show it."""
        key = check, self._builder(language, sizes).key
        if key not in self._check_results:
            self._check_results[key] = list(examine())
        return self._check_results[key]

    def check_results(self) -> CheckResults:
        """Returns what checks have found so far."""
        return self._check_results

    def add_check_results(self, results: CheckResults) -> None:
        """Adds what checks found in another process."""
        self._check_results |= results

    def _builder(self, language: str, sizes: Sizes) -> FaceBuilder:
        if self._last and self._last[0] == language and self._last[1] is sizes:  # the most frequent case
            return self._last[2]
        key: Key = (language, *[sizes[group] for group in self._groups[language]])
        if key not in self._builders:
            self._builders[key] = FaceBuilder(self.reading, language, sizes, key)
        builder = self._builders[key]
        if self._last and self._last[2] is not builder:
            self._last[2].forget()  # the items of a whole deck would take much memory
        self._last = language, sizes, builder
        return builder

    @cached_property
    def _groups(self) -> Mapping[str, Sequence[SizeGroup]]:
        """The size groups of each language's texts."""
        groups: dict[str, list[SizeGroup]] = {language: [] for language in self.reading.spots}
        for (_, language), said in self.reading.said.items():
            groups[language].append(said.group)
        return groups


class FaceBuilder:
    """Builds the face of a side in one language, with its texts in those sizes. `key` is what the face depends on: the
    language, and the sizes of its own texts."""

    def __init__(self, reading: Reading, language: str, sizes: Sizes, key: Key) -> None:
        self.reading, self.language, self.sizes, self.key = reading, language, sizes, key
        self.spots = reading.spots[language]
        self._cached: dict[str, list[Item]] = {}  # by field

    def forget(self) -> None:
        """Drops the cached items."""
        self._cached = {}

    def face(self, names: Iterable[str]) -> Face:
        """Returns the face with those of its fields alone."""
        side, spots = self.reading.side, self.spots.all
        drawn = {name: own for name in names if (own := self._own(name))}
        above = [(spots[name].above, _together(own)) for name, own in drawn.items()]
        laid = self._lay_veils(above)
        items = (*([_paper(side.size, self.reading.bleed)] if any(map(_blends, laid)) else ()), *laid)
        layered = items if layers_of(items) else ()
        shown = at_home(items) if layered else items
        name, path = f"{side.name}/{self.language}", () if side.outline.straight else side.outline.as_path
        first = (name for name in drawn if not isinstance(spots[name].field, Same))
        boxes = {name: self._box(name, drawn[name]) for name in first}
        return Face(name, side.label, *side.size, self.reading.bleed, shown, path, boxes, layered)

    def items(self, name: str) -> list[Item]:
        """Returns what a field draws on a face, as if it were alone in its groups; nothing if its `when` or `unless`
        hides it."""
        spot = self.spots.all.get(name)
        items = self._own(name)
        return self._lay_veils([(spot.above, items)]) if spot and items else items

    @cached_property
    def _places(self) -> Mapping[str, Box]:
        """The boxes of the fields in stacks, by name, each in the frame of its stack."""
        stacks = self.reading.stacks[self.language]
        if not stacks.spots.stacks:
            return {}
        laid = (stacks.lay_out(stack, lambda said: self.sizes[said.group]).boxes for stack in stacks.outermost())
        return {name: box for boxes in laid for name, box in boxes.items()}

    def _area(self, name: str) -> Box:
        """The box of a field in its frame: as its stack or its measured neighbours place it, else by its numbers."""
        if measured_by(self.spots.all[name].field):
            return self._by_others(name)[1]
        if self._is_laid(name) and (box := self._places.get(name)):
            return box
        return self.reading.area(name, self.language)

    def _by_others(self, name: str) -> tuple[Any, Box, Context]:
        """A field whose numbers depend on the sizes of others, with these numbers, its box and its context."""
        reading = self.reading
        spot, measured = self.spots.all[name], {}
        for other in measured_by(spot.field):
            keys = self.spots.measurable(spot.key, other)
            if boxes := [box for key in keys if (box := self._visible_box(key, spot))]:
                measured[other] = measures(around(boxes))
        context = reading.context_by(spot, self.language, measured)
        field = with_numbers(spot.field, context)
        return field, self.spots.box(spot, field), context

    def _visible_box(self, key: str, beside: Spot) -> Box | None:
        """The box of a field or a stack in the frame of another field beside it; None if it is not drawn."""
        if stack := self.spots.stacks.get(key):
            places = self._places
            boxes = [places[each] for each in stack.fields if each in places]
            (left, top, right, bottom), scale = stack.box, stack.field.scale
            middle = (left + right) / 2 - scale * (right - left) / 2, (top + bottom) / 2 - scale * (bottom - top) / 2
            return box_through((scale, 0.0, 0.0, scale, *middle), around(boxes)) if boxes else None
        if not (items := self._items(key)):
            return None
        words = isinstance(self.reading.field(key, self.language), TextField)
        return extent(items) if words else self._area(key)

    def _matrix(self, spot: Spot) -> Matrix:
        """The matrix from a field's frame to the face. Stacks move their fields, but `_area` places a text that is laid
        out in its stack."""
        slots = spot.slots[:-1] if spot.stack and self._is_laid(spot.key) else spot.slots
        return multiply(spot.frame.matrix, self._shift(slots))

    def _shift(self, slots: Iterable[tuple[str, str]]) -> Matrix:
        """The matrix by which stacks move the contents of these slots on the face."""
        matrix, spots = IDENTITY, self.spots
        for stack, name in slots:
            if there := self._places.get(name):
                above = spots.stacks[stack]
                left, top, _, _ = above.alone[name]
                a, b, c, d, *_ = above.frame.matrix
                x, y = there[0] - left, there[1] - top
                matrix = multiply(matrix, translation(a * x + c * y, b * x + d * y))
        return matrix

    def _is_laid(self, name: str) -> bool:
        """Whether a text is laid out in place; a text along a curve is moved with the curve."""
        said = self._text_of(name)
        return said is not None and said.along is None

    def _text_of(self, name: str) -> Said | None:
        return self.reading.said.get((name, self.language))

    def _box(self, name: str, items: list[Item]) -> Box:
        """The box around the words or signs of a field, or else the box that it can fill."""
        field, spot = self.reading.field(name, self.language), self.spots.all[name]
        worded = isinstance(field, (TextField, Strip)) and not field.turn
        words = [item for item in items if not isinstance(item, Picture)]  # without their shadow
        seen = extent(words, symbols=self.reading.supplies.symbols) if worded else None
        return seen or box_through(self._matrix(spot), self._area(name))

    def _lay_veils(self, drawn: Sequence[tuple[tuple[str, ...], list[Item]]], depth: int = 0) -> list[Item]:
        """Lays veils over items, which come in drawing order, each with the names of its groups. It leaves out the
        veils of the outer groups up to a `depth`."""
        veils = self.spots.veils
        if not veils:
            return [item for _, items in drawn for item in items]
        veiled: list[Item] = []
        for above, run in groupby(drawn, lambda each: each[0][depth] if len(each[0]) > depth else None):
            if above is None:
                veiled += [item for _, items in run for item in items]
                continue
            inner = self._lay_veils(list(run), depth + 1)
            if own := veils.get(above):
                inner = self._with_mask(self._there(own, above), above, IDENTITY).over(inner)
            veiled += inner
        return veiled

    def _there(self, own: Veil, above: str) -> Veil:
        """The veil of a group where stacks have moved it."""
        spots = self.spots.all.values()
        slots = next((spot.slots for spot in spots if spot.slots and above in spot.above), ())
        holding = [slot for slot in slots if slot[1] == above or above.startswith(f"{slot[1]}.")]
        return own.move(self._shift(holding)) if holding else own

    def _own(self, name: str) -> list[Item]:
        """The items of a field on the face, without the veils of its groups. Cached until `forget`: composing and
        checking ask for the same face in turn."""
        if name not in self._cached:
            self._cached[name] = self._fresh_items(name)
        return self._cached[name]

    def _fresh_items(self, name: str) -> list[Item]:
        """Computes the items of a field on the face, without the cache."""
        spot = self.spots.all.get(name)
        if spot is None:
            return []
        if isinstance(spot.field, Same):
            return self._once_more(spot)
        items, matrix = self._items(name), self._matrix(spot)
        items = [Group(tuple(items), matrix)] if items and matrix != IDENTITY else items
        layer = self.reading.layer(name) if items else None
        return [in_layer(items, layer, self.reading.supplies.symbols)] if layer else items

    def _once_more(self, spot: Spot) -> list[Item]:
        """The items of another field once more, turned about the centre of the face, or of the group around both."""
        if (spot.key, self.language) not in self.reading.again:
            return []
        middle = apply(self._matrix(spot), spot.frame.width / 2, spot.frame.height / 2)
        turn = rotation(self.reading.field(spot.key, self.language).turn, *middle)
        spots = self.spots.all
        again = [(spots[name].above, self._fresh_items(name)) for name in spot.again]
        items = self._lay_veils(again, len(spot.above))
        return [Group(tuple(items), turn)] if items else []

    def _items(self, name: str) -> list[Item]:
        """The items of a field in its own frame, turned and veiled."""
        if not (items := self._bare(name)):
            return []
        turn = self._turn(name)
        if own := self._veil(name):
            return self._with_mask(own, name, self._onto_face(name)).over(items, turn)
        return [Group(tuple(items), turn)] if turn != IDENTITY else items

    def _veil(self, name: str) -> Veil | None:
        """A field's own veil, in its frame: computed here if its box depends on sizes."""
        own, spot = self.reading.veils.get((name, self.language)), self.spots.all[name]
        if own is None or not (measured_by(spot.field) or spot.stack):
            return own
        if measured_by(spot.field):
            return veil(*self._by_others(name))
        field, context = self.reading.field(name, self.language), self.reading.context(name, self.language)
        return veil(field, self._area(name), context)

    def _outline(self, name: str) -> Segments | None:
        """The line around a field that others are seen through, in its frame."""
        edge = self.reading.outlines.get((name, self.language))
        late = edge and measured_by(self.spots.all[name].field)
        return outline(*self._by_others(name)) if late else edge

    def _with_mask(self, own: Veil, name: str, matrix: Matrix) -> Veil:
        """The veil of a field or a group, with its mask: the outline of another field, or what that one draws. A field
        that is not drawn masks nothing. The matrix brings the coordinates of the veil onto the face."""
        if own.through is None:
            return own
        clip: Segments = ()
        items: list[Item] = []
        for each in self.spots.beside(name, own.through):
            onto = multiply(self._onto_face(each), inverse(matrix))
            if edge := self._outline(each):
                clip += transform(edge, onto)
            elif drawn := self._bare(each):
                items.append(Group(tuple(drawn), onto))
        if not items:
            return replace(own, clip=clip or None)
        return replace(own, mask=Mask((*items, Shape(clip, fill="#ffffff")) if clip else tuple(items), alpha=True))

    def _onto_face(self, name: str) -> Matrix:
        """Returns the matrix that brings the coordinates of a field, before its turn, onto the face."""
        spot = self.spots.all[name]
        return multiply(self._turn(name), self._matrix(spot))

    def _bare(self, name: str) -> list[Item]:
        """The items of a field, neither turned nor veiled."""
        said = self._text_of(name)
        if not said and not self.reading.drawn.get((name, self.language)):
            return []
        field = self.reading.field(name, self.language)
        if said and isinstance(field, TextField):
            ink = said.colour if isinstance(said.colour, str) else CURRENT
            area = self._area(name)
            how = area, said.style.align, field.valign, ink
            if said.along:
                items = lay_along(said.words, said.along, self.sizes[said.group], *how, self.reading.supplies)
            else:
                items = lay(said.words, self.sizes[said.group], *how)
                items = underline_numbers(items) if said.style.underlined == "turned" else items
            if said.style.outline is not None:
                colour = self.reading.context(name, self.language).colour(said.style.outline, "outline")
                items = outline_letters(items, colour, said.style.outline_width, self.reading.supplies.wider)
            if ink == CURRENT and (box := extent(items)):
                paint = self.reading.context(name, self.language).paint(
                    field.colour or said.style.colour, "colour", box
                )
                items = paint_items(items, paint, self.reading.supplies.symbols)
            items = slant(items, said.style.slant) if said.style.slant else items
            if said.style.shadow is not None:
                line = said.style.outline_width if said.style.outline is not None else 0.0
                context = self.reading.context(name, self.language)
                items = [*shadow_of_words(said.style.shadow, items, line, context), *items]
            if (name, self.language) in self.reading.marked:
                items = hatch_area(items, area)
        elif measured_by(self.spots.all[name].field):
            field, area, context = self._by_others(name)
            items = self.reading.with_shadow(name, self.language, field, area, context, draw(field, area, context))
        else:
            items = self.reading.drawn[name, self.language]
        return items

    def _turn(self, name: str) -> Matrix:
        """Returns the matrix that turns a field about its own centre."""
        field = self.reading.field(name, self.language)
        return self.spots.turn(field, self._area(name)) if field.turn else IDENTITY


def _blends(item: Item) -> bool:
    """Whether an item blends with what lies below."""
    return isinstance(item, Group) and (item.blend != "through" or any(map(_blends, item.items)))


def _paper(size: tuple[float, float], bleed: float) -> Shape:
    """White paper below colours that blend, because readers of PDF files differ if nothing lies below them."""
    return Shape(rectangle(-bleed, -bleed, size[0] + bleed, size[1] + bleed), fill="#ffffff")


def _together(items: list[Item]) -> list[Item]:
    """The items of a field; in one group if it has words and signs, because figures show both or none."""
    mixed = any(texts(items)) and not all(isinstance(item, Text) for item in items)
    return [Group(tuple(items))] if mixed and len(items) > 1 else items
