"""Writes translations into the strings file of a language or variant, and keeps comments, order and all other
strings."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import yaml

from cardgen.definitions.edit import Edited
from cardgen.definitions.strings_file import Text, as_yaml, entries
from cardgen.definitions.yaml_source import Loader, parse_yaml, read_text
from cardgen.foundations.errors import Place, fail
from cardgen.store.reach import is_there

Translation = tuple[Text, Text]  # the source, and the translation


def with_translations(path: Path, wanted: Mapping[str, Translation], order: list[str]) -> str:
    """Returns the text of the file with these translations by key; new keys go where `order`, that of the first
    language, has them.

    Raises InputError for a file that cannot be read, or written without loss.
    """
    text = read_text(path) if is_there(path) else ""
    before = entries(parse_yaml(text, str(path)), first=False) if text.strip() else {}
    spans = _spans(text) if before else {}
    changed = {
        key: translation
        for key, translation in wanted.items()
        if key not in before or (before[key].source, before[key].text) != translation
    }
    pieces = [(*spans[key], _as_flow_mapping(translation)) for key, translation in changed.items() if key in spans]
    last = 0
    added: dict[int, list[str]] = {}
    for key in order:
        if key in spans:
            last = _line_end(text, spans[key][1])
        elif key in changed:
            added.setdefault(last, []).append(f"{_key(key)}: {_as_flow_mapping(changed[key])}")
    pieces += [(at, at, _lines(text, at, lines)) for at, lines in added.items()]
    for start, end, new in sorted(pieces, reverse=True):
        text = text[:start] + new + text[end:]
    now = entries(parse_yaml(text, str(path)), first=False) if text.strip() else {}
    kept = {key: (entry.source, entry.text) for key, entry in before.items()} | changed
    if {key: (entry.source, entry.text) for key, entry in now.items()} != kept:
        raise fail(
            "cardgen cannot change this file without losing something; add the translations by hand", Place(str(path))
        )
    return text


def with_texts(path: Path, language: str, wanted: Mapping[str, Translation]) -> str:
    """Returns the text of a variant's file with these translations among its `texts`. Raises InputError as
    `with_translations`."""
    edit = Edited(read_text(path), str(path))
    for key, translation in wanted.items():
        edit.put(("texts", language, key), _as_flow_mapping(translation))
    return edit.text


def _as_flow_mapping(translation: Translation) -> str:
    return f"{{from: {as_yaml(translation[0])}, to: {as_yaml(translation[1])}}}"


def _key(key: str) -> str:
    return as_yaml(key) if not all(sign.isalnum() or sign in "._-" for sign in key) else key


def _lines(text: str, at: int, lines: list[str]) -> str:
    """Inserts new lines behind a value that ends at a place, or before all others."""
    end = "\r\n" if "\r\n" in text else "\n"
    added = end.join(lines)
    if not at:
        return added + end
    return ("" if text[:at].endswith("\n") else end) + added + (end if text[at - 1] == "\n" else "")


def _line_end(text: str, at: int) -> int:
    """The start of the line behind a place."""
    end = text.find("\n", at)
    return len(text) if end < 0 else end + 1


def _spans(text: str) -> dict[str, tuple[int, int]]:
    """The start and the end of each key's value: the end is that of its last scalar, or of its closing bracket."""
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))

    def index(mark: yaml.Mark) -> int:
        return min(starts[mark.line] + mark.column, len(text))

    spans: dict[str, tuple[int, int]] = {}
    key, start, end, depth = "", 0, 0, 0
    loader = Loader(text)
    try:
        for event in iter(loader.get_event, None):
            opens = isinstance(event, yaml.CollectionStartEvent)
            closes = isinstance(event, yaml.CollectionEndEvent)
            if depth == 1 and not key and isinstance(event, yaml.ScalarEvent):
                key, start = event.value, -1
                continue
            depth += opens - closes
            if not key or depth < 1:
                continue
            start = index(event.start_mark) if start < 0 else start
            bracket = closes and text[index(event.start_mark) : index(event.end_mark)] in ("}", "]")
            if bracket or isinstance(event, (yaml.ScalarEvent, yaml.AliasEvent)):
                end = index(event.end_mark)
            if depth == 1:
                spans[key] = start, start + len(text[start:end].rstrip())
                key = ""
    finally:
        loader.dispose()
    return spans
