"""Makes strings `card.ID.FIELD` of the words that cards define themselves. Strings of the game and of variants may
replace them.

`name: {en: Fox, fr: Renard}` is a string in each of these languages. A plain `name: Fox` is one once the strings of
a language other than the first translate it, and stands as it is in all those that do not.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from collections.abc import Mapping as AbcMapping
from dataclasses import replace

from cardgen.definitions.game import Deck, Design
from cardgen.definitions.strings_file import Entry, own_key

_ICON, _LETTER = re.compile(r":[a-z0-9_-]+:"), re.compile(r"[^\W\d_]")
OWN = "card."  # begins the key of what a card says
Strings = AbcMapping[str, dict[str, Entry]]  # by language


def with_words_of_cards(strings: Strings, decks: Iterable[Deck], changes: Iterable[str]) -> dict[str, dict[str, Entry]]:
    """The strings with what cards say; `changes` are the files of variants, the nearest to the game first.

    What a variant says on a card wins over the strings of what it changes.
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
    """The plain fields of cards as if the strings said them."""
    faces = (face for design in designs for face in design.faces)
    said = (entry for face in faces for _, entry in plain_words(face))
    return {entry.written: replace(entry, beside=False) for entry in said}


def has_words(text: str) -> bool:
    """Whether there is something to translate in a plain text."""
    return bool(_LETTER.search(_ICON.sub("", text)))


def plain_words(face: Design) -> Iterator[tuple[str, Entry]]:
    """The fields of a face that are texts and, in all languages, the same, but for those that an engine reads."""
    for field, value in face.fields.items():
        if isinstance(value, str) and field not in face.words and field not in face.behaviour:
            key, place = own_key(face.id, face.side, field), face.place_of(field)
            yield field, Entry(value, place, written=key, beside=True, plain=True)
