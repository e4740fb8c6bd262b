"""Finds the texts of a game and its variants to translate: strings, words of cards, and texts of variants.

Translators know each text by a key: that of its string, or `card.fox.name` for a card's text. The keys of texts of the
variant `quick` begin with `quick/`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cardgen.definitions.card_words import has_words, plain_words
from cardgen.definitions.game import BASE, Design, Game
from cardgen.definitions.layout_fields import TextField
from cardgen.definitions.strings_file import TITLES, Entry, own_key
from cardgen.definitions.templates import word_names
from cardgen.faces.compose import Composer
from cardgen.faces.readings import Readings
from cardgen.foundations.dataclass import dataclass
from cardgen.rules.load import load_game
from cardgen.store.library import Home


@dataclass(frozen=True, slots=True)
class SourceText:
    """A text to translate: the `keys` of its strings, several if cards share it, its entry, and its present
    translation."""

    keys: tuple[str, ...]
    entry: Entry
    target: Entry | None


@dataclass(frozen=True, slots=True)
class TranslatableEdition:
    """The game or a variant: all its strings in the first language, and its own texts by the keys that translators
    know."""

    composer: Composer
    strings: Mapping[str, Entry]
    sources: Mapping[str, SourceText]

    @property
    def game(self) -> Game:
        return self.composer.game


def drafts(home: Home, readings: Readings) -> list[Composer]:
    """The game and its variants as drafts, so faults on faces stop no export. Raises InputError."""
    return [Composer(load_game(home, variant), readings=readings, draft=True) for variant in (BASE, *home.variants)]


def editions(composers: Sequence[Composer], language: str) -> list[TranslatableEdition]:
    """The game and its variants, with their translations into a language."""
    strings = [_strings(composer) for composer in composers]
    pairs = zip(composers, strings, strict=True)
    return [
        TranslatableEdition(composer, own, _sources(composer.game, language, own, strings[0]))
        for composer, own in pairs
    ]


def _sources(
    game: Game, language: str, strings: Mapping[str, Entry], base: Mapping[str, Entry]
) -> dict[str, SourceText]:
    entries = [*strings.items()]
    if game.variant_file is not None:  # in the order of its file
        entries = sorted(
            ((key, entry) for key, entry in entries if _of_variant(game, key, entry, base)),
            key=lambda each: (each[1].beside, each[1].place.line, each[1].place.column),
        )
    sources: dict[object, SourceText] = {}
    for key, entry in entries:
        target = game.translation(language, key)
        alike = _alike(key, entry, target)
        keys = (*sources[alike].keys, key) if alike in sources else (key,)
        sources[alike] = SourceText(keys, sources[alike].entry if alike in sources else entry, target)
    return {shown_key(game, source.keys[0]): source for source in sources.values()}


def _of_variant(game: Game, key: str, entry: Entry, base: Mapping[str, Entry]) -> bool:
    """Whether a text is a variant's own, or that of a card which only the variant has."""
    if entry.place.file == str(game.variant_file):
        return True
    return key not in base and entry.place.file not in {str(path) for path in game.home.variants.values()}


def _alike(key: str, entry: Entry, target: Entry | None) -> object:
    """A key that is equal for texts of cards with the same field, text and translation: translators get these once."""
    if not entry.beside:
        return key
    texts = (str(entry.text), str(target.source), str(target.text)) if target else (str(entry.text),)
    return key.rpartition(".")[2], entry.plain, texts


def shown_key(game: Game, key: str) -> str:
    """The key by which translators know a text."""
    return key if game.variant_file is None else f"{game.variant}/{in_file(key)}"


def in_file(key: str) -> str:
    """The key of a variant's string in its own file."""
    return key.removeprefix("variant.") if key in (TITLES[1], "variant.why") else key


def _strings(composer: Composer) -> dict[str, Entry]:
    """All strings in the first language, those of cards last; plain ones only if faces show them."""
    game = composer.game
    strings = game.strings[game.languages[0]]
    entries = {key: entry for key, entry in strings.items() if not entry.beside}
    shown = {key for keys in own_keys(composer).values() for key in keys}
    for face in (face for design in game.designs for face in design.faces):
        plain = {
            each: entry for each, entry in plain_words(face) if entry.written in shown and has_words(str(entry.text))
        }
        for field in face.fields:
            key = own_key(face.id, face.side, field)
            if entry := plain.get(field) or (strings.get(key) if field in face.words else None):
                entries.setdefault(key, entry)
    return entries


def own_keys(composer: Composer) -> dict[tuple[str, str], tuple[str, ...]]:
    """The keys of the strings that a field's text or drawing reads, or would read, of its card, by the name of the side
    and the field."""
    keys = {}
    for side in composer.sides:
        reading = composer.reading(side)
        for name, spot in reading.spots[composer.game.languages[0]].all.items():
            text = spot.field.text if isinstance(spot.field, TextField) else None
            names = word_names(text) if text is not None else tuple(reading.words_drawn.get(name, ()))
            if isinstance(card := side.owner, Design) and (text is not None or names):
                fields = [each.removeprefix("card.") for each in names if each.startswith("card.")]
                keys[side.name, name] = tuple(own_key(card.id, card.side, each) for each in fields)
    return keys
