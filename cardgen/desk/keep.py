"""Saves the settings of the desk as a variant. It writes only settings that differ from the game, and keeps everything
else in the variant's file.
"""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Mapping
from dataclasses import field
from pathlib import Path

from cardgen.definitions import fields
from cardgen.definitions.copies import COUNT
from cardgen.definitions.edit import Edited
from cardgen.definitions.fields import word
from cardgen.definitions.game import BASE, Game
from cardgen.definitions.nodes import scalar
from cardgen.definitions.strings_file import as_yaml
from cardgen.definitions.variant import cards_and_kinds, variant_chain
from cardgen.definitions.yaml_source import read_text
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import Place, fail
from cardgen.rules.load import load_game
from cardgen.store.library import BUILTIN, RESERVED, Home, library_of
from cardgen.store.reach import read_bytes
from cardgen.store.writing import replace_file

ORDER = ("changes", "players", "age", "minutes", "quiet", "look", "rules", "clauses", "cards", "components", "totals",
         "expect", "texts")  # fmt: skip
_SCHEMA = "yaml-language-server: $schema="
EXISTS = "variant-exists"
CHANGED_ON_DISK = "variant-changed"
NOT_REPRODUCIBLE = "variant-not-reproducible"


@dataclass(frozen=True, slots=True)
class VariantDraft:
    """A variant's file before it is written; `before` is its present content, None for a new file."""

    path: Path
    text: str
    before: str | None


@dataclass(frozen=True, slots=True)
class _Differences:
    """The differences between two games: rules, fields of cards, contents of decks."""

    rules: dict[str, str] = field(default_factory=dict)
    cards: dict[str, dict[str, str]] = field(default_factory=dict)
    totals: dict[str, str] = field(default_factory=dict)


def as_variant(
    home: Home, variant: str, settings: Mapping[str, str], name: str, title: str = "", language: str = ""
) -> VariantDraft:
    """Drafts the settings as a variant of that name: it changes the open variant, or makes a new one that changes it.

    `title` is a new one's, in the `language` that it was typed in, and in the game's first, which no text may lack;
    if the game has others, checks report what is missing. Raises InputError if the name is taken (EXISTS) or invalid,
    if a setting is invalid, or if the file would not load as the same game (NOT_REPRODUCIBLE).
    """
    now = load_game(home, variant, settings)
    if name == variant != BASE:
        path = home.variant(variant)
        before = read_text(path)
        above = scalar(variant_chain(home, path)[0].items["changes"]).text
        text = _changed(before, path, now, load_game(home, above if above != home.name else BASE), settings)
    else:
        path, before = new_path(home, name), None
        title = title or name.replace("_", " ").replace("-", " ").capitalize()
        languages = dict.fromkeys((now.languages[0], language or now.languages[0]))
        text = _new(path, now, load_game(home, variant), {each: title for each in languages})
    _require_same(home, name, text, now)
    return VariantDraft(path, text, before)


def write(kept: VariantDraft, *roots: Path) -> None:
    """Writes a variant, whole or not at all. Raises InputError if the file has changed since it was read
    (CHANGED_ON_DISK)."""
    there = read_text(kept.path) if kept.path.exists() else None
    if there != kept.before:
        raise fail(
            "this file has changed since you opened it, so cardgen wrote nothing; open it again",
            Place(str(kept.path)),
            CHANGED_ON_DISK,
        )
    raw = read_bytes(kept.path) if kept.before is not None else b""
    mark = b"\xef\xbb\xbf" if raw.startswith(b"\xef\xbb\xbf") else b""
    replace_file(kept.path, mark + kept.text.encode(), *roots)


def new_path(home: Home, name: str) -> Path:
    """Returns the path of a new variant. Raises InputError for a name that is taken or not allowed."""
    try:
        fields.name(name)
    except ValueError as error:
        raise fail(str(error)) from None
    if name in RESERVED or name == home.name:
        raise fail(f"a variant cannot be called '{name}'; choose another name")
    if name in home.variants:
        raise fail(f"there is already a variant '{name}'; open it to change it", code=EXISTS)
    path = _folder(home) / f"{name}.yaml"
    if path.exists():
        raise fail("there is a file already", Place(str(path)), EXISTS)
    return path


def _folder(home: Home) -> Path:
    """The folder for the game's variants: in the current library, never in the installed one."""
    if home.library is None:
        return home.folder / "variants"
    if home.library == BUILTIN and library_of(Path.cwd()) is None:
        return Path.cwd() / "variants" / home.name
    return home.variant_folders[0]


def differences(now: Game, above: Game) -> _Differences:
    """Returns what differs in `now` from the game that it changes."""
    rules = {name: word(value) for name, value in now.rules.items() if above.rules.get(name) != value}
    counts = {design.id: design.count for design in above.designs}
    cards = {design.id: {COUNT: str(design.count)} for design in now.designs if counts.get(design.id) != design.count}
    for name, value in now.settings.items():
        key, dot, card_or_kind = name.partition(".")
        if dot and key != COUNT:
            for card in cards_and_kinds(above.node).get(card_or_kind, ()):
                cards.setdefault(card, {})[key] = value
    decks = {deck.name: deck.count for deck in above.decks}
    totals = {deck.name: str(deck.count) for deck in now.decks if decks.get(deck.name) != deck.count}
    return _Differences(rules, cards, totals)


def _new(path: Path, now: Game, above: Game, titles: Mapping[str, str]) -> str:
    changes = differences(now, above)
    lines = [f"# {_SCHEMA}{schema}"] if (schema := _schema(path, now.home)) else []
    lines.append(f"changes: {above.name if above.variant == BASE else above.variant}")
    if changes.rules:
        lines += ["rules:", *(f"  {name}: {_plain(value)}" for name, value in changes.rules.items())]
    if changes.cards:
        lines.append("cards:")
        for card, own in changes.cards.items():
            lines.append(f"  {card}: {{{', '.join(f'{key}: {_plain(value)}' for key, value in own.items())}}}")
    if changes.totals:
        lines.append(f"totals: {{{', '.join(f'{deck}: {total}' for deck, total in changes.totals.items())}}}")
    lines += ["texts:", *(f"  {language}: {{title: {as_yaml(title)}}}" for language, title in titles.items())]
    return "\n".join(lines) + "\n"


def _schema(path: Path, home: Home) -> str:
    """The relative path from the file to its JSON Schema, if there is one."""
    schema = path.parent.parent.parent / "templates" / "schemas" / "variant.json"
    return os.path.relpath(schema, path.parent).replace(os.sep, "/") if home.library and schema.exists() else ""


def _plain(value: str) -> str:
    """A value as `--set` reads it: numbers and yes or no keep their type."""
    return value if re.fullmatch(r"[\w.+-]+", value) else as_yaml(value)


def _changed(text: str, path: Path, now: Game, above: Game, settings: Mapping[str, str]) -> str:
    """The file with the settings, but without those that equal the game that it changes. Everything else stays."""
    edit = Edited(text, str(path), ORDER)
    changes = differences(now, above)
    known = cards_and_kinds(now.node)
    for name, value in settings.items():
        own, dot, card = name.partition(".")
        if not dot:
            _lay(edit, ("rules", name), changes.rules.get(name))
            continue
        for id in known[card]:
            _lay(edit, ("cards", id, own), changes.cards.get(id, {}).get(own) if own == COUNT else value)
    if any("." in name for name in settings):
        for deck in now.decks:
            _lay(edit, ("totals", deck.name), changes.totals.get(deck.name))
    return edit.text


def _lay(edit: Edited, path: tuple[str, ...], value: str | None) -> None:
    if value is None:
        edit.drop(path)
    else:
        edit.set(path, value)


def _require_same(home: Home, name: str, text: str, now: Game) -> None:
    """Raises InputError if a variant's text does not load as the game that it was made from."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{name}.yaml"
        path.write_bytes(text.encode())
        made = load_game(home, str(path))
    if _play_key(made) != _play_key(now):
        message = f"{name}: cardgen cannot write a variant that plays the same; write its file by hand"
        raise fail(message, code=NOT_REPRODUCIBLE)


def _play_key(game: Game) -> tuple[object, ...]:
    """A key of everything that matters at play."""
    cards = [(design.id, design.count, dict(design.fields), dict(design.behaviour)) for design in game.designs]
    return game.players, dict(game.rules), cards
