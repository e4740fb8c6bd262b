"""Reads files of another program within bounds: texts in any encoding, spreadsheets, and the pictures beside them."""

from __future__ import annotations

import codecs
import html
import re
import tempfile
import zipfile
import zlib
from collections.abc import Iterable
from itertools import islice
from pathlib import Path, PurePosixPath

from cardgen.definitions.lines import Line
from cardgen.definitions.spreadsheets import read_lines
from cardgen.foundations.errors import Place, fail
from cardgen.store.library import BOOKS, is_sheet
from cardgen.store.reach import is_below, is_file, read_bytes

MAX_BYTES = 2_000_000  # of a script or a project; typical ones have some thousand
MAX_PICTURE = 30_000_000
MAX_DEEP, MAX_LISTED = 8, 5_000  # folders in a path, and files in a folder
PICTURES = (".svg", ".png", ".jpg", ".jpeg", ".webp", ".gif", ".bmp", ".tif", ".tiff")


def read_source(path: Path) -> str:
    """The text of a script in UTF-8, in UTF-16 with a byte-order mark, or else in Windows-1252. Raises InputError if it
    is too large or no text."""
    raw = read_bytes(path, MAX_BYTES)
    if raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return raw.decode("utf-16", "replace")
    if b"\0" in raw:
        line = raw.count(b"\n", 0, raw.index(b"\0")) + 1
        raise fail("expected a text file, got a NUL byte; name the script itself", Place(str(path), line, 1))
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return raw.decode("cp1252", "replace")


def read_columns(path: Path, sheet: str | None = None) -> dict[str, tuple[str, ...]]:
    """The cells of each column of a spreadsheet by its heading, empty ones as ''. Raises InputError."""
    lines = _lines(path, sheet)
    if not lines:
        raise fail("expected a first row with the names of the columns", Place(str(path)))
    head, *rows = lines
    names = [(at, " ".join(cell.text.split())) for at, cell in enumerate(head.cells) if cell]
    cells = [[cell.text if cell else "" for cell in row.cells] for row in rows]
    columns: dict[str, tuple[str, ...]] = {}
    for at, name in names:
        columns.setdefault(name, tuple(row[at] if at < len(row) else "" for row in cells))
    return columns


def _lines(path: Path, sheet: str | None) -> tuple[Line, ...]:
    """The lines of a sheet, also of a CSV file in Windows-1252, which these programs write."""
    raw = b"" if path.suffix.lower() in BOOKS else read_bytes(path, MAX_BYTES * 2)
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError:
        if not raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            with tempfile.TemporaryDirectory() as folder:
                copy = Path(folder, path.name)
                copy.write_text(raw.decode("cp1252", "replace"), "utf-8")
                return read_lines(copy)
    return read_lines(path, sheet)


class FilesBeside:
    """The files beside a script: those in its folder and below. It opens no others."""

    def __init__(self, script: Path, folders: Iterable[str] = ()) -> None:
        self.home = script.resolve().parent
        roots = [self.home, *(self.home.parent for _ in range(1) if script.parent.name in ("src", "lib", "scripts"))]
        self.folders = [root / inner for inner in ("", *folders) for root in roots]
        self.roots = roots
        self.listed: dict[Path, dict[str, str]] = {}  # for each folder, the names of its files by their small letters

    def find(self, name: str) -> Path | None:
        """The file of that name in a script, or None. It never lies outside the script's folder.

        Capitals do not matter, as on Windows. Of an absolute Windows path, the end is enough.
        """
        wanted = re.sub(r"/+", "/", name.strip().replace("\\", "/"))
        if not wanted or "\0" in wanted or len(wanted) > 300:
            return None
        disk, *rest = wanted.split("/")
        ends = ["/".join(rest[at:]) for at in range(len(rest))] if re.fullmatch("[A-Za-z]:", disk) else [wanted]
        for folder, end in ((folder, end) for end in ends[-MAX_DEEP:] for folder in self.folders):
            path = folder / end
            for candidate in (path, self._in_any_case(folder, end)):
                if candidate and is_file(candidate) and is_below(candidate, self.roots):
                    return candidate
        return None

    def _in_any_case(self, folder: Path, name: str) -> Path | None:
        """The path below a folder, whatever its capitals."""
        for part in name.split("/"):
            if part in ("", ".", "..") or not is_below(folder, self.roots):
                return None
            if folder not in self.listed:
                inner = islice(folder.iterdir(), MAX_LISTED) if folder.is_dir() else ()
                self.listed[folder] = {path.name.casefold(): path.name for path in inner}
            if (actual := self.listed[folder].get(part.casefold())) is None:
                return None
            folder /= actual
        return folder

    def sheet(self, name: str) -> Path | None:
        """The spreadsheet of that name, with or without its suffix."""
        for ending in ("", ".csv", ".xlsx"):
            if (path := self.find(name + ending)) and is_sheet(path.name):
                return path
        return None

    def picture(self, name: str) -> tuple[str, Path] | None:
        """The name of a picture in a game's folder, and its present path."""
        path = self.find(name)
        if not path or path.suffix.lower() not in PICTURES or path.stat().st_size > MAX_PICTURE:
            return None
        for root in self.roots:
            if is_below(path, [root]):
                return tame(path.resolve().relative_to(root.resolve()).as_posix()), path
        return None

    def size(self, name: str) -> tuple[float, float] | None:
        """The size of a picture in pixels, or in the units of an SVG file; None if there is no such picture."""
        path = self.find(name)
        if not path:
            return None
        if path.suffix.lower() == ".svg":
            return _svg_size(read_bytes(path)[:20_000].decode("utf-8", "replace"))
        try:
            from PIL import Image

            with Image.open(path) as image:
                return float(image.width), float(image.height)
        except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
            return None


def _svg_size(head: str) -> tuple[float, float] | None:
    """The width and height of an SVG file from its root element, or from its view box."""
    opening = re.search(r"<svg\b[^>]{0,4000}", head)
    attribute = r"\b(width|height|viewBox)\s*=\s*[\"']([^\"']{1,80})"
    attributes = dict(re.findall(attribute, opening[0])) if opening else {}
    sides = [
        re.match(r"\s*(\d{1,6}(?:\.\d+)?)(?:px|pt)?\s*$", attributes.get(side, "")) for side in ("width", "height")
    ]
    if sides[0] and sides[1]:
        return float(sides[0][1]), float(sides[1][1])
    box = re.findall(r"-?\d{1,6}(?:\.\d+)?", attributes.get("viewBox", ""))
    return (float(box[2]), float(box[3])) if len(box) == 4 and float(box[2]) > 0 and float(box[3]) > 0 else None


def sheets_of(path: Path) -> list[str]:
    """The names of a book's sheets, in order; none of a file that has no sheets."""
    if path.suffix.lower() not in (".xlsx", ".xlsm"):
        return []
    try:
        with zipfile.ZipFile(path) as book:
            entry = book.getinfo("xl/workbook.xml")
            if entry.file_size > MAX_BYTES:
                return []
            with book.open(entry) as part:
                text = part.read(MAX_BYTES).decode("utf-8", "replace")
    except (OSError, KeyError, ValueError, zipfile.BadZipFile, NotImplementedError, RuntimeError, zlib.error):
        return []
    return [html.unescape(name) for name in re.findall(r"<(?:\w+:)?sheet\b[^>]{0,400}?\bname=\"([^\"]{1,200})\"", text)]


def tame(name: str) -> str:
    """A path in a folder of pictures below a game's folder, without signs that need quotes in YAML."""
    parts = [re.sub(r"[^\w.-]+", "-", part).strip("-.") or "picture" for part in PurePosixPath(name).parts]
    return "/".join(parts if len(parts) > 1 else ["art", *parts])
