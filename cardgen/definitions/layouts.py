"""Reads layout files: lays each over those that it extends, sorts its fields in drawing order, and looks its names
up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field as default
from dataclasses import replace
from functools import lru_cache

from cardgen.definitions import nodes, overlay, templates
from cardgen.definitions.computable import computed, expressions
from cardgen.definitions.expressions import ROOTS
from cardgen.definitions.fields import Model
from cardgen.definitions.layering import Through
from cardgen.definitions.layout_fields import (
    Holding,
    LayoutField,
    Part,
    Picture,
    Placed,
    Same,
    Shaded,
    Stack,
    TextField,
)
from cardgen.definitions.layout_file import LayoutFile, Style
from cardgen.definitions.measures import FIELD, faults_of_measure, mentions
from cardgen.definitions.nodes import Mapping, Node, Scalar, mapping
from cardgen.definitions.repeats import Items, Numbers, Repeat, Table
from cardgen.definitions.repeats import reads as over_reads
from cardgen.definitions.stacks import faults_of_fit, faults_of_stack
from cardgen.definitions.templates import Template
from cardgen.definitions.validate import validate
from cardgen.definitions.yaml_source import read_yaml
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import CIRCLE, UNKNOWN_NAME, Fault, InputError, Place, fail, nearest
from cardgen.foundations.units import POINT
from cardgen.store.library import Home
from cardgen.store.remember import per_object


@dataclass(frozen=True, slots=True)
class Layout:
    """A layout with all that it extends, its fields in drawing order, its nodes for their places, what it `takes` as a
    part of others, and its own `parts`. A field of a group has the name of both: 'price.coin'."""

    name: str
    safe: float | None
    styles: dict[str, Style]
    fields: dict[str, LayoutField]
    node: Mapping
    takes: dict[str, Template | None] = default(default_factory=dict)
    parts: dict[str, Layout] = default(default_factory=dict)

    def place_of(self, field: str, *path: str) -> Place:
        return nodes.at(self.node, *_steps(field), *path)

    def within(self, offset: int, field: str, *path: str) -> Place:
        """The place of a sign of a field's text, by how many stand before it."""
        return nodes.within(self.node, offset, *_steps(field), *path)

    def whole(self) -> Iterator[Layout]:
        """It and all that it is made of, each once."""
        found, waiting = {self.name: self}, [self]
        while waiting:
            for name, part in waiting.pop().parts.items():
                if name not in found:
                    found[name] = part
                    waiting.append(part)
        yield from found.values()

    def field(self, key: str) -> LayoutField:
        """The field that is drawn as 'price.coin#2': the coin of the group or the part 'price', the second time."""
        name, _, inner = key.partition(".")
        found = self.fields[name.partition("#")[0]]
        if not inner:
            return found
        if isinstance(found, Part):
            return self.parts[found.of].field(inner)
        assert isinstance(found, Holding)
        return replace(self, fields=found.fields).field(inner)

    def walk(self) -> Iterator[tuple[str, LayoutField]]:
        """All its fields with their names, those of groups behind these."""
        return _walk(self.fields)


@per_object
def tables_of(layout: Layout) -> tuple[str, ...]:
    """The files of the tables for whose lines its fields, and those of its parts, are drawn over and over."""
    repeats = (getattr(field, "repeat", None) for each in layout.whole() for _, field in each.walk())
    over = (each for repeat in repeats if repeat for each in repeat.names.values())
    return tuple(sorted({each.file for each in over if isinstance(each, Table)}))


@per_object
def masks_of(layout: Layout) -> frozenset[str]:
    """The fields that mask others, by their names."""
    masked = ((key.rpartition(".")[0], getattr(field, "mask", None)) for key, field in layout.walk())
    return frozenset(f"{above}.{mask.field}".lstrip(".") for above, mask in masked if isinstance(mask, Through))


def _steps(field: str) -> list[str]:
    return [step for name in field.split(".") for step in ("fields", name)]


def _walk(fields: dict[str, LayoutField], above: str = "") -> Iterator[tuple[str, LayoutField]]:
    for name, each in fields.items():
        yield f"{above}{name}", each
        if isinstance(each, Holding):
            yield from _walk(each.fields, f"{above}{name}.")


def read_layout(home: Home, name: str, place: Place) -> Layout:
    """The layout `name` of a game, with those that it draws as parts. Raises InputError with all faults of the file."""
    return _read(home, name, place, (), {})


def _read(home: Home, name: str, place: Place, above: tuple[str, ...], known: dict[str, Layout]) -> Layout:
    """The same, drawn as a part of those `above`; `known` are those that were read already, each once."""

    def read(path) -> Mapping:
        node = read_yaml(path)
        if not isinstance(node, Mapping):
            raise fail(f"expected keys with values, got {nodes.kind(node)}", node.place)
        return node

    def parent(node: Mapping):
        base = node.get("extends")
        if base is None:
            return None
        if not isinstance(base, Scalar):
            raise fail(f"extends: expected the name of a layout, got {nodes.kind(base)}", base.place)
        return home.find("layouts", base.text, base.place), base.place

    links = overlay.chain(home.find("layouts", name, place), read, parent, "layouts extend each other")
    layout = _build_layout(name, _Links(tuple(node for _, node in links)))
    parts = {each.of: key for key, each in _walk(layout.fields) if isinstance(each, Part)}
    if len(above) == overlay.MOST_LINKS and parts:
        raise fail(f"layouts draw each other in a chain: expected at most {overlay.MOST_LINKS}", place)
    return _with_parts(layout, parts, home, (*above, name), known) if parts else layout


def _with_parts(
    layout: Layout, parts: dict[str, str], home: Home, above: tuple[str, ...], known: dict[str, Layout]
) -> Layout:
    """The layout with those that it draws as parts, each told by a field that does. Raises InputError."""
    found = {}
    for name, key in parts.items():
        place = layout.place_of(key, "of")
        if name in above:
            raise fail(
                f"fields.{key}.of: layouts draw each other in a circle: {' -> '.join((*above, name))}", place, CIRCLE
            )
        if name not in known:
            known[name] = _read(home, name, place, above, known)
        found[name] = known[name]
    made = replace(layout, parts=found)
    drawn = [(key, each) for key, each in _walk(layout.fields) if isinstance(each, Part)]
    if faults := [fault for key, each in drawn for fault in _faults_of_part(made, key, each)]:
        raise InputError(*faults)
    return made


def _faults_of_part(layout: Layout, key: str, part: Part) -> Iterator[Fault]:
    """What a part is given that it does not take, or takes and is not given."""
    takes = layout.parts[part.of].takes
    for name in part.given:
        if name not in takes:
            message = f"fields.{key}.with: the layout '{part.of}' takes no '{name}'{nearest(name, takes)}"
            yield Fault(message, layout.place_of(key, "with", name), UNKNOWN_NAME)
    for name, otherwise in takes.items():
        if otherwise is None and name not in part.given:
            yield Fault(
                f"fields.{key}.with: expected '{name}', which the layout '{part.of}' takes", layout.place_of(key)
            )


@dataclass(frozen=True, slots=True, eq=False)
class _Links:
    """A layout's file and those that it extends, told from others by being the same nodes."""

    nodes: tuple[Mapping, ...]

    def __hash__(self) -> int:
        return hash(tuple(map(id, self.nodes)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Links) and list(map(id, self.nodes)) == list(map(id, other.nodes))


@lru_cache(maxsize=500)  # every edition of a game reads the same layouts
def _build_layout(name: str, links: _Links) -> Layout:
    merged = links.nodes[-1]
    for node in reversed(links.nodes[:-1]):
        merged = mapping(overlay.overlay(_redrawn(merged, node), node))
    merged = _tagged(merged)
    with templates.giving(_names(merged) | ({FIELD} if mentions(merged.get("fields")) else frozenset())):
        model = validate(LayoutFile, merged)
    styles = {"text": Style()} | model.styles
    layout = Layout(name, model.safe, styles, _ordered(model.fields, merged), merged, model.takes)
    if faults := list(_faults(layout)):
        raise InputError(*faults)
    return layout


def _names(node: Node) -> frozenset[str]:
    """The names that a layout gives to its fields: those that it `takes`, and those that any of them repeats for."""
    if not isinstance(node, Mapping):
        return frozenset()
    own = [key for name in ("repeat", "takes") for key in node.below(name).items if key not in Repeat.model_fields]
    return frozenset(own).union(*map(_names, node.below("fields").items.values()))


def _redrawn(base: Mapping, change: Mapping) -> Mapping:
    """The base without what a field that the change draws otherwise was drawn with; its place stays."""
    fields, changes = base.get("fields"), change.get("fields")
    if not isinstance(fields, Mapping) or not isinstance(changes, Mapping):
        return base
    kept = dict(fields.items)
    for name, field in changes.items.items():
        old = kept.get(name)
        if not isinstance(field, Mapping) or not isinstance(old, Mapping):
            continue
        draws = [of.items["draw"].data for of in (old, field) if "draw" in of.items]
        if len(draws) == 2 and draws[0] != draws[1]:
            placed = {key: value for key, value in old.items.items() if key in Placed.model_fields}
            kept[name] = Mapping(placed, old.place, old.keys)
        else:
            kept[name] = _redrawn(old, field)
    return Mapping(base.items | {"fields": Mapping(kept, fields.place, fields.keys)}, base.place, base.keys)


def _tagged(node: Mapping) -> Mapping:
    """Says `draw: same` where a field only says `same: NAME`."""
    fields = node.get("fields")
    if not isinstance(fields, Mapping):
        return node

    def tagged(field: Node) -> Node:
        if not isinstance(field, Mapping):
            return field
        if "same" in field.items and "draw" not in field.items:
            return Mapping({"draw": Scalar("same", field.place)} | field.items, field.place, field.keys)
        return _tagged(field)

    changed = {key: tagged(field) for key, field in fields.items.items()}
    return Mapping(node.items | {"fields": Mapping(changed, fields.place, fields.keys)}, node.place, node.keys)


def _ordered(fields: dict[str, LayoutField], node: Mapping, *above: str) -> dict[str, LayoutField]:
    """The fields in drawing order: those with `under` just beneath the one they name, which may itself be moved."""
    order = [key for key, field in fields.items() if field.under is None]
    waiting = {key: field.under for key, field in fields.items() if field.under is not None}
    while waiting:
        ready = [key for key, under in waiting.items() if under in order]
        if not ready:
            raise InputError(*(_no_place(key, under, fields, node, above) for key, under in waiting.items()))
        for key in ready:
            order.insert(order.index(waiting.pop(key)), key)
    return {key: _inner(fields[key], node, *above, key) for key in order}


def _inner(field: LayoutField, node: Mapping, *path: str) -> LayoutField:
    """A field; the fields of a group in their drawing order."""
    if not isinstance(field, Holding):
        return field
    return field.model_copy(update={"fields": _ordered(field.fields, node, *path)})


def _no_place(key: str, under: str, fields: dict[str, LayoutField], node: Mapping, above: tuple[str, ...]) -> Fault:
    name = ".".join((*above, key))
    place = nodes.at(node, *_steps(name), "under")
    if under in fields:
        return Fault(f"fields.{name}.under: fields lie under one another in a circle", place, CIRCLE)
    return Fault(f"fields.{name}.under: there is no field '{under}'{nearest(under, fields)}", place, UNKNOWN_NAME)


def _faults(layout: Layout) -> Iterator[Fault]:
    """What the model alone cannot see: names of fields and styles, and sizes that contradict one another."""
    for key, style in layout.styles.items():
        if "at_least" in style.model_fields_set and style.at_least > style.size + 1e-6:
            message = f"styles.{key}.at_least: expected at most the style's size, {style.size / POINT:g} pt"
            place = nodes.at(layout.node, "styles", key, "at_least")
            if place.file != layout.node.place.file:  # of a layout that this one extends
                message = f"styles.{key}.size: expected at least its at_least, {style.at_least / POINT:g} pt"
                place = nodes.at(layout.node, "styles", key, "size")
            yield Fault(message, place)
    yield from _faults_of(layout, layout.fields, frozenset(layout.takes))


def _faults_of(
    layout: Layout, fields: dict[str, LayoutField], given: frozenset[str], above: str = "", within_stack: bool = False
) -> Iterator[Fault]:
    """Those of fields which may read these names besides cards and the like."""
    sources = [name for name, field in fields.items() if not isinstance(field, Same)]
    for name, field in fields.items():
        key = f"{above}{name}"
        if isinstance(field, Same) and field.same not in sources:
            message = f"fields.{key}.same: there is no field '{field.same}'{nearest(field.same, sources)}"
            yield Fault(message, layout.place_of(key, "same"), UNKNOWN_NAME)
        yield from _faults_of_style(layout, key, field)
        if isinstance(field, TextField) and [field.say, field.text, field.tell].count(None) != 2:
            yield Fault(f"fields.{key}: expected one of 'say', 'text' and 'tell'", layout.place_of(key))
        yield from _faults_of_layers(layout, key, name, fields)
        yield from _faults_of_results(layout, key, field)
        own = given | frozenset(repeat.names) if (repeat := getattr(field, "repeat", None)) else given
        for path, read in field_reads(field):
            root = read.partition(".")[0]
            if root == FIELD and root not in own:
                yield from faults_of_measure(fields, name, key, path, read, layout.place_of)
            elif root not in own and root not in ROOTS:
                message = f"fields.{key}.{path}: '{root}' is not given here{nearest(root, own)}"
                yield Fault(message, layout.place_of(key, *path.split(".")), UNKNOWN_NAME)
        if isinstance(field, Holding):
            yield from _faults_of(layout, field.fields, own, f"{key}.", isinstance(field, Stack))
        if isinstance(field, Stack):
            yield from faults_of_stack(field, key, layout.place_of)
            if not within_stack:
                yield from faults_of_fit(field, key, layout.styles, layout.place_of(key))


def _faults_of_style(layout: Layout, key: str, field: LayoutField) -> Iterator[Fault]:
    """Of the styles that a text names; what it works out is looked up once that is known."""
    for path, name, names in templates.readings(field.style) if isinstance(field, TextField) else ():
        if not names and path[-1:] != (templates.BY,) and name not in layout.styles:
            yield no_style(layout, key, name, *path)


def no_style(layout: Layout, key: str, name: str, *path: str) -> Fault:
    message = f"fields.{'.'.join((key, 'style', *path))}: there is no style '{name}'{nearest(name, layout.styles)}"
    return Fault(message, layout.place_of(key, "style", *path), UNKNOWN_NAME)


def _faults_of_results(layout: Layout, key: str, field: LayoutField) -> Iterator[Fault]:
    """Of what look-ups of numbers and words come to as it is written, whether a card takes it or not."""
    for name, value in expressions(field):
        for path, text, names in templates.readings(value):
            if names or path[-1:] == (templates.BY,):
                continue
            try:
                computed(type(field), name, text)
            except ValueError as error:
                told = ".".join((name, *path))
                yield Fault(f"fields.{key}.{told}: {error}", layout.place_of(key, name, *path))


def _faults_of_layers(layout: Layout, key: str, name: str, fields: dict[str, LayoutField]) -> Iterator[Fault]:
    """Of a field that another one masks, and of a point that nothing asks for."""
    field = fields[name]
    if isinstance(field, Picture) and field.focus is not None and field.fit == "contain":
        message = f"fields.{key}.focus: expected `fit: cover` beside it, because a picture shown whole has no focus"
        yield Fault(message, layout.place_of(key, "focus"))
    if isinstance(field, Same) or not isinstance(field.mask, Through):
        return
    named = field.mask.field
    other = fields.get(named)
    if other is None or isinstance(other, Same) or named == name:
        near = [each for each, one in fields.items() if each != name and not isinstance(one, Same)]
        message = f"fields.{key}.mask.field: there is no other field '{named}'{nearest(named, near)}"
        yield Fault(message, layout.place_of(key, "mask", "field"), UNKNOWN_NAME)
    elif isinstance(field, Shaded) and field.shadow is not None and not isinstance(other, Shaded):
        message = f"fields.{key}.shadow: a field that is masked by a {other.draw} casts none"
        yield Fault(message, layout.place_of(key, "shadow"))


def field_reads(field: Model) -> Iterator[tuple[str, str]]:
    """The names that a field reads, each with its key; not those of the fields of a group."""
    return ((each.key, name) for each in expressions_of(field) for name in each.names)


@per_object
def names_read(field: Model) -> frozenset[str]:
    """The names that a field reads; not those of the fields of a group."""
    return frozenset(name for _, name in field_reads(field))


@dataclass(frozen=True, slots=True)
class Read:
    """A text of a field that reads names: its key, the keys of look-ups that lead to it, and the text itself."""

    key: str
    below: tuple[str, ...]
    text: str
    names: tuple[str, ...]

    @property
    def path(self) -> tuple[str, ...]:
        return (*self.key.split("."), *self.below)


def expressions_of(field: Model) -> Iterator[Read]:
    """The texts of a field that may read names; not those of the fields of a group."""
    for key, value in field:
        if key in ("when", "unless", "where"):
            yield Read(key, (), value or "", tuple(templates.condition_reads(value)))
        elif isinstance(value, Repeat):
            yield from (replace(each, key=f"{key}.{each.key}") for each in expressions_of(value))
        elif isinstance(value, (Numbers, Items)):
            yield Read(key, (), "", tuple(over_reads(value)))
        elif isinstance(value, (str, templates.LookUp)):
            spoken = type(field).model_fields[key].alias if key in type(field).model_fields else None
            yield from (Read(spoken or key, *each) for each in templates.readings(value))
        elif isinstance(field, Part) and key == "given":
            yield from (
                Read(f"with.{name}", *read) for name, each in value.items() for read in templates.readings(each)
            )
