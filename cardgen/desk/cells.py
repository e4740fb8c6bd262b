"""Shows the cards of a game as tables, from its spreadsheets and from game.yaml, and writes changed cells into them."""

from __future__ import annotations

import codecs
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from starlette.requests import Request
from starlette.routing import Route

from cardgen.definitions.cell_edit import with_cells
from cardgen.definitions.edit import Edited
from cardgen.definitions.fields import card_name
from cardgen.definitions.nodes import Mapping as MappingNode
from cardgen.definitions.nodes import Node, Scalar
from cardgen.definitions.spreadsheets import read_lines, sheet_file
from cardgen.definitions.variant import kinds_of
from cardgen.definitions.yaml_source import parse_yaml, read_yaml
from cardgen.desk import body as given
from cardgen.desk.access import route
from cardgen.desk.answers import fault_as_json
from cardgen.desk.changing import Otherwise, asked_for, change_handler
from cardgen.desk.layout_fields import is_editable
from cardgen.desk.saved import saves_of, write_bytes
from cardgen.desk.state import Desk
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import UNKNOWN_NAME, InputError, fail
from cardgen.rules.load import load_game
from cardgen.store.library import Home, is_sheet
from cardgen.store.reach import read_bytes

MAX_CHANGES = 5_000  # cells of one request
ID = "id"
FIXED, OWN, READ_ONLY = "elsewhere", "", "ods"  # why a table cannot be changed here


@dataclass(frozen=True, slots=True)
class CardTable:
    """The cards of kinds, as rows with a name each: the number of a line in a spreadsheet, a card's id in game.yaml.

    `columns` are their names and headings. A cell is None where a list or keys with values stand in it. `fixed` is the
    reason why it cannot be changed here, if there is one.
    """

    name: str  # DECK/KIND, which identifies it
    path: Path
    sheet: str
    columns: Sequence[str]
    rows: Mapping[str, Sequence[str | None]]
    fixed: str


def tables_of(home: Home) -> Iterator[CardTable]:
    """Yields the tables of a game's own cards: one for all kinds that share a sheet, none for a game of one rules file.
    Raises InputError."""
    if home.alone:
        return
    file = home.folder / "game.yaml"
    node, shown = read_yaml(file), set[tuple[Path, str]]()
    for (deck, kind), model in kinds_of(node) if isinstance(node, MappingNode) else ():
        cards, name = model.get("cards"), f"{deck}/{kind}"
        if source := _sheet_of(cards, home, name):
            if source not in shown:
                shown.add(source)
                yield _sheet_table(name, *source, home)
        elif isinstance(cards, MappingNode):
            yield _yaml_table(name, file, cards, home)


def _sheet_of(cards: Node | None, home: Home, name: str) -> tuple[Path, str] | None:
    """The file and the sheet that cards are read from. Raises InputError."""
    named = cards.get("from") if isinstance(cards, MappingNode) else cards
    if not isinstance(named, Scalar) or not is_sheet(named.text):
        return None
    sheet = cards.get("sheet") if isinstance(cards, MappingNode) else None
    path = sheet_file(named.text, named.place, name, home.folder)
    return path, sheet.text if isinstance(sheet, Scalar) else ""


def _sheet_table(name: str, path: Path, sheet: str, home: Home) -> CardTable:
    lines = read_lines(path, sheet or None)
    width = max((len(line.cells) for line in lines), default=1)
    texts = {
        str(line.place.line): [cell.text if cell else "" for cell in line.cells] + [""] * (width - len(line.cells))
        for line in lines
    }
    head = texts.pop(next(iter(texts)), [""] * width) if texts else [""] * width
    fixed = FIXED if not is_editable(home, path) else READ_ONLY if path.suffix.lower() == ".ods" else OWN
    return CardTable(name, path, sheet or (lines[0].place.sheet if lines else ""), head, texts, fixed)


def _yaml_table(name: str, path: Path, cards: MappingNode, home: Home) -> CardTable:
    keys = list(
        dict.fromkeys(key for card in cards.items.values() if isinstance(card, MappingNode) for key in card.items)
    )
    columns = [ID, *sorted(keys, key=lambda key: key != "count")]
    rows = {id: [id, *(_text(card, key) for key in columns[1:])] for id, card in cards.items.items()}
    return CardTable(name, path, "", columns, rows, OWN if is_editable(home, path) else FIXED)


def _text(card: Node, key: str) -> str | None:
    """The text of a card's key; None for a list, and for keys with values."""
    node = card.get(key) if isinstance(card, MappingNode) else None
    if node is None:
        return ""
    return node.text if isinstance(node, Scalar) else None


@dataclass(frozen=True, slots=True)
class CellChange:
    """Another text for the cell of a row and a column, from 0; `seen` is what stood there when it was opened."""

    row: str
    column: int
    seen: str
    text: str


def changed_bytes(table: CardTable, before: bytes, changes: Sequence[CellChange]) -> bytes:
    """Returns the content of a table's file, which was `before`, with other cells. Raises InputError, and Otherwise if
    a cell has changed meanwhile."""
    if table.fixed:
        raise fail("cardgen cannot change these cells")
    for change in changes:
        now = _now(table, change)
        if now != change.seen:
            raise Otherwise("cells.changed", now or "")
    if is_sheet(table.path.name):
        cells = {(int(each.row), each.column + 1): each.text for each in changes}
        return with_cells(table.path, before, table.sheet, cells)
    mark = codecs.BOM_UTF8 if before.startswith(codecs.BOM_UTF8) else b""
    return mark + _with_yaml_cells(table, before[len(mark) :].decode(), changes).encode()


def _now(table: CardTable, change: CellChange) -> str | None:
    row = table.rows.get(change.row)
    return "" if row is None or change.column >= len(row) else row[change.column]


def _with_yaml_cells(table: CardTable, text: str, changes: Sequence[CellChange]) -> str:
    deck, _, kind = table.name.partition("/")
    edit = Edited(text, str(table.path))
    for change in changes:
        path = ("decks", deck, "kinds", kind, "cards", change.row)
        if change.row not in table.rows:
            edit.put(path, "{}")
        if change.column and (change.text or change.row in table.rows):
            _set(edit, (*path, table.columns[change.column]), change.text)
    parse_yaml(edit.text, str(table.path))
    return edit.text


def _set(edit: Edited, path: tuple[str, ...], text: str) -> None:
    if text:
        edit.set(path, text)
        return
    node = parse_yaml(edit.text, edit.file)
    assert isinstance(node, MappingNode)
    if path[-1] not in node.below(*path[:-1]).items:
        return
    if len(node.below(*path[:-1]).items) > 1:
        edit.drop(path)
    else:
        edit.put(path[:-1], "{}")  # a card stays, even if it has no key any more


def routes(desk: Desk) -> list[Route]:
    def cells(request: Request, body: Mapping[str, object]) -> dict[str, object]:
        home = asked_for(desk, request)[0]
        return {"tables": [_table_json(home, table) for table in tables_of(home)], "faults": _faults(home)}

    def change(request: Request, body: Mapping[str, object]) -> dict[str, object]:
        home, variant, _ = asked_for(desk, request)
        wanted = given.text(body, "table")
        before = read_bytes(_table(home, wanted).path)
        table = _table(home, wanted)  # read after `before`: if its file changes in between, the write is refused
        changes = [_change(table, each) for each in given.objects(body, "changes", MAX_CHANGES)]
        data = changed_bytes(table, before, changes)
        saves_of(desk).save(home, variant, [table.path], lambda: write_bytes(table.path, before, data, *home.grounds))
        return cells(request, body)

    return [route("GET", "cells", change_handler(cells)), route("POST", "cells", change_handler(change))]


def _table(home: Home, name: str) -> CardTable:
    """A table by its name. Raises InputError."""
    table = next((each for each in tables_of(home) if each.name == name), None)
    if table is None:
        raise fail(f"{home.name} has no cards '{name}'", code=UNKNOWN_NAME)
    return table


def _change(table: CardTable, body: Mapping[str, object]) -> CellChange:
    change = CellChange(
        given.name(body, "row"), given.whole(body, "column"), given.text(body, "seen"), given.text(body, "text")
    )
    if change.column >= len(table.columns):
        raise given.BadBody("column")
    if is_sheet(table.path.name):
        if not change.row.isascii() or not change.row.isdecimal() or not 1 < int(change.row) < 10**6:
            raise given.BadBody("row")
    elif change.row not in table.rows:
        try:
            card_name(change.row)
        except ValueError as error:
            raise fail(str(error)) from None
    return change


def _table_json(home: Home, table: CardTable) -> dict[str, object]:
    return {
        "name": table.name, "file": _shown_path(home, table.path), "sheet": table.sheet,
        "columns": table.columns, "rows": [{"row": row, "cells": texts} for row, texts in table.rows.items()],
        "fixed": table.fixed, "lines": is_sheet(table.path.name),
    }  # fmt: skip


def _shown_path(home: Home, path: Path) -> str:
    """The path of a file from the game's folder, either of which may be behind a link."""
    return path.resolve().relative_to(home.folder.resolve()).as_posix()


def _faults(home: Home) -> list[dict[str, object]]:
    """The faults of the game as its files are now."""
    try:
        load_game(home)
    except InputError as error:
        return [fault_as_json(fault) for fault in error.faults]
    return []
