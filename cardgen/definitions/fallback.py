"""A fallback language, for texts that another language lacks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cardgen.definitions.strings_file import Entry
from cardgen.foundations.errors import UNKNOWN_NAME, Place, fail, nearest

NAME_FORMS = ("the", "to", "of", "from", "in", "on", "and")  # forms of a name: the string KEY.the has that of KEY


def require_language(fallback: str, languages: Sequence[str], place: Place) -> None:
    """Raises InputError for a language in which the game is not written."""
    if fallback not in languages:
        message = f"fallback: expected one of the game's languages, got '{fallback}'{nearest(fallback, languages)}"
        raise fail(message, place, UNKNOWN_NAME)


def with_fallback(strings: dict[str, dict[str, Entry]], first: str, fallback: str) -> dict[str, dict[str, Entry]]:
    """Returns the strings by language, with those of `fallback` for texts of the `first` that other languages do not
    translate."""
    lent = {
        key: replace(strings[fallback][key], lent=fallback)
        for key, entry in strings[first].items()
        if key in strings[fallback] and not entry.plain
    }
    return {
        language: own if language in (first, fallback) else _lent(lent, own) | own for language, own in strings.items()
    }


def _lent(lent: dict[str, Entry], own: dict[str, Entry]) -> dict[str, Entry]:
    """The lent strings without forms of names that the language has itself: `the Fox` is no form of `Renard`."""
    parts = {key: key.rpartition(".") for key in lent}
    return {key: lent[key] for key, (name, _, form) in parts.items() if form not in NAME_FORMS or name not in own}
