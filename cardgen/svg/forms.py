"""SVG files as forms: drawings whose words and attributes contain expressions such as `{card.power}`.

cardgen reads the elements first and fills in only texts afterwards. So a value can never add an element. `<style>`,
scripts, comments and elements of other namespaces keep their braces.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from functools import lru_cache
from html import unescape
from itertools import groupby
from pathlib import Path

from cardgen.definitions.drawings import as_text, has_expressions
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import Fault, InputError, Place, fail
from cardgen.store.reach import read_bytes, unpack
from cardgen.svg.shapes import SHAPES
from cardgen.svg.tree import MAX_BYTES, Element, read_tree

MAX_BLANKS = 2_000  # of one file
MAX_LAYERS = 40
_MAX_LOCATED = 100_000  # characters of an element that cardgen searches for the place of a mistake
_KEPT = ("style", "script", "metadata", "foreignObject", "title", "desc")
_NAMES = ("id", "class")
_DRAWN = frozenset([*SHAPES, "g", "a", "switch", "svg", "use", "text", "image"])
_OF_THE_WHOLE = re.compile(r"\b(filter|mask|clip-path|opacity|transform|background|display)\b")
_OF_ORDER = re.compile(r":(nth|first|last|only|not|has)|[+~]")  # selectors that depend on siblings
_USED = re.compile(r"#([^\s\"')]+)")
_WORDS = ("text", "tspan", "textPath", "a")
_DECLARATION = re.compile(r"((?:\{[^{}]*\}|[^;{}])+)")
_EXPRESSION = re.compile(r"\{[^{}]*\}?")
_WRITTEN = re.compile(r"&[#\w]+;|.", re.DOTALL)  # a character as it is written in a file


@dataclass(frozen=True, slots=True, eq=False)
class Blank:
    """A text with expressions: the value of an element's attribute or property `name`, or words, which have no name.

    Words with `after` follow the element inside its parent. `style` is the span of a property in a `style` attribute.
    """

    node: Element
    name: str
    text: str
    after: bool = False
    style: tuple[int, int] | None = None
    within: str = ""  # the tag of the element around the words

    @property
    def about(self) -> str:
        """The name of the blank in messages."""
        return f"<{self.within or self.node.tag}>" + (f" {self.name}" if self.name else "")


@dataclass(frozen=True, slots=True, eq=False)
class FormLayer:
    """A part of a form that is drawn at once: the whole file, or a run of the root's children. Only a layer with blanks
    is drawn again for each card."""

    root: Element
    blanks: tuple[Blank, ...]


@dataclass(frozen=True, slots=True, eq=False)
class SvgForm:
    """A file with blanks, as layers from below. `above` has the ids of the elements that have blanks or contain some;
    `count` is the number of elements in layers with blanks."""

    source: str
    place: Place
    layers: tuple[FormLayer, ...]
    above: frozenset[int]
    count: int

    @property
    def blanks(self) -> Iterator[Blank]:
        return (blank for layer in self.layers for blank in layer.blanks)

    def fill_layer(self, layer: FormLayer, values: Mapping[Blank, str]) -> Element:
        """The root of a layer with a value in each blank; elements without blanks are not copied."""
        of: dict[int, list[tuple[Blank, str]]] = {}
        for blank in layer.blanks:
            of.setdefault(id(blank.node), []).append((blank, values[blank]))
        return self._copy(layer.root, of)

    def _copy(self, node: Element, of: dict[int, list[tuple[Blank, str]]]) -> Element:
        if id(node) not in self.above:
            return node
        copy = Element(node.tag, dict(node.attrib))
        copy.line, copy.column, copy.text, copy.tail = node.line, node.column, node.text, node.tail
        for blank, value in reversed(of.get(id(node), [])):  # the last blank of a style first
            if blank.after:
                copy.tail = value
            elif not blank.name:
                copy.text = value
            elif blank.style:
                first, last = blank.style
                style = copy.attrib["style"]
                copy.set("style", f"{style[:first]}{blank.name}:{value}{style[last:]}")
            else:
                copy.set(blank.name, value)
        copy.extend(self._copy(child, of) for child in node)
        return copy

    def at(self, blank: Blank, offset: int) -> Place:
        """The place of a character of a blank, by its index in the text."""
        return _place(self, blank, offset)


@lru_cache(maxsize=10_000)  # many cards have a mistake at one place
def _place(form: SvgForm, blank: Blank, offset: int) -> Place:
    node, text, starts = blank.node, blank.text, _line_starts(form)
    if node.line > len(starts):  # the encoding has no line numbers
        return Place(form.place.file, node.line, node.column)
    opening = max(0, text.rfind("{", 0, offset + 1))
    expression = _EXPRESSION.match(text, opening)
    text_sought = expression[0] if expression else "{"
    start = starts[node.line - 1] + node.column - 1
    for match in _EXPRESSION.finditer(form.source[start : start + _MAX_LOCATED]):
        characters = _WRITTEN.findall(match[0])
        decoded = "".join(map(unescape, characters))
        if (decoded if text_sought.endswith("}") else decoded[: len(text_sought)]).split() == text_sought.split():
            offset_in_file = start + match.start() + sum(map(len, characters[: offset - opening]))
            line = bisect_right(starts, offset_in_file)
            return Place(form.place.file, line, offset_in_file - starts[line - 1] + 1)
    return Place(form.place.file, node.line, node.column)


@lru_cache(maxsize=20)
def _line_starts(form: SvgForm) -> list[int]:
    """The offset of each line in a form's file."""
    return [0, *(match.end() for match in re.finditer(r"\r\n?|\n", form.source))]


def read_form(path: Path, given: frozenset[str]) -> SvgForm | None:
    """A file as a form; None if it has no expressions. They can read the names `given` besides cards and the like.

    Raises InputError.
    """
    data, place = read_bytes(path, MAX_BYTES), Place(str(path))
    try:
        data = unpack(data, MAX_BYTES)
    except ValueError:
        return None  # drawing it reports the mistake
    if b"{" not in data or not has_expressions(unescape(source := as_text(data)), given):
        return None
    root = read_tree(data, place)
    above: set[int] = set()
    blanks = tuple(_blanks(root, above, given))
    if not any(has_expressions(blank.text, given) for blank in blanks):
        return None
    if len(blanks) > MAX_BLANKS:
        last = blanks[MAX_BLANKS].node
        message = f"expected at most {MAX_BLANKS:,} texts with expressions"
        raise InputError(Fault(message, Place(place.file, last.line, last.column)))
    layers = tuple(_layers(root, blanks, above))
    count = sum(1 for layer in layers if layer.blanks for _ in layer.root.iter())
    return SvgForm(source, place, layers, frozenset(above | {id(layer.root) for layer in layers}), count)


def _layers(root: Element, blanks: tuple[Blank, ...], above: set[int]) -> Iterator[FormLayer]:
    """Runs of the root's children, with or without blanks, each with the definitions that it uses; the whole file if it
    cannot be drawn in parts."""
    children = [child for child in root if child.tag in _DRAWN]
    runs = [(has_blanks, [*run]) for has_blanks, run in groupby(children, lambda child: id(child) in above)]
    if len(runs) > MAX_LAYERS or not _can_be_layered(root, above):
        yield FormLayer(root, blanks)
        return
    for has_blanks, run in runs:
        members = {id(child) for child in run}
        part = Element(root.tag, root.attrib)
        part.line, part.column = root.line, root.column
        part.extend(child for child in root if id(child) in members or child.tag not in _DRAWN)
        inner = {id(node) for node in part.iter()} if has_blanks else set()
        yield FormLayer(part, tuple(blank for blank in blanks if id(blank.node) in inner))


def _can_be_layered(root: Element, above: set[int]) -> bool:
    """Whether the root's children can be drawn separately: its size is known, it has no effects of its own, and neither
    definitions nor style sheets depend on a child with blanks."""
    attributes = " ".join([*root.attrib, root.get("style", "")])
    sheets = "".join(text for sheet in root.iter("style") for text in sheet.itertext())
    if "viewBox" not in root.attrib or _OF_THE_WHOLE.search(attributes) or _OF_ORDER.search(sheets):
        return False
    if "mix-blend-mode" in sheets or any("mix-blend-mode" in f"{node.attrib}" for node in root.iter()):
        return False
    if any("{" in value for value in root.attrib.values()):
        return False
    if any(id(child) in above and child.tag not in _DRAWN for child in root):
        return False
    return not _refer_to_one_another(root)


def _refer_to_one_another(root: Element) -> bool:
    """Whether any child refers to elements in another drawn child, or could do so once it is filled in."""
    holders = {
        name: child for child in root if child.tag in _DRAWN for node in child.iter() if (name := node.get("id"))
    }
    for child in root:
        for value in (value for node in child.iter() for value in node.attrib.values() if "#" in value):
            if any(holders.get(name, child) is not child for name in _USED.findall(value)):
                return True
            if holders and "#{" in value:
                return True
    return False


def _blanks(node: Element, above: set[int], given: frozenset[str]) -> Iterator[Blank]:
    """The blanks of an element and its descendants; it notes the elements to copy."""
    blanks = [*_own(node, given)]
    for child in node:
        if child.tag in _KEPT or ":" in child.tag:
            after = [*_after(child, node)]
            above.update(id(blank.node) for blank in after)
            blanks += after
            continue
        inner = [*_after(child, node), *_blanks(child, above, given)]
        if inner:
            above.add(id(child))
        blanks += inner
    if blanks:
        above.add(id(node))
    yield from blanks


def _own(node: Element, given: frozenset[str]) -> Iterator[Blank]:
    if node.tag in _WORDS and "{" in (node.text or ""):
        yield Blank(node, "", node.text or "", within=node.tag)
    for name, value in node.attrib.items():
        is_name = name in _NAMES or name.startswith("data-")  # drawing programs write braces there, too
        if "{" not in value or (is_name and not has_expressions(value, given)):
            continue
        if name != "style":
            yield Blank(node, name, value)
            continue
        for match in _DECLARATION.finditer(value):
            key, colon, declaration = match[0].partition(":")
            if colon and "{" in declaration:
                yield Blank(node, key.strip(), declaration.strip(), style=match.span())


def _after(child: Element, node: Element) -> Iterator[Blank]:
    if node.tag in _WORDS and "{" in (child.tail or ""):
        yield Blank(child, "", child.tail or "", after=True, within=node.tag)


def fail_at(form: SvgForm, blank: Blank, message: str, offset: int = 0) -> InputError:
    """An error about a blank."""
    return fail(f"{blank.about}: {message}", form.at(blank, offset))
