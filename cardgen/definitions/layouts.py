"""Layout files to layouts: laid over those that they extend, their fields in drawing order, their names looked up."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from cardgen.dataclass import dataclass
from cardgen.definitions import nodes, overlay
from cardgen.definitions.layout_fields import LayoutField, Placed, Same, TextField
from cardgen.definitions.layout_file import LayoutFile, Style
from cardgen.definitions.nodes import Mapping, Scalar, mapping
from cardgen.definitions.validate import validate
from cardgen.definitions.yaml_source import read_yaml
from cardgen.errors import CIRCLE, UNKNOWN_NAME, Fault, InputError, Place, fail, nearest
from cardgen.library import Home
from cardgen.units import POINT


@dataclass(frozen=True, slots=True)
class Layout:
    """A layout with all that it extends, its fields in drawing order, and its nodes for their places."""

    name: str
    safe: float
    styles: dict[str, Style]
    fields: dict[str, LayoutField]
    node: Mapping

    def place_of(self, field: str, *path: str) -> Place:
        return nodes.at(self.node, "fields", field, *path)

    def within(self, offset: int, field: str, *path: str) -> Place:
        """The place of a sign of a field's text, by how many stand before it."""
        return nodes.within(self.node, offset, "fields", field, *path)


def read_layout(home: Home, name: str, place: Place) -> Layout:
    """The layout `name` of a game. Raises InputError with all faults of the file."""

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
    return _laid(name, _Links(tuple(node for _, node in links)))


@dataclass(frozen=True, slots=True, eq=False)
class _Links:
    """A layout's file and those that it extends, told from others by being the same nodes."""

    nodes: tuple[Mapping, ...]

    def __hash__(self) -> int:
        return hash(tuple(map(id, self.nodes)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Links) and list(map(id, self.nodes)) == list(map(id, other.nodes))


@lru_cache(maxsize=500)  # every edition of a game reads the same layouts
def _laid(name: str, links: _Links) -> Layout:
    merged = links.nodes[-1]
    for node in reversed(links.nodes[:-1]):
        merged = mapping(overlay.overlay(_redrawn(merged, node), node))
    merged = _tagged(merged)
    model = validate(LayoutFile, merged)
    layout = Layout(name, model.safe, {"text": Style()} | model.styles, _ordered(model.fields, merged), merged)
    if faults := list(_faults(layout)):
        raise InputError(*faults)
    return layout


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
    return Mapping(base.items | {"fields": Mapping(kept, fields.place, fields.keys)}, base.place, base.keys)


def _tagged(node: Mapping) -> Mapping:
    """Says `draw: same` where a field only says `same: NAME`."""
    fields = node.get("fields")
    if not isinstance(fields, Mapping):
        return node
    changed = {
        key: Mapping({"draw": Scalar("same", field.place)} | field.items, field.place, field.keys)
        for key, field in fields.items.items()
        if isinstance(field, Mapping) and "same" in field.items and "draw" not in field.items
    }
    return Mapping(
        node.items | {"fields": Mapping(fields.items | changed, fields.place, fields.keys)}, node.place, node.keys
    )


def _ordered(fields: dict[str, LayoutField], node: Mapping) -> dict[str, LayoutField]:
    """The fields in drawing order: those with `under` just beneath the one they name, which may itself be moved."""
    order = [key for key, field in fields.items() if field.under is None]
    waiting = {key: field.under for key, field in fields.items() if field.under is not None}
    while waiting:
        ready = [key for key, under in waiting.items() if under in order]
        if not ready:
            raise InputError(*(_no_place(key, under, fields, node) for key, under in waiting.items()))
        for key in ready:
            order.insert(order.index(waiting.pop(key)), key)
    return {key: fields[key] for key in order}


def _no_place(key: str, under: str, fields: dict[str, LayoutField], node: Mapping) -> Fault:
    place = nodes.at(node, "fields", key, "under")
    if under in fields:
        return Fault(f"fields.{key}.under: fields lie under one another in a circle", place, CIRCLE)
    return Fault(f"fields.{key}.under: there is no field '{under}'{nearest(under, fields)}", place, UNKNOWN_NAME)


def _faults(layout: Layout) -> Iterator[Fault]:
    """What the model alone cannot see: names of fields and styles, and sizes that contradict one another."""
    for key, style in layout.styles.items():
        if style.at_least > style.size + 1e-6:
            message = f"styles.{key}.at_least: expected at most the style's size, {style.size / POINT:g} pt"
            yield Fault(message, nodes.at(layout.node, "styles", key, "at_least"))
    sources = [name for name, field in layout.fields.items() if not isinstance(field, Same)]
    for key, field in layout.fields.items():
        if isinstance(field, Same) and field.same not in sources:
            message = f"fields.{key}.same: there is no field '{field.same}'{nearest(field.same, sources)}"
            yield Fault(message, layout.place_of(key, "same"), UNKNOWN_NAME)
        if isinstance(field, TextField) and field.style not in layout.styles:
            message = f"fields.{key}.style: there is no style '{field.style}'{nearest(field.style, layout.styles)}"
            yield Fault(message, layout.place_of(key, "style"), UNKNOWN_NAME)
        if isinstance(field, TextField) and [field.say, field.text, field.tell].count(None) != 2:
            yield Fault(f"fields.{key}: expected one of 'say', 'text' and 'tell'", layout.place_of(key))
