"""Finds and measures finished pictures in a folder: picture files and pages of PDF files."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from cardgen.finished.names import ParsedName, read_name
from cardgen.finished.sizes import MIN_PIXELS, SHEET, Size, size_of, size_of_page
from cardgen.foundations import progress
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import Fault, InputError, Place, fail
from cardgen.graphics import pixels
from cardgen.pdf.pages import pages_drawn
from cardgen.store.reach import files_below, is_file, read_bytes

SUFFIXES = (".png", ".jpg", ".jpeg", ".webp", ".tif", ".tiff", ".gif", ".bmp")
PDF = ".pdf"
KINDS = "PNG, JPEG, WebP, TIFF, GIF, BMP or PDF"
MAX_PICTURES = 2_000


@dataclass(frozen=True, slots=True)
class FinishedPicture:
    """A picture of a whole card: its file, its name in messages, and its folder below the one that was read.

    `rounded`: only its corners are transparent. `page` is its page number in a PDF file (0: it is a file itself); equal
    pictures have equal `digest`s.
    """

    file: Path
    display_name: str
    folder: tuple[str, ...]
    parsed_name: ParsedName
    size: Size
    digest: str
    rounded: bool = False
    page: int = 0

    @property
    def fault_place(self) -> Place:
        return Place(self.display_name)


def pictures_in(source: Path, drawn: Path) -> tuple[list[FinishedPicture], list[Fault]]:
    """The pictures below a folder or in one file, and the faults of files left out. Pages of PDF files are drawn into
    the folder `drawn`. Raises InputError if there is no picture, or if there are too many."""
    files = [source] if is_file(source) else _files(source)
    readable = [file for file in files if file.suffix.lower() in (*SUFFIXES, PDF)]
    if len(readable) > MAX_PICTURES:
        raise fail(f"expected at most {MAX_PICTURES:,} pictures, got {len(readable):,}", Place(str(source)))
    pictures: list[FinishedPicture] = []
    faults = [_unknown_kind(file) for file in files if file not in set(readable)]
    base = source.parent if is_file(source) else source
    for file in progress.track_all(readable, "reading pictures"):
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
    if len(pictures) > MAX_PICTURES:
        message = f"expected at most {MAX_PICTURES:,} pictures, pages among them, got {len(pictures):,}"
        raise fail(message, Place(str(source)))
    return pictures, faults


def _files(folder: Path) -> list[Path]:
    if not folder.is_dir():
        raise fail("this folder does not exist", Place(str(folder)))
    return sorted(files_below(folder), key=_in_order)


def _in_order(file: Path) -> list[tuple[int, str]]:
    """A sort key that compares numbers by value: 2 comes before 10."""
    parts = re.split(r"(\d{1,18})", str(file).casefold())
    return [(int(part), "") if part.isdigit() and part.isascii() else (-1, part) for part in parts]


def _unknown_kind(file: Path) -> Fault:
    return Fault(f"expected {KINDS}", Place(str(file)), cause="no picture")


def _picture(file: Path, folder: tuple[str, ...]) -> FinishedPicture:
    place = Place(str(file))
    data = read_bytes(file)
    if not data:
        raise fail("it is empty", place)
    try:
        measured = pixels.measure(file)
    except ValueError as error:
        raise fail(f"{error}", place) from None
    if min(measured.width, measured.height) < MIN_PIXELS:
        pixel_size = f"{measured.width} x {measured.height}"
        raise fail(f"it has {pixel_size} pixels; expected {MIN_PIXELS} or more to a side", place)
    size = size_of(measured.width, measured.height, measured.dots)
    return _read_picture(file, str(file), folder, read_name(file.stem), size, measured.clear and _is_rounded(file))


def _pages(file: Path, folder: tuple[str, ...], drawn: Path, faults: list[Fault]) -> Iterator[FinishedPicture]:
    """The pictures of a PDF file; adds the faults of pages left out. Raises InputError if none can be drawn."""
    drawn.mkdir()
    pages = pages_drawn(file, drawn, SHEET)
    for page in pages:
        name = str(file) if len(pages) == 1 else f"{file}, page {page.number}"
        size = size_of_page(page.width, page.height, page.bleed) if page.file else None
        if size is None or page.file is None:
            large = f"it is {page.width:.0f} x {page.height:.0f} mm, a sheet, not a card; cut it up first"
            faults.append(Fault(f"{page.lacks or large}", Place(name), cause="a page"))
            continue
        if min(pixels.measure(page.file).width, pixels.measure(page.file).height) < MIN_PIXELS:
            faults.append(Fault(f"it is {size.label} small", Place(name), cause="a page"))
            continue
        number = page.number if len(pages) > 1 else 0
        parsed = read_name(file.stem).of_page(number) if number else read_name(file.stem)
        yield replace(_read_picture(page.file, name, folder, parsed, size), page=number)


def _read_picture(
    file: Path, name: str, folder: tuple[str, ...], parsed: ParsedName, size: Size, rounded: bool = False
) -> FinishedPicture:
    if size.is_sheet:
        raise fail(f"it is {size.label}, a sheet, not a card; cut it up first", Place(name))
    digest = hashlib.blake2b(read_bytes(file), digest_size=16).hexdigest()
    return FinishedPicture(file, name, folder, parsed, size, digest, rounded)


def _is_rounded(file: Path) -> bool:
    """Whether a picture is transparent in its corners, but not in the middle of its edges."""
    alpha = pixels.open_upright(file).convert("RGBA").getchannel("A")
    right, bottom = alpha.width - 1, alpha.height - 1
    corners = [(x, y) for x in (0, right) for y in (0, bottom)]
    middles = [(right // 2, 0), (right // 2, bottom), (0, bottom // 2), (right, bottom // 2)]
    return all(_clear(alpha.getpixel(at)) for at in corners) and not any(_clear(alpha.getpixel(at)) for at in middles)


def _clear(alpha: object) -> bool:
    return isinstance(alpha, int) and alpha < 128
