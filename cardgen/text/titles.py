"""The titles of games and variants, in the strings of a language."""

from __future__ import annotations

from cardgen.definitions.strings_file import TITLES
from cardgen.text.strings import Strings


def game_title(strings: Strings, name: str) -> str:
    """A game's title; its `name` if it has none."""
    return full_title(strings, name, keys=TITLES[:1])


def full_title(strings: Strings, name: str, between: str = " – ", keys: tuple[str, ...] = TITLES) -> str:
    """The game's title, and the variant's after it."""
    return between.join(strings.say(key) for key in keys if key in strings.entries) or name
