"""Measures the area of paper that ink covers. It keeps the measurements of each face for the next build."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

from cardgen.faces.supplies import symbol_digest
from cardgen.foundations.units import INCH
from cardgen.graphics.drawing import Document, Group, Item, Page, Use
from cardgen.graphics.geometry import Box, segments_box, translation
from cardgen.graphics.needs import needs_of, used_symbols
from cardgen.press.edition_key import codes
from cardgen.press.files import Files, digest
from cardgen.store import cache

_KIND, _MAX_BYTES = "ink", 10_000_000
_DOTS = 30 / INCH  # dots per mm: enough to measure how dark a face is
_Use = tuple[str, Box | None]  # a face, and the box to which it is clipped


def ink_area(document: Document, part: str, files: Files) -> int:
    """Returns the covered area of all pages in cm². A tint counts by how dark it is.

    `part` names the sheets, such as `cards`; the areas of each part's faces are kept together.
    """
    uses = Counter(use for page in document.pages for use in _uses(page.items, None))
    faces = {name: _face_digest(document, name, files) for name, _ in uses}
    keys = {use: digest(faces[use[0]], use[1]) for use in uses}
    record = digest(document.title, document.language, part, codes(None))
    known = _recall(record)
    if new := [use for use in uses if keys[use] not in known]:
        measured = _dark_areas(document, new)
        known = {key: measured[use] if use in measured else known[key] for use, key in keys.items()}
        cache.keep(_KIND, record, json.dumps(known).encode())
        cache.prune(_KIND, _MAX_BYTES)
    return round(sum(count * known[keys[use]] for use, count in uses.items()))


def _recall(record: str) -> dict[str, float]:
    """The kept areas of faces, in cm², by their keys."""
    try:
        return json.loads(cache.read(_KIND, record) or b"{}")
    except ValueError:
        return {}


def _face_digest(document: Document, name: str, files: Files) -> str:
    """A digest that changes with all that a face draws, the files of its fonts and pictures included."""
    symbols = used_symbols([name], document.symbols).values()
    parts = [needs_of(symbol.items) for symbol in symbols]
    fonts = [document.fonts[font] for font in sorted({font for part in parts for font in part.signs})]
    pictures = [document.pictures[picture] for picture in sorted({name for part in parts for name in part.pictures})]
    paths = [font.path for font in fonts] + [picture for picture in pictures if not isinstance(picture, bytes)]
    return digest([symbol_digest(symbol) for symbol in symbols], fonts, pictures, files.digests(paths))


def _dark_areas(document: Document, uses: Iterable[_Use]) -> dict[_Use, float]:
    """The dark area of each face within its clip, in cm²."""
    from PIL import Image, ImageStat

    from cardgen.pdf.raster import Rasteriser
    from cardgen.pdf.write import write_pdf

    boxes = {name: document.symbols[name].box for name, _ in uses}
    pages = tuple(_page(name, box) for name, box in boxes.items())
    drawn = Rasteriser(write_pdf(replace(document, pages=pages)))  # packed: the sheets share the forms
    faces = {}
    for number, (name, page) in enumerate(zip(boxes, pages, strict=True)):
        width, height = max(1, round(page.width * _DOTS)), max(1, round(page.height * _DOTS))
        faces[name] = Image.frombytes("RGB", (width, height), drawn.page(number, width, height).data)
    areas = {}
    for name, clip in uses:
        face = faces[name]
        left, top, right, bottom = (round(side * _DOTS) for side in _within(clip, boxes[name]))
        seen = face.crop((max(0, left), max(0, top), min(right, face.width), min(bottom, face.height)))
        light = sum(ImageStat.Stat(seen).sum) / 3 / 255  # the mean of three colours
        areas[name, clip] = (seen.width * seen.height - light) / _DOTS**2 / 100
    return areas


def _page(symbol: str, box: Box) -> Page:
    """A page that shows one face."""
    left, top, right, bottom = box
    size = right - left, bottom - top
    return Page(*size, (Group((Use(symbol),), translation(-left, -top)),), (0, 0, *size), (0, 0, *size))


def _uses(items: Iterable[Item], clip: Box | None) -> Iterator[tuple[str, Box | None]]:
    """Yields the faces on a page, each with the box to which it is clipped."""
    for item in items:
        if isinstance(item, Use):
            yield item.symbol, clip
        elif isinstance(item, Group):
            yield from _uses(item.items, segments_box(item.clip) if item.clip else clip)


def _within(clip: Box | None, box: Box) -> Box:
    """The part of a box inside the clip, from the corner of the box."""
    left, top, right, bottom = box
    seen = clip or box
    return (
        max(seen[0], left) - left, max(seen[1], top) - top, min(seen[2], right) - left, min(seen[3], bottom) - top
    )  # fmt: skip
