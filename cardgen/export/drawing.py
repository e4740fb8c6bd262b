"""Faces as pictures: alone or several on a sheet, in exactly so many pixels, on all cores, remembered by what they
show."""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cardgen import cache
from cardgen.drawing import Face, Group, Item, Page, Shape, Use
from cardgen.geometry import Box, Matrix, moved, rectangle
from cardgen.press.cores import each
from cardgen.press.display import placed
from cardgen.press.sheets import Sheets
from cardgen.units import INCH

if TYPE_CHECKING:
    from cardgen.press.edition import Edition

KIND = "drawn"
_MOST = 400_000_000  # bytes that are remembered
_AT_ONCE = 3_000_000  # pixels that a process draws from one PDF file

# What the processes that draw inherit
_edition: Edition | None = None
_language = ""


@dataclass(frozen=True, slots=True)
class Drawing:
    """What becomes a picture of `size` pixels: the items of a page of `box` (in mm), which show `faces`.

    What it leaves free is white, or lets see through where `clear`.
    """

    box: Box
    items: tuple[Item, ...]
    faces: tuple[Face, ...]
    size: tuple[int, int]
    clear: bool = False

    @property
    def dpi(self) -> float:
        return self.size[0] / (self.box[2] - self.box[0]) * INCH


def portrait(
    face: Face,
    dpi: float = 300.0,
    size: tuple[int, int] | None = None,
    bleed: float = 0.0,
    rounded: bool = True,
) -> Drawing:
    """A face alone, in pixels of `dpi` or in exactly `size`, with `bleed` mm around its trim.

    `rounded`: what lies outside of its outline lets see through; else its whole rectangle is shown. With a bleed it
    always is.
    """
    box = (-bleed, -bleed, face.width + bleed, face.height + bleed)
    pixels = size or (_pixels(face.width + 2 * bleed, dpi), _pixels(face.height + 2 * bleed, dpi))
    if rounded and face.outline and not bleed:
        return Drawing(box, (placed(face),), (face,), pixels, clear=True)
    return Drawing(box, (Use(face.name),), (face,), pixels)


def sheet(faces: Sequence[Face | None], columns: int, rows: int, cell: tuple[int, int], ground: str) -> Drawing:
    """Faces in a grid, along its rows, each in a cell of so many pixels and filling it; None: a free one.

    All have the proportions of the first. What lies outside of an outline shows the face's own bleed.
    """
    first = next(face for face in faces if face)
    width, height = first.width, first.height
    items: list[Item] = [Shape(rectangle(0, 0, columns * width, rows * height), fill=ground)]
    for index, face in enumerate(faces):
        if face:
            row, column = divmod(index, columns)
            scale: Matrix = (width / face.width, 0, 0, height / face.height, column * width, row * height)
            items.append(Group((Use(face.name),), scale, rectangle(0, 0, face.width, face.height)))
    shown = tuple({face.name: face for face in faces if face}.values())
    box = (0.0, 0.0, columns * width, rows * height)
    return Drawing(box, tuple(items), shown, (columns * cell[0], rows * cell[1]))


def _pixels(length: float, dpi: float) -> int:
    return max(1, round(length * dpi / INCH))


def draw(edition: Edition, language: str, drawings: Sequence[Drawing]) -> list[bytes]:
    """PNG files in the order of the drawings; equal ones are drawn once, and those of earlier commands not again."""
    global _edition, _language
    _edition, _language = edition, language
    keys = [_key(edition, drawing) for drawing in drawings]
    missing = {key: drawing for key, drawing in zip(keys, drawings, strict=True)}
    found: dict[str, bytes] = {}
    for key in missing:
        if (known := cache.read(KIND, key)) is not None:
            found[key] = known
    batches = list(_batches([(key, drawing) for key, drawing in missing.items() if key not in found]))
    if batches:  # what all processes that draw need is imported once
        importlib.import_module("cardgen.pdf.raster")
        importlib.import_module("cardgen.pdf.write")
    for batch, made in zip(batches, each(_draw, batches, "making pictures"), strict=True):
        for (key, _), data in zip(batch, made, strict=True):
            found[key] = data
    if batches:
        cache.prune(KIND, _MOST)
    return [found[key] for key in keys]


def _key(edition: Edition, drawing: Drawing) -> str:
    """Changes with what a drawing shows."""
    return edition.keys.shown_picture(drawing.faces, drawing.box, drawing.items, drawing.size, drawing.clear)


def _batches(drawings: Sequence[tuple[str, Drawing]]) -> Iterator[list[tuple[str, Drawing]]]:
    """The largest first, small ones together."""
    batch: list[tuple[str, Drawing]] = []
    pixels = 0
    for one in sorted(drawings, key=lambda one: -one[1].size[0] * one[1].size[1]):
        batch.append(one)
        pixels += one[1].size[0] * one[1].size[1]
        if pixels >= _AT_ONCE:
            yield batch
            batch, pixels = [], 0
    if batch:
        yield batch


def _draw(batch: list[tuple[str, Drawing]]) -> list[bytes]:
    from cardgen.pdf.raster import Rasteriser, png
    from cardgen.pdf.write import write_pdf

    assert _edition is not None
    faces = {face.name: face for _, drawing in batch for face in drawing.faces}
    pages = [_page(drawing) for _, drawing in batch]
    drawn = Rasteriser(write_pdf(Sheets(_edition.composer, _language, _edition.options).document(pages, faces)))
    made = []
    for number, (key, drawing) in enumerate(batch):
        data = png(drawn.page(number, *drawing.size, drawing.clear), drawing.dpi)
        cache.keep(KIND, key, data)
        made.append(data)
    return made


def _page(drawing: Drawing) -> Page:
    left, top, right, bottom = drawing.box
    whole = (0.0, 0.0, right - left, bottom - top)
    items = (Group(drawing.items, moved(-left, -top)),) if left or top else drawing.items
    return Page(right - left, bottom - top, items, whole, whole)
