"""Drawings that vectors cannot show, as pixels. resvg draws them, from what was read here: it opens no file itself."""

from __future__ import annotations

import base64
import copy
from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree

from cardgen.errors import InputError, Place, fail
from cardgen.pixels import for_web
from cardgen.svg.reading import Find
from cardgen.svg.tree import SVG, Element, read_file

DPI = 300
_MOST = 8_000  # pixels to a side
_HELD = "{http://www.w3.org/XML/1998/namespace}space"


def rastered(path: Path, width: int, fonts: Sequence[Path], text_font: str, find: Find | None) -> bytes:
    """A PNG file of an SVG file, so many pixels wide. Raises InputError.

    `fonts` are files; words in others are set in the family `text_font`.
    """
    import resvg_py

    root = _clean(read_file(path), path, find)
    root.set("xmlns", SVG)
    text = ElementTree.tostring(root, encoding="unicode")
    try:
        return resvg_py.svg_to_bytes(
            svg_string=text,
            width=min(max(1, width), _MOST),
            skip_system_fonts=True,
            dpi=96,
            font_files=[str(file) for file in fonts],
            font_family=text_font,
            serif_family=text_font,
            sans_serif_family=text_font,
            cursive_family=text_font,
            fantasy_family=text_font,
            monospace_family=text_font,
        )
    except BaseException as error:  # where resvg gives up altogether that is no Exception
        if isinstance(error, (KeyboardInterrupt, SystemExit)):
            raise
        raise fail(f"cannot be drawn: {str(error)[:100]}", Place(str(path))) from None


def _clean(root: Element, path: Path, find: Find | None) -> ElementTree.Element:
    """A copy with nothing but SVG's own elements, its pictures inside it and its other addresses left out."""
    found = copy.deepcopy(root)
    for node in list(found.iter()):
        for child in list(node):
            if ":" in str(child.tag) or child.tag in ("script", "foreignObject"):
                node.remove(child)
        if space := node.attrib.pop("space", None):
            node.set(_HELD, space)
        href = node.get("href", "")
        if node.tag in ("image", "feImage") and href and not href.startswith(("#", "data:")):
            node.attrib.pop("href")
            if find is not None and "://" not in href:
                place = Place(str(path), getattr(node, "line", 1), getattr(node, "column", 1))
                node.set("href", _inside(find, href, place))
    return found


def _inside(find: Find, href: str, place: Place) -> str:
    try:
        kind, data = for_web(find(href, place))
    except ValueError as error:
        if isinstance(error, InputError):
            raise
        raise fail(f"<image>: {error}", place) from None
    return f"data:image/{kind};base64,{base64.b64encode(data).decode()}"
