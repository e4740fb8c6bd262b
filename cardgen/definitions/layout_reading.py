"""Reads layout files: merges each with those that it extends, orders its fields for drawing, and checks its names."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from cardgen.definitions import nodes, overlay, templates
from cardgen.definitions.computable import compute_value, expressions
from cardgen.definitions.expressions import ROOTS
from cardgen.definitions.field_keys import Placed, Shaded, repeat_of
from cardgen.definitions.layering import Through
from cardgen.definitions.layout_fields import Holding, LayoutField, Part, Picture, Same, Stack, TextField
from cardgen.definitions.layout_file import LayoutFile, Style
from cardgen.definitions.layouts import Layout, field_reads, no_style, steps_to, walk_fields
from cardgen.definitions.measures import FIELD, faults_of_measure, mentions
from cardgen.definitions.nodes import Mapping, Node, Scalar, mapping
from cardgen.definitions.repeats import Repeat
from cardgen.definitions.stacks import faults_of_fit, faults_of_stack
from cardgen.definitions.validate import validate
from cardgen.definitions.yaml_source import parse_yaml, read_yaml
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import CIRCLE, UNKNOWN_NAME, Fault, InputError, Place, fail, nearest
from cardgen.foundations.units import POINT
from cardgen.store.library import Home

Drafts = dict[Path, str]  # texts of files that are being edited


def read_layout(home: Home, name: str, place: Place, drafts: Drafts | None = None) -> Layout:
    """Returns a layout of a game, with those that it draws as parts; `drafts` stand for the content of their files.

    Raises InputError with all faults of the file.
    """
    return _read(home, name, place, (), {}, drafts or {})


def _read(
    home: Home, name: str, place: Place, above: tuple[str, ...], known: dict[str, Layout], drafts: Drafts
) -> Layout:
    """Reads a layout as a part of those `above`; `known` are those that it has read already."""

    def read(path: Path) -> Mapping:
        node = parse_yaml(drafts[path], str(path)) if path in drafts else read_yaml(path)
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
    parts = {each.of: key for key, each in walk_fields(layout.fields) if isinstance(each, Part)}
    if len(above) == overlay.MAX_LINKS and parts:
        raise fail(f"layouts draw each other in a chain: expected at most {overlay.MAX_LINKS}", place)
    return _with_parts(layout, parts, home, (*above, name), known, drafts) if parts else layout


def _with_parts(
    layout: Layout,
    parts: dict[str, str],
    home: Home,
    above: tuple[str, ...],
    known: dict[str, Layout],
    drafts: Drafts,
) -> Layout:
    """The layout with those that it draws as parts; `parts` has a field that draws each. Raises InputError."""
    parts_read = {}
    for name, key in parts.items():
        place = layout.place_of(key, "of")
        if name in above:
            raise fail(
                f"fields.{key}.of: layouts draw each other in a circle: {' -> '.join((*above, name))}", place, CIRCLE
            )
        if name not in known:
            known[name] = _read(home, name, place, above, known, drafts)
        parts_read[name] = known[name]
    made = replace(layout, parts=parts_read)
    drawn = [(key, each) for key, each in walk_fields(layout.fields) if isinstance(each, Part)]
    if faults := [fault for key, each in drawn for fault in _faults_of_part(made, key, each)]:
        raise InputError(*faults)
    return made


def _faults_of_part(layout: Layout, key: str, part: Part) -> Iterator[Fault]:
    """Values that a part does not take, and values that it takes but does not get."""
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
    """A layout's file and those that it extends, compared by the identity of their nodes."""

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
    merged = _tag_copies(merged)
    with templates.giving(_names(merged) | ({FIELD} if mentions(merged.get("fields")) else frozenset())):
        model = validate(LayoutFile, merged)
    styles = {"text": Style()} | model.styles
    layout = Layout(name, model.safe, styles, _in_drawing_order(model.fields, merged), merged, model.takes)
    if faults := list(_faults(layout)):
        raise InputError(*faults)
    return layout


def _names(node: Node) -> frozenset[str]:
    """The names that a layout gives to its fields: those that it `takes`, and those of repeated fields."""
    if not isinstance(node, Mapping):
        return frozenset()
    own = [key for name in ("repeat", "takes") for key in node.below(name).items if key not in Repeat.model_fields]
    return frozenset(own).union(*map(_names, node.below("fields").items.values()))


def _redrawn(base: Mapping, change: Mapping) -> Mapping:
    """The base without the keys of fields that the change draws as another kind; it keeps their places."""
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


def _tag_copies(node: Mapping) -> Mapping:
    """Adds `draw: same` to fields with only `same: NAME`."""
    fields = node.get("fields")
    if not isinstance(fields, Mapping):
        return node

    def tag(field: Node) -> Node:
        if not isinstance(field, Mapping):
            return field
        if "same" in field.items and "draw" not in field.items:
            return Mapping({"draw": Scalar("same", field.place)} | field.items, field.place, field.keys)
        return _tag_copies(field)

    changed = {key: tag(field) for key, field in fields.items.items()}
    return Mapping(node.items | {"fields": Mapping(changed, fields.place, fields.keys)}, node.place, node.keys)


def _in_drawing_order(fields: dict[str, LayoutField], node: Mapping, *above: str) -> dict[str, LayoutField]:
    """The fields in drawing order. `under` puts a field just below the one it names, which can itself have one."""
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
    """A field; if it is a group, with its fields in drawing order."""
    if not isinstance(field, Holding):
        return field
    return field.model_copy(update={"fields": _in_drawing_order(field.fields, node, *path)})


def _no_place(key: str, under: str, fields: dict[str, LayoutField], node: Mapping, above: tuple[str, ...]) -> Fault:
    name = ".".join((*above, key))
    place = nodes.at(node, *steps_to(name), "under")
    if under in fields:
        return Fault(f"fields.{name}.under: fields lie under one another in a circle", place, CIRCLE)
    return Fault(f"fields.{name}.under: there is no field '{under}'{nearest(under, fields)}", place, UNKNOWN_NAME)


def _faults(layout: Layout) -> Iterator[Fault]:
    """Faults that the model cannot see: names of fields and styles, and sizes that contradict one another."""
    for key, style in layout.styles.items():
        if "at_least" in style.model_fields_set and style.at_least > style.size + 1e-6:
            message = f"styles.{key}.at_least: expected at most the style's size, {style.size / POINT:g} pt"
            place = nodes.at(layout.node, "styles", key, "at_least")
            if place.file != layout.node.place.file:  # the place is in a layout that this one extends
                message = f"styles.{key}.size: expected at least its at_least, {style.at_least / POINT:g} pt"
                place = nodes.at(layout.node, "styles", key, "size")
            yield Fault(message, place)
    yield from _faults_of(layout, layout.fields, frozenset(layout.takes))


def _faults_of(
    layout: Layout, fields: dict[str, LayoutField], given: frozenset[str], above: str = "", within_stack: bool = False
) -> Iterator[Fault]:
    """The faults of fields, which can read the `given` names besides those of every layout."""
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
        own = given | frozenset(repeat.names) if (repeat := repeat_of(field)) else given
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
    """Unknown styles of a text. cardgen looks up a computed one when it knows its name."""
    for path, name, names in templates.readings(field.style) if isinstance(field, TextField) else ():
        if not names and path[-1:] != (templates.BY,) and name not in layout.styles:
            yield no_style(layout, key, name, *path)


def _faults_of_results(layout: Layout, key: str, field: LayoutField) -> Iterator[Fault]:
    """Wrong results in look-ups of numbers and words, whether or not a card uses them."""
    for name, value in expressions(field):
        for path, text, names in templates.readings(value):
            if names or path[-1:] == (templates.BY,):
                continue
            try:
                compute_value(type(field), name, text)
            except ValueError as error:
                option = ".".join((name, *path))
                yield Fault(f"fields.{key}.{option}: {error}", layout.place_of(key, name, *path))


def _faults_of_layers(layout: Layout, key: str, name: str, fields: dict[str, LayoutField]) -> Iterator[Fault]:
    """Faults of a mask by another field, and of a focus without use."""
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
