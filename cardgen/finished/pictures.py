"""Finished pictures in a folder: each file of pixels and each page of a PDF file, measured; and what could not be."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from cardgen.finished.names import ParsedName, read_name
from cardgen.finished.sizes import LEAST_PIXELS, SHEET, Size, size_of, size_of_page
from cardgen.foundations import progress
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import Fault, InputError, Place, fail
from cardgen.graphics import pixels
from cardgen.pdf.pages import pages_drawn
from cardgen.store.reach import files_below, is_file, read_bytes

SUFFIXES = (".png", ".jpg", ".jpeg", ".webp", ".tif", ".tiff", ".gif", ".bmp")
PDF = ".pdf"
KINDS = "PNG, JPEG, WebP, TIFF, GIF, BMP or PDF"
MOST = 2_000  # pictures


@dataclass(frozen=True, slots=True)
class Finished:
    """A picture that is a whole card: the file that holds it, what people call it, and where it lay below the folder.

    `told` is what its name says, `size` what its pixels say; `rounded`: its corners alone let see through. `page` is
    its number in a PDF file (0: in none), `digest` the same for the same picture.
    """

    file: Path
    called: str
    folder: tuple[str, ...]
    told: ParsedName
    size: Size
    digest: str
    rounded: bool = False
    page: int = 0

    @property
    def fault_place(self) -> Place:
        return Place(self.called)


def pictures_in(source: Path, drawn: Path) -> tuple[list[Finished], list[Fault]]:
    """The pictures below a folder, or those of one file; and what is wrong with each that is none. Pages of PDF files
    are drawn into the folder `drawn`. Raises InputError where there is none, or too many."""
    files = [source] if is_file(source) else _files(source)
    wanted = [file for file in files if file.suffix.lower() in (*SUFFIXES, PDF)]
    if len(wanted) > MOST:
        raise fail(f"expected at most {MOST:,} pictures, got {len(wanted):,}", Place(str(source)))
    pictures: list[Finished] = []
    faults = [_other(file) for file in files if file not in set(wanted)]
    base = source.parent if is_file(source) else source
    for file in progress.track_all(wanted, "reading pictures"):
        folder = file.relative_to(base).parent.parts
        try:
            if file.suffix.lower() == PDF:
                pictures += _pages(file, folder, drawn / str(len(pictures)), faults)
            else:
                pictures.append(_picture(file, folder))
        except InputError as error:
            faults += error.faults
    faults = [replace(fault, message=f"it is left out: {fault.message}") for fault in faults]
    if not pictures:
        raise InputError(Fault(f"expected pictures of cards here: {KINDS}", Place(str(source))), *faults)
    if len(pictures) > MOST:
        raise fail(f"expected at most {MOST:,} pictures, pages among them, got {len(pictures):,}", Place(str(source)))
    return pictures, faults


def _files(folder: Path) -> list[Path]:
    if not folder.is_dir():
        raise fail("this folder does not exist", Place(str(folder)))
    return sorted(files_below(folder), key=_in_order)


def _in_order(file: Path) -> list[tuple[int, str]]:
    """Numbers in names count as such: 2 comes before 10."""
    parts = re.split(r"(\d{1,18})", str(file).casefold())
    return [(int(part), "") if part.isdigit() and part.isascii() else (-1, part) for part in parts]


def _other(file: Path) -> Fault:
    return Fault(f"expected {KINDS}", Place(str(file)), cause="no picture")


def _picture(file: Path, folder: tuple[str, ...]) -> Finished:
    place = Place(str(file))
    data = read_bytes(file)
    if not data:
        raise fail("it is empty", place)
    try:
        told = pixels.measure(file)
    except ValueError as error:
        raise fail(f"{error}", place) from None
    if min(told.width, told.height) < LEAST_PIXELS:
        pixel_size = f"{told.width} x {told.height}"
        raise fail(f"it has {pixel_size} pixels; expected {LEAST_PIXELS} or more to a side", place)
    size = size_of(told.width, told.height, told.dots)
    return _finished(file, str(file), folder, read_name(file.stem), size, told.clear and _is_rounded(file))


def _pages(file: Path, folder: tuple[str, ...], drawn: Path, faults: list[Fault]) -> Iterator[Finished]:
    """Those of a PDF file; adds what is wrong with some. Raises InputError where none can be drawn."""
    drawn.mkdir()
    pages = pages_drawn(file, drawn, SHEET)
    for page in pages:
        called = str(file) if len(pages) == 1 else f"{file}, page {page.number}"
        size = size_of_page(page.width, page.height, page.bleed) if page.file else None
        if size is None or page.file is None:
            large = f"it is {page.width:.0f} x {page.height:.0f} mm, a sheet, not a card; cut it up first"
            faults.append(Fault(f"{page.lacks or large}", Place(called), cause="a page"))
            continue
        if min(pixels.measure(page.file).width, pixels.measure(page.file).height) < LEAST_PIXELS:
            faults.append(Fault(f"it is {size.label} small", Place(called), cause="a page"))
            continue
        number = page.number if len(pages) > 1 else 0
        told = read_name(file.stem).of_page(number) if number else read_name(file.stem)
        yield replace(_finished(page.file, called, folder, told, size), page=number)


def _finished(
    file: Path, called: str, folder: tuple[str, ...], told: ParsedName, size: Size, rounded: bool = False
) -> Finished:
    if size.is_sheet:
        raise fail(f"it is {size.label}, a sheet, not a card; cut it up first", Place(called))
    digest = hashlib.blake2b(read_bytes(file), digest_size=16).hexdigest()
    return Finished(file, called, folder, told, size, digest, rounded)


def _is_rounded(file: Path) -> bool:
    """Whether a picture lets see through in its corners, and nowhere else along its edges that is looked at."""
    alpha = pixels.opened(file).convert("RGBA").getchannel("A")
    right, bottom = alpha.width - 1, alpha.height - 1
    corners = [(x, y) for x in (0, right) for y in (0, bottom)]
    middles = [(right // 2, 0), (right // 2, bottom), (0, bottom // 2), (right, bottom // 2)]
    return all(_clear(alpha.getpixel(at)) for at in corners) and not any(_clear(alpha.getpixel(at)) for at in middles)


def _clear(alpha: object) -> bool:
    return isinstance(alpha, int) and alpha < 128
