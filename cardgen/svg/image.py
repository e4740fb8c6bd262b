"""Reads pictures inside a drawing: embedded data, or files of the game. It fetches nothing from the web."""

from __future__ import annotations

import base64
import binascii
import hashlib
from pathlib import Path
from urllib.parse import unquote, unquote_to_bytes

from cardgen.foundations.errors import Place, fail
from cardgen.graphics.drawing import Group, Item
from cardgen.graphics.geometry import rectangle
from cardgen.graphics.pixels import Pixels, measure
from cardgen.store.reach import read_bytes
from cardgen.svg.reading import Reader
from cardgen.svg.style import Style
from cardgen.svg.tree import Element
from cardgen.svg.values import Size, fit_view_box, length

MAX_DATA = 40_000_000


def image_items(reader: Reader, node: Element, style: Style, view: Size) -> tuple[Item, ...]:
    href = (node.get("href") or "").strip()
    if not href or href.startswith("#"):
        return ()
    source = content(reader, node, href)
    em = float(style["font-size"])
    x, y = length(style.get("x"), view[0], em) or 0.0, length(style.get("y"), view[1], em) or 0.0
    width, height = length(style.get("width"), view[0], em), length(style.get("height"), view[1], em)
    if (width is not None and width <= 0) or (height is not None and height <= 0):
        return ()
    if is_svg(source):
        return _drawing(reader, node, source, (x, y), (width, height), style)
    try:
        pixels = measure(source)
    except ValueError as error:
        raise fail(f"<image>: {error}", reader.at(node)) from None
    size = _size(width, height, (pixels.width, pixels.height))
    matrix, beyond = fit_view_box((0, 0, pixels.width, pixels.height), size, node.get("preserveAspectRatio"))
    box = (x + matrix[4], y + matrix[5], matrix[0] * pixels.width, matrix[3] * pixels.height)
    picture = reader.keep(source, _name(source, pixels), box)
    if beyond:
        return (Group((picture,), clip=rectangle(x, y, x + size[0], y + size[1])),)
    return (picture,)


def _size(width: float | None, height: float | None, own: Size) -> Size:
    if width is None and height is None:
        return own
    return width or (height or 0.0) * own[0] / own[1], height or (width or 0.0) * own[1] / own[0]


def _name(source: Path | bytes, pixels: Pixels) -> str:
    data = source if isinstance(source, bytes) else read_bytes(source)
    return hashlib.sha256(data).hexdigest()[:16]


def content(reader: Reader, node: Element, href: str) -> Path | bytes:
    """The data or the file that an address refers to. Raises InputError."""
    if href.startswith("data:"):
        head, _, body = href[5:].partition(",")
        try:
            data = base64.b64decode(unquote(body)) if head.endswith("base64") else unquote_to_bytes(body)
        except (ValueError, binascii.Error):
            message = "<image>: expected a picture as base64, got damaged data; embed the picture again"
            raise fail(message, reader.at(node)) from None
        if len(data) > MAX_DATA:
            raise fail(f"<image>: expected at most {MAX_DATA:,} bytes of data, got {len(data):,}", reader.at(node))
        return data
    if "://" in href.replace("file://", "") or reader.find is None:
        raise fail(f"<image>: '{href[:60]}' is not fetched; embed the picture or save it beside", reader.at(node))
    return reader.find(unquote(href.removeprefix("file://")), reader.at(node))


def is_svg(source: Path | bytes) -> bool:
    """Whether data or a file is an SVG drawing."""
    head = source[:1000] if isinstance(source, bytes) else _head(source)
    return head[:2] == b"\x1f\x8b" or b"<svg" in head or (b"<?xml" in head) or head.lstrip()[:4] == b"<!--"


def _head(path: Path) -> bytes:
    return read_bytes(path)[:1000]


def _drawing(
    reader: Reader,
    node: Element,
    source: Path | bytes,
    at: tuple[float, float],
    size: tuple[float | None, float | None],
    style: Style,
) -> tuple[Item, ...]:
    """The items of a drawing within the drawing. It cannot refer to other files."""
    data = source if isinstance(source, bytes) else read_bytes(source)
    items, own = reader.within(data, reader.at(node) if isinstance(source, bytes) else Place(str(source)), node)
    width, height = _size(*size, own)
    matrix, _ = fit_view_box((0, 0, *own), (width, height), node.get("preserveAspectRatio"))
    a, b, c, d, e, f = matrix
    x, y = at
    group = Group(items, (a, b, c, d, e + x, f + y))
    return (Group((group,), clip=rectangle(x, y, x + width, y + height)),) if items else ()
