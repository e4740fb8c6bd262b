"""Reads the table whose lines the cards are: its columns under the names that layouts read, and its rows."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from pathlib import Path

from cardgen.definitions.copies import COPIES, COUNT, plainly
from cardgen.definitions.draft import SheetDraft, columns_of
from cardgen.definitions.headings import ID
from cardgen.definitions.spreadsheets import read_lines
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import Place, fail
from cardgen.importers.looks import hex_colour
from cardgen.likeness.lines import plain
from cardgen.store.library import SHEETS, is_sheet
from cardgen.text.inline import OpenEmphasis, Run, closed, parse_inline

_NO_COLOURS = ("#000000", "#ffffff")


@dataclass(frozen=True, slots=True)
class CellColumn:
    """A column: its heading, the name by which layouts read it, and its cells, empty ones as ''."""

    heading: str
    name: str
    cells: tuple[str, ...]
    minor: bool = False  # copies and ids, which cards seldom show

    @property
    def is_full(self) -> bool:
        return all(self.cells)

    @property
    def has_zero(self) -> bool:
        """Whether some cells count as absent in a condition although they have something."""
        return any(cell.casefold() in ("no", "none", "false") for cell in self.cells)


@dataclass(frozen=True, slots=True)
class CellTable:
    """A table: its file, how cardgen reads it, the columns, and the place of each row."""

    file: Path
    draft: SheetDraft
    columns: tuple[CellColumn, ...]
    places: tuple[Place, ...]

    def show(self, headings: Collection[str]) -> None:
        """Notes the columns that cards show: these are no counts of copies."""
        for heading in headings:
            if self.draft.renamed.get(heading) == COUNT:
                del self.draft.renamed[heading]

    def colours(self, row: int) -> dict[str, str]:
        """The columns of colours: the name of each by its colour in a row. Black and white say nothing."""
        found: dict[str, str] = {}
        for column in self.columns:
            shades = [hex_colour(cell) for cell in column.cells]
            if all(shades) and len(set(shades)) > 1 and (shade := shades[row]) and shade not in _NO_COLOURS:
                found.setdefault(shade, column.name)
        return found

    def row_at(self, line: int) -> int:
        """The row in a line of the file. Raises InputError."""
        for row, place in enumerate(self.places):
            if place.line == line:
                return row
        last = self.places[-1].line
        raise fail(
            f"--line {line}: expected a line with a card, from {self.places[0].line} to {last}", Place(str(self.file))
        )


def read_table(file: Path, sheet: str | None = None) -> CellTable:
    """Reads a table. Raises InputError."""
    if not is_sheet(file.name):
        raise fail(f"expected a table of the cards ({', '.join(SHEETS)})", Place(str(file)))
    lines = read_lines(file, sheet)
    if len(lines) < 2:
        raise fail("expected a row with the names of the columns, and the cards below it", Place(str(file)))
    _, *rows = lines
    draft = columns_of(lines, Place(str(file)))
    columns = []
    for column in draft.columns:
        cells = [row.cells[column.index] if column.index < len(row.cells) else None for row in rows]
        name, heading = column.path[0], column.name
        minor = name in (ID, COUNT)
        if name == COUNT and (guessed := [each for each, new in draft.renamed.items() if new == COUNT]):
            name = heading = guessed[0]  # it is no count if the card shows it
            minor = plainly(heading) in COPIES
        texts = tuple(_cell(cell.text) if cell else "" for cell in cells)
        columns.append(CellColumn(heading, column_name(name), texts, minor))
    return CellTable(file, draft, tuple(columns), tuple(row.place for row in rows))


def _cell(text: str) -> str:
    """A cell as it is printed, without marks of emphasis."""
    if not {"*", "\\", "["} & {*text}:
        return plain(text)
    try:
        parts = parse_inline(closed(text))
    except OpenEmphasis:
        return plain(text)
    return plain("".join(part.text if isinstance(part, Run) else " " for part in parts))


def column_name(name: str) -> str:
    """The name by which a layout reads a column."""
    known = re.fullmatch(r"[^\W_]\w*(?:[ -]\w+)*", name)
    return f"card.{name}" if known else 'card."' + name.replace('"', '""') + '"'


def best_rows(scores: Sequence[float]) -> list[int]:
    """The rows with the best score, in order."""
    most = max(scores)
    return [row for row, score in enumerate(scores) if score >= most - 1e-9]
