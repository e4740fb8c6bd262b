"""The nodes of a definition file: every key and value with its place.

Scalars stay text: the field that reads a plain `no`, `12:30` or `1.10` declares its type.
"""

from __future__ import annotations

from collections import abc
from collections.abc import Iterator
from dataclasses import field, replace
from typing import Any, TypeAlias

from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import Place, fail

NULLS = {"", "~", "null"}  # without Null, a German zero and a family name


class Plain(str):
    """A scalar without quotes, which can therefore also be a number, a yes or a no."""

    __slots__ = ()


Data: TypeAlias = (
    "str | tuple[Data, ...] | abc.Mapping[str, Data] | None"  # the content of a node, before a model reads it
)


@dataclass(frozen=True, slots=True)
class Scalar:
    text: str
    place: Place
    plain: bool = True
    cut: Place | None = (
        None  # the place of a # right after it without a space behind, which may belong to it and begin no comment
    )
    lead: int | None = None  # characters before its text: a quote or none; None if its text is not written as it reads

    @property
    def data(self) -> str | None:
        if not self.plain:
            return self.text
        return None if self.text in NULLS else Plain(self.text)


@dataclass(frozen=True, slots=True)
class Sequence:
    items: tuple[Node, ...]
    place: Place

    @property
    def data(self) -> tuple[Data, ...]:
        return tuple(item.data for item in self.items)


@dataclass(frozen=True, slots=True)
class Mapping:
    """Nodes by their keys, in the file's order; `keys` has the place of each key."""

    items: dict[str, Node]
    place: Place
    keys: dict[str, Place] = field(default_factory=dict)

    @property
    def data(self) -> dict[str, Data]:
        return {key: node.data for key, node in self.items.items()}

    def get(self, key: str) -> Node | None:
        return self.items.get(key)

    def below(self, *path: str) -> Mapping:
        """Returns the mapping at a path; an empty one if there is none."""
        current = self
        for key in path:
            node = current.items.get(key)
            current = node if isinstance(node, Mapping) else Mapping({}, current.place)
        return current


Node = Scalar | Sequence | Mapping

KINDS = {Scalar: "a text or a number", Sequence: "a list", Mapping: "keys with values"}


def kind(node: Node) -> str:
    """Returns the kind of a node, in a designer's words."""
    return "nothing" if isinstance(node, Scalar) and node.data is None else KINDS[type(node)]


def walk(node: Node, path: tuple[str | int, ...]) -> Iterator[Node]:
    """Yields the nodes along `path`, from the root down, as far as the path goes in this tree. It skips steps that the
    tree does not have, such as the tag of a union.
    """
    yield node
    for step in path:
        if (child := _step(node, step)) is not None:
            node = child
            yield node


def _step(node: Node, step: str | int) -> Node | None:
    if isinstance(node, Mapping) and isinstance(step, str):
        return node.items.get(step)
    if isinstance(node, Sequence) and isinstance(step, int) and step < len(node.items):
        return node.items[step]
    return None


def at(node: Node, *path: str | int) -> Place:
    """Returns the place of the value at `path`, or of the nearest node above it."""
    *_, last = walk(node, path)
    return last.place


def within(node: Node, offset: int, *path: str | int) -> Place:
    """Returns the place of the character at an offset in the text at `path`, as far as the file shows it."""
    *_, last = walk(node, path)
    if not isinstance(last, Scalar) or last.lead is None or not last.place.line:
        return last.place
    return replace(last.place, column=last.place.column + last.lead + offset)


def key_at(node: Node, *path: str | int) -> Place:
    """Returns the place of the key that ends `path`, or of the nearest node above it."""
    *_, parent = walk(node, path[:-1])
    key = path[-1] if path else None
    if isinstance(parent, Mapping) and isinstance(key, str) and key in parent.keys:
        return parent.keys[key]
    return parent.place


def mapping(node: Node) -> Mapping:
    """Returns a node that must be a mapping. Raises InputError."""
    if not isinstance(node, Mapping):
        raise fail(f"expected keys with values, got {kind(node)}", node.place)
    return node


def scalar(node: Node) -> Scalar:
    """Returns a node that must be a text or a number. Raises InputError."""
    if not isinstance(node, Scalar):
        raise fail(f"expected a text, got {kind(node)}", node.place)
    return node


def replace_at(node: Mapping, path: tuple[str, ...], value: Node) -> Mapping:
    """Returns the node with another value at `path`."""
    head, *rest = path
    inner = replace_at(node.below(head), tuple(rest), value) if rest else value
    return Mapping(node.items | {head: inner}, node.place, node.keys)


def content(node: Node) -> Any:
    """Returns the content of a definition without places, as values of Python; quoted and plain words differ."""
    if isinstance(node, Scalar):
        return node.text, node.plain
    if isinstance(node, Mapping):
        return {key: content(value) for key, value in node.items.items()}
    return [content(item) for item in node.items]
