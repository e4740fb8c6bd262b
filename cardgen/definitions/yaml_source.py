"""Reads a YAML file into nodes, in one bounded pass over the parser's events.

Composing is done here because PyYAML's own composer recurses (30,000 brackets crash the process), keeps the
last of two equal keys in silence, and guesses types.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

from cardgen.definitions.nodes import Mapping, Node, Scalar, Sequence
from cardgen.foundations.errors import Place, fail
from cardgen.store.reach import read_bytes

# Without libyaml, PyYAML is slower but gives the same events
Loader: type[yaml.CSafeLoader] | type[yaml.SafeLoader] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

MAX_BYTES = 4_000_000
MAX_DEPTH = 40
MAX_TEXT = 100_000  # of one value
MAX_NODES = 200_000  # each alias counts as all nodes that it stands for
_CONFLICT = re.compile(r"^(<{7}|={7}|>{7}|\|{7})(?= |$)", re.M)
START = yaml.Mark("", 0, 0, 0, None, 0)  # the mark of events without one: the start of the file


def read_yaml(path: Path) -> Node:
    """Reads the only document in a file. Raises InputError with the place of the first fault."""
    return _parsed(read_text(path), str(path))


def read_text(path: Path, sixteen: bool = False, advice: str = "save the file as UTF-8") -> str:
    """Reads the text of a definition file of a bounded size: UTF-8, with or without a byte order mark, or, with
    `sixteen`, also UTF-16 with its mark. `advice` is the remedy that messages give for other encodings.
    """
    raw = read_bytes(path, MAX_BYTES)
    wide = sixteen and raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    try:
        text = raw.decode("utf-16" if wide else "utf-8-sig")
    except UnicodeDecodeError as error:
        place = Place(str(path)) if wide else _place_of_byte(raw, error.start, str(path))
        message = f"expected {'UTF-16' if wide else 'UTF-8'} text, got the byte 0x{raw[error.start]:02X}; {advice}"
        raise fail(message, place) from None
    if (at := text.find("\0")) >= 0:
        place = _place_of_byte(text.encode(), len(text[:at].encode()), str(path))
        raise fail("expected text, got a NUL byte", place)
    return text


def refuse_conflict(text: str, file: str, cure: str) -> None:
    """Raises InputError if a merge has left its marks; `cure` says which lines to keep."""
    if mark := _CONFLICT.search(text):
        line = text.count("\n", 0, mark.start()) + 1
        message = f"a merge left a conflict here ({mark[0]}); {cure}, and delete the marks"
        raise fail(message, Place(file, line, 1))


def parse_yaml(text: str, file: str, last_wins: bool = False) -> Node:
    """Parses the only document in a text; `file` is its name in messages. A repeated key is a fault, unless
    `last_wins`, as other programs read their files."""
    try:
        return _Composer(text, file, last_wins).document()
    except yaml.MarkedYAMLError as error:
        if "nesting" in (error.problem or "") and error.problem_mark and error.problem_mark.index < len(text):
            parse_yaml(text[: error.problem_mark.index], file)  # newer libyaml stops before our limit
        message, line, column = _explain(error, text)
        raise fail(message, Place(file, line + 1, column + 1)) from None
    except yaml.reader.ReaderError as error:
        # libyaml counts bytes, PyYAML's own reader characters
        index = len(text[: error.position].encode()) if error.encoding == "unicode" else error.position
        place = _place_of_byte(text.encode(), index, file)
        raise fail(f"expected printable text, got {chr(error.character)!r}", place) from None


# variants and languages read the same files again and again; nodes are frozen
_parsed = lru_cache(maxsize=500)(parse_yaml)


class _Composer:
    def __init__(self, text: str, file: str, last_wins: bool = False) -> None:
        self.file, self.last_wins = file, last_wins
        self.lines = text.splitlines()
        self.loader = Loader(text)
        # PyYAML's grammar restricts which event can follow which, but its types do not
        self.events: Iterator[Any] = iter(self.loader.get_event, None)
        self.anchors: dict[str, tuple[Node, int, int]] = {}  # the node of each anchor, its size and its height
        self.count = 0
        self.deepest = 0

    def document(self) -> Node:
        try:
            first = next(self.events)
            while isinstance(first, (yaml.StreamStartEvent, yaml.DocumentStartEvent)):
                first = next(self.events)
            if isinstance(first, yaml.StreamEndEvent):
                raise fail("expected keys with values, got an empty file", Place(self.file, 1, 1))
            root = self._node(first, 0)
            next(self.events)  # skip the end of the document
            if not isinstance(after := next(self.events), yaml.StreamEndEvent):
                raise fail("expected one document, got a second one", self._place(after))
            return root
        finally:
            self.loader.dispose()

    def _place(self, event: yaml.Event) -> Place:
        mark = event.start_mark or START
        return Place(self.file, mark.line + 1, mark.column + 1)

    def _node(self, event: yaml.AliasEvent | yaml.ScalarEvent | yaml.CollectionStartEvent, depth: int) -> Node:
        place = self._place(event)
        if isinstance(event, yaml.AliasEvent):
            if event.anchor not in self.anchors:
                hint = "put a text that starts with * between quotes"
                raise fail(f"no '&{event.anchor}' stands above this '*{event.anchor}'; {hint}", place)
            node, size, height = self.anchors[event.anchor]
            self._check_size(size, place)
            self._require_depth(depth + height, place)
            return node
        before, deepest = self.count, self.deepest
        self.deepest = depth
        self._check_size(1, place)
        self._require_depth(depth, place)
        if event.tag not in (None, "!"):
            raise fail(f"expected a value without a tag, got {event.tag}", place)
        if isinstance(event, yaml.ScalarEvent):
            node = self._scalar(event, place)
        elif isinstance(event, yaml.SequenceStartEvent):
            node = self._sequence(place, depth)
        else:
            node = self._mapping(place, depth)
        if event.anchor:
            self.anchors[event.anchor] = (node, self.count - before, self.deepest - depth)
        self.deepest = max(deepest, self.deepest)
        return node

    def _scalar(self, event: yaml.ScalarEvent, place: Place) -> Scalar:
        if len(event.value) > MAX_TEXT:
            raise fail(f"expected at most {MAX_TEXT:,} characters of one value, got {len(event.value):,}", place)
        end = event.end_mark or START
        quotes = 0 if event.implicit[0] else 1
        as_it_reads = end.line + 1 == place.line and end.column + 1 - place.column == len(event.value) + 2 * quotes
        lead = quotes if as_it_reads else None
        if not event.implicit[0]:
            # A block text ends with the line break before the next key, which no author wants to print
            text = event.value.rstrip("\n") if event.style in ("|", ">") else event.value
            return Scalar(text, place, plain=False, lead=lead)
        rest = self.lines[end.line][end.column :] if end.line < len(self.lines) else ""
        cut = re.match(r"[ \t]+#(?=\S)", rest)
        cut_place = Place(self.file, end.line + 1, end.column + cut.end()) if cut else None
        return Scalar(event.value, place, cut=cut_place, lead=lead)

    def _check_size(self, size: int, place: Place) -> None:
        self.count += size
        if self.count > MAX_NODES:
            raise fail(f"expected at most {MAX_NODES:,} values, aliases included", place)

    def _require_depth(self, depth: int, place: Place) -> None:
        """Bounds the depth, including nodes that aliases stand for, because readers of nodes recurse."""
        self.deepest = max(self.deepest, depth)
        if depth > MAX_DEPTH:
            raise fail(f"expected at most {MAX_DEPTH} levels of nesting, aliases included", place)

    def _sequence(self, place: Place, depth: int) -> Sequence:
        items = []
        while not isinstance(event := next(self.events), yaml.SequenceEndEvent):
            items.append(self._node(event, depth + 1))
        return Sequence(tuple(items), place)

    def _mapping(self, place: Place, depth: int) -> Mapping:
        items: dict[str, Node] = {}
        keys: dict[str, Place] = {}
        while not isinstance(event := next(self.events), yaml.MappingEndEvent):
            key = self._node(event, depth + 1)
            if not isinstance(key, Scalar):
                raise fail("expected a name before the colon", key.place)
            if key.plain and key.text[:1] == "\u00a0":
                raise fail("there is a no-break space before this name; indent with plain spaces", key.place)
            if key.plain and key.text == "<<":
                raise fail(
                    "merge keys (<<) are not read; repeat the keys, or in a layout say `extends: NAME`", key.place
                )
            if key.text in items and not self.last_wins:
                first = keys[key.text]
                raise fail(f"the key '{key.text}' appears twice, first in line {first.line}", key.place)
            keys[key.text] = key.place
            value = next(self.events)
            bare = items and isinstance(value, yaml.ScalarEvent) and not value.value  # a model reports {value}
            if bare and self._lacks_colon(event, value):
                raise fail(f"'{key.text}' has no value; put a text that contains a comma between quotes", key.place)
            items[key.text] = self._node(value, depth + 1)
        return Mapping(items, place, keys)

    def _lacks_colon(self, key: yaml.Event, value: yaml.Event) -> bool:
        """Whether only a comma or a bracket follows a key: a text in braces was cut at its comma."""
        end, start = key.end_mark or START, value.start_mark or START
        if end.line >= len(self.lines):
            return False
        return ":" not in self.lines[end.line][end.column : start.column if start.line == end.line else None]


QUOTE = "put the whole text between quotes"
INDENT = "the indentation of this line differs from its neighbours, or the line above is not finished"
OPENERS = {"[": "bracket", "{": "brace", '"': "quote", "'": "quote"}
Explanation = tuple[str, int, int]  # a message, and the line and column that it is about, from 0


def _explain(error: yaml.MarkedYAMLError, text: str) -> Explanation:
    """The parser's problem in a designer's words, with the remedy if it is known, and the place."""
    problem, context = error.problem or "", error.context or ""
    mark = error.problem_mark or error.context_mark or START
    opened = error.context_mark or mark
    lines = text.splitlines()
    line = lines[mark.line] if mark.line < len(lines) else ""
    before, character = line[: mark.column], line[mark.column : mark.column + 1]

    def here(message: str) -> Explanation:
        return message, mark.line, mark.column

    flow = "flow" in context
    if cut := (flow and _cut_off(lines, opened, mark)) or _cut_colour(lines, mark.line, len(lines) if flow else 2):
        return cut
    if "\t" in line[: len(line) - len(line.lstrip())]:
        return "expected spaces, got a tab; YAML is indented with spaces only", mark.line, line.index("\t")
    if "\u00a0" in line[: len(line) - len(line.lstrip())]:
        return "a no-break space indents this line; indent with plain spaces", mark.line, line.index("\u00a0")
    if "quoted scalar" in context:
        if "escape" in problem:
            return here("inside double quotes, write a backslash twice (\\\\\\\\); or use single quotes")
        return "the quote opened here is not closed", opened.line, opened.column
    if "alias" in context or "anchor" in context or "block scalar" in context or "directive" in context:
        sign = lines[opened.line][opened.column]
        return f"a text cannot start with {sign}; {QUOTE}", opened.line, opened.column
    if "cannot start any token" in problem or "entries are not allowed" in problem or "keys are not allowed" in problem:
        return here(f"a text cannot start with {character}; {QUOTE}")
    if "node content" in problem:
        return here(f"a text cannot start with {character}; {QUOTE}" if character else "expected a value, got nothing")
    if "mapping values are not allowed" in problem:
        alone = mark.line and re.fullmatch(r"\s*[^\s:]+", before)
        return here(INDENT if alone else f"unexpected ': ' inside a text; {QUOTE}")
    if "could not find expected ':'" in problem:
        return "expected a colon and a space after this name", opened.line, opened.column
    if explanation := _goes_on(lines, mark.line, mark.column):
        return explanation
    if flow:
        if character == ":" and opened.line == mark.line:
            return here(f"unexpected ': ' inside a text; {QUOTE}, or a comma before the next name")
        sign = lines[opened.line][opened.column]
        return f"the {OPENERS.get(sign, 'bracket')} {sign} opened here is not closed", opened.line, opened.column
    if character in ("]", "}"):
        return here(f"this {character} closes nothing; {QUOTE}")
    if "parsing a block" in context:
        return here(INDENT)
    return here(f"cannot be read as YAML: {problem}" + (f" ({context})" if context else ""))


def _goes_on(lines: list[str], line: int, column: int) -> Explanation | None:
    """The start of a text that continues behind what looks like a list, a mapping, an alias or a quoted text."""
    before = lines[line][:column].rstrip() if line < len(lines) else ""
    if not re.search(r"[\]}\"']$|[*&][\w-]+$", before) or lines[line][column : column + 1] in ("]", "}"):
        return None
    sign = before[-1]
    if sign in "\"'" and before.count(sign) % 2:  # the sign closes a quote from a line above
        for above in reversed(range(line)):
            if lines[above].count(sign) % 2:
                return "the quote opened here is not closed", above, lines[above].rindex(sign)
    starts = list(re.finditer(r"(?:[:,-]\s+|[\[{]\s*|^\s*)([*&{\[\"'])", before))
    if not starts:
        return None
    start = starts[-1]
    if start[1] in "\"'":
        return f"the text goes on after its closing quote; {QUOTE}", line, start.start(1)
    return f"a text cannot start with {start[1]}; {QUOTE}", line, start.start(1)


def _cut_off(lines: list[str], opened: yaml.Mark, mark: yaml.Mark) -> Explanation | None:
    """The place of a # without a space behind it that cuts off the rest of an unclosed list or mapping."""
    for index in reversed(range(opened.line, min(mark.line, len(lines) - 1) + 1)):
        start = opened.column if index == opened.line else 0
        bare = re.sub(r"\"[^\"]*\"|'[^']*'", lambda quoted: "x" * len(quoted[0]), lines[index][start:])
        if match := re.search(r"[ \t]#(?=\S)", bare):
            column = start + match.start() + 1
            colour = re.match(r"#([0-9a-fA-F]{3}){1,2}\b", lines[index][column:])
            cure = "put a colour between quotes, as in '#c9a27a'" if colour else QUOTE
            return f"a # begins a comment; {cure}", index, column
    return None


def _cut_colour(lines: list[str], line: int, most: int) -> Explanation | None:
    """The place of a colour without quotes that cuts off the rest of its line: in the faulty line, or in the `most` - 1
    lines above it."""
    for index in range(min(line, len(lines) - 1), max(-1, line - most), -1):
        if match := re.search(r"[:,{[][ \t]+(#(?:[0-9a-fA-F]{3}){1,2})\b", lines[index]):
            return "a # begins a comment; put a colour between quotes, as in '#c9a27a'", index, match.start(1)
    return None


def _place_of_byte(raw: bytes, index: int, file: str) -> Place:
    before = raw[:index]
    column = len(before[before.rfind(b"\n") + 1 :].decode("utf-8", "replace"))
    return Place(file, before.count(b"\n") + 1, column + 1)
