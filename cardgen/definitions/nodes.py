"""What a definition file says, with the place of every key and value.

Scalars stay text: a plain `no`, `12:30` or `1.10` becomes what the field that reads it declares.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from cardgen.errors import Place, fail

NULLS = {"", "~", "null"}  # Null is a German zero and a family name


class Plain(str):
    """A scalar written without quotes, which may therefore also be a number, a yes or a no."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Scalar:
    text: str
    place: Place
    plain: bool = True
    cut: Place | None = None  # the # right after it that has no space behind: perhaps no remark, but its end

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
    def data(self) -> tuple:
        return tuple(item.data for item in self.items)


@dataclass(frozen=True, slots=True)
class Mapping:
    """Keys to nodes, in the file's order; `keys` tells where each key stands."""

    items: dict[str, Node]
    place: Place
    keys: dict[str, Place] = field(default_factory=dict)

    @property
    def data(self) -> dict:
        return {key: node.data for key, node in self.items.items()}

    def get(self, key: str) -> Node | None:
        return self.items.get(key)


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
        if (isinstance(node, Mapping) and step in node.items) or (
            isinstance(node, Sequence) and isinstance(step, int) and step < len(node.items)
        ):
            node = node.items[step]
        else:
            continue
        yield node


def at(node: Node, *path: str | int) -> Place:
    """The place of the value at `path`, or of the nearest thing above it."""
    *_, last = walk(node, path)
    return last.place


def key_at(node: Node, *path: str | int) -> Place:
    """The place of the key that ends `path`, or of the nearest thing above it."""
    *_, parent = walk(node, path[:-1])
    if isinstance(parent, Mapping) and path and path[-1] in parent.keys:
        return parent.keys[path[-1]]
    return parent.place


def mapping(node: Node) -> Mapping:
    """A node that must be keys with values. Raises InputError."""
    if not isinstance(node, Mapping):
        raise fail(f"expected keys with values, got {kind(node)}", node.place)
    return node


def replaced(node: Mapping, path: tuple[str, ...], value: Node) -> Mapping:
    """`node` with the value at `path` replaced."""
    head, *rest = path
    inner = replaced(node.items[head], tuple(rest), value) if rest else value
    return Mapping(node.items | {head: inner}, node.place, node.keys)
