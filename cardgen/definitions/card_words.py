"""Makes strings `card.ID.FIELD` of the words that cards define themselves. Strings of the game and of variants may
replace them.

`name: {en: Fox, fr: Renard}` is a string in each of these languages. A plain `name: Fox` becomes a string once the
strings of another language translate it; languages that do not translate it show it unchanged.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from collections.abc import Mapping as AbcMapping
from dataclasses import replace

from cardgen.definitions.game import Deck, Design
from cardgen.definitions.strings_file import Entry, own_key

_ICON, _LETTER = re.compile(r":[a-z0-9_-]+:"), re.compile(r"[^\W\d_]")
OWN = "card."  # the prefix of the keys of cards' words
Strings = AbcMapping[str, dict[str, Entry]]  # strings by language


def with_words_of_cards(strings: Strings, decks: Iterable[Deck], changes: Iterable[str]) -> dict[str, dict[str, Entry]]:
    """Returns the strings with the words of cards; `changes` are the files of variants, the nearest to the game first.
    Words of a variant on a card win over strings of the game or variant that it changes.
    """
    first, *others = strings
    over = {file: number for number, file in enumerate(changes, 1)}
    translated = {key for language in others for key in strings[language] if key.startswith(OWN)}
    merged = {language: dict(entries) for language, entries in strings.items()}
    words: dict[str, dict[str, Entry]] = {language: {} for language in strings}
    for face in (face for deck in decks for design in deck.designs for face in design.faces):
        said = {own_key(face.id, face.side, field): by_language for field, by_language in face.words.items()}
        for field, entry in plain_words(face) if translated else ():
            key = own_key(face.id, face.side, field)
            if key in translated and key not in strings[first]:
                said[key] = {first: entry}
        for key, by_language in said.items():
            plain = by_language[first].plain
            for language, entries in merged.items():
                own = by_language.get(language, by_language[first])
                nearest = max(over.get(each.place.file, 0) for each in (own, by_language[first]))
                if key in entries and over.get(entries[key].place.file, 0) < nearest:
                    del entries[key]
                elif key in entries and plain:
                    entries[key] = replace(entries[key], plain=True)
                if language in by_language:
                    words[language][key] = own
    return {language: words[language] | entries for language, entries in merged.items()}


def plain_strings(designs: Iterable[Design]) -> dict[str, Entry]:
    """Returns the plain fields of cards as strings."""
    faces = (face for design in designs for face in design.faces)
    said = (entry for face in faces for _, entry in plain_words(face))
    return {entry.written: replace(entry, beside=False) for entry in said}


def has_words(text: str) -> bool:
    """Returns whether a plain text has words to translate."""
    return bool(_LETTER.search(_ICON.sub("", text)))


def plain_words(face: Design) -> Iterator[tuple[str, Entry]]:
    """Returns the fields of a face that are texts and the same in all languages, except those that an engine reads."""
    for field, value in face.fields.items():
        if isinstance(value, str) and field not in face.words and field not in face.behaviour:
            key, place = own_key(face.id, face.side, field), face.place_of(field)
            yield field, Entry(value, place, written=key, beside=True, plain=True)
