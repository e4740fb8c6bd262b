"""Cards from a spreadsheet: a CSV file (UTF-8, comma, semicolon or tab) to the nodes that YAML would have given.

The first line names the columns, `id` among them; an empty cell is a field that the card does not have.
"""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path

from cardgen.definitions.nodes import Mapping, Node, Scalar
from cardgen.definitions.yaml_source import read_text
from cardgen.errors import Fault, InputError, Place, nearest


def read_csv_cards(path: Path) -> Mapping:
    """Card id to its fields, in the file's order. Raises InputError with every fault of the file."""
    text, file = read_text(path), str(path)
    lines = list(io.StringIO(text, newline=""))  # as the reader counts them
    head = next((index for index, line in enumerate(lines) if line.strip()), 0)
    delimiter = _delimiter(lines[head]) if lines else ","
    if lines and _SEPARATOR.fullmatch(lines[head]):
        lines[head] = "\n"  # Excel's word to itself names no columns
    faults: list[Fault] = []
    rows: list[tuple[int, list[str]]] = []  # the line that each begins in, and its cells
    reader = csv.reader(lines, delimiter=delimiter, strict=True)
    line = 1
    try:
        for row in reader:
            rows.append((line, [cell.strip() for cell in row]))
            line = reader.line_num + 1
    except csv.Error as error:
        faults.append(Fault(f"cannot be read as CSV: {error}", Place(file, line, 1)))
    rows = [(line, row) for line, row in rows if any(row)]
    columns = ["id" if cell.lower() == "id" else cell for cell in rows[0][1]] if rows else []
    # a column without a name or anything in it is what a spreadsheet leaves at its edge
    filled = {i for _, row in rows for i, cell in enumerate(row) if cell}
    empty = set(range(len(columns))) - filled
    cards: dict[str, Node] = {}
    keys: dict[str, Place] = {}
    if columns:
        faults += _header_faults([name for i, name in enumerate(columns) if i not in empty], Place(file, rows[0][0], 1))
    for line, row in rows[1:] if not faults else ():
        place, starts = Place(file, line, 1), _starts(lines[line - 1], delimiter)
        if len(row) != len(columns):
            faults.append(Fault(f"expected {len(columns)} cells, as in the first line, got {len(row)}", place))
            continue
        cells = {
            column: Scalar(cell, Place(file, line, starts[index] if index < len(starts) else 1))
            for index, (column, cell) in enumerate(zip(columns, row, strict=True))
            if cell
        }
        key = cells.pop("id", None)
        if key is None:
            faults.append(Fault("expected an id in every line", place))
        elif key.text in cards:
            first = keys[key.text].line
            faults.append(Fault(f"the id '{key.text}' stands twice, first in line {first}", key.place))
        else:
            keys[key.text] = key.place
            cards[key.text] = Mapping({**cells}, place, {column: cell.place for column, cell in cells.items()})
    if not columns and not faults:
        faults.append(Fault("expected a first line that names the columns, got an empty file", Place(file, 1, 1)))
    if faults:
        raise InputError(*faults)
    return Mapping(cards, Place(file, 1, 1), keys)


_SEPARATOR = re.compile(r"\s*sep=(.)\s*", re.IGNORECASE | re.DOTALL)


def _delimiter(header: str) -> str:
    """What stands between cells: what Excel's `sep=;` says, else the sign that the first line has most of."""
    told = _SEPARATOR.fullmatch(header)
    return told[1] if told and told[1] in ",;\t|" else max(",;\t", key=header.count)


def _header_faults(columns: list[str], place: Place) -> list[Fault]:
    if "id" not in columns:
        return [Fault(f"expected a column 'id'{nearest('id', columns)}", place)]
    if "" in columns:
        return [Fault(f"column {columns.index('') + 1} has no name", place)]
    twice = {column for column in columns if columns.count(column) > 1}
    return [Fault(f"the column '{column}' stands twice", place) for column in sorted(twice)]


def _starts(line: str, delimiter: str) -> list[int]:
    """The columns, from 1, in which the cells of one line begin. Quotes count only where they open a cell."""
    cell = re.compile(rf'(?:"(?:[^"]|"")*(?:"|$))?[^{delimiter}]*')
    starts = [1]
    while (found := cell.match(line, starts[-1] - 1)) and found.end() < len(line):
        starts.append(found.end() + 2)
    return starts
