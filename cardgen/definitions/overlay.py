"""Lays one definition over another (an overlay): a layout over the one that it extends, or a variant over its game. It
merges keys and replaces values; `drop` removes a key. Every node keeps its place.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from cardgen.definitions.nodes import Mapping, Node, Scalar
from cardgen.foundations.errors import CIRCLE, Place, fail, nearest

DROP = "drop"
MAX_LINKS = 30  # definitions that extend one another


def is_drop(node: Node) -> bool:
    return isinstance(node, Scalar) and node.plain and node.text == DROP


def overlay(base: Node | None, change: Node, above: str = "") -> Node:
    """Returns `change` laid over `base`; `above` is the path of `change` in its file. Raises InputError for a `drop` of
    a missing key.
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
    """Returns `first` and the files that it extends. Raises InputError if these form a cycle, or are too many."""
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
