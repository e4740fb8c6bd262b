"""Reads the cards of a spreadsheet: it turns lines into nodes as YAML gives them.

The first line names the columns (see `headings`); a card does not have the field of an empty cell. Cards without an id
get one from their names (see `ids`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cardgen.definitions import nodes, templates
from cardgen.definitions.copies import COUNT, OR_NUMBERS, plainly
from cardgen.definitions.evaluate import is_number
from cardgen.definitions.expressions import Slip
from cardgen.definitions.headings import ID, Column, SheetSpec, read_headings
from cardgen.definitions.ids import as_id, ids_of
from cardgen.definitions.lines import Line
from cardgen.definitions.nodes import Mapping, Node, Scalar
from cardgen.definitions.nodes import Sequence as List
from cardgen.definitions.yaml_source import parse_yaml
from cardgen.foundations.errors import Fault, InputError, Place, nearest

# Usual headings of cards' names in designers' languages, the likeliest first
NAMES = (
    *("name", "title", "card name", "card title", "card", "nom", "titre", "nom de la carte", "carte"),
    *("nome", "titolo", "nome carta", "carta", "nombre", "título", "nome da carta", "kartenname", "titel", "karte"),
    *("naam", "kaart", "navn", "namn", "nazwa", "tytuł"),
)


def read_cards(lines: Sequence[Line], asked: SheetSpec) -> Mapping:
    """Returns the fields of cards by id, in the order of the lines; there is at least one line, and all are equally
    long. Raises InputError with every fault."""
    head, *rows = lines
    columns = read_headings(head, rows, asked)
    if asked.when:
        rows = _lines_where(rows, columns, asked.when, asked)
    source = naming(rows, columns, asked)
    if not source:
        hint = nearest(ID, [column.name for column in columns])
        message = f"expected a column '{ID}', or one of texts to make ids from{hint}"
        raise InputError(Fault(message, head.place))
    given = source.path == (ID,)
    cards: dict[str, Node] = {}
    keys: dict[str, Place] = {}
    faults: list[Fault] = []
    for id, row in zip(_ids(rows, columns, source, bool(asked.sets)), rows, strict=True):
        if id is None:
            wanted = "an id" if given else f"'{' '.join(source.path)}', to make an id from,"
            cure = "" if given else _other_source(rows, columns, source)
            faults.append(Fault(f"expected {wanted} in every line{cure}", row.place))
            continue
        if id.text in cards:
            cure = "" if given else f"; add a column '{ID}'"
            message = f"the id '{id.text}' appears twice, first in line {keys[id.text].line}{cure}"
            faults.append(Fault(message, id.place))
            continue
        keys[id.text] = id.place
        try:
            cards[id.text] = _card(row, columns, asked)
        except InputError as error:
            faults += error.faults
    if faults:
        raise InputError(*faults)
    return Mapping(cards, head.place, keys)


def _ids(rows: Sequence[Line], columns: Sequence[Column], source: Column, digits: bool) -> list[Scalar | None]:
    """The id of each line from its source column, with its place; None if the cell is empty."""
    names = [row.cells[source.index] for row in rows]
    if source.path == (ID,):
        return [Scalar(as_id(name.text, digits), name.place) if name else None for name in names]
    others = [column.index for column in columns if column.index != source.index and column.path != (COUNT,)]
    cells = [[_text(row.cells[index]) for index in others] for row, name in zip(rows, names, strict=True) if name]
    made = iter(ids_of([name.text for name in names if name], cells, digits))
    return [Scalar(next(made), name.place) if name else None for name in names]


def naming(rows: Sequence[Line], columns: Sequence[Column], asked: SheetSpec) -> Column | None:
    """Returns the column that ids come from, in the game's first language: `id`, else `name`, else a column of texts
    whose heading means a name, else the first column that does not number the cards, else the first."""
    given = [column for column in columns if column.path == (ID,)]
    own = [column for column in columns if column.path[1:] in ((), (asked.languages[0],)) and column.path != (COUNT,)]
    called = [column for column in own if plainly(column.path[0]) == NAMES[0]]
    texts_of = {column.index: [text for row in rows if (text := _text(row.cells[column.index]))] for column in own}
    texts = [column for column in own if texts_of[column.index] and not any(map(is_number, texts_of[column.index]))]
    titles = [column for column in texts if plainly(column.path[0]) in NAMES]
    titles.sort(key=lambda column: NAMES.index(plainly(column.path[0])))
    others = [column for column in texts if plainly(column.path[0]) not in OR_NUMBERS]
    return next(iter([*given, *called, *titles, *others, *texts]), None)


def _other_source(rows: Sequence[Line], columns: Sequence[Column], source: Column) -> str:
    """The advice if a guessed source of ids has empty cells: how to name the first column that has none."""
    full = [column for column in columns if column.path != (COUNT,) and all(row.cells[column.index] for row in rows)]
    if plainly(source.path[0]) == NAMES[0] or not full:
        return ""
    return f"; or name them by another column, columns: {{{full[0].name}: {NAMES[0]}}}"


def _text(cell: Scalar | None) -> str:
    return cell.text if cell else ""


def _card(row: Line, columns: Sequence[Column], asked: SheetSpec) -> Mapping:
    items: dict[str, Node] = {}
    keys: dict[str, Place] = {}
    for column in columns:
        cell, (key, *rest) = row.cells[column.index], column.path
        if cell and column.path != (ID,):
            value = _data(cell) if column.path[-1] in asked.read_by_engine else cell
            items[key] = _with(items.get(key), rest, value, cell.place) if rest else value
            keys[key] = cell.place
    return Mapping(items, row.place, keys)


def _with(node: Node | None, path: Sequence[str], value: Node, place: Place) -> Mapping:
    """A mapping with the keys of `node` and a value at a path."""
    (key, *rest), inner = path, node if isinstance(node, Mapping) else Mapping({}, place)
    inserted = _with(inner.items.get(key), rest, value, place) if rest else value
    return Mapping({**inner.items, key: inserted}, inner.place, {**inner.keys, key: place})


def _data(cell: Scalar) -> Node:
    """The node of a cell that an engine reads: it can contain a list or a mapping in YAML."""
    if cell.text[0] not in "[{":
        return cell
    try:
        return _node_at(parse_yaml(cell.text, cell.place.file), cell.place)
    except InputError as error:
        raise InputError(*(replace(fault, place=cell.place) for fault in error.faults)) from None


def _node_at(node: Node, place: Place) -> Node:
    """A copy of a node with one place throughout."""
    if isinstance(node, Mapping):
        items = {key: _node_at(value, place) for key, value in node.items.items()}
        return Mapping(items, place, dict.fromkeys(items, place))
    if isinstance(node, List):
        return List(tuple(_node_at(item, place) for item in node.items), place)
    return replace(node, place=place, cut=None, lead=None)


def _lines_where(rows: Sequence[Line], columns: Sequence[Column], when: Scalar, asked: SheetSpec) -> list[Line]:
    """The lines for which `when` is true. Raises InputError."""
    own = [column for column in columns if column.path[1:] in ((), (asked.languages[0],))]
    known = {f"card.{column.path[0]}": column.index for column in own}
    for name in templates.condition_reads(when.text):
        if name not in known:
            raise InputError(Fault(f"when: there is no '{name}' in the spreadsheet{nearest(name, known)}", when.place))

    def holds(row: Line) -> bool:
        cells = {name.removeprefix("card."): _text(row.cells[index]) for name, index in known.items()}
        try:
            return templates.holds(when.text, {"card": {key: text for key, text in cells.items() if text}})
        except Slip as slip:
            raise InputError(Fault(f"when: {slip} (in {row.place})", nodes.within(when, slip.offset))) from None

    return [row for row in rows if holds(row)]
