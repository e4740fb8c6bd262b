"""Reads a YAML file into nodes, in one bounded pass over the parser's events.

Composing is done here because PyYAML's own composer recurses (30,000 brackets crash the process), keeps the
last of two equal keys in silence, and guesses types.
"""

from __future__ import annotations

import re
from pathlib import Path

import yaml

from cardgen.definitions.nodes import Mapping, Node, Scalar, Sequence
from cardgen.errors import Place, fail

try:
    from yaml import CSafeLoader as Loader
except ImportError:  # PyYAML without libyaml: slower, the same events
    from yaml import SafeLoader as Loader

MAX_BYTES = 4_000_000
MAX_DEPTH = 40
MAX_NODES = 200_000  # with every alias counted as what it stands for


def read_yaml(path: Path) -> Node:
    """The one document in `path`. Raises InputError with the place of the first fault."""
    return parse_yaml(read_text(path), str(path))


def read_text(path: Path) -> str:
    """The text of a definition file: UTF-8, with or without a byte order mark, of a bounded size."""
    try:
        with path.open("rb") as file:
            raw = file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise fail("this file does not exist", Place(str(path))) from None
    except OSError as error:
        raise fail(f"cannot be read: {error.strerror}", Place(str(path))) from None
    if len(raw) > MAX_BYTES:
        raise fail(f"expected at most {MAX_BYTES:,} bytes, got more", Place(str(path)))
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        place = _place_of_byte(raw, error.start, str(path))
        message = f"expected UTF-8 text, got the byte 0x{raw[error.start]:02X}; save the file as UTF-8"
        raise fail(message, place) from None
    if (at := text.find("\0")) >= 0:
        place = _place_of_byte(text.encode(), len(text[:at].encode()), str(path))
        raise fail("expected text, got a NUL byte", place)
    return text


def parse_yaml(text: str, file: str) -> Node:
    """The one document in `text`; `file` is what messages call it."""
    try:
        return _Composer(text, file).document()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        if cut := _cut_colour(text, mark.line):
            place = _place_of_byte(text.encode(), len(text[:cut].encode()), file)
            raise fail("a # begins a remark; put a colour between quotes, as in '#c9a27a'", place) from None
        raise fail(_explain(error, text), Place(file, mark.line + 1, mark.column + 1)) from None
    except yaml.reader.ReaderError as error:
        # libyaml counts bytes, PyYAML's own reader characters
        index = len(text[: error.position].encode()) if error.encoding == "unicode" else error.position
        place = _place_of_byte(text.encode(), index, file)
        raise fail(f"expected printable text, got {chr(error.character)!r}", place) from None


class _Composer:
    def __init__(self, text: str, file: str) -> None:
        self.file = file
        self.loader = Loader(text)
        self.anchors: dict[str, tuple[Node, int, int]] = {}  # what stands there, its size and its height
        self.count = 0
        self.deepest = 0

    def document(self) -> Node:
        try:
            first = self._next()
            while isinstance(first, (yaml.StreamStartEvent, yaml.DocumentStartEvent)):
                first = self._next()
            if isinstance(first, yaml.StreamEndEvent):
                raise fail("expected keys with values, got an empty file", Place(self.file, 1, 1))
            root = self._node(first, 0)
            self._next()  # the end of the document
            if not isinstance(after := self._next(), yaml.StreamEndEvent):
                raise fail("expected one document, got a second one", self._place(after))
            return root
        finally:
            self.loader.dispose()

    def _next(self) -> yaml.Event:
        return self.loader.get_event()

    def _place(self, event: yaml.Event) -> Place:
        return Place(self.file, event.start_mark.line + 1, event.start_mark.column + 1)

    def _node(self, event: yaml.Event, depth: int) -> Node:
        place = self._place(event)
        if isinstance(event, yaml.AliasEvent):
            if event.anchor not in self.anchors:
                raise fail(f"no '&{event.anchor}' stands above this '*{event.anchor}'", place)
            node, size, height = self.anchors[event.anchor]
            self._counted(size, place)
            self._reached(depth + height, place)
            return node
        before, deepest = self.count, self.deepest
        self.deepest = depth
        self._counted(1, place)
        self._reached(depth, place)
        if event.tag not in (None, "!"):
            raise fail(f"expected a value without a tag, got {event.tag}", place)
        if isinstance(event, yaml.ScalarEvent):
            node = Scalar(event.value, place, plain=event.implicit[0])
        elif isinstance(event, yaml.SequenceStartEvent):
            node = self._sequence(place, depth)
        else:
            node = self._mapping(place, depth)
        if event.anchor:
            self.anchors[event.anchor] = (node, self.count - before, self.deepest - depth)
        self.deepest = max(deepest, self.deepest)
        return node

    def _counted(self, size: int, place: Place) -> None:
        self.count += size
        if self.count > MAX_NODES:
            raise fail(f"expected at most {MAX_NODES:,} values, aliases included", place)

    def _reached(self, depth: int, place: Place) -> None:
        """Bounds the depth with every alias counted as what it stands for: whatever reads the nodes recurses."""
        self.deepest = max(self.deepest, depth)
        if depth > MAX_DEPTH:
            raise fail(f"expected at most {MAX_DEPTH} levels of nesting, aliases included", place)

    def _sequence(self, place: Place, depth: int) -> Sequence:
        items = []
        while not isinstance(event := self._next(), yaml.SequenceEndEvent):
            items.append(self._node(event, depth + 1))
        return Sequence(tuple(items), place)

    def _mapping(self, place: Place, depth: int) -> Mapping:
        items: dict[str, Node] = {}
        keys: dict[str, Place] = {}
        while not isinstance(event := self._next(), yaml.MappingEndEvent):
            key = self._node(event, depth + 1)
            if not isinstance(key, Scalar):
                raise fail("expected a name before the colon", key.place)
            if key.plain and key.text == "<<":
                raise fail("merge keys (<<) are not read; name a layout or kind to extend instead", key.place)
            if key.text in items:
                first = keys[key.text]
                raise fail(f"the key '{key.text}' stands twice, first in line {first.line}", key.place)
            keys[key.text] = key.place
            items[key.text] = self._node(self._next(), depth + 1)
        return Mapping(items, place, keys)


def _explain(error: yaml.MarkedYAMLError, text: str) -> str:
    """The parser's problem in a designer's words, with what to do where that is known."""
    problem = error.problem or "cannot be read as YAML"
    lines = text.splitlines()
    mark = error.problem_mark
    line = lines[mark.line] if mark and mark.line < len(lines) else ""
    if "\t" in line and "cannot start any token" in problem:
        return "expected spaces, got a tab; YAML is indented with spaces only"
    if "mapping values are not allowed" in problem:
        return "unexpected ': ' inside a text; put the whole text between quotes"
    return f"cannot be read as YAML: {problem}" + (f" ({error.context})" if error.context else "")


def _cut_colour(text: str, line: int) -> int | None:
    """Where a colour without quotes has cut off the rest of its line, at or just before a faulty line."""
    upto = "".join(text.splitlines(keepends=True)[: line + 1])
    found = list(re.finditer(r"[:,{[][ \t]+(#[0-9a-fA-F]{6})\b", upto))
    return found[-1].start(1) if found else None


def _place_of_byte(raw: bytes, index: int, file: str) -> Place:
    before = raw[:index]
    column = len(before[before.rfind(b"\n") + 1 :].decode("utf-8", "replace"))
    return Place(file, before.count(b"\n") + 1, column + 1)
