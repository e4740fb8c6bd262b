"""Reads the lines of a sheet of an XLSX or ODS file with calamine, once their size is known to be bounded.

A file of a few kilobytes may unpack to gigabytes (a decompression bomb), and one cell far down makes a table of all
cells above it. So calamine gets only content that this module has unpacked and checked. This module also finds what
calamine ignores in silence: cells with errors, and formulas whose value was never saved.
"""

from __future__ import annotations

import datetime
import io
import re
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from html import unescape
from pathlib import Path
from typing import Any

from cardgen.definitions.lines import MAX_COLUMNS, MAX_LINES, Line, too_far
from cardgen.definitions.nodes import Scalar
from cardgen.foundations.columns import column_number
from cardgen.foundations.errors import UNKNOWN_NAME, Fault, InputError, Place, fail, nearest
from cardgen.store.reach import read_bytes
from cardgen.store.remember import per_file

MAX_BYTES = 30_000_000  # of a file
MAX_UNPACKED = 120_000_000  # of the parts that are read
MAX_FAULTS = 100  # in one sheet: a cell may be repeated a million times
MAX_SHEETS = 30  # of a file, in the search for the only one with content
PACKED, PROTECTED = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
ODS = "content.xml"  # the part of an ODS file with its tables
ERROR = "this cell holds an error, {}; correct it in the spreadsheet"
SAVE_AGAIN = "save it again in a spreadsheet program"
DAMAGED = "expected a whole .xlsx or .ods file, got a damaged one"
UNSAVED = "this formula was saved without its value; open the file in a spreadsheet program and save it"

Value = Any  # calamine's value of a cell: a number, a text, a bool, a date or time; "" if it is empty


@per_file
def read_book(path: Path, sheet: str | None = None) -> tuple[Line, ...]:
    """Returns the lines of the sheet with a name or, without a name, of the only visible one. Raises InputError."""
    book = _Book(path)
    if sheet is not None:
        known = [name for name in book.sheets if name.casefold() == sheet.strip().casefold()]
        if not known:
            raise fail(f"there is no sheet '{sheet}'{nearest(sheet, book.sheets)}", Place(str(path)), UNKNOWN_NAME)
        return book.lines(known[0])
    names = [name for name, is_shown in book.sheets.items() if is_shown]
    filled = [lines for name in names[:MAX_SHEETS] if (lines := book.lines(name))]
    if len(filled) < 2:
        return filled[0] if filled else ()
    message = f"there are several sheets; name one, as in cards: {{from: {path.name}, sheet: {names[0]}}}"
    raise fail(f"{message}{nearest('', names)}", Place(str(path)))


class _Book:
    """A file, unpacked within bounds: `sheets` has whether each sheet is visible, by name."""

    def __init__(self, path: Path) -> None:
        self.file = str(path)
        self.parts = _unpack(path)
        # calamine reads an ODS file whole when it opens it
        tables = _tables(self.parts.get(ODS, b""))
        self.looked_over = {name: self._look_over(table, name) for name, table in tables.items()}
        self.workbook = self._read(self._open)
        self.sheets: dict[str, bool] = self._read(self._visibility)

    def _read(self, work: Callable[[], Any]) -> Any:
        """The result of `work`; errors of calamine become faults."""
        try:
            return work()
        except (KeyboardInterrupt, SystemExit, MemoryError):
            raise
        except BaseException as error:  # calamine's panics are no Exceptions
            raise fail(f"{DAMAGED} ({error}); {SAVE_AGAIN}", Place(self.file)) from None

    def _open(self) -> Any:
        """The workbook of just these parts."""
        from python_calamine import CalamineWorkbook  # imported here, because few games have a spreadsheet

        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as file:
            for name, content in self.parts.items():
                file.writestr(name, content)
        packed.seek(0)
        return CalamineWorkbook.from_filelike(packed)

    def _visibility(self) -> dict[str, bool]:
        from python_calamine import SheetTypeEnum, SheetVisibleEnum

        tables = [each for each in self.workbook.sheets_metadata if each.typ == SheetTypeEnum.WorkSheet]
        return {each.name: each.visible == SheetVisibleEnum.Visible for each in tables}

    def lines(self, sheet: str) -> tuple[Line, ...]:
        """Returns the lines of a sheet that are not empty. Raises InputError."""
        if sheet not in self.looked_over:
            self.looked_over[sheet] = self._look_over(_part(self.parts, sheet), sheet)
        if faults := self.looked_over[sheet]:
            raise InputError(*faults)
        rows = self._read(lambda: self.workbook.get_sheet_by_name(sheet).to_python(skip_empty_area=False))
        return tuple(
            Line(Place(self.file, line, 1, sheet), tuple(self._cells(texts, line, sheet)))
            for line, texts in enumerate(([cell_text(value) for value in row] for row in rows), 1)
            if any(texts)
        )

    def _look_over(self, part: bytes | None, sheet: str) -> list[Fault]:
        """The faults of a sheet's cells. Raises InputError for one that is too far down or to the right."""
        if part is None:
            raise fail(
                f"the file lists the sheet '{sheet}' but does not contain it; {SAVE_AGAIN}",
                Place(self.file, sheet=sheet),
            )
        if b"\0" in part:
            raise fail(
                f"expected a sheet in UTF-8, got one in another encoding; {SAVE_AGAIN}", Place(self.file, sheet=sheet)
            )
        looked_over = _looked_over_ods if ODS in self.parts else _looked_over_xlsx
        faults: list[Fault] = []
        for line, column, message in looked_over(part):
            if line > MAX_LINES + 1 or column > MAX_COLUMNS:
                raise too_far(Place(self.file, line, column, sheet))
            if message and len(faults) < MAX_FAULTS:
                faults.append(Fault(message, Place(self.file, line, column, sheet)))
        return faults

    def _cells(self, texts: list[str], line: int, sheet: str) -> Iterator[Scalar | None]:
        for column, text in enumerate(texts, 1):
            yield Scalar(text, Place(self.file, line, column, sheet)) if text else None


def _unpack(path: Path) -> dict[str, bytes]:
    """The parts of a file with tables, by name. Raises InputError."""
    place = Place(str(path))
    raw = read_bytes(path, MAX_BYTES)
    if not raw.startswith(PACKED):
        old = raw.startswith(PROTECTED)
        got = (
            "a file with a password or of an old program"
            if old
            else "a file of another kind"
            if raw
            else "an empty file"
        )
        cure = "remove its password, or save it as .xlsx or .ods," if old else "save it as .xlsx or .ods"
        raise fail(f"expected an .xlsx or .ods file, got {got}; {cure} in a spreadsheet program", place)
    parts: dict[str, bytes] = {}
    left = MAX_UNPACKED
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as packed:
            for info in packed.infolist():
                if not info.filename.endswith((".xml", ".rels")) and info.filename != "mimetype":
                    continue  # a picture or the like
                if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                    raise fail(
                        f"expected parts packed by ZIP's deflate, got {info.filename}, which is not; {SAVE_AGAIN}",
                        place,
                    )
                with packed.open(info) as part:
                    parts[info.filename] = part.read(left + 1)
                left -= len(parts[info.filename])
                if left < 0:
                    raise fail(f"expected at most {MAX_UNPACKED:,} bytes once unpacked, got more", place)
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, RuntimeError, ValueError) as error:
        raise fail(f"{DAMAGED}, which cardgen cannot unpack ({error}); {SAVE_AGAIN}", place) from None
    return parts


def cell_text(value: Value) -> str:
    """Returns the text of a cell as its sheet means it: 3 for 3.0, yes for TRUE, a date without a time."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < 1e15 else f"{value:.15g}"
    if isinstance(value, datetime.datetime):
        midnight = value.time() == datetime.time()
        return value.date().isoformat() if midnight else value.isoformat(" ", "seconds").removesuffix(":00")
    if isinstance(value, datetime.date):
        return value.isoformat()
    if isinstance(value, datetime.time):
        return value.isoformat("seconds").removesuffix(":00")
    if isinstance(value, datetime.timedelta):
        minutes, seconds = divmod(round(value.total_seconds()), 60)
        return f"{minutes // 60}:{minutes % 60:02}" + (f":{seconds:02}" if seconds else "")
    return str(value).replace("\r\n", "\n").replace("\r", "\n").strip()


# Checking sheets: the line and column of each cell that is not empty, and its fault

Seen = Iterator[tuple[int, int, str]]

# Tags one by one, with the text behind them, so no open tag makes matching slow
_SHEET, _RELATION = (re.compile(rb"<(?:\w+:)?%s(?=\s)([^<>]*)>" % tag) for tag in (b"sheet", b"Relationship"))
_XLSX = re.compile(rb"<(?:\w+:)?(row|c|v|f|is)(?=[\s/>])([^<>]*)>([^<]*)")
_TABLE = re.compile(rb"<table:table(?=[\s>])([^<>]*)>")
_ODS = re.compile(rb"<(table:table-row|table:(?:covered-)?table-cell|text:p)(?=[\s/>])([^<>]*)>([^<]*)")
_AT = re.compile(rb"""(?:^|\s)r\s*=\s*["']([A-Za-z]{1,3})(\d{1,7})["']""")
_IS_ERROR, _IS_TEXT = (re.compile(rb"""(?:^|\s)t\s*=\s*["'](?:%s)["']""" % kind) for kind in (b"e", b"str|inlineStr"))


def _attribute(tag: bytes, name: bytes) -> str | None:
    match = re.search(rb"""(?:^|\s)(?:\w+:)?""" + name + rb"""\s*=\s*(?:"([^"]*)"|'([^']*)')""", tag)
    return unescape((match[1] if match[1] is not None else match[2]).decode("utf-8", "replace")) if match else None


def _part(parts: dict[str, bytes], sheet: str) -> bytes | None:
    """The XML of a sheet of an XLSX file."""
    name = sheet_part_name(parts, sheet)
    return parts.get(name) if name else None


def sheet_part_name(parts: Mapping[str, bytes], sheet: str) -> str | None:
    """Returns the name of the part of an XLSX file that holds a sheet; None if it has no such sheet."""
    relations = _RELATION.findall(parts.get("xl/_rels/workbook.xml.rels", b""))
    targets = {_attribute(each, b"Id"): _attribute(each, b"Target") or "" for each in relations}
    sheets = reversed(
        _SHEET.findall(parts.get("xl/workbook.xml", b""))
    )  # of two sheets with one name, calamine reads the first
    ids = {_attribute(each, b"name"): _attribute(each, b"id") for each in sheets}
    target = targets.get(ids.get(sheet), "")
    return (target.removeprefix("/") if target.startswith("/") else f"xl/{target}") if target else None


def _tables(content: bytes) -> dict[str, bytes]:
    """The XML of the sheets of an ODS file, by their names."""
    starts = list(_TABLE.finditer(content))
    ends = [start.start() for start in starts[1:]] + [len(content)]
    return {
        _attribute(start[1], b"name") or "": content[start.end() : end]
        for start, end in zip(starts, ends, strict=False)
    }


def _looked_over_xlsx(part: bytes) -> Seen:
    line = column = 0
    cell, held = b"", dict[bytes, bytes]()  # the start tag of the cell, and the texts of its content
    for match in (*_XLSX.finditer(part), None):
        kind, tag, text = match.groups() if match else (b"row", b"", b"")
        if kind in (b"v", b"f", b"is"):
            held[kind] = text
            continue
        if held:
            yield line, column, _wrong(cell, held)
        cell, held = tag, {}
        if kind == b"row":
            line, column = _whole(tag, b"r", line + 1), 0
        elif address := _AT.search(tag):
            line, column = int(address[2]), column_number(address[1].decode().upper())
        else:
            column += 1


def _wrong(cell: bytes, held: dict[bytes, bytes]) -> str:
    if _IS_ERROR.search(cell):
        return ERROR.format(_unescape(held.get(b"v")))
    return UNSAVED if b"f" in held and not held.get(b"v") and not _IS_TEXT.search(cell) else ""


def _looked_over_ods(part: bytes) -> Seen:
    line, lines, column, columns = 1, 0, 0, 0
    cell, text = b"", None
    for match in (*_ODS.finditer(part), None):
        kind, tag, content = match.groups() if match else (b"row", b"", b"")
        if kind == b"text:p":
            text = content if text is None else text
            continue
        if b"value-type" in cell or text is not None:
            yield line, column + 1, ERROR.format(_unescape(text)) if b'value-type="error"' in cell else ""
            yield line + lines - 1, column + columns, ""
        column, cell, text = column + columns, b"", None
        if kind.endswith(b"row"):
            line, lines, column, columns = line + lines, _whole(tag, b"number-rows-repeated", 1), 0, 0
        else:
            cell, columns = tag, _whole(tag, b"number-columns-repeated", 1)


def _whole(tag: bytes, name: bytes, otherwise: int) -> int:
    value = _attribute(tag, name) or ""
    return int(value) if re.fullmatch(r"\d{1,9}", value) else otherwise


def _unescape(text: bytes | None) -> str:
    return unescape((text or b"#N/A").decode("utf-8", "replace"))
