"""Parses an SVG file into elements with places. It reads no entity of another file, and bounds the expansion of
entities."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree
from xml.parsers import expat

from cardgen.foundations.errors import InputError, Place, fail
from cardgen.store.reach import read_bytes, unpack

MAX_BYTES = 30_000_000
MAX_ELEMENTS = 200_000
MAX_DEPTH = 100
_ENTITY = 2_000  # characters of an entity: drawing programs use entities for namespaces
_EMPTY = "expected an <svg> element, got an empty file"
_MALFORMED = "expected SVG as well-formed XML, found a mistake"
SVG, XLINK, XML = "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink", "http://www.w3.org/XML/1998/namespace"


class Element(ElementTree.Element):
    """An element of SVG: `tag` is its name, or contains a colon if it is not one of SVG. Attributes have no prefix."""

    line = 1
    column = 1

    if TYPE_CHECKING:
        # Its children are of this class
        def __iter__(self) -> Iterator[Element]: ...
        def iter(self, tag: str | None = None) -> Generator[Element, None, None]: ...


class _Builder:
    def __init__(self, place: Place) -> None:
        self.place = place
        self.parser = expat.ParserCreate(namespace_separator=" ")
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.end
        self.parser.CharacterDataHandler = self.text
        self.parser.EntityDeclHandler = self.entity
        self.open: list[Element] = []
        self.root: Element | None = None
        self.count = 0

    def entity(self, name, parameter, value, base, system, public, notation) -> None:
        if value is not None and (len(value) > _ENTITY or "&" in value):
            raise fail(f"expected entities of at most {_ENTITY:,} signs that name no others, got '{name}'", self.here())

    def here(self) -> Place:
        return Place(self.place.file, self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1)

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self.count += 1
        if self.count > MAX_ELEMENTS:
            raise fail(f"expected at most {MAX_ELEMENTS:,} elements; simplify the drawing", self.here())
        if len(self.open) >= MAX_DEPTH:
            raise fail(f"expected at most {MAX_DEPTH} groups within one another", self.here())
        if " " in "".join(attributes):
            attributes = dict(_plain(attributes))
        element = Element(_tag(name), attributes)
        element.line, element.column = self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1
        if self.open:
            self.open[-1].append(element)
        elif self.root is None:
            self.root = element
        self.open.append(element)

    def end(self, name: str) -> None:
        self.open.pop()

    def text(self, data: str) -> None:
        at = self.open[-1]
        if len(at):
            at[-1].tail = (at[-1].tail or "") + data
        else:
            at.text = (at.text or "") + data


def _tag(name: str) -> str:
    space, _, local = name.rpartition(" ")
    # Files without a namespace are read as if they had the right one
    return local if space in (SVG, "") or space.startswith("&") else f"{space}:{local}"


def _plain(attributes: dict[str, str]) -> Iterator[tuple[str, str]]:
    own = [(name, value) for name, value in attributes.items() if " " not in name]
    for name, value in attributes.items():
        space, _, local = name.rpartition(" ")
        if (space == XLINK and local == "href" and "href" not in attributes) or (space == XML and local == "space"):
            yield local, value
    yield from own


def read_tree(data: bytes, place: Place) -> Element:
    """The root of an SVG file, packed or not. Raises InputError."""
    try:
        data = unpack(data, MAX_BYTES)
    except ValueError:
        raise fail("expected a whole file packed by gzip, got a damaged one; save it as plain SVG", place) from None
    if len(data) > MAX_BYTES:
        raise fail(f"expected at most {MAX_BYTES:,} bytes; simplify the drawing", place)
    builder = _Builder(place)
    try:
        builder.parser.Parse(data, True)
    except expat.ExpatError as error:
        message = _EMPTY if not data.strip() else f"{_MALFORMED}: {expat.ErrorString(error.code)}"
        raise fail(message, Place(place.file, error.lineno, error.offset + 1)) from None
    except InputError:
        raise
    except (LookupError, ValueError, UnicodeError) as error:  # an unknown encoding
        raise fail(f"{_MALFORMED}: {error}", Place(place.file, 1, 1)) from None
    root = builder.root
    if root is None or root.tag != "svg":
        raise fail(f"expected an <svg> element, got <{root.tag}>" if root is not None else _EMPTY, place)
    return root


def read_file(path: Path) -> Element:
    """Reads a file as `read_tree` reads data. Raises InputError."""
    return read_tree(read_bytes(path, MAX_BYTES), Place(str(path)))
