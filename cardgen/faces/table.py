"""Tables that layouts repeat fields for: the lines of a spreadsheet's file, each by its headings."""

from __future__ import annotations

from pathlib import Path

from cardgen.definitions.spreadsheets import read_lines, sheet_file
from cardgen.errors import Place
from cardgen.library import Home
from cardgen.remember import per_file


def lines_of(home: Home, file: str, about: str, place: Place) -> tuple[dict[str, str], ...]:
    """The lines of a table in the game's folder, without their empty cells. Raises InputError, about what names it."""
    return _lines(sheet_file(file, place, about, home.folder, expected=""))


@per_file
def _lines(path: Path) -> tuple[dict[str, str], ...]:
    lines = read_lines(path)
    names = [cell.text.strip() if cell else "" for cell in lines[0].cells] if lines else []
    return tuple(
        {name: cell.text for name, cell in zip(names, line.cells, strict=False) if name and cell} for line in lines[1:]
    )
