"""Cards from a spreadsheet: a CSV file (UTF-8, comma or semicolon) to the nodes that YAML would have given.

The first line names the columns, `id` among them; an empty cell is a field that the card does not have.
"""

from __future__ import annotations

import csv
import io
from pathlib import Path

from cardgen.definitions.nodes import Mapping, Node, Scalar
from cardgen.definitions.yaml_source import read_text
from cardgen.errors import Fault, InputError, Place, nearest


def read_csv_cards(path: Path) -> Mapping:
    """Card id to its fields, in the file's order. Raises InputError with every fault of the file."""
    text, file = read_text(path), str(path)
    lines = text.splitlines()
    header = lines[0] if lines else ""
    delimiter = ";" if header.count(";") > header.count(",") else ","
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    faults: list[Fault] = []
    cards: dict[str, Node] = {}
    keys: dict[str, Place] = {}
    columns: list[str] = []
    start = 1
    try:
        for row in rows:
            place = Place(file, start, 1)
            start = rows.line_num + 1
            starts = _starts(lines[place.line - 1], delimiter) if row else []
            if not columns:
                columns = [cell.strip() for cell in row]
                faults += _header_faults(columns, file)
                if faults:
                    break
                continue
            if not any(cell.strip() for cell in row):
                continue
            if len(row) != len(columns):
                faults.append(Fault(f"expected {len(columns)} cells, as in the first line, got {len(row)}", place))
                continue
            cells = {
                column: Scalar(cell.strip(), Place(file, place.line, starts[index] if index < len(starts) else 1))
                for index, (column, cell) in enumerate(zip(columns, row, strict=True))
                if cell.strip()
            }
            key = cells.pop("id", None)
            if key is None:
                faults.append(Fault("expected an id in every line", place))
            elif key.text in cards:
                first = keys[key.text].line
                faults.append(Fault(f"the id '{key.text}' stands twice, first in line {first}", key.place))
            else:
                keys[key.text] = key.place
                cards[key.text] = Mapping(cells, place, {column: cell.place for column, cell in cells.items()})
    except csv.Error as error:
        faults.append(Fault(f"cannot be read as CSV: {error}", Place(file, rows.line_num or 1, 1)))
    if not columns:
        faults.append(Fault("expected a first line that names the columns, got an empty file", Place(file, 1, 1)))
    if faults:
        raise InputError(*faults)
    return Mapping(cards, Place(file, 1, 1), keys)


def _header_faults(columns: list[str], file: str) -> list[Fault]:
    place = Place(file, 1, 1)
    if "id" not in columns:
        return [Fault(f"expected a column 'id'{nearest('id', columns)}", place)]
    if "" in columns:
        return [Fault(f"column {columns.index('') + 1} has no name", place)]
    twice = {column for column in columns if columns.count(column) > 1}
    return [Fault(f"the column '{column}' stands twice", place) for column in sorted(twice)]


def _starts(line: str, delimiter: str) -> list[int]:
    """The columns, from 1, in which the cells of one line begin."""
    starts, quoted = [1], False
    for index, character in enumerate(line):
        if character == '"':
            quoted = not quoted
        elif character == delimiter and not quoted:
            starts.append(index + 2)
    return starts
