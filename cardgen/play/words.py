"""The words of playthroughs: a game's strings, the names of players, and lists in sentences."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from typing import Any

from cardgen.definitions.game import Game
from cardgen.definitions.strings_file import Entry, Text, read_words
from cardgen.foundations.errors import UNKNOWN_NAME, Place, fail, nearest
from cardgen.text import articles, table_words
from cardgen.text.card_names import card_names
from cardgen.text.strings import Strings

PLAYERS = ("Anna", "Bruno", "Chiara", "Dario", "Elena", "Fabio")  # names of players in playthroughs, by seat

ACCOUNT_PREFIX = "play.tell."  # prefix of the keys of sentences of accounts

Name = Callable[[str], str]  # says a name in the form that a sentence asks for: {name}, {name.to}


class Words:
    """The strings of one language of a game. Raises InputError for a missing language or string."""

    def __init__(self, game: Game, language: str) -> None:
        if language not in game.languages:
            known = nearest(language, game.languages)
            raise fail(f"the game has no language '{language}'{known}", code=UNKNOWN_NAME)
        self.language = language
        general = read_words(game.home, language)
        self._strings = Strings(language, {**general, **game.strings[language]})
        self._place = game.home.strings(language)
        self._game = game
        self._players: Sequence[str] = PLAYERS
        self._printed: dict[str, dict[str, str]] = {}  # names of cards by their forms

    def calling(self, players: Sequence[str]) -> Words:
        """The same words, with other names for the players."""
        renamed = copy(self)
        renamed._players = players
        return renamed

    def say(self, key: str, /, **values: Any) -> str:
        if key not in self._strings.entries:
            raise fail(f"{self._place}: the string '{key}' is missing; transcripts of games need it")
        return self._strings.fill(self._strings.entries[key].text, values)

    def fill(self, text: Text, values: Mapping[str, Any]) -> str:
        """Fills the placeholders of a text of the game."""
        return self._strings.fill(text, values)

    def those_of(self, prefix: str) -> dict[str, Entry]:
        """The strings whose keys have a prefix, by the rest of the key."""
        entries = self._strings.entries
        return {key.removeprefix(prefix): entries[key] for key in entries if key.startswith(prefix)}

    def say_first(self, /, *keys: str, **values: Any) -> str:
        """The first of these strings that exists."""
        return self.say(next((key for key in keys if self.knows(key)), keys[-1]), **values)

    def say_or(self, key: str, otherwise: str) -> str:
        """The text of a string, or, if there is none, the id itself."""
        return self.say(key) if self.knows(key) else otherwise

    def silence(self, case: str) -> str:
        """A case that the rules leave open, in the game's words or in the words for its kind: `short.CLAUSE` is a draw
        that finds too few cards, `blocked.CLAUSE` an action that begins with one and so is not legal."""
        kind, _, clause = case.partition(".")
        if self.knows(own := f"play.silence.{case}") or not self.knows(general := f"replay.silent.{kind}"):
            return self.say_or(own, case)
        return self.say(general, clause=clause)

    def ending(self, name: str) -> str:
        """An ending in the game's words, or its name."""
        if self.knows(own := f"play.end.{name}"):
            return self.say(own)
        return self.say_or(f"replay.ended.{name}", self.say("replay.ended", how=name.replace("_", " ")))

    def printed_name(self, card: str) -> Name:
        """The printed name of a card, or its id in words."""

        def in_form(form: str) -> str:
            if form not in self._printed:
                self._printed[form] = card_names(self._game.designs, self._game.home, self._strings, form)
            name = self._printed[form][card]
            return card.replace("_", " ") if name == card else name

        return in_form

    def place_of(self, key: str) -> Place:
        """The place of a string in its file."""
        return self._strings.entries[key].place

    def knows(self, key: str) -> bool:
        """Whether a string exists."""
        return key in self._strings.entries

    def knows_any(self, prefix: str) -> bool:
        """Whether there is a string whose key has a prefix."""
        return any(key.startswith(prefix) for key in self._strings.entries)

    def name(self, key: str, values: Mapping[str, Any] | None = None) -> Name:
        """A card's name in the forms that sentences ask for; it can contain `values` of the card."""
        return self._strings.name(key, values or {}) if self.knows(key) else self.called(self.say(key))

    def common(self, key: str) -> Name:
        """A name that is an ordinary word within a sentence: without its capital."""
        return self.called(self.say(key).lower())

    def called(self, name: str) -> Name:
        """A name without strings of its own."""
        return lambda form: articles.in_form(name, self.language, form)

    def at_table(self, name: str) -> str:
        """The name of a zone, a counter or a role by itself."""
        return table_words.called(self._strings, name)

    def player(self, seat: int) -> Name:
        return self.called(self._players[seat])

    def listed(self, things: Sequence[str]) -> str:
        """`a, b and c`."""
        *some, last = things
        return self.say("replay.list", some=", ".join(some), last=self.called(last)) if some else last


def plain(text: str) -> str:
    """A line for comparison: without commas, and without differences of case, spaces and apostrophes."""
    text = unicodedata.normalize("NFKC", text).casefold().replace("\u2019", "'")
    return " ".join(re.split(r"[\s,]+", text.strip()))
