"""Clauses laid over clauses: what a variant's `clauses:` changes, adds and drops, by name."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cardgen.definitions.nodes import Mapping, Node, Scalar
from cardgen.definitions.overlay import is_drop
from cardgen.errors import UNKNOWN_NAME, Fault, InputError, fail, nearest

BESIDE_CHOICE = ("choose", "otherwise", "if", "unless", "else")  # all else that stands there is an action
WHERE = ("before", "after")
MOST_CHANGES, MOST_FAULTS = 1_000, 20
_WORD = re.compile(r"[^\W\d]\w*")


def with_clauses(rules: Mapping, changes: Mapping) -> Mapping:
    """The rules with clauses changed: `turn.take.gain: ...` replaces or adds one, `drop` takes it out, and
    `turn.take.rob after gain: ...` says where a new one stands. Raises InputError with all faults."""
    if len(changes.items) > MOST_CHANGES:
        raise fail(f"clauses: expected at most {MOST_CHANGES:,}, got {len(changes.items):,}", changes.place)
    faults: list[Fault] = []
    for name, node in changes.items.items():
        try:
            path, _, where = name.partition(" ")
            rules = _changed(rules, path.split("."), node, changes, name, where)
        except InputError as error:
            faults += error.faults
        if len(faults) >= MOST_FAULTS:
            break
    if faults:
        raise InputError(*faults)
    return rules


def words_of(node: Node) -> Iterator[str]:
    """The words of all sentences below a node."""
    if isinstance(node, Scalar):
        yield from _WORD.findall(node.text)
    else:
        for inner in node.items.values() if isinstance(node, Mapping) else node.items:
            yield from words_of(inner)


def as_word(name: str) -> str:
    """How sentences write the name of a card, a kind or a field: red_fox for red-fox."""
    return name.replace("-", "_")


def _changed(node: Mapping, path: list[str], change: Node, changes: Mapping, name: str, where: str) -> Mapping:
    """`node` with what stands at a path in it changed; steps on the way that are not there are made."""
    place = changes.keys[name]
    head, *rest = path
    if isinstance(node.items.get("choose"), Mapping) and head not in BESIDE_CHOICE:
        head, rest = "choose", path  # paths leave it out: `effects.fox.rob`
    if rest:
        inner = node.items.get(head, Mapping({}, place))
        if not isinstance(inner, Mapping):
            raise fail(f"clauses: {name}: '{head}' is one sentence, in which nothing else stands", place)
        if head not in node.items and is_drop(change):
            raise fail(f"clauses: {name}: there is nothing to drop{nearest(head, node.items)}", place, UNKNOWN_NAME)
        changed = _changed(inner, rest, change, changes, name, where)
        return Mapping(node.items | {head: changed}, node.place, {**node.keys, head: node.keys.get(head, place)})
    if is_drop(change):
        if head not in node.items:
            raise fail(f"clauses: {name}: there is nothing to drop{nearest(head, node.items)}", place, UNKNOWN_NAME)
        return _ordered(node, {key: inner for key, inner in node.items.items() if key != head})
    if not where:
        return Mapping(node.items | {head: change}, node.place, node.keys | {head: place})
    side, _, other = where.partition(" ")
    if side not in WHERE or other not in node.items:
        known = [f"{side} {key}" for key in node.items for side in WHERE]
        raise fail(
            f"clauses: {name}: expected 'before' or 'after' and a clause beside it{nearest(where, known)}", place
        )
    items: dict[str, Node] = {}
    for key, inner in node.items.items():
        if key == head:
            continue
        if key == other and side == "before":
            items[head] = change
        items[key] = inner
        if key == other and side == "after":
            items[head] = change
    return _ordered(Mapping(items, node.place, node.keys | {head: place}), items)


def _ordered(node: Mapping, items: dict[str, Node]) -> Mapping:
    return Mapping(items, node.place, {key: node.keys[key] for key in items})
