"""The ledger of what is on the table: a text beside `game.yaml`, a line for each card and print, fit for git.

It tells of each box, which is one edition in one language, which cards lie in it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from cardgen.definitions import nodes
from cardgen.definitions.game import BASE, Game
from cardgen.definitions.strings_file import as_yaml
from cardgen.definitions.yaml_source import parse_yaml, read_text, refuse_conflict
from cardgen.errors import UNKNOWN_NAME, Fault, InputError, Place, fail, nearest
from cardgen.library import Home, typed_name

FILE = "printed.yaml"
HEAD = "# What is on the table: 'cardgen printed' writes it, 'cardgen build --changed' reads it."
KEYS = ("deck", "card", "name", "copies", "front", "back", "printed", "printer", "note")
ANY = "any"  # a back that does not matter, of a card that is wanted for a sleeve
_MAY_LACK = {"back", "printer", "note"}
_FORMS = {
    "copies": (r"[1-9]\d{0,3}", "a whole number from 1 to 9999"),
    "front": (r"[0-9a-f]{4}-[0-9a-f]{12}", "what it showed, such as 9f1c-02ab34cd56ef"),
    "back": (r"[0-9a-f]{4}-[0-9a-f]{12}", "what it showed, such as 9f1c-02ab34cd56ef"),
    "printed": (r"\d{4}-\d\d-\d\d", "a date such as 2026-11-23"),
}


@dataclass(frozen=True, slots=True)
class Lot:
    """Copies of one card from one print. `front` and `back` are digests of what they show, the card's code first."""

    deck: str
    card: str
    name: str
    copies: int
    front: str
    back: str = ""  # none: it stays white
    printed: str = ""  # a date as in 2026-11-23
    printer: str = ""
    note: str = ""

    @property
    def code(self) -> str:
        return self.front.partition("-")[0]

    def shows(self, wanted: Lot) -> bool:
        """Whether it may be used as a wanted card."""
        return self.front == wanted.front and wanted.back in (ANY, self.back)


Box = tuple[Lot, ...]


@dataclass(frozen=True, slots=True)
class Ledger:
    """The boxes of a game: by edition, then by language."""

    game: str
    boxes: Mapping[str, Mapping[str, Box]] = field(default_factory=dict)

    def box(self, edition: str, language: str) -> Box | None:
        return self.boxes.get(edition, {}).get(language)

    def with_box(self, edition: str, language: str, box: Box) -> Ledger:
        return replace(self, boxes={**self.boxes, edition: {**self.boxes.get(edition, {}), language: box}})


@dataclass(frozen=True, slots=True)
class Change:
    """What makes one box of another: `kept` stays, `pulled` goes out, `added` is printed; `renamed` tells of some that
    stay what they were called and are called now."""

    kept: Box
    pulled: Box
    added: Box
    renamed: tuple[tuple[Lot, Lot], ...] = ()


def change(old: Box, new: Box) -> Change:
    """What makes `old` the box `new`: as many cards as can be stay, those of the same id before others."""
    left = [lot.copies for lot in old]
    kept: list[tuple[int, Lot]] = []
    renamed: list[tuple[Lot, Lot]] = []
    wanting = [lot.copies for lot in new]
    passes = ((any_back, own) for any_back in (False, True) for own in (True, False))
    for any_back, own in passes:
        for number, lot in enumerate(new):
            for at, there in enumerate(old) if any_back == (lot.back == ANY) else ():
                if own != ((there.deck, there.card) == (lot.deck, lot.card)) or not there.shows(lot):
                    continue
                if used := min(left[at], wanting[number]):
                    left[at] -= used
                    wanting[number] -= used
                    kept.append((number, replace(there, deck=lot.deck, card=lot.card, name=lot.name, copies=used)))
                    renamed += [] if own else [(there, lot)]
    kept.sort(key=lambda one: one[0])
    pulled = tuple(replace(lot, copies=count) for lot, count in zip(old, left, strict=True) if count)
    added = tuple(replace(lot, copies=count) for lot, count in zip(new, wanting, strict=True) if count)
    return Change(tuple(lot for _, lot in kept), pulled, added, tuple(renamed))


def recorded(old: Box, new: Box, printed: str, printer: str, note: str) -> Box:
    """The box `new` made of `old`: what has been added was printed then, there, and with that remark."""
    found = change(old, new)
    added = [replace(lot, printed=printed, printer=printer, note=note) for lot in found.added]
    order = {(lot.deck, lot.card): number for number, lot in enumerate(new)}
    together: dict[Lot, int] = {}
    for lot in (*found.kept, *added):
        alike = replace(lot, copies=0)
        together[alike] = together.get(alike, 0) + lot.copies
    lots = [replace(lot, copies=copies) for lot, copies in together.items()]
    return tuple(sorted(lots, key=lambda lot: (order[lot.deck, lot.card], lot.printed, lot.printer, lot.note)))


def file_of(home: Home) -> Path:
    return home.folder / FILE


def read_ledger(home: Home) -> Ledger:
    """What was recorded of a game; of one without its file nothing. Raises InputError with all that is wrong."""
    path = file_of(home)
    return parse_ledger(read_text(path), str(path), home.name) if path.exists() else Ledger(home.name)


def box_before(game: Game, ledger: Ledger, start: str | None, language: str) -> Box:
    """The box that is to become an edition's: its own, or that of the edition `start`. Raises InputError."""
    edition = start or game.edition
    if (box := ledger.box(edition, language)) is not None:
        return box
    place = Place(str(file_of(game.home)))
    variant = f" --variant {edition}" if edition != BASE else ""
    cure = f"'cardgen printed {typed_name(game.home)}{variant}' records what you have printed"
    if start and start not in ledger.boxes:
        hint = nearest(start, ledger.boxes) or f"; {cure}"
        raise fail(f"no box of '{start}' is recorded{hint}", place, UNKNOWN_NAME)
    cure += "; --from V starts from the box of another variant"
    raise fail(f"no box of '{edition}' in '{language}' is recorded; {cure}", place, UNKNOWN_NAME)


def languages_before(game: Game, start: str | None) -> tuple[str, ...]:
    """The languages in which there is a box to start from; if there is none, all of the game's."""
    boxes = read_ledger(game.home).boxes.get(start or game.edition, {})
    return tuple(language for language in game.languages if language in boxes) or game.languages


# The text


def ledger_text(ledger: Ledger) -> str:
    lines = [HEAD, f"game: {_written(ledger.game)}", "boxes:" if ledger.boxes else "boxes: {}"]
    for edition in sorted(ledger.boxes):
        lines.append(f"  {_written(edition)}:")
        for language, box in sorted(ledger.boxes[edition].items()):
            lines.append(f"    {_written(language)}:{'' if box else ' []'}")
            lines += (f"      - {{{', '.join(_told(lot))}}}" for lot in box)
    return "\n".join(lines) + "\n"


def _told(lot: Lot) -> Iterator[str]:
    for key in KEYS:
        if (value := getattr(lot, key)) or key not in _MAY_LACK:
            yield f"{key}: {_written(str(value)) if key in ('deck', 'card', 'name', 'printer', 'note') else value}"


def _written(text: str) -> str:
    """A text as YAML reads it back, on one line."""
    if text.isprintable():
        return as_yaml(text)
    quoted = json.dumps(text, ensure_ascii=False)
    return "".join(sign if sign.isprintable() else f"\\U{ord(sign):08x}" for sign in quoted)


def parse_ledger(text: str, file: str, game: str) -> Ledger:
    """What a ledger says. Raises InputError: for one of another game, for what a merge has left, for each bad line."""
    refuse_conflict(text, file, "keep the lines that are true of the box")
    root = nodes.mapping(parse_yaml(text, file))
    faults = _strange(root, ("game", "boxes"), ())
    if "game" in root.items and (found := nodes.scalar(root.items["game"]).text) != game:
        message = f"expected what was printed of '{game}', but this is the ledger of '{found}'"
        faults.append(
            Fault(f"{message}; move it there, or write 'game: {game}' if that was renamed", nodes.at(root, "game"))
        )
    boxes: dict[str, dict[str, Box]] = {}
    for edition, of in nodes.mapping(root.items["boxes"]).items.items() if "boxes" in root.items else ():
        for language, lots in nodes.mapping(of).items.items():
            boxes.setdefault(edition, {})[language] = _box(lots, faults)
    if faults:
        raise InputError(*faults)
    return Ledger(game, boxes)


def _box(node: nodes.Node, faults: list[Fault]) -> Box:
    if not isinstance(node, nodes.Sequence):
        faults.append(Fault(f"expected a list of cards, got {nodes.kind(node)}", node.place))
        return ()
    found: dict[Lot, Lot] = {}
    for item in node.items:
        if (lot := _lot(item, faults)) is None:
            continue
        if (alike := replace(lot, copies=0)) in found:
            told = f"'{lot.card}' of {lot.printed} is told twice in this box; leave one line, with all copies"
            faults.append(Fault(told, item.place))
        found[alike] = lot
    return tuple(found.values())


def _lot(node: nodes.Node, faults: list[Fault]) -> Lot | None:
    if not isinstance(node, nodes.Mapping):
        faults.append(Fault(f"expected keys with values, got {nodes.kind(node)}", node.place))
        return None
    wrong = _strange(node, KEYS, _MAY_LACK)
    values: dict[str, str] = {}
    for key in [key for key in node.items if key in KEYS]:
        value = node.items[key]
        form, expected = _FORMS.get(key, (r"(?s).+", "a text"))
        if not isinstance(value, nodes.Scalar) or not re.fullmatch(form, value.text, re.ASCII):
            got = repr(value.text) if isinstance(value, nodes.Scalar) and value.text else nodes.kind(value)
            wrong.append(Fault(f"{key}: expected {expected}, got {got}", value.place))
        else:
            values[key] = value.text
    faults += wrong
    return None if wrong else Lot(copies=int(values.pop("copies")), **values)


def _strange(node: nodes.Mapping, known: Sequence[str], may_lack: set[str] | tuple) -> list[Fault]:
    """Keys that are unknown, and those that lack."""
    found = [
        Fault(f"unknown key '{key}'{nearest(key, known)}", place)
        for key, place in node.keys.items()
        if key not in known
    ]
    lacking = [key for key in known if key not in node.items and key not in may_lack]
    return found + ([Fault(f"expected the keys {', '.join(lacking)}", node.place)] if lacking else [])
