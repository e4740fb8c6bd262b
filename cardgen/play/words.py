"""What playthroughs say: a game's strings, without the typography of print, so that they can be typed back."""

from __future__ import annotations

import re
import unicodedata
from typing import Any

from cardgen.definitions.game import Game
from cardgen.definitions.strings_file import read_strings
from cardgen.errors import UNKNOWN_NAME, fail, nearest
from cardgen.text.strings import Strings

PLAYERS = ("Anna", "Bruno", "Chiara", "Dario", "Elena", "Fabio")  # who sits where in a playthrough


class Words:
    """The strings of one language of a game. Raises InputError for a language or a string that it has not."""

    def __init__(self, game: Game, language: str) -> None:
        if language not in game.languages:
            known = nearest(language, game.languages)
            raise fail(f"the game has no language '{language}'{known}", code=UNKNOWN_NAME)
        self.language = language
        general = read_strings(game.home.words(language), first=True)
        self._strings = Strings(language, {**general, **game.strings[language]})
        self._place = game.home.strings(language)

    def say(self, key: str, **values: Any) -> str:
        if key not in self._strings.entries:
            raise fail(f"{self._place}: there is no string '{key}', which a playthrough needs")
        return self._strings.fill(self._strings.entries[key].text, values)

    def knows(self, key: str) -> bool:
        """Whether there is such a string."""
        return key in self._strings.entries

    def name(self, key: str) -> str:
        """A card's name as it stands in a sentence."""
        return self.say(key).lower()

    @staticmethod
    def player(seat: int) -> str:
        return PLAYERS[seat]


def plain(text: str) -> str:
    """A line as it is compared: without case, kinds of spaces and apostrophes, and commas."""
    text = unicodedata.normalize("NFKC", text).casefold().replace("\u2019", "'")
    return " ".join(re.split(r"[\s,]+", text.strip()))
