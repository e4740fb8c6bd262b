"""The nodes of a definition file: every key and value with its place.

Scalars stay text: a plain `no`, `12:30` or `1.10` becomes what the field that reads it declares.
"""

from __future__ import annotations

from collections import abc
from collections.abc import Iterator
from dataclasses import field, replace
from typing import Any, TypeAlias

from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import Place, fail

NULLS = {"", "~", "null"}  # Null is a German zero and a family name


class Plain(str):
    """A scalar written without quotes, which may therefore also be a number, a yes or a no."""

    __slots__ = ()


Data: TypeAlias = "str | tuple[Data, ...] | abc.Mapping[str, Data] | None"  # what a node says, before a model reads it


@dataclass(frozen=True, slots=True)
class Scalar:
    text: str
    place: Place
    plain: bool = True
    cut: Place | None = None  # the # right after it that has no space behind: perhaps no remark, but its end
    lead: int | None = None  # what stands before its text, a quote or nothing; None if it is not written as it reads

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
    """Keys to nodes, in the file's order; `keys` has the place of each key."""

    items: dict[str, Node]
    place: Place
    keys: dict[str, Place] = field(default_factory=dict)

    @property
    def data(self) -> dict[str, Data]:
        return {key: node.data for key, node in self.items.items()}

    def get(self, key: str) -> Node | None:
        return self.items.get(key)

    def below(self, *path: str) -> Mapping:
        """The keys with values that stand along a path; none if there are none."""
        current = self
        for key in path:
            node = current.items.get(key)
            current = node if isinstance(node, Mapping) else Mapping({}, current.place)
        return current


Node = Scalar | Sequence | Mapping

KINDS = {Scalar: "a text or a number", Sequence: "a list", Mapping: "keys with values"}


def kind(node: Node) -> str:
    """What a node is, in a designer's words."""
    return "nothing" if isinstance(node, Scalar) and node.data is None else KINDS[type(node)]


def walk(node: Node, path: tuple[str | int, ...]) -> Iterator[Node]:
    """The nodes met along `path`, from the root down, as far as the path goes in this tree.

    Steps that the tree does not know (the tag of a union, say) are passed over.
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
    """The place of the value at `path`, or of the nearest thing above it."""
    *_, last = walk(node, path)
    return last.place


def within(node: Node, offset: int, *path: str | int) -> Place:
    """The place of the sign that so many stand before in the text at `path`, if the file shows it."""
    *_, last = walk(node, path)
    if not isinstance(last, Scalar) or last.lead is None or not last.place.line:
        return last.place
    return replace(last.place, column=last.place.column + last.lead + offset)


def key_at(node: Node, *path: str | int) -> Place:
    """The place of the key that ends `path`, or of the nearest thing above it."""
    *_, parent = walk(node, path[:-1])
    key = path[-1] if path else None
    if isinstance(parent, Mapping) and isinstance(key, str) and key in parent.keys:
        return parent.keys[key]
    return parent.place


def mapping(node: Node) -> Mapping:
    """A node that must be keys with values. Raises InputError."""
    if not isinstance(node, Mapping):
        raise fail(f"expected keys with values, got {kind(node)}", node.place)
    return node


def scalar(node: Node) -> Scalar:
    """A node that must be a text or a number. Raises InputError."""
    if not isinstance(node, Scalar):
        raise fail(f"expected a text, got {kind(node)}", node.place)
    return node


def replaced(node: Mapping, path: tuple[str, ...], value: Node) -> Mapping:
    """`node` with the value at `path` replaced."""
    head, *rest = path
    inner = replaced(node.below(head), tuple(rest), value) if rest else value
    return Mapping(node.items | {head: inner}, node.place, node.keys)


def content(node: Node) -> Any:
    """What a definition says, without where, as values of Python; quoted and plain words differ."""
    if isinstance(node, Scalar):
        return node.text, node.plain
    if isinstance(node, Mapping):
        return {key: content(value) for key, value in node.items.items()}
    return [content(item) for item in node.items]
