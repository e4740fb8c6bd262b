"""Cards from a spreadsheet: a CSV file (UTF-8, comma or semicolon) to the nodes that YAML would have given.

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
    header = next((line for line in lines if line.strip()), "")
    delimiter = ";" if header.count(";") > header.count(",") else ","
    rows = csv.reader(lines, delimiter=delimiter, strict=True)
    faults: list[Fault] = []
    cards: dict[str, Node] = {}
    keys: dict[str, Place] = {}
    columns: list[str] = []
    line = 1
    try:
        for row in rows:
            place, starts = Place(file, line, 1), _starts(lines[line - 1], delimiter)
            line = rows.line_num + 1
            if not any(cell.strip() for cell in row):
                continue
            if not columns:
                columns = [cell.strip() for cell in row]
                if faults := _header_faults(columns, place):
                    break
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
        faults.append(Fault(f"cannot be read as CSV: {error}", Place(file, line, 1)))
    if not columns and not faults:
        faults.append(Fault("expected a first line that names the columns, got an empty file", Place(file, 1, 1)))
    if faults:
        raise InputError(*faults)
    return Mapping(cards, Place(file, 1, 1), keys)


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
    while (end := cell.match(line, starts[-1] - 1).end()) < len(line):
        starts.append(end + 2)
    return starts
