"""Parses the XML of CardMaker's projects to a flat list of elements, within bounds."""

from __future__ import annotations

import re
from xml.parsers import expat

from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import Place, fail

MAX_ELEMENTS, MAX_DEEP = 20_000, 30


@dataclass(frozen=True, slots=True)
class XmlElement:
    """An element of XML: its name, its attributes by lower-case names, its line and its depth."""

    name: str
    attributes: dict[str, str]
    line: int
    depth: int


def parse_elements(text: str, file: str) -> list[XmlElement]:
    """The elements of XML, in order. Raises InputError for what is no XML, declares entities, or is too deep."""
    elements: list[XmlElement] = []
    depth = 0
    parser = expat.ParserCreate()

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        line = parser.CurrentLineNumber
        if depth > MAX_DEEP or len(elements) >= MAX_ELEMENTS:
            what = f"{MAX_DEEP} levels of nesting" if depth > MAX_DEEP else f"{MAX_ELEMENTS:,} elements"
            raise fail(f"expected at most {what}", Place(file, line, parser.CurrentColumnNumber + 1))
        elements.append(XmlElement(name, {key.lower(): value for key, value in attributes.items()}, line, depth))

    def end(name: str) -> None:
        nonlocal depth
        depth -= 1

    def refuse_doctype(*_: object) -> None:
        place = Place(file, parser.CurrentLineNumber, parser.CurrentColumnNumber + 1)
        raise fail("expected a project of CardMaker, got XML with a document type of its own", place)

    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.StartDoctypeDeclHandler = parser.EntityDeclHandler = refuse_doctype
    try:
        parser.Parse(re.sub(r"^\s*<\?xml[^>]*\?>", "", text), True)
    except expat.ExpatError as error:
        message = expat.ErrorString(error.code)
        raise fail(f"cardgen cannot read this as XML: {message}", Place(file, error.lineno, error.offset + 1)) from None
    return elements
