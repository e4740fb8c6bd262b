"""Changes single cells of CSV and XLSX files. Everything else stays: in a CSV file each byte, in an XLSX file formulas,
formats, other sheets and pictures."""

from __future__ import annotations

import codecs
import io
import re
import zipfile
from collections.abc import Iterator, Mapping
from html import escape
from pathlib import Path
from xml.parsers import expat

from cardgen.definitions import csv_source
from cardgen.definitions.book_source import DAMAGED, ODS, SAVE_AGAIN, sheet_part_name
from cardgen.definitions.lines import MAX_COLUMNS, MAX_LINES
from cardgen.foundations.columns import column_letters, column_number
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import Place, fail
from cardgen.store.library import BOOKS

MAX_TEXT = 32_000  # letters of a cell, as spreadsheet programs allow
_NUMBER = re.compile(r"-?(0|[1-9]\d{0,14})(\.\d{1,10})?")
_BOMS = (codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be")
_TAG = re.compile(rb"""<(?:[^<>"']|"[^"]*"|'[^']*')*>""")
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

Cells = Mapping[tuple[int, int], str]  # new texts by line and column, from 1


def with_cells(path: Path, data: bytes, sheet: str, cells: Cells) -> bytes:
    """Returns the content of a spreadsheet with other texts in some cells; `sheet` is its name in an XLSX file.

    Raises InputError for a cell with a formula, a cell too far down or to the right, and a file of another kind.
    """
    for (line, column), text in cells.items():
        place = Place(str(path), line, column, sheet)
        if not 1 <= line <= MAX_LINES + 1 or not 1 <= column <= MAX_COLUMNS:
            raise fail(f"expected a cell within {MAX_LINES:,} lines and {MAX_COLUMNS} columns", place)
        if len(text) > MAX_TEXT or _NOT_XML.search(text):
            raise fail(f"expected at most {MAX_TEXT:,} characters that a spreadsheet can hold", place)
    suffix = path.suffix.lower()
    if suffix not in BOOKS:
        return _with_csv_cells(data, cells)
    if suffix == ".ods":
        message = "cardgen does not change cells of .ods files; change them in a spreadsheet program"
        raise fail(message, Place(str(path)))
    return _with_xlsx_cells(path, data, sheet, cells)


# CSV


def _with_csv_cells(data: bytes, cells: Cells) -> bytes:
    mark, encoding = next(((mark, name) for mark, name in _BOMS if data.startswith(mark)), (b"", "utf-8"))
    text = data[len(mark) :].decode(encoding)
    delimiter = csv_source.delimiter_of(text)
    rows = {row.line: row for row in _csv_rows(text, delimiter)}
    end = "\r\n" if "\r\n" in text else "\n"
    edits: list[tuple[int, int, str]] = []
    behind: dict[int, dict[int, str]] = {}  # cells of lines that the file does not have
    for (line, column), new in sorted(cells.items()):
        row = rows.get(line)
        if row is None or column > len(row.spans):
            behind.setdefault(line, {})[column] = new
            continue
        start, stop = row.spans[column - 1]
        edits.append((start, stop, _csv_cell(new, delimiter, text[start:stop].startswith('"'))))
    for start, stop, new in reversed(edits):
        text = text[:start] + new + text[stop:]
    width = len(next(iter(rows.values())).spans) if rows else 1
    for _, added in sorted(behind.items()):
        text += end if text and not text.endswith(("\n", "\r")) else ""
        each = range(1, max(width, *added) + 1)
        text += delimiter.join(_csv_cell(added.get(column, ""), delimiter, False) for column in each) + end
    return mark + text.encode(encoding)


@dataclass(frozen=True, slots=True)
class _CsvRow:
    """A row: the number of its first line, and where each cell begins and ends in the text."""

    line: int
    spans: tuple[tuple[int, int], ...]


def _csv_rows(text: str, delimiter: str) -> Iterator[_CsvRow]:
    at, line, end = 0, 1, len(text)
    plain = re.compile(rf"[^{re.escape(delimiter)}\r\n]*")
    while at < end:
        start, spans = at, list[tuple[int, int]]()
        while True:
            begin = at
            if text.startswith('"', at):
                match = _QUOTED.match(text, at)
                assert match
                at = match.end()
            rest = plain.match(text, at)
            assert rest
            at = rest.end()
            spans.append((begin, at))
            if not text.startswith(delimiter, at):
                break
            at += 1
        yield _CsvRow(line, tuple(spans))
        at += 2 if text.startswith("\r\n", at) else 1
        line += len(_LINE_END.findall(text[start:at]))


_QUOTED, _LINE_END = re.compile(r'"(?:[^"]|"")*(?:"|$)'), re.compile(r"\r\n?|\n")


def _csv_cell(text: str, delimiter: str, quoted: bool) -> str:
    if quoted or text != text.strip() or any(sign in text for sign in (delimiter, '"', "\n", "\r")):
        return '"' + text.replace('"', '""') + '"'
    return text


# XLSX (ECMA-376, 18.3.1: c, row, sheetData)


def _with_xlsx_cells(path: Path, data: bytes, sheet: str, cells: Cells) -> bytes:
    place = Place(str(path), sheet=sheet)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            parts = {info.filename: packed.read(info) for info in packed.infolist() if info.filename.endswith(
                (".xml", ".rels"))}  # fmt: skip
            if ODS in parts or (name := sheet_part_name(parts, sheet)) is None or name not in parts:
                raise fail(f"there is no sheet '{sheet}' in this file", place)
            changed = {name: _with_sheet_cells(parts[name], cells, place)}
            written = io.BytesIO()
            with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as copy:
                for info in packed.infolist():
                    copy.writestr(info, changed.get(info.filename) or packed.read(info), info.compress_type)
    except (zipfile.BadZipFile, expat.ExpatError, EOFError, OSError, NotImplementedError, RuntimeError) as error:
        raise fail(f"{DAMAGED} ({error}); {SAVE_AGAIN}", place) from None
    return written.getvalue()


@dataclass
class _XmlCell:
    """A cell or row of a sheet: where its element begins and ends, its attributes, and whether it holds a formula."""

    start: int
    end: int
    attributes: Mapping[str, str]
    formula: bool = False
    inner: int = 0  # where what is in it begins


class _SheetXml:
    """Where rows and cells stand in the XML of a sheet."""

    def __init__(self, part: bytes) -> None:
        self.part = part
        self.rows: dict[int, _XmlCell] = {}
        self.cells: dict[tuple[int, int], _XmlCell] = {}
        self.prefix, self.data_end, self.empty = "", -1, False
        self._open: list[str] = []
        self._line = self._column = 0
        parser = expat.ParserCreate()
        parser.StartElementHandler, parser.EndElementHandler = self._begin, self._finish
        parser.StartDoctypeDeclHandler = self._refuse
        self._parser = parser
        parser.Parse(part, True)

    def _refuse(self, *_: object) -> None:
        raise expat.ExpatError("a document type declaration")

    def _begin(self, name: str, attributes: dict[str, str]) -> None:
        prefix, _, local = name.rpartition(":")
        at = self._parser.CurrentByteIndex
        if local == "sheetData" and not self._open:
            self.prefix = f"{prefix}:" if prefix else ""
            self._open.append("data")
            self._start = at
        elif local == "row" and self._open == ["data"]:
            self._line = int(attributes.get("r", self._line + 1))
            self._column = 0
            self.rows[self._line] = _XmlCell(at, -1, attributes, inner=self._tag_end(at))
            self._open.append("row")
        elif local == "c" and self._open == ["data", "row"]:
            match = re.fullmatch(r"([A-Z]{1,3})(\d{1,7})", attributes.get("r", "").upper())
            self._column = column_number(match[1]) if match else self._column + 1
            self.cells[self._line, self._column] = _XmlCell(at, -1, attributes)
            self._open.append("c")
        elif local == "f" and self._open == ["data", "row", "c"]:
            self.cells[self._line, self._column].formula = True

    def _finish(self, name: str) -> None:
        local = name.rpartition(":")[2]
        if not self._open or local != {"data": "sheetData"}.get(self._open[-1], self._open[-1]):
            return
        kind, at = self._open.pop(), self._parser.CurrentByteIndex
        if kind == "data":
            self.empty = self._is_empty(self._start)
            self.data_end, self.data_tag_end = (self._start if self.empty else at), self._end(self._start, at)
        elif kind == "row":
            self.rows[self._line].end = self._end(self.rows[self._line].start, at)
        else:
            cell = self.cells[self._line, self._column]
            cell.end = self._end(cell.start, at)

    def _end(self, start: int, at: int) -> int:
        """Where an element ends whose end tag is at `at`; of an empty one, expat says otherwise."""
        return self._tag_end(start if self._is_empty(start) else at)

    def _is_empty(self, start: int) -> bool:
        return self.part[start : self._tag_end(start)].endswith(b"/>")

    def _tag_end(self, at: int) -> int:
        match = _TAG.match(self.part, at)
        if not match:
            raise expat.ExpatError("a tag without an end")
        return match.end()


def _with_sheet_cells(part: bytes, cells: Cells, place: Place) -> bytes:
    """The XML of a sheet with other texts in some cells. Raises InputError for a cell with a formula."""
    sheet = _SheetXml(part)
    if sheet.data_end < 0:
        raise fail(f"{DAMAGED}; {SAVE_AGAIN}", place)
    edits: list[tuple[int, int, str]] = []
    new_rows: dict[int, dict[int, str]] = {}
    for (line, column), text in sorted(cells.items()):
        if cell := sheet.cells.get((line, column)):
            if cell.formula:
                at = Place(place.file, line, column, place.sheet)
                raise fail("this cell holds a formula; change it in your spreadsheet program", at)
            edits.append((cell.start, cell.end, _xlsx_cell(sheet.prefix, line, column, text, cell.attributes)))
        elif row := sheet.rows.get(line):
            later = [each.start for (at, other), each in sheet.cells.items() if at == line and other > column]
            new = _xlsx_cell(sheet.prefix, line, column, text, {})
            if part[row.inner - 2 : row.inner] == b"/>":  # an empty row
                open_tag = part[row.start : row.inner - 2].decode("utf-8").rstrip()
                edits.append((row.start, row.inner, f"{open_tag}>{new}</{sheet.prefix}row>"))
            else:
                at_byte = min(later, default=part.rindex(b"</", row.start, row.end))
                edits.append((at_byte, at_byte, new))
        else:
            new_rows.setdefault(line, {})[column] = text
    for line, added in new_rows.items():
        inner = "".join(_xlsx_cell(sheet.prefix, line, column, text, {}) for column, text in sorted(added.items()))
        row_text = f'<{sheet.prefix}row r="{line}">{inner}</{sheet.prefix}row>'
        later = [each.start for at, each in sheet.rows.items() if at > line]
        at_byte = min(later, default=sheet.data_end)
        edits.append((at_byte, at_byte, row_text))
    if sheet.empty:  # <sheetData/>
        name = f"{sheet.prefix}sheetData"
        content = "".join(text for *_, text in edits)
        return part[: sheet.data_end] + f"<{name}>{content}</{name}>".encode() + part[sheet.data_tag_end :]
    for start, end, text in sorted(edits, key=lambda edit: edit[0], reverse=True):
        part = part[:start] + text.encode() + part[end:]
    return part


def _xlsx_cell(prefix: str, line: int, column: int, text: str, attributes: Mapping[str, str]) -> str:
    """A cell with a text or a number, in the format that it had."""
    style = f' s="{escape(attributes["s"])}"' if "s" in attributes else ""
    start = f'<{prefix}c r="{column_letters(column)}{line}"{style}'
    if not text:
        return f"{start}/>" if style else ""
    if attributes.get("t") == "b" and text in ("yes", "no"):
        return f'{start} t="b"><{prefix}v>{int(text == "yes")}</{prefix}v></{prefix}c>'
    if _NUMBER.fullmatch(text) and attributes.get("t", "n") == "n":
        return f"{start}><{prefix}v>{text}</{prefix}v></{prefix}c>"
    said = escape(text, quote=False)
    return (
        f'{start} t="inlineStr"><{prefix}is><{prefix}t xml:space="preserve">{said}</{prefix}t></{prefix}is></{prefix}c>'
    )
