"""Lays a variant's `clauses:` over those of its game: it changes, adds and drops clauses by name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from cardgen.definitions.nodes import Mapping, Node, Scalar
from cardgen.definitions.overlay import is_drop
from cardgen.foundations.errors import INVALID, UNKNOWN_NAME, Fault, InputError, Place, fail, nearest

BESIDE_CHOICE = ("choose", "otherwise", "if", "unless", "else")  # any other key beside these is an action
WHERE = ("before", "after")
MAX_CHANGES, MAX_FAULTS = 1_000, 20
_WORD = re.compile(r"[^\W\d]\w*")


def with_clauses(rules: Mapping, changes: Mapping, faults: list[Fault]) -> Mapping:
    """Returns the rules with changed clauses: `turn.take.gain: ...` replaces or adds one, `drop` removes it, and
    `turn.take.rob after gain: ...` gives the place of a new one. It leaves out impossible changes, and adds them to
    `faults`."""
    if len(changes.items) > MAX_CHANGES:
        message = f"clauses: expected at most {MAX_CHANGES:,}, got {len(changes.items):,}"
        faults.append(Fault(message, changes.place))
        return rules
    most = len(faults) + MAX_FAULTS
    for name, node in changes.items.items():
        path, _, where = name.partition(" ")
        try:
            rules = _apply_change(rules, path.split("."), _Change(name, node, changes.keys[name], where), faults)
        except InputError as error:
            faults += error.faults
        if len(faults) >= most:
            break
    return rules


def words_of(node: Node) -> Iterator[str]:
    """Returns the words of all sentences below a node."""
    if isinstance(node, Scalar):
        yield from _WORD.findall(node.text)
    else:
        for inner in node.items.values() if isinstance(node, Mapping) else node.items:
            yield from words_of(inner)


def as_word(name: str) -> str:
    """Returns the name of a card, a kind or a field as sentences write it: red_fox for red-fox."""
    return name.replace("-", "_")


class _Change(NamedTuple):
    name: str
    node: Node
    place: Place
    where: str  # 'after gain', or empty

    def fault(self, message: str, code: str = INVALID) -> InputError:
        return fail(f"clauses: {self.name}: {message}", self.place, code)


def _apply_change(node: Mapping, path: list[str], change: _Change, faults: list[Fault]) -> Mapping:
    """The node with the value at a path changed; it adds missing steps of the path. Raises InputError if that is
    impossible. A clause to be placed beside a missing clause becomes the last one, so its sentence can still be read.
    """
    head, *rest = path
    if isinstance(node.items.get("choose"), Mapping) and head not in BESIDE_CHOICE:
        head, rest = "choose", path  # paths leave out `choose`: `effects.fox.rob`
    if head not in node.items and is_drop(change.node):
        raise change.fault(f"there is nothing to drop{nearest(head, node.items)}", UNKNOWN_NAME)
    if rest:
        inner = node.items.get(head, Mapping({}, change.place))
        if not isinstance(inner, Mapping):
            raise change.fault(f"'{head}' is a single sentence and contains no other clause")
        return _with(
            node, {**node.items, head: _apply_change(inner, rest, change, faults)}, {head: change.place, **node.keys}
        )
    places = {**node.keys, head: change.place}
    others = [(key, inner) for key, inner in node.items.items() if key != head]
    if is_drop(change.node):
        return _with(node, dict(others), places)
    if not change.where:
        return _with(node, {**node.items, head: change.node}, places)
    side, _, other = change.where.partition(" ")
    names = [key for key, _ in others]
    at = len(names)
    if side in WHERE and other in names:
        at = names.index(other) + (side == "after")
    else:
        beside = nearest(change.where, [f"{side} {key}" for key in names for side in WHERE])
        faults += change.fault(f"expected 'before' or 'after' with the name of a neighbouring clause{beside}").faults
    return _with(node, dict([*others[:at], (head, change.node), *others[at:]]), places)


def _with(node: Mapping, items: dict[str, Node], places: dict[str, Place]) -> Mapping:
    return Mapping(items, node.place, {key: places[key] for key in items})
