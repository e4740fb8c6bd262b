"""The lock file of sheets of pictures: it gives each card a fixed slot, because saved tables refer to cards by slot.

Exports only add lines. A card that a game no longer has keeps its line and its slot, and no other card gets that slot.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import field
from pathlib import Path

from pydantic import Field

from cardgen.definitions.fields import Model, Name, Whole, Words
from cardgen.definitions.game import BASE
from cardgen.definitions.nodes import Node, at
from cardgen.definitions.validate import validate
from cardgen.definitions.yaml_source import parse_yaml, refuse_conflict
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import Fault, InputError
from cardgen.store.library import Home
from cardgen.store.reach import is_file, read_bytes

FILE = "slots.yaml"
COLUMNS, ROWS = 10, 7  # the largest sheet that Tabletop Simulator accepts
_KEYS = 200_000  # numbers for sheets: with two digits for the language and two for the slot, they stay below 2**31
_SLOTS_PER_CARD = 1.25  # slots of a new sheet for each card
_MAX_LANGUAGES = 100
_MAX_BYTES = 2_000_000
_HEAD = (
    "# Where each card is on the sheets of pictures that virtual tables load. Keep this file with the game: "
    "saved tables\n# depend on it. cardgen only adds lines; a card that you removed keeps its line.\n"
)


class _Sheet(Model):
    deck: Words
    key: Whole = Field(ge=1, le=_KEYS)
    columns: Whole = Field(ge=2, le=COLUMNS)
    rows: Whole = Field(ge=2, le=ROWS)
    cards: tuple[Words, ...]


class _File(Model):
    game: Name
    languages: tuple[Words, ...]
    sheets: tuple[_Sheet, ...]


@dataclass(eq=False)
class SlotSheet:
    """A grid of slots, the last of which shows a hidden card; `key` is its number among the sheets of all games."""

    deck: str
    key: int
    columns: int
    rows: int
    cards: list[str] = field(default_factory=list)

    @property
    def room(self) -> int:
        return self.columns * self.rows - 1


@dataclass
class Slots:
    """All sheets of a game; cards and languages are added as they are asked for."""

    game: str
    languages: list[str]
    sheets: list[SlotSheet]

    def key(self, sheet: SlotSheet, language: str, variant: str = BASE) -> int:
        """The number of a sheet in a language: no two sheets of any games or variants are likely to have the same."""
        if language not in self.languages:
            self.languages.append(language)
        base = sheet.key * _MAX_LANGUAGES + self.languages.index(language)
        return base if variant == BASE else zlib.crc32(f"{variant}/{base}".encode()) % (_KEYS * _MAX_LANGUAGES) + 1

    def place(self, deck: str, cards: Sequence[str]) -> dict[str, tuple[SlotSheet, int]]:
        """The sheet and slot of each card of a deck; new ones get the next free slots."""
        own = [sheet for sheet in self.sheets if sheet.deck == deck]
        known = {card: (sheet, slot) for sheet in own for slot, card in enumerate(sheet.cards)}
        new = [card for card in dict.fromkeys(cards) if card not in known]
        for number, card in enumerate(new):
            sheet = next((sheet for sheet in own if len(sheet.cards) < sheet.room), None)
            if sheet is None:
                sheet = self._new(deck, len(own), len(new) - number)
                own.append(sheet)
            known[card] = sheet, len(sheet.cards)
            sheet.cards.append(card)
        return {card: known[card] for card in cards}

    def _new(self, deck: str, number: int, cards: int) -> SlotSheet:
        keys = {sheet.key for sheet in self.sheets}
        key = zlib.crc32(f"{self.game}/{deck}/{number}".encode()) % _KEYS + 1
        while key in keys:
            key = key % _KEYS + 1
        slots = min(COLUMNS * ROWS, round(cards * _SLOTS_PER_CARD) + 2)
        columns = min(COLUMNS, max(2, round(slots**0.5 * 1.2)))
        sheet = SlotSheet(deck, key, columns, min(ROWS, max(2, -(-slots // columns))))
        self.sheets.append(sheet)
        return sheet

    def text(self) -> bytes:
        lines = [f"game: {self.game}", f"languages: [{', '.join(self.languages)}]", "sheets:"]
        for sheet in self.sheets:
            lines += [f"- deck: {sheet.deck}", f"  key: {sheet.key}", f"  columns: {sheet.columns}"]
            lines += [f"  rows: {sheet.rows}", "  cards:", *(f'  - "{card}"' for card in sheet.cards)]
        return (_HEAD + "\n".join(lines) + "\n").encode()


def slots_file(home: Home) -> Path:
    """The path of the lock file, beside game.yaml."""
    return home.own(home.folder / FILE)


def read_slots(home: Home, data: bytes | None = None) -> Slots:
    """Reads the slots of the file, or of `data`, which will replace it; none if there is no file. Raises InputError."""
    path = slots_file(home)
    if data is None and not is_file(path):
        return Slots(home.name, [], [])
    raw = read_bytes(path, _MAX_BYTES) if data is None else data
    text = raw.decode("utf-8", "replace")
    refuse_conflict(text, str(path), "keep the lines that both sides have added")
    node = parse_yaml(text, str(path))
    file = validate(_File, node)
    if faults := _faults(file, node, home):
        raise InputError(*faults)
    sheets = [SlotSheet(each.deck, each.key, each.columns, each.rows, [*each.cards]) for each in file.sheets]
    return Slots(file.game, [*file.languages], sheets)


def _faults(file: _File, node: Node, home: Home) -> list[Fault]:
    if file.game != home.name:
        message = f"game: expected '{home.name}', got '{file.game}'; this file has the slots of another game"
        return [Fault(message, at(node, "game"))]
    faults = []
    sides: set[tuple[str, str]] = set()
    keys: set[int] = set()
    for number, sheet in enumerate(file.sheets):
        path = "sheets", number
        if sheet.key in keys:
            faults.append(Fault(f"sheets: two sheets have the key {sheet.key}", at(node, *path, "key")))
        keys.add(sheet.key)
        if len(sheet.cards) > sheet.columns * sheet.rows - 1:
            most = sheet.columns * sheet.rows - 1
            message = f"cards: expected at most {most} on {sheet.columns} x {sheet.rows} slots, got {len(sheet.cards)}"
            faults.append(Fault(message, at(node, *path, "cards")))
        for slot, card in enumerate(sheet.cards):
            if (sheet.deck, card) in sides:
                message = f"cards: '{card}' of the deck '{sheet.deck}' already has a slot"
                faults.append(Fault(message, at(node, *path, "cards", slot)))
            sides.add((sheet.deck, card))
    return faults
