"""Laying one definition over another: merging, dropping, and the places of what is kept."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.definitions.nodes import Mapping, Scalar, at, key_at
from cardgen.definitions.overlay import chain, overlay
from cardgen.definitions.yaml_source import parse_yaml
from cardgen.foundations.errors import InputError, Place, fail

KEYS = st.sampled_from("abcd")
PLAIN = st.sampled_from(["1", "2", "x"])
TREES = st.recursive(PLAIN, lambda inner: st.dictionaries(KEYS, inner, max_size=3), max_leaves=12)
MAPPINGS = st.dictionaries(KEYS, TREES, max_size=4)


def nodes_of(data, file: str, line: int = 1) -> Mapping | Scalar:
    """Nodes of plain data, every one in a place of its own."""
    if isinstance(data, str):
        return Scalar(data, Place(file, line, 1))
    items, keys = {}, {}
    for index, (key, value) in enumerate(data.items(), 1):
        items[key] = nodes_of(value, file, line * 10 + index)
        keys[key] = Place(file, line * 10 + index, 2)
    return Mapping(items, Place(file, line, 1), keys)


def merged(base, change):
    """What overlaying plain data must give."""
    if not isinstance(base, dict) or not isinstance(change, dict):
        return change
    return base | {key: merged(base.get(key), value) for key, value in change.items()}


def paths(data, above=()):
    for key, value in data.items():
        yield (*above, key)
        if isinstance(value, dict):
            yield from paths(value, (*above, key))


@given(MAPPINGS, MAPPINGS)
def test_keys_are_merged_and_values_replaced(base, change):
    found = overlay(nodes_of(base, "base"), nodes_of(change, "change"))
    assert found.data == merged(base, change)
    assert list(found.items)[: len(base)] == list(base), "what the base has keeps its order"


@given(MAPPINGS)
def test_nothing_over_a_definition_changes_nothing(base):
    node = nodes_of(base, "base")
    found = overlay(node, nodes_of({}, "change"))
    assert (found.items, found.keys) == (node.items, node.keys)


@given(MAPPINGS, MAPPINGS)
def test_what_is_touched_lies_in_the_change_and_the_rest_in_the_base(base, change):
    found = overlay(nodes_of(base, "base"), nodes_of(change, "change"))
    touched = set(paths(change))
    for path in paths(found.data):
        owner = "change" if path in touched else "base"
        assert at(found, *path).file == key_at(found, *path).file == owner


def test_dropping():
    base = parse_yaml("a: 1\nb: {c: 2, d: 3}", "base.yaml")
    assert overlay(base, parse_yaml("a: drop\nb: {c: drop}", "x.yaml")).data == {"b": {"d": "3"}}
    assert overlay(base, parse_yaml("a: 'drop'", "x.yaml")).data["a"] == "drop", "between quotes it is a text"


def test_dropping_what_is_not_there():
    with pytest.raises(InputError) as error:
        overlay(parse_yaml("{ham: 1, wine: 2}", "base.yaml"), parse_yaml("x: 1\nwin: drop", "x.yaml"))
    assert str(error.value) == "x.yaml:2:1: win: there is nothing to drop; did you mean 'wine'?"


def test_a_chain_ends_or_is_a_circle():
    above = {"a": "b", "b": "c", "c": None}

    def read(path):
        return Mapping({}, Place(path.stem, 1, 1), {})

    def parent(node):
        up = above[node.place.file]
        return (Path(up), Place(node.place.file, 2, 2)) if up else None

    assert [path.stem for path, _ in chain(Path("a"), read, parent, "files stand on each other")] == ["a", "b", "c"]
    above["c"] = "b"
    with pytest.raises(InputError) as error:
        chain(Path("a"), read, parent, "files stand on each other")
    assert str(error.value) == "c:2:2: files stand on each other in a circle: a -> b -> c -> b"
    assert fail("x").faults[0].code != error.value.faults[0].code == "circle"
