"""Draws faces as pictures of a given size in pixels, alone or several on a sheet, on all cores. It keeps each picture
under a key of what it shows. The drawings that printing stages pass on are in `cardgen.graphics.drawing`."""

from __future__ import annotations

import importlib
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import count, takewhile, zip_longest
from typing import TYPE_CHECKING, NamedTuple

from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.units import INCH
from cardgen.graphics.drawing import Face, Group, Item, Page, Use
from cardgen.graphics.geometry import Box, translation
from cardgen.press.cores import each
from cardgen.press.display import placed_face
from cardgen.press.files import digest
from cardgen.press.sheets import Sheets
from cardgen.store import cache

if TYPE_CHECKING:
    from cardgen.pdf.raster import Pixels
    from cardgen.press.edition import Edition

KIND = "drawn"
_MAX_CACHE_BYTES = 400_000_000  # of pictures
_AT_ONCE = 3_000_000  # pixels that a process draws from one PDF file


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture to draw, of `size` pixels: the items of a page with `box` (in mm), which show `faces`.

    Where nothing is drawn, it is white, or transparent if `clear`.
    """

    box: Box
    items: tuple[Item, ...]
    faces: tuple[Face, ...]
    size: tuple[int, int]
    clear: bool = False

    @property
    def dpi(self) -> float:
        return self.size[0] / (self.box[2] - self.box[0]) * INCH

    @property
    def lone(self) -> bool:
        """Whether it shows one face and nothing else."""
        return not self.clear and self.items == (Use(self.faces[0].name),)


def portrait(
    face: Face,
    dpi: float = 300.0,
    size: tuple[int, int] | None = None,
    bleed: float = 0.0,
    rounded: bool = True,
) -> Drawing:
    """A face alone, at `dpi` or in exactly `size` pixels, with `bleed` mm around its trim.

    If `rounded`, the picture is transparent outside of the face's outline. Otherwise, and always with a bleed, it shows
    the whole rectangle.
    """
    box = (-bleed, -bleed, face.width + bleed, face.height + bleed)
    pixels = size or (_pixels(face.width + 2 * bleed, dpi), _pixels(face.height + 2 * bleed, dpi))
    if rounded and face.outline and not bleed:
        return Drawing(box, (placed_face(face),), (face,), pixels, clear=True)
    return Drawing(box, (Use(face.name),), (face,), pixels)


@dataclass(frozen=True, slots=True)
class PictureSheet:
    """Opaque drawings of one size in rows, each reduced to `less` times its size. One drawing can be there twice.

    None leaves a white gap, and so does the rest of the last row and of `rows`.
    """

    parts: tuple[Drawing | None, ...]
    columns: int
    rows: int
    less: int = 1

    @property
    def drawings(self) -> list[Drawing]:
        return [part for part in self.parts if part]

    @property
    def dpi(self) -> float:
        return self.drawings[0].dpi / self.less


def _pixels(length: float, dpi: float) -> int:
    return max(1, round(length * dpi / INCH))


def draw(edition: Edition, language: str, drawings: Sequence[Drawing | PictureSheet]) -> list[bytes]:
    """PNG files in the order of the drawings. It draws equal ones once, and takes those of earlier commands from the
    cache."""
    keys = [_key(edition, drawing) for drawing in drawings]
    by_key: dict[str, bytes] = {}
    missing: dict[str, Drawing | PictureSheet] = {}
    for key, drawing in zip(keys, drawings, strict=True):
        if (known := cache.read(KIND, key)) is not None:
            by_key[key] = known
        else:
            missing[key] = drawing
    batches = list(_batches(edition, missing))
    for name in ("numpy", "PIL.Image", "cardgen.pdf.raster") if batches else ():
        importlib.import_module(name)  # imports once, for all drawing processes
    for batch in each(partial(_draw, edition, language), batches, "making pictures"):
        by_key |= batch
    if batches:
        cache.prune(KIND, _MAX_CACHE_BYTES)
    return [by_key[key] for key in keys]


def _key(edition: Edition, drawing: Drawing | PictureSheet) -> str:
    """A key that changes with what a drawing shows."""
    if isinstance(drawing, PictureSheet):
        parts = [part and _key(edition, part) for part in drawing.parts]
        return digest(parts, drawing.columns, drawing.rows, drawing.less)
    return edition.keys.shown_picture(drawing.faces, drawing.box, drawing.items, drawing.size, drawing.clear)


class _Batch(NamedTuple):
    """The drawings that one process draws from one PDF file, by key. Those `wanted` become files, and so do sheets."""

    drawn: dict[str, Drawing]
    wanted: Container[str]
    sheet: PictureSheet | None = None
    key: str = ""
    parts: Sequence[str | None] = ()


def _batches(edition: Edition, missing: Mapping[str, Drawing | PictureSheet]) -> Iterator[_Batch]:
    """Divides drawings among processes: each sheet with its parts, then the largest first, small ones together."""
    remaining = {key: drawing for key, drawing in missing.items() if isinstance(drawing, Drawing)}
    for key, sheet in missing.items():
        if isinstance(sheet, PictureSheet):
            keys = [_key(edition, part) if part else None for part in sheet.parts]
            by_size = {key: part for key, part in zip(keys, sheet.parts, strict=True) if key and part}
            yield _Batch(by_size, by_size.keys() & remaining.keys(), sheet, key, keys)
            remaining = {key: drawing for key, drawing in remaining.items() if key not in by_size}
    batch: dict[str, Drawing] = {}
    pixels = 0
    for key, drawing in sorted(remaining.items(), key=lambda one: -one[1].size[0] * one[1].size[1]):
        batch[key] = drawing
        pixels += drawing.size[0] * drawing.size[1]
        if pixels >= _AT_ONCE:
            yield _Batch(batch, remaining)
            batch, pixels = {}, 0
    if batch:
        yield _Batch(batch, remaining)


def _draw(edition: Edition, language: str, batch: _Batch) -> dict[str, bytes]:
    from cardgen.pdf.raster import in_rows, png, smaller

    files: dict[str, bytes] = {}
    parts: dict[str, Pixels] = {}
    pages = _rasterise(edition, language, list(batch.drawn.values()))
    for (key, drawing), pixels in zip(batch.drawn.items(), pages, strict=True):
        if key in batch.wanted:
            files[key] = png(pixels, drawing.dpi)
        if batch.sheet:
            parts[key] = smaller(pixels, batch.sheet.less)
    if sheet := batch.sheet:
        layers = [parts[key] if key else None for key in batch.parts]
        files[batch.key] = png(in_rows(layers, sheet.columns, sheet.rows), sheet.dpi)
    for key, data in files.items():
        cache.keep(KIND, key, data)
    return files


def _rasterise(edition: Edition, language: str, drawings: Sequence[Drawing]) -> Iterator[Pixels]:
    """The drawings in pixels, one after another. It draws only once what two neighbours begin with: cards of a kind
    share their background, pattern and frame."""
    from cardgen.pdf.raster import Rasteriser

    layers: list[list[Drawing]] = []  # parts of each drawing: the items that it shares with the next one, and the rest
    onto: list[bool] = []  # for each part, whether it begins with the shared items of the one before
    held = 0  # number of items
    for drawing, following in zip_longest(drawings, drawings[1:]):
        shared = _shared_prefix(drawing, following) if following else 0
        ends = [shared, None] if shared > held else [None]
        layers.append([_between(drawing, start, end) for start, end in zip((held, shared), ends, strict=False)])
        onto.append(held > 0)
        held = shared if shared >= held else 0
    pages = [_page(layer) for of_one in layers for layer in of_one]
    faces = {face.name: face for of_one in layers for layer in of_one for face in layer.faces}
    rasteriser = Rasteriser.of(Sheets(edition.composer, language, edition.options).document(pages, faces))
    numbers, common = count(), None
    for drawing, of_one, begun in zip(drawings, layers, onto, strict=True):
        page = common if begun else None
        for layer in of_one:
            page = rasteriser.page(next(numbers), *drawing.size, drawing.clear, over=page)
            if layer is not of_one[-1]:
                common = page
        assert page
        yield page


def _shared_prefix(one: Drawing, other: Drawing) -> int:
    """The number of first items that two lone faces share, if drawing them once saves time."""
    if (one.box, one.size) != (other.box, other.size) or not (one.lone and other.lone):
        return 0
    items = one.faces[0].items
    alike = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(items, other.faces[0].items, strict=False)))
    return alike if any(isinstance(item, (Use, Group)) for item in items[:alike]) else 0


def _between(drawing: Drawing, start: int, end: int | None) -> Drawing:
    """A drawing of some of a lone face's items."""
    if not start and end is None:
        return drawing
    face = drawing.faces[0]
    face = replace(face, name=f"{face.name}/{start}-{end}", items=face.items[start:end])
    return replace(drawing, items=(Use(face.name),), faces=(face,))


def _page(drawing: Drawing) -> Page:
    left, top, right, bottom = drawing.box
    whole = (0.0, 0.0, right - left, bottom - top)
    items = (Group(drawing.items, translation(-left, -top)),) if left or top else drawing.items
    return Page(right - left, bottom - top, items, whole, whole)
