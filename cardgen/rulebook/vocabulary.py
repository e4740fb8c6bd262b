"""The names of a game's things in a language: its own strings, else their names in clauses."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from cardgen.definitions.fields import word as as_word
from cardgen.definitions.game import Game
from cardgen.rules.clauses import ALL, Program
from cardgen.rules.declare import several
from cardgen.text import articles
from cardgen.text.strings import Strings

Name = Callable[[str], str]
"""A thing within a sentence, in the form that it asks for: as it is, or behind a preposition."""

ONE, MANY = 1, 2
YOUR, THEIR = "your", "their"
_ELIDED = {
    "fr": {
        re.compile(r"\b([Ss])i il\b"): r"\1'il",
        re.compile(r"\bque (?=[aeiouyàâéèêîô])"): "qu'",
        re.compile(r"\bde des "): "de ",
        re.compile(r"\bà les "): "aux ",
    }
}
# Possessives by the articles that agree with them
_OWNED = {
    ("en", YOUR): {"the ": "your "},
    ("en", THEIR): {"the ": "their "},
    ("fr", YOUR): {"les ": "vos ", "le ": "votre ", "la ": "votre ", "l'": "votre "},
    ("fr", THEIR): {"les ": "ses ", "le ": "son ", "la ": "sa ", "l'": "son "},
    ("it", YOUR): {"la ": "la vostra ", "il ": "il vostro ", "lo ": "il vostro ", "i ": "i vostri ",
                   "gli ": "i vostri ", "le ": "le vostre "},
    ("it", THEIR): {"la ": "la sua ", "il ": "il suo ", "lo ": "il suo ", "i ": "i suoi ", "gli ": "i suoi ",
                    "le ": "le sue "},
}  # fmt: skip


class Vocabulary:
    """The vocabulary of a game: `strings` of the game, in which `word.NAME` is the word for NAME in clauses, and
    `phrases` of the language."""

    def __init__(self, game: Game, program: Program, strings: Strings, phrases: Strings) -> None:
        self.game, self.program, self.strings, self.phrases = game, program, strings, phrases
        self.language = strings.language

    def say(self, key: str, /, **values: Any) -> str:
        said = self.phrases.fill(self.phrases.entries[key].text, values)
        for parted, together in _ELIDED.get(self.language, {}).items():
            said = parted.sub(together, said)
        return said

    def bare(self, name: str, number: int = ONE) -> str:
        """The game's name of a thing, without an article."""
        entry = self.strings.entries.get(f"word.{name}")
        return self.strings.fill(entry.text, {"n": number}) if entry else name.replace("_", " ").replace("-", " ")

    def title(self, name: str) -> str:
        said = self.bare(name)
        return said[:1].upper() + said[1:]

    def the(self, name: str, sort: str) -> str:
        """The game's name of a thing, with its article."""
        own = self.strings.entries.get(f"word.{name}.the")
        return self.strings.fill(own.text, {}) if own else self.say(f"word.{sort}", name=self.bare(name))

    def owned(self, name: str, sort: str, whose: str = YOUR) -> str:
        """The game's name of a thing, with a possessive: `word.NAME.your` or `word.NAME.their` of the game, or by its
        article; if none agrees, as with the Italian `l'`, `word.your` or `word.their` of the language."""
        if own := self.strings.entries.get(f"word.{name}.{whose}"):
            return self.strings.fill(own.text, {})
        the = self.the(name, sort).replace("’", "'")
        for article, possessive in _OWNED.get((self.language, whose), {}).items():
            if the.startswith(article):
                return possessive + the.removeprefix(article)
        return self.say(f"word.{whose}", name=the)

    def called(self, text: str, on: bool = False) -> Name:
        """A text as a name; with `on`, cards lie on it rather than in it."""

        def form(asked: str) -> str:
            if on and asked == "to" and "onto" in self.phrases.entries:
                return self.say("onto", name=text)
            asked = "on" if on and asked == "in" else asked
            return articles.in_form(text, self.language, asked, lambda own: text if own == "the" else None)

        return form

    def constant(self, value: str) -> str:
        """A field's value or a rule's option."""
        fields = (f"{name}.{value}" for name, said in self.program.deck.fields.items() if value in said.values())
        options = (f"rule.{name}.{value}" for name, rule in self.program.rules.items() if value in rule.options)
        key = next((key for key in (*fields, *options) if key in self.strings.entries), None)
        return self.strings.fill(self.strings.entries[key].text, {}) if key else self.bare(value)

    def rule(self, name: str) -> str:
        """A rule's number or name."""
        value = self.game.rules[name]
        if isinstance(value, int) and not isinstance(value, bool):
            return str(value)
        entry = self.strings.entries.get(f"rule.{name}")
        return self.strings.fill(entry.text, {}) if entry else self.bare(name)

    def option(self, rule: str) -> str:
        """The current option of a rule, as in clauses."""
        return as_word(self.game.rules[rule]) if rule else ""

    def noun(self, kind: str, number: int) -> str:
        """The word for cards of a kind."""
        if kind == "card":
            return self.say("noun.card", n=number)
        if f"word.{kind}" in self.strings.entries:
            return self.bare(kind, number)
        assert self.game.clauses is not None
        declared = self.game.clauses.below("words").get(kind)
        plain = kind.replace("-", " ").replace("_", " ")
        return self.say("noun.kind", n=number, name=plain, several=getattr(declared, "text", several(plain)[0]))

    def is_table(self, zone: str) -> bool:
        """Whether cards lie on a zone rather than in it, because all players see it and it has no order."""
        declared = self.program.zones[zone]
        return not declared.each and not declared.ordered and declared.seen.get(self.option(declared.seen_by)) == ALL
