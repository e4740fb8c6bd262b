"""Reads the lines of a CSV or TSV file: UTF-8, or UTF-16 as Excel writes it, with comma, semicolon or tab between
cells."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import replace
from pathlib import Path

from cardgen.definitions.lines import MAX_COLUMNS, MAX_LINES, Line, too_far
from cardgen.definitions.nodes import Scalar
from cardgen.definitions.yaml_source import read_text
from cardgen.foundations.errors import Fault, InputError, Place

ADVICE = "in a spreadsheet program, save it as 'CSV UTF-8', or give cardgen the .xlsx or .ods file itself"

_SIGNS = {",": "comma", ";": "semicolon", "\t": "tab", "|": "bar"}
_CELLS = {sign: re.compile(rf'(?:"(?:[^"]|"")*(?:"|$))?[^{sign}]*') for sign in _SIGNS}
_LINE_END = re.compile(r"\r\n?")  # line ends of Windows and old Macs, also within a cell
_UNEVEN = "as many cells as names"  # the cause of these faults
_FAULTS = {  # faults by the reader's messages
    "unexpected end of data": "expected a closing quote at the end of this cell, as it begins with a quote",
    "expected after": "this cell continues after its closing quote; write a quote inside a cell twice",
    "larger than field limit": f"expected at most {csv.field_size_limit():,} characters in a cell, got more",
}


def read_csv(path: Path) -> tuple[Line, ...]:
    """Returns the lines that are not empty. Raises InputError."""
    text, file = read_text(path, sixteen=True, advice=ADVICE), str(path)
    lines = list(io.StringIO(text, newline=""))  # the reader counts the same lines
    head = next((index for index, line in enumerate(lines) if line.strip()), 0)
    delimiter = _delimiter(lines[head]) if lines else ","
    if lines and _SEPARATOR.fullmatch(lines[head]):
        lines[head] = "\n"  # Excel's `sep=` line has no headings
    reader = csv.reader(lines, delimiter=delimiter, strict=True)
    rows: list[Line] = []
    uneven: list[Fault] = []
    names: list[str] = []
    line = 1
    try:
        for row in reader:
            if any(cell.strip() for cell in row):
                place = Place(file, line, 1)
                if len(rows) > MAX_LINES:
                    raise too_far(place)
                starts = starts_of(lines[line - 1], delimiter)
                rows.append(Line(place, _cells(row, place, starts)))
                names = names or row
                if len(row) != len(names):
                    uneven.append(_uneven(row, names, place, starts, delimiter))
            line = reader.line_num + 1
    except csv.Error as error:
        message = next(
            (ours for theirs, ours in _FAULTS.items() if theirs in str(error)), f"expected a CSV file: {error}"
        )
        raise InputError(Fault(message, Place(file, line, 1))) from None
    if uneven:
        raise InputError(*uneven)
    return tuple(rows)


def delimiter_of(text: str) -> str:
    """Returns the sign between the cells of a CSV file's text."""
    return _delimiter(next((line for line in io.StringIO(text, newline="") if line.strip()), ""))


_SEPARATOR = re.compile(r"\s*sep=(.)\s*", re.IGNORECASE | re.DOTALL)


def _delimiter(header: str) -> str:
    """The sign between cells: that of Excel's `sep=;`, else the most frequent one in the first line."""
    separator = _SEPARATOR.fullmatch(header)
    return separator[1] if separator and separator[1] in ",;\t|" else max(",;\t", key=header.count)


def _cells(row: list[str], place: Place, starts: list[int]) -> tuple[Scalar | None, ...]:
    if len(row) > MAX_COLUMNS and any(row[MAX_COLUMNS:]):
        raise too_far(Place(place.file, 1, MAX_COLUMNS + 1))
    places = [Place(place.file, place.line, start) for start in starts] + [place] * (len(row) - len(starts))
    placed = zip((_LINE_END.sub("\n", cell).strip() for cell in row), places, strict=False)
    return tuple(Scalar(cell, where) if cell else None for cell, where in placed)


def _uneven(row: list[str], names: list[str], place: Place, starts: list[int], delimiter: str) -> Fault:
    """The fault of a line with more or fewer cells than there are names. If it has more, a cell that begins with a
    space most likely continues the cell before it."""
    expected, sign = f"expected {len(names)} cells, as in the first line, got {len(row)}", _SIGNS[delimiter]
    if len(row) < len(names):
        return Fault(f"{expected}; an empty cell needs its {sign}, too", place, cause=_UNEVEN)
    spaced = any(name.startswith(" ") for name in names)
    rest = next((at for at in range(1, len(row)) if not spaced and re.match(r" +\S", row[at])), None)
    such = f', such as "{row[rest - 1]}{delimiter}{row[rest]}"' if rest else ""
    at = rest - 1 if rest else len(names)
    where = replace(place, column=starts[at]) if at < len(starts) else place
    return Fault(f"{expected}; put quotes around a cell that contains a {sign}{such}", where, cause=_UNEVEN)


def starts_of(line: str, delimiter: str) -> list[int]:
    """Returns the columns, from 1, in which the cells of a line begin. Quotes count only if they open a cell."""
    cell = _CELLS[delimiter]
    starts = [1]
    while (match := cell.match(line, starts[-1] - 1)) and match.end() < len(line):
        starts.append(match.end() + 2)
    return starts
