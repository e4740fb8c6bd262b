"""Reads and writes the ledger's file: a text beside `game.yaml` with a line for each card and print."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from cardgen.definitions import nodes
from cardgen.definitions.game import BASE, Game
from cardgen.definitions.strings_file import as_yaml
from cardgen.definitions.yaml_source import parse_yaml, read_text, refuse_conflict
from cardgen.foundations.errors import UNKNOWN_NAME, Fault, InputError, Place, fail, nearest
from cardgen.ledger.boxes import Box, Ledger, PrintedCopies, Sizes, TextSize
from cardgen.store.library import Home, typed_name
from cardgen.store.reach import is_there

FILE = "printed.yaml"
HEAD = "# What is on the table: 'cardgen printed' writes it, 'cardgen build --changed' reads it."
KEYS = ("deck", "card", "name", "copies", "front", "back", "printed", "printer", "note")
SIZE_KEYS = ("deck", "style", "field", "pt")
_MAY_LACK = {"back", "printer", "note"}
_FORMS = {
    "copies": (r"[1-9]\d{0,3}", "a whole number from 1 to 9999"),
    "front": (r"[0-9a-f]{4}-[0-9a-f]{12}", "what it showed, such as 9f1c-02ab34cd56ef"),
    "back": (r"[0-9a-f]{4}-[0-9a-f]{12}", "what it showed, such as 9f1c-02ab34cd56ef"),
    "printed": (r"\d{4}-\d\d-\d\d", "a date such as 2026-11-23"),
    "pt": (r"\d{1,4}(\.\d{1,4})?", "a size in points such as 12.5"),
}
T = TypeVar("T")


def file_of(home: Home) -> Path:
    return home.folder / FILE


def read_ledger(home: Home) -> Ledger:
    """The ledger of a game, empty without a file. Raises InputError with all its faults."""
    path = file_of(home)
    return parse_ledger(read_text(path), str(path), home.name) if is_there(path) else Ledger(home.name)


def box_before(game: Game, ledger: Ledger, start: str | None, language: str) -> Box:
    """The box that an edition changes: its own, or that of the edition `start`. Raises InputError."""
    edition = start or game.edition
    if (box := ledger.box(edition, language)) is not None:
        return box
    place = Place(str(file_of(game.home)))
    variant = f" --variant {edition}" if edition != BASE else ""
    cure = f"'cardgen printed {typed_name(game.home)}{variant}' records what you have printed"
    if start and start not in ledger.boxes:
        hint = nearest(start, ledger.boxes) or f"; {cure}"
        raise fail(f"no box of '{start}' is recorded{hint}", place, UNKNOWN_NAME)
    cure += "; --from V starts from the box of another variant"
    raise fail(f"no box of '{edition}' in '{language}' is recorded; {cure}", place, UNKNOWN_NAME)


def languages_before(game: Game, start: str | None) -> tuple[str, ...]:
    """The languages that have a box to start from, or all of the game's if none has."""
    boxes = read_ledger(game.home).boxes.get(start or game.edition, {})
    return tuple(language for language in game.languages if language in boxes) or game.languages


# writing and parsing


def ledger_text(ledger: Ledger) -> str:
    lines = [HEAD, f"game: {_as_yaml(ledger.game)}", *_list_lines("boxes", ledger.boxes, KEYS)]
    if ledger.sizes:
        lines += _list_lines("sizes", ledger.sizes, SIZE_KEYS)
    return "\n".join(lines) + "\n"


def _list_lines(
    key: str, lists: Mapping[str, Mapping[str, Sequence[PrintedCopies | TextSize]]], keys: Sequence[str]
) -> Iterator[str]:
    """A list for each edition and language, with a line for each entry."""
    yield f"{key}:" if lists else f"{key}: {{}}"
    for edition in sorted(lists):
        yield f"  {_as_yaml(edition)}:"
        for language, each in sorted(lists[edition].items()):
            yield f"    {_as_yaml(language)}:{'' if each else ' []'}"
            yield from (f"      - {{{', '.join(_key_lines(one, keys))}}}" for one in each)


def _key_lines(one: PrintedCopies | TextSize, keys: Sequence[str]) -> Iterator[str]:
    for key in keys:
        if (value := getattr(one, key)) or key not in _MAY_LACK:
            text = f"{value:g}" if isinstance(value, float) else str(value)
            yield f"{key}: {text if key in _FORMS else _as_yaml(text)}"


def _as_yaml(text: str) -> str:
    """A text as YAML on one line."""
    if text.isprintable():
        return as_yaml(text)
    quoted = json.dumps(text, ensure_ascii=False)
    return "".join(sign if sign.isprintable() else f"\\U{ord(sign):08x}" for sign in quoted)


def parse_ledger(text: str, file: str, game: str) -> Ledger:
    """Parses a ledger. Raises InputError for another game's ledger, for marks of a merge, and for each faulty line."""
    refuse_conflict(text, file, "keep the lines that are true of the box")
    root = nodes.mapping(parse_yaml(text, file))
    faults = _key_faults(root, ("game", "boxes", "sizes"), ("sizes",))  # old ledgers have no sizes
    if "game" in root.items and (written_game := nodes.scalar(root.items["game"]).text) != game:
        message = f"expected what was printed of '{game}', but this is the ledger of '{written_game}'"
        faults.append(
            Fault(f"{message}; move it there, or write 'game: {game}' if that was renamed", nodes.at(root, "game"))
        )
    boxes = {place: _box(node, faults) for place, node in _lists(root, "boxes")}
    sizes = {place: _sizes(node, faults) for place, node in _lists(root, "sizes")}
    if faults:
        raise InputError(*faults)
    return Ledger(game, _nest(boxes), _nest(sizes))


def _lists(root: nodes.Mapping, key: str) -> Iterator[tuple[tuple[str, str], nodes.Node]]:
    """The node of each edition and language under a key."""
    for edition, of in nodes.mapping(root.items[key]).items.items() if key in root.items else ():
        yield from (((edition, language), node) for language, node in nodes.mapping(of).items.items())


def _nest(flat: Mapping[tuple[str, str], T]) -> dict[str, dict[str, T]]:
    nested: dict[str, dict[str, T]] = {}
    for (edition, language), value in flat.items():
        nested.setdefault(edition, {})[language] = value
    return nested


def _box(node: nodes.Node, faults: list[Fault]) -> Box:
    lots: dict[PrintedCopies, PrintedCopies] = {}
    for place, values in _lines(node, "cards", KEYS, faults):
        lot = PrintedCopies(copies=int(values.pop("copies")), **values)
        if (alike := replace(lot, copies=0)) in lots:
            message = f"'{lot.card}' of {lot.printed} is listed twice in this box; keep one line with all copies"
            faults.append(Fault(message, place))
        lots[alike] = lot
    return tuple(lots.values())


def _sizes(node: nodes.Node, faults: list[Fault]) -> Sizes:
    sizes: dict[TextSize, TextSize] = {}
    for place, values in _lines(node, "sizes", SIZE_KEYS, faults):
        size = TextSize(pt=float(values.pop("pt")), **values)
        if (alike := replace(size, pt=0.0)) in sizes:
            message = f"the size of '{size.field}' in '{size.deck}' is listed twice; keep the line of the last print"
            faults.append(Fault(message, place))
        sizes[alike] = size
    return tuple(sizes.values())


def _lines(
    node: nodes.Node, what: str, keys: Sequence[str], faults: list[Fault]
) -> Iterator[tuple[Place, dict[str, str]]]:
    """The values of the valid lines of a list, with their places; adds the faults of others."""
    if not isinstance(node, nodes.Sequence):
        faults.append(Fault(f"expected a list of {what}, got {nodes.kind(node)}", node.place))
        return
    for item in node.items:
        if not isinstance(item, nodes.Mapping):
            faults.append(Fault(f"expected keys with values, got {nodes.kind(item)}", item.place))
            continue
        wrong = _key_faults(item, keys, _MAY_LACK)
        values: dict[str, str] = {}
        for key in [key for key in item.items if key in keys]:
            value = item.items[key]
            form, expected = _FORMS.get(key, (r"(?s).+", "a text"))
            if not isinstance(value, nodes.Scalar) or not re.fullmatch(form, value.text, re.ASCII):
                got = repr(value.text) if isinstance(value, nodes.Scalar) and value.text else nodes.kind(value)
                wrong.append(Fault(f"{key}: expected {expected}, got {got}", value.place))
            else:
                values[key] = value.text
        faults += wrong
        if not wrong:
            yield item.place, values


def _key_faults(node: nodes.Mapping, known: Sequence[str], may_lack: set[str] | tuple) -> list[Fault]:
    """The faults of unknown keys and of missing ones."""
    unknown = [
        Fault(f"unknown key '{key}'{nearest(key, known)}", place)
        for key, place in node.keys.items()
        if key not in known
    ]
    missing = [key for key in known if key not in node.items and key not in may_lack]
    return unknown + ([Fault(f"expected the keys {', '.join(missing)}", node.place)] if missing else [])
