"""Which texts of a game and its variants are translated: its strings, what stands on its cards, what variants say.

Each has the key by which translators know it: that of its string, `card.fox.name` for what a card says, and with
`quick/` before it what the variant `quick` says itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from cardgen.definitions.card_words import plain_words
from cardgen.definitions.game import BASE, Design, Game
from cardgen.definitions.layout_fields import TextField
from cardgen.definitions.load import load_game
from cardgen.definitions.strings_file import TITLES, Entry, own_key
from cardgen.definitions.templates import worded
from cardgen.faces.compose import Composer
from cardgen.faces.readings import Readings
from cardgen.library import Home
from cardgen.text.typography import ICON

_LETTER = re.compile(r"[^\W\d_]")


@dataclass(frozen=True, slots=True)
class Source:
    """A text to translate: the `keys` of the strings that say it, several where cards have it alike; what it says,
    and what the language translated into says now."""

    keys: tuple[str, ...]
    entry: Entry
    target: Entry | None


def editions(home: Home, readings: Readings) -> Iterator[Composer]:
    """The game, then each of its variants, as drafts: a fault on a face hinders no translator. Raises InputError."""
    for variant in (BASE, *home.variants):
        yield Composer(load_game(home, variant), readings=readings, draft=True)


def sources(composers: Sequence[Composer], language: str) -> list[tuple[Composer, dict[str, Source]]]:
    """What each edition says itself, the game's first, by the keys that translators know."""
    base = entries(composers[0])
    return [(composer, _sources(composer, language, base)) for composer in composers]


def _sources(composer: Composer, language: str, base: Mapping[str, Entry]) -> dict[str, Source]:
    game = composer.game
    told = [*entries(composer).items()]
    if game.variant_file is not None:  # its title first, as it stands there
        told = sorted(
            ((key, entry) for key, entry in told if _of_variant(game, key, entry, base)),
            key=lambda each: (each[1].beside, each[1].place.line, each[1].place.column),
        )
    found: dict[object, Source] = {}
    for key, entry in told:
        target = game.strings[language].get(key)
        alike = _alike(key, entry, target)
        keys = (*found[alike].keys, key) if alike in found else (key,)
        found[alike] = Source(keys, found[alike].entry if alike in found else entry, target)
    return {shown_key(game, source.keys[0]): source for source in found.values()}


def _of_variant(game: Game, key: str, entry: Entry, base: Mapping[str, Entry]) -> bool:
    """Whether a variant says a text itself, or has it on a card that the game does not have."""
    files = {str(path) for path in game.home.variants.values()}
    return entry.place.file == str(game.variant_file) or (key not in base and entry.place.file not in files)


def _alike(key: str, entry: Entry, target: Entry | None) -> object:
    """What texts of cards have in common that translators get as one: the field, what it says and its translation."""
    if not entry.beside:
        return key
    said = (str(entry.text), str(target.source), str(target.text)) if target else (str(entry.text),)
    return key.rpartition(".")[2], entry.plain, said


def shown_key(game: Game, key: str) -> str:
    """The key by which translators know a text."""
    return key if game.variant_file is None else f"{game.variant}/{in_file(key)}"


def in_file(key: str) -> str:
    """The key that a variant's own file has for a string of it."""
    return key.removeprefix("variant.") if key in (TITLES[1], "variant.why") else key


def entries(composer: Composer) -> dict[str, Entry]:
    """All strings in the first language, those on cards last, in their order; plain ones are those that are shown."""
    game = composer.game
    strings = game.strings[game.languages[0]]
    found = {key: entry for key, entry in strings.items() if not entry.beside}
    shown = {key for keys in own_keys(composer).values() for key in keys}
    for face in (face for design in game.designs for face in design.faces):
        plain = {own_key(face.id, face.side, field): entry for field, entry in plain_words(face)}
        for field in face.fields:
            key = own_key(face.id, face.side, field)
            entry = plain.get(key) if key in plain else strings.get(key)
            said = field in face.words or (key in shown and entry and _LETTER.search(ICON.sub("", str(entry.text))))
            if entry and said:
                found.setdefault(key, entry)
    return found


def own_keys(composer: Composer) -> dict[tuple[str, str], tuple[str, ...]]:
    """By a side's name and field, the strings that say, or would say, what its text reads of its card."""
    found = {}
    for side in composer.sides:
        for name, field in side.layout.fields.items():
            if isinstance(card := side.owner, Design) and isinstance(field, TextField) and field.text is not None:
                read = [each.removeprefix("card.") for each in worded(field.text) if each.startswith("card.")]
                found[side.name, name] = tuple(own_key(card.id, card.side, each) for each in read)
    return found
