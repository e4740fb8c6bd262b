"""Edits values of a YAML file in place, and leaves all other bytes as they are.

It replaces a value at the parser's marks (YAML 1.1, section 8 on scalar styles), in the style that it had. For every
change, it compares the data of the whole file before and after.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Any

import yaml

from cardgen.definitions.nodes import NULLS
from cardgen.definitions.yaml_source import Loader, parse_yaml
from cardgen.foundations.errors import InputError, Place, fail

Path = Sequence[str]
_BREAK = re.compile(r"\r\n|[\n\r\x85\u2028\u2029]")  # ends of lines in YAML 1.1
_HIDDEN = re.compile("[\x7f-\x9f\u2028\u2029\ufeff]")  # characters that JSON does not escape and YAML does not accept


class Edited:
    """The text of a file while it is being changed. `file` is its name in messages, `order` gives the place of new
    top-level keys, and `flow` is whether their values are written in one line."""

    def __init__(self, text: str, file: str, order: Sequence[str] = (), flow: bool = False) -> None:
        self.text, self.file, self.order, self.flow = text, file, order, flow

    def value(self, path: Path) -> str | None:
        """Returns the text at a path of keys; None if there is none."""
        path_nodes = _walk(self._root(), path)
        return (
            path_nodes[-1].value
            if len(path_nodes) > len(path) and isinstance(path_nodes[-1], yaml.ScalarNode)
            else None
        )

    def set(self, path: Path, value: str) -> None:
        """Writes a text or a plain value at a path of keys, new ones included.

        Raises InputError if the file cannot be changed without loss.
        """
        path_nodes = _walk(self._root(), path)
        *_, node = path_nodes
        if len(path_nodes) > len(path):
            if node.value == value and isinstance(node, yaml.ScalarNode):
                return
            if isinstance(node, yaml.ScalarNode) and node.style in ("|", ">") and node.value.endswith("\n"):
                value = value.rstrip("\n") + "\n"
            made = self._replacements(node, value) if isinstance(node, yaml.ScalarNode) else iter(())
        else:
            made = self._insertions(node, path[: len(path_nodes) - 1], path[len(path_nodes) - 1 :], value)
        self._take(made, path, value)

    def put(self, path: Path, written: str) -> None:
        """Writes a value, given as YAML in one line, at a path of keys, instead of the present value; each new key gets
        a line of its own.

        Raises InputError if the value is not YAML, or if the file cannot be changed without loss.
        """
        try:
            value = _plain_value(_compose(written))
        except yaml.YAMLError:
            wanted = "a value in one line such as {by: card.id, fox: gold}"
            raise fail(f"{path[-1]}: expected {wanted}, got {written[:40]!r}", Place(self.file)) from None
        path_nodes = _walk(self._root(), path)
        if len(path_nodes) > len(path):
            start, end = self._span(path_nodes[-1])
            made = iter([self.text[:start] + written + self.text[end:]])
        else:
            depth = len(path_nodes) - 1
            made = self._insertions(path_nodes[-1], path[:depth], path[depth:], written, deep=True)
        self._take(made, path, value)

    def drop(self, path: Path) -> None:
        """Removes a key, and its mapping if that is then empty; comments on lines of their own stay."""
        path_nodes = _walk(self._root(), path)
        if len(path_nodes) <= len(path):
            return
        while len(path) > 1 and len(path_nodes[len(path) - 1].value) == 1:
            path = path[:-1]
        self._take(self._without(path_nodes[len(path) - 1], path[-1]), path, None)

    def reorder(self, path: Path, before: str | None) -> None:
        """Moves the lines of a key, with the comments just above it, in front of another key of the same mapping, or
        behind all.

        Raises InputError if the file cannot be changed without loss.
        """
        found = _walk(self._root(), path)
        if len(found) <= len(path):
            return
        names = [name.value for name, _ in found[-2].value]
        wanted = [name for name in names if name != path[-1]]
        wanted.insert(wanted.index(before) if before in wanted else len(wanted), path[-1])
        said = _plain_value(self._root())
        for text in self._reorderings(found[-2], path[-1], before):
            moved = _compose(text)
            if _plain_value(moved) == said and [name.value for name, _ in _walk(moved, path)[-2].value] == wanted:
                self.text = text
                return
        raise fail(f"{path[-1]}: cardgen cannot move this; move its lines by hand", Place(self.file))

    def _reorderings(self, node: Any, key: str, before: str | None) -> Iterator[str]:
        if node.flow_style:
            return
        lines = {}
        for name, value in node.value:
            start = self.text.rfind("\n", 0, self._index(name.start_mark)) + 1
            while (above := self.text.rfind("\n", 0, max(0, start - 1)) + 1) < start:
                if not self.text[above:start].lstrip().startswith("#"):
                    break
                start = above
            lines[name.value] = start, self._line_end(self._span(value)[1])
        start, end = lines[key]
        moved = self.text[start:end]
        at = lines[before][0] if before in lines else lines[node.value[-1][0].value][1]
        moved += "" if moved.endswith(("\n", "\r")) else self._line
        if at <= start:
            yield self.text[:at] + moved + self.text[at:start] + self.text[end:]
        else:
            between = self.text[end:at]
            between += "" if not between or between.endswith(("\n", "\r")) else self._line
            yield self.text[:start] + between + moved + self.text[at:]

    def _root(self) -> yaml.Node | None:
        parse_yaml(self.text, self.file)  # parsing checks the bounds and reports faults
        return _compose(self.text)

    def _take(self, made: Iterator[str], path: Path, value: object) -> None:
        """The first of the texts with the right data."""
        wanted = _with(_plain_value(self._root()), path, value)
        for text in made:
            try:
                parse_yaml(text, self.file)
                if _plain_value(_compose(text)) == wanted:
                    self.text = text
                    return
            except (InputError, yaml.YAMLError):
                continue
        named = ".".join(path)
        raise fail(f"{named}: cardgen cannot change this without losing something; change it by hand", Place(self.file))

    def _replacements(self, node: yaml.ScalarNode, value: str) -> Iterator[str]:
        start, end = self._span(node)
        for styled in self._styles(node, value):
            yield self.text[:start] + styled + self.text[end:]

    def _styles(self, node: yaml.ScalarNode, value: str) -> Iterator[str]:
        """The ways to write the value, the present style first."""
        start, end = self._span(node)
        if node.style in ("|", ">"):
            head, *lines = self.text[start:end].splitlines()
            indent = next((line[: len(line) - len(line.lstrip())] for line in lines if line.strip()), "  ")
            broken = value.rstrip("\n").split("\n") if node.style == "|" else value.rstrip("\n").split("\n\n")
            between = self._line if node.style == "|" else self._line * 2
            yield head + self._line + between.join(f"{indent}{line}" if line else "" for line in broken)
        if node.style == "'":
            yield _single(value)
        if not node.style and value == value.strip():
            yield value
        yield quoted(value)

    def _insertions(self, node: yaml.Node, above: Path, rest: Path, value: str, deep: bool = False) -> Iterator[str]:
        if not isinstance(node, yaml.MappingNode):
            return
        for said in (value, quoted(value)) if value == value.strip() else (quoted(value),):
            if node.flow_style and node.start_mark.index != node.end_mark.index:
                at = self._index(node.end_mark) - 1
                before = self.text[:at].rstrip()
                yield before + (", " if node.value else "") + _flow(rest, said) + self.text[len(before) :]
                continue
            column = node.value[0][0].start_mark.column if node.value else 0
            parted = len(rest) - 1 if deep else int(not (above or self.flow) and len(rest) > 1)
            lines = [f"{'  ' * index}{_name(key)}:" for index, key in enumerate(rest[:parted])]
            lines.append(f"{'  ' * parted}{_flow(rest[parted:], said)}")
            at = self._behind(node, rest[0] if not above else "")
            added = "".join(f"{' ' * column}{line}{self._line}" for line in lines)
            begun = "" if not at or self.text[:at].endswith(("\n", "\r")) else self._line
            yield self.text[:at] + begun + added + self.text[at:]

    def _behind(self, node: yaml.MappingNode, key: str) -> int:
        """The place of a new key of a mapping: at its end, or in the order of the file."""
        if not node.value:
            return len(self.text)
        below = set(self.order[self.order.index(key) :]) if key in self.order else set()
        before = [value for name, value in node.value if name.value not in below] or [node.value[0][1]]
        return self._line_end(self._span(before[-1])[1])

    def _without(self, node: Any, key: str) -> Iterator[str]:
        names = [name.value for name, _ in node.value]
        place = names.index(key)
        name, value = node.value[place]
        start, end = self._index(name.start_mark), self._span(value)[1]
        if not node.flow_style:
            line = self.text.rfind("\n", 0, start) + 1
            yield self.text[:line] + self.text[self._line_end(end) :]
        elif place + 1 < len(names):
            yield self.text[:start] + self.text[self._index(node.value[place + 1][0].start_mark) :]
        elif place:
            yield self.text[: self._span(node.value[place - 1][1])[1]] + self.text[end:]

    @property
    def _line(self) -> str:
        match = _BREAK.search(self.text)
        return match[0] if match else "\n"

    def _line_end(self, at: int) -> int:
        """The start of the line behind a place."""
        match = _BREAK.search(self.text, at)
        return match.end() if match else len(self.text)

    def _span(self, node: Any) -> tuple[int, int]:
        """The start and the end of a value, without comments and empty lines behind it."""
        last: Any = node
        while not isinstance(last, yaml.ScalarNode) and not last.flow_style and last.value:
            last = last.value[-1][1] if isinstance(last, yaml.MappingNode) else last.value[-1]
        start, end = self._index(node.start_mark), self._index(last.end_mark)
        return start, max(start, len(self.text[:end].rstrip()))

    def _index(self, mark: yaml.Mark) -> int:
        starts = list(accumulate((match.end() for match in _BREAK.finditer(self.text)), max, initial=0))
        return min(starts[mark.line] + mark.column, len(self.text)) if mark.line < len(starts) else len(self.text)


def _compose(text: str) -> yaml.Node | None:
    loader = Loader(text)
    try:
        return loader.get_single_node()
    finally:
        loader.dispose()


def _walk(node: yaml.Node | None, path: Path) -> list[yaml.Node]:
    """The nodes along a path from the top, as far as they exist."""
    path_nodes = [node or yaml.MappingNode("", [], yaml.Mark("", 0, 0, 0, None, 0), yaml.Mark("", 0, 0, 0, None, 0))]
    for key in path:
        pairs = path_nodes[-1].value if isinstance(path_nodes[-1], yaml.MappingNode) else ()
        below = next((value for name, value in pairs if name.value == key), None)
        if below is None:
            break
        path_nodes.append(below)
    return path_nodes


def _plain_value(node: Any) -> object:
    """The data of a file: texts, None for nothing, lists and dictionaries."""
    if isinstance(node, yaml.MappingNode):
        return {name.value: _plain_value(value) for name, value in node.value}
    if isinstance(node, yaml.SequenceNode):
        return [_plain_value(each) for each in node.value]
    if node is None:
        return {}
    return None if not node.style and node.value in NULLS else node.value


def _with(said: object, path: Path, value: object) -> object:
    """The data of a file once a path has a value; None removes the path."""
    key, *rest = path
    inner = dict(said) if isinstance(said, dict) else {}
    if rest:
        inner[key] = _with(inner.get(key), rest, value)
    elif value is None:
        inner.pop(key, None)
    else:
        inner[key] = value
    return inner


def _flow(path: Path, said: str) -> str:
    """The flow style of a path with a value: `a: {b: value}`."""
    key, *rest = path
    return f"{_name(key)}: {{{_flow(rest, said)}}}" if rest else f"{_name(key)}: {said}"


def _name(key: str) -> str:
    return key if re.fullmatch(r"[\w.-]+", key) else quoted(key)


def _single(value: str) -> str:
    doubled = value.replace("'", "''")
    return f"'{doubled}'"


def quoted(value: str) -> str:
    """Returns a text in double quotes, in one line, as YAML reads it back."""
    return _HIDDEN.sub(lambda match: f"\\u{ord(match[0]):04x}", json.dumps(value, ensure_ascii=False))
