"""A card's own words, `name: {en: Fox, fr: Renard}`, in the language of a face or a book."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from cardgen.definitions.game import Design
from cardgen.definitions.strings_file import own_key
from cardgen.foundations.errors import InputError, fail
from cardgen.text.strings import Strings


def in_own_words(card: Design, strings: Strings, wrong: dict[str, InputError] | None = None) -> dict[str, Any]:
    """The values of a card for a layout, with its words in the language of `strings`, else in the first language.

    Raises InputError for an unknown placeholder in them; with `wrong`, adds it there by its field instead, and leaves
    the words as written.
    """
    words: dict[str, Any] = {}
    for field in card.words:
        key = own_key(card.id, card.side, field)
        if key in strings.entries:
            try:
                words[field] = strings.say(key, {"card": card.readable}, **sayable(card.readable))
            except ValueError as error:
                fault = fail(f"{key}: {error}", strings.entries[key].within(error))
                if wrong is None:
                    raise fault from None
                wrong[field], words[field] = fault, strings.entries[key].text
    return card.readable | words


def in_translation(card: Design, names: Iterable[str], strings: Strings) -> dict[str, str]:
    """The strings that replace fields with these names, such as card.name, that are no words by language. Only texts
    show them; look-ups by a field use the card's own value.

    Raises InputError for an unknown placeholder in them.
    """
    words: dict[str, str] = {}
    for field in (name.removeprefix("card.") for name in names if name.startswith("card.")):
        if field in card.words or field in card.behaviour or not isinstance(card.fields.get(field), str):
            continue
        key = own_key(card.id, card.side, field)
        if (entry := strings.entries.get(key)) and not entry.beside:
            try:
                words[field] = strings.say(key, {"card": card.readable}, **sayable(card.readable))
            except ValueError as error:
                raise fail(f"{key}: {error}", entry.within(error)) from None
    return words


def keys_read(card: Design, names: Iterable[str]) -> list[str]:
    """The strings with the words of a card that a layout reads by these names, such as card.name."""
    read = (name.removeprefix("card.") for name in names if name.startswith("card."))
    return [own_key(card.id, card.side, field) for field in read if field in card.words]


def sayable(fields: dict[str, Any]) -> dict[str, Any]:
    """The values of a card or component that a text can use: neither lists nor keys with values."""
    return {name: value for name, value in fields.items() if isinstance(value, (str, int))}
