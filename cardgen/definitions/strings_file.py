"""A language's strings: key to text, or to the forms of a plural.

In the first language a string is its text; in the others it stands beside the text that it translates
(`{from: Ham, to: Jambon}`), so that a stale one shows by itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from cardgen.definitions.fields import shown
from cardgen.definitions.nodes import Mapping, Node, Scalar, kind
from cardgen.definitions.yaml_source import read_yaml
from cardgen.errors import Fault, InputError, Place, nearest

PLURALS = ("zero", "one", "two", "few", "many", "other")  # CLDR's categories

Text = str | dict[str, str]


@dataclass(frozen=True, slots=True)
class Entry:
    """One string: its text (or plural forms), what it was translated from, and where it stands."""

    text: Text
    place: Place
    source: Text | None = None


def read_strings(path: Path, first: bool) -> dict[str, Entry]:
    """The strings of a file by key; `first`: it is the language that the others translate."""
    return entries(read_yaml(path), first)


def entries(node: Node, first: bool) -> dict[str, Entry]:
    if not isinstance(node, Mapping):
        raise InputError(Fault(f"expected keys with values, got {kind(node)}", node.place))
    faults: list[Fault] = []
    found: dict[str, Entry] = {}
    for key, value in node.items.items():
        try:
            found[key] = _entry(key, value, first)
        except InputError as error:
            faults += error.faults
    if faults:
        raise InputError(*faults)
    return found


TITLES = ("game.title", "variant.title")


def title_faults(strings: dict[str, Entry]) -> list[Fault]:
    """What keeps a title from standing on sheets, where no card fills anything in."""
    faults = []
    for key in TITLES:
        if key in strings and not isinstance(strings[key].text, str):
            faults.append(Fault(f"{key}: expected one text, got plural forms", strings[key].place))
        elif key in strings and {"{", "}"} & set(strings[key].text):
            faults.append(Fault(f"{key}: expected a text without braces", strings[key].place))
    return faults


def _entry(key: str, node: Node, first: bool) -> Entry:
    pair = isinstance(node, Mapping) and ({"from", "to"} & set(node.items))
    if not pair:
        return Entry(_text(key, node), node.place)
    if first:
        raise InputError(Fault(f"{key}: expected the text alone, as nothing is translated here", node.place))
    for part in node.items:
        if part not in ("from", "to"):
            raise InputError(Fault(f"{key}: unknown key '{part}'; expected from and to", node.keys[part]))
    if set(node.items) != {"from", "to"}:
        raise InputError(Fault(f"{key}: expected both 'from' and 'to'", node.place))
    target = node.items["to"]
    return Entry(_text(key, target), target.place, _text(key, node.items["from"]))


def _text(key: str, node: Node) -> Text:
    if isinstance(node, Scalar) and node.data is not None:
        return node.text
    if not isinstance(node, Mapping):
        found = "nothing" if isinstance(node, Scalar) else kind(node)
        raise InputError(Fault(f"{key}: expected a text, got {found}", node.place))
    forms = {}
    for form, value in node.items.items():
        if form not in PLURALS:
            message = f"{key}: unknown plural form '{form}'{nearest(form, PLURALS)}"
            raise InputError(Fault(message, node.keys[form]))
        if not isinstance(value, Scalar) or value.data is None:
            raise InputError(Fault(f"{key}.{form}: expected a text, got {shown(value.data)}", value.place))
        forms[form] = value.text
    if "other" not in forms:
        raise InputError(Fault(f"{key}: expected the plural form 'other'", node.place))
    return forms
