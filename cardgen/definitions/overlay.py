"""Lays one definition over another (an overlay), as a layout over the one that it extends, or a variant over its game.

Keys are merged, values replaced; `drop` takes a key out. Every node keeps the place where it was written.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from cardgen.definitions.nodes import Mapping, Node, Scalar
from cardgen.foundations.errors import CIRCLE, Place, fail, nearest

DROP = "drop"
MAX_LINKS = 30  # definitions that stand on one another


def is_drop(node: Node) -> bool:
    return isinstance(node, Scalar) and node.plain and node.text == DROP


def overlay(base: Node | None, change: Node, above: str = "") -> Node:
    """`change` over `base`; `above` is where `change` stands in its file. Raises InputError for a `drop` of what is
    not there.
    """
    if not isinstance(base, Mapping) or not isinstance(change, Mapping):
        return change
    items, keys = dict(base.items), dict(base.keys)
    for key, node in change.items.items():
        if is_drop(node):
            if key not in items:
                raise fail(f"{above}{key}: there is nothing to drop{nearest(key, items)}", change.keys[key])
            del items[key], keys[key]
            continue
        items[key] = overlay(items.get(key), node, f"{above}{key}.")
        keys[key] = change.keys[key]
    return Mapping(items, change.place, keys)


def chain(
    first: Path, read: Callable[[Path], Mapping], parent: Callable[[Mapping], tuple[Path, Place] | None], word: str
) -> list[tuple[Path, Mapping]]:
    """The files that `first` stands on, itself first. Raises InputError if they stand on one another in a
    circle, or on too many.
    """
    links: list[tuple[Path, Mapping]] = []
    path, place = first, None
    while True:
        if path in (seen for seen, _ in links):
            names = [seen.stem for seen, _ in links] + [path.stem]
            raise fail(f"{word} in a circle: {' -> '.join(names)}", place, CIRCLE)
        if len(links) == MAX_LINKS:
            raise fail(f"{word} in a chain: expected at most {MAX_LINKS}", place)
        node = read(path)
        links.append((path, node))
        above = parent(node)
        if above is None:
            return links
        path, place = above
