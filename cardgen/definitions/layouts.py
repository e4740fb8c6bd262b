"""Layouts as frozen values: their fields in drawing order, and the names that fields read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field as default
from dataclasses import replace

from cardgen.definitions import nodes, templates
from cardgen.definitions.field_keys import repeat_of
from cardgen.definitions.fields import Model
from cardgen.definitions.layering import Through
from cardgen.definitions.layout_fields import Holding, LayoutField, Part
from cardgen.definitions.layout_file import Style
from cardgen.definitions.nodes import Mapping
from cardgen.definitions.repeats import Items, Numbers, Repeat, Table
from cardgen.definitions.repeats import reads as over_reads
from cardgen.definitions.templates import Template
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import UNKNOWN_NAME, Fault, Place, nearest
from cardgen.store.remember import per_object


@dataclass(frozen=True, slots=True)
class Layout:
    """A layout, merged with those that it extends: its fields in drawing order, its nodes with their places, the values
    that it `takes` as a part of others, and its own `parts`. The name of a field in a group is 'price.coin'."""

    name: str
    safe: float | None
    styles: dict[str, Style]
    fields: dict[str, LayoutField]
    node: Mapping
    takes: dict[str, Template | None] = default(default_factory=dict)
    parts: dict[str, Layout] = default(default_factory=dict)

    def place_of(self, field: str, *path: str) -> Place:
        return nodes.at(self.node, *steps_to(field), *path)

    def within(self, offset: int, field: str, *path: str) -> Place:
        """Returns the place of a character in a field's text, by its offset."""
        return nodes.within(self.node, offset, *steps_to(field), *path)

    def whole(self) -> Iterator[Layout]:
        """Yields the layout and all of its parts, direct or not, each once."""
        layouts, waiting = {self.name: self}, [self]
        while waiting:
            for name, part in waiting.pop().parts.items():
                if name not in layouts:
                    layouts[name] = part
                    waiting.append(part)
        yield from layouts.values()

    def field(self, key: str) -> LayoutField:
        """Returns a field by its key. 'price.coin#2' is the second copy of the coin in the group or part 'price'."""
        name, _, inner = key.partition(".")
        drawn = self.fields[name.partition("#")[0]]
        if not inner:
            return drawn
        if isinstance(drawn, Part):
            return self.parts[drawn.of].field(inner)
        assert isinstance(drawn, Holding)
        return replace(self, fields=drawn.fields).field(inner)

    def walk(self) -> Iterator[tuple[str, LayoutField]]:
        """Yields all fields with their names; those of a group follow the group."""
        return walk_fields(self.fields)


@per_object
def tables_of(layout: Layout) -> tuple[str, ...]:
    """Returns the files of the tables for whose rows a field of the layout, or of its parts, is repeated."""
    repeats = (repeat_of(field) for each in layout.whole() for _, field in each.walk())
    over = (each for repeat in repeats if repeat for each in repeat.names.values())
    return tuple(sorted({each.file for each in over if isinstance(each, Table)}))


@per_object
def masks_of(layout: Layout) -> frozenset[str]:
    """Returns the names of the fields that mask others."""
    masked = ((key.rpartition(".")[0], getattr(field, "mask", None)) for key, field in layout.walk())
    return frozenset(f"{above}.{mask.field}".lstrip(".") for above, mask in masked if isinstance(mask, Through))


def steps_to(field: str) -> list[str]:
    """Returns the keys that lead to a field in the file."""
    return [step for name in field.split(".") for step in ("fields", name)]


def walk_fields(fields: dict[str, LayoutField], above: str = "") -> Iterator[tuple[str, LayoutField]]:
    """Yields fields with their names; those of a group follow the group."""
    for name, each in fields.items():
        yield f"{above}{name}", each
        if isinstance(each, Holding):
            yield from walk_fields(each.fields, f"{above}{name}.")


def no_style(layout: Layout, key: str, name: str, *path: str) -> Fault:
    message = f"fields.{'.'.join((key, 'style', *path))}: there is no style '{name}'{nearest(name, layout.styles)}"
    return Fault(message, layout.place_of(key, "style", *path), UNKNOWN_NAME)


def field_reads(field: Model) -> Iterator[tuple[str, str]]:
    """Yields the names that a field reads, each with its key, without those of the fields in a group."""
    return ((each.key, name) for each in expressions_of(field) for name in each.names)


@per_object
def names_read(field: Model) -> frozenset[str]:
    """Returns the names that a field reads, without those of the fields in a group."""
    return frozenset(name for _, name in field_reads(field))


@dataclass(frozen=True, slots=True)
class Read:
    """An expression of a field: its key, the keys of look-ups to it, its text, and the names that it reads."""

    key: str
    below: tuple[str, ...]
    text: str
    names: tuple[str, ...]

    @property
    def path(self) -> tuple[str, ...]:
        return (*self.key.split("."), *self.below)


def expressions_of(field: Model) -> Iterator[Read]:
    """Yields the expressions of a field, without those of the fields in a group."""
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
