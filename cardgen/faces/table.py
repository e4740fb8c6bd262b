"""Reads the tables for which layouts repeat fields: the rows of a spreadsheet, each by its headings."""

from __future__ import annotations

from pathlib import Path

from cardgen.definitions.layouts import Layout, tables_of
from cardgen.definitions.spreadsheets import read_lines, sheet_file
from cardgen.foundations.errors import InputError, Place
from cardgen.store.library import Home
from cardgen.store.remember import per_file

Lines = tuple[dict[str, str], ...]


def lines_of(home: Home, file: str, about: str, place: Place) -> Lines:
    """Returns the rows of a table in the game's folder, without empty cells. Raises InputError at the place that names
    it."""
    return _lines(sheet_file(file, place, about, home.folder, expected=""))


def tables(home: Home, layout: Layout) -> list[Lines | None]:
    """Returns the rows of all tables of a layout, without tables that cannot be read."""
    return [_or_none(home, file, layout.node.place) for file in tables_of(layout)]


def _or_none(home: Home, file: str, place: Place) -> Lines | None:
    try:
        return lines_of(home, file, file, place)
    except InputError:
        return None


@per_file
def _lines(path: Path) -> Lines:
    lines = read_lines(path)
    names = [cell.text.strip() if cell else "" for cell in lines[0].cells] if lines else []
    return tuple(
        {name: cell.text for name, cell in zip(names, line.cells, strict=False) if name and cell} for line in lines[1:]
    )
