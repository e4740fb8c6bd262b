"""Drawings that vectors cannot show, as pixels. resvg draws them, from what was read here: it opens no file itself."""

from __future__ import annotations

import base64
import copy
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree

from cardgen.errors import InputError, Place, fail
from cardgen.pixels import for_web
from cardgen.svg.reading import Find
from cardgen.svg.tree import SVG, Element, read_file

DPI = 300
_MOST = 8_000  # pixels to a side
_SECONDS = 6  # for one picture
_HELD = "{http://www.w3.org/XML/1998/namespace}space"


def rastered(path: Path, width: int, fonts: Sequence[Path], text_font: str, find: Find | None) -> bytes:
    """A PNG file of an SVG file, so many pixels wide. Raises InputError.

    `fonts` are files; words in others are set in the family `text_font`.
    """
    root = _clean(read_file(path), path, find)
    root.set("xmlns", SVG)
    asked = {
        "svg": ElementTree.tostring(root, encoding="unicode"),
        "width": min(max(1, width), _MOST),
        "fonts": [str(file) for file in fonts],
        "family": text_font,
    }
    command = [sys.executable, "-m", "cardgen.svg.resvg"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    try:
        done = subprocess.run(
            command, input=json.dumps(asked).encode(), capture_output=True, timeout=_SECONDS, env=environment
        )
    except subprocess.TimeoutExpired:
        raise fail(f"takes more than {_SECONDS} s to draw", Place(str(path))) from None
    if done.returncode:
        reason = done.stderr.decode(errors="replace").strip().splitlines()[-1:] or ["no reason given"]
        raise fail(f"cannot be drawn: {reason[0][:100]}", Place(str(path)))
    return done.stdout


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
