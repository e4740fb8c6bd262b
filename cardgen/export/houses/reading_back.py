"""Checks a finished PDF file for what a press does not accept: fonts that are not embedded, and screen colours."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator

import pikepdf
from pikepdf import Name

_SCREEN = {"/DeviceRGB", "/CalRGB", "/Lab"}
_FONT_FILES = {"/FontFile", "/FontFile2", "/FontFile3"}
_OPERATORS = re.compile(rb"(?<![\w/.<])(?:rg|RG)(?!\w)")
_TEXTS = re.compile(rb"<[0-9a-fA-F]*>|\((?:\\.|[^()\\])*\)")


def unembedded_fonts(pdf: pikepdf.Pdf) -> list[str]:
    """The names of fonts that are not embedded."""
    names = set()
    for thing in pdf.objects:
        if not isinstance(thing, pikepdf.Dictionary) or thing.get("/Type") != Name.Font:
            continue
        # Composite fonts have the letters of their descendants; fonts of type 3 draw theirs
        if thing.get("/Subtype") not in (Name.Type0, Name.Type3) and not _FONT_FILES & set(_keys(thing)):
            names.add(str(thing.get("/BaseFont", "without a name")).removeprefix("/"))
    return sorted(names)


def _keys(font: pikepdf.Dictionary) -> Iterable[str]:
    descriptor = font.get("/FontDescriptor")
    return descriptor.keys() if isinstance(descriptor, pikepdf.Dictionary) else ()


def screen_colours(pdf: pikepdf.Pdf) -> list[str]:
    """The kinds of things in a file that use RGB colours: pictures, shadings, groups, operators."""
    kinds = set()
    for thing in pdf.objects:
        if not isinstance(thing, (pikepdf.Dictionary, pikepdf.Stream)):
            continue
        for key, what in (("/ColorSpace", "a picture or a shading"), ("/CS", "a group")):
            if _SCREEN & set(_names(thing.get(key))):
                kinds.add(what)
        content = _TEXTS.sub(b"", thing.read_bytes()) if isinstance(thing, pikepdf.Stream) and _draws(thing) else b""
        if _OPERATORS.search(content):
            kinds.add("a shape or a text")
    return sorted(kinds)


def _draws(stream: pikepdf.Stream) -> bool:
    """Whether a stream has operators: that of a form, or of a page, whose stream has no type."""
    if stream.get("/Subtype") == Name.Form:
        return True
    return not {"/Type", "/Subtype", "/N", "/FunctionType", "/Length1", "/ShadingType"} & set(stream.keys())


def _names(space: object) -> Iterator[str]:
    if isinstance(space, Name):
        yield str(space)
    elif isinstance(space, pikepdf.Array):
        for each in space:
            yield from _names(each)


def open_pdf(data: bytes) -> pikepdf.Pdf:
    return pikepdf.open(io.BytesIO(data))
