"""Reads the cards of kinds from spreadsheets: it finds the file that `cards:` names, and puts its cards there."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path

from cardgen.definitions import templates
from cardgen.definitions.clauses import as_word
from cardgen.definitions.decks import NOT_ON_CARDS
from cardgen.definitions.drawings import reads_of_drawings
from cardgen.definitions.engines import card_fields_of, engines
from cardgen.definitions.expressions import Slip
from cardgen.definitions.game_file import Spreadsheet
from cardgen.definitions.headings import ID, SheetSpec
from cardgen.definitions.layout_reading import read_layout
from cardgen.definitions.lines import Line
from cardgen.definitions.nodes import Mapping, Node, Scalar, Sequence, replace_at
from cardgen.definitions.tables import read_cards
from cardgen.definitions.validate import validate
from cardgen.definitions.variant import kinds_of
from cardgen.foundations.errors import UNKNOWN_NAME, InputError, Place, fail, nearest
from cardgen.store.library import BOOKS, SHEETS, Home, is_file, is_sheet
from cardgen.store.reach import files_below

FROM = "from"
LAYOUTS = ("layout", "back", "figure")  # keys of a kind that name layouts


def with_spreadsheets(game: Mapping, home: Home, spoken: frozenset[str] = frozenset()) -> Mapping:
    """Returns the game's nodes with the cards of spreadsheets; `spoken` are the words of its clauses.

    Raises InputError.
    """
    for (deck, name), kind in kinds_of(game):
        path = ("decks", deck, "kinds", name, "cards")
        if source := _source(kind.get("cards"), ".".join(path)):
            game = replace_at(game, path, _cards(source, ".".join(path), game, kind, home, spoken))
    return game


def empty_kinds(game: Mapping) -> Iterator[tuple[str, Mapping]]:
    """Returns the kinds without any row of their spreadsheet, by name, with their `cards:`."""
    for (_, name), kind in kinds_of(game):
        cards = kind.get("cards")
        if isinstance(cards, Mapping) and not cards.items and is_sheet(cards.place.file):
            yield name, cards


def lines_left(game: Mapping) -> Iterator[Line]:
    """Yields the rows of spreadsheets shared by several kinds that no kind takes by its `when`."""
    kinds: dict[tuple[str, str], list[Mapping]] = {}
    for _, kind in kinds_of(game):
        if isinstance(cards := kind.get("cards"), Mapping) and is_sheet(cards.place.file):
            kinds.setdefault((cards.place.file, cards.place.sheet), []).append(cards)
    for (file, sheet), sharing in kinds.items():
        if len(sharing) > 1:
            taken = {card.place.line for cards in sharing for card in cards.items.values()}
            yield from (row for row in read_lines(Path(file), sheet or None)[1:] if row.place.line not in taken)


def _source(cards: object, path: str) -> Mapping | None:
    """The mapping that names the spreadsheet; None if the node holds cards."""
    if isinstance(cards, Scalar) and cards.data is not None:
        return Mapping({FROM: cards}, cards.place, {FROM: cards.place})
    if not isinstance(cards, Mapping) or not isinstance(named := cards.get(FROM), Scalar) or named.data is None:
        return None
    validate(Spreadsheet, cards, path)
    return cards


def _cards(source: Mapping, path: str, game: Mapping, kind: Mapping, home: Home, spoken: frozenset[str]) -> Mapping:
    named = source.items[FROM]
    assert isinstance(named, Scalar)
    file = sheet_file(named.text, named.place, path, home.folder)
    sheet, when = source.get("sheet"), source.get("when")
    shown = cache(lambda: frozenset(_names_read(kind, home)))
    asked = SheetSpec(
        columns=source.below("columns"),
        when=when if isinstance(when, Scalar) else None,
        languages=_texts(game.get("languages")) or ("en",),
        sides=_texts(kind.get("sides")),
        sets=_texts(kind.get("sets")),
        reserved={name: why for name, why in NOT_ON_CARDS.items() if name != ID},
        read_by_engine=_read_by_engine(game),
        is_shown=lambda heading: as_word(heading) in spoken or f"card.{heading}" in shown(),
    )
    try:
        lines = read_lines(file, sheet.text if isinstance(sheet, Scalar) else None)
    except InputError as error:
        (fault, *_) = error.faults
        if fault.code != UNKNOWN_NAME or not sheet:
            raise
        raise fail(f"{path}.sheet: {fault.message}", sheet.place, UNKNOWN_NAME) from None
    if not lines:
        start = Place(str(file), *(() if file.suffix.lower() in BOOKS else (1, 1)))
        raise fail("expected a first row with the names of the columns, got an empty file", start)
    return read_cards(lines, asked)


def read_lines(file: Path, sheet: str | None = None) -> tuple[Line, ...]:
    """Returns the lines of a spreadsheet file, of one sheet if it has several. Raises InputError."""
    if file.suffix.lower() in BOOKS:
        from cardgen.definitions.isolated_book import (
            read_isolated_book,
        )  # imported here, because few games have spreadsheets

        return read_isolated_book(file, sheet)
    if sheet:
        raise fail(f"there is no sheet '{sheet}': a {file.suffix} file has none", Place(str(file)), UNKNOWN_NAME)
    from cardgen.definitions.csv_source import read_csv

    return read_csv(file)


def sheet_file(named: str, place: Place, path: str, folder: Path, expected: str = "cards, or ") -> Path:
    """Returns the file of a spreadsheet. Raises InputError if it does not exist, or lies outside of the game's
    folder."""
    file = Path(os.path.realpath(folder / named.replace("\0", "")))
    if not file.is_relative_to(folder.resolve()) or file.suffix.lower() not in SHEETS:
        wanted = f"expected {expected}a spreadsheet in the game's folder ({', '.join(SHEETS)})"
        cure = "; save it as .xlsx" if file.suffix.lower() in (".xls", ".xlsb", ".numbers", ".gsheet") else ""
        raise fail(f"{path}: {wanted}, got '{named}'{cure}", place)
    if not is_file(file):
        known = [each.relative_to(folder).as_posix() for each in files_below(folder, SHEETS)]
        raise fail(f"there is no file '{named}'{nearest(named, known)}", place)
    return file


def _names_read(kind: Mapping, home: Home) -> Iterator[str]:
    """The names that a kind's layouts read; none for a layout with faults, which drawing reports."""
    for layout in filter(None, map(kind.get, LAYOUTS)):
        with suppress(InputError):
            if isinstance(layout, Scalar):
                definition = read_layout(home, layout.text, layout.place)
                yield from _read(definition.node)
                yield from reads_of_drawings(definition, home)


def _read(node: Node) -> Iterator[str]:
    """The names that all templates and conditions below a node read."""
    if isinstance(node, Scalar):
        for names in (templates.reads, templates.condition_reads):
            with suppress(Slip):
                yield from names(node.text)
        return
    for inner in node.items.values() if isinstance(node, Mapping) else node.items:
        yield from _read(inner)


def _texts(node: object) -> tuple[str, ...]:
    """The texts of a list; models report other values."""
    items: Iterable = node.items if isinstance(node, Sequence) else ()
    return tuple(item.text for item in items if isinstance(item, Scalar))


def _read_by_engine(game: Mapping) -> frozenset[str]:
    engine = game.get("engine")
    known = isinstance(engine, Scalar) and engine.text in engines()
    return frozenset(card_fields_of(engine.text)) if known and isinstance(engine, Scalar) else frozenset()
