"""Finds what a text field says: a string of the game, a card's behaviour in words, or the layout's own text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from cardgen.definitions import templates
from cardgen.definitions.behaviour import HasPhrases, can
from cardgen.definitions.game import Design, Game
from cardgen.definitions.layout_fields import TextField
from cardgen.definitions.strings_file import Entry, Text, missing_translation, own_key
from cardgen.definitions.templates import Template
from cardgen.faces.context import Context, owner_name
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import STRING_MISSING, Fault, InputError, Place, fail, nearest
from cardgen.store.reach import is_there
from cardgen.store.remember import per_large_object
from cardgen.text.inline import parse_inline
from cardgen.text.own_words import in_translation, keys_read, sayable
from cardgen.text.phrases import language_of, text_of_phrases
from cardgen.text.strings import Strings


@dataclass(frozen=True, slots=True)
class Saying:
    """The text of a field, typeset, with the place where it is written, its name in messages, and its language."""

    text: str
    place: Place
    called: str
    language: str


class Sayer:
    """Gives a game's texts, and notes the strings that it used (`used`) and those that it looked up (`asked`)."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.used: set[str] = set()
        self.asked: set[tuple[str, str]] = set()  # each language and key
        self.strings = {
            language: Strings(language, _Noting(entries, language, self.asked))
            for language, entries in game.strings.items()
        }

    def say(self, field: TextField, context: Context, language: str) -> Saying:
        """Returns what a field says. Raises InputError."""
        if field.say is not None:
            return self._string(field.say, context, language)
        if field.tell is not None:
            return self.behaviour_text(field.tell, context, language, self.used)
        text, entries = field.text or "", self.strings[language].entries
        shown = self._in_translation(text, context, language)
        filled = context.fill(text, "text", dict(shown.values()))
        said = [entries[key] for key in (*self._own(text, context), *shown) if key in entries]
        parts = [(entry.text, entry.place, _entry_name(entry, language)) for entry in said]
        parts += [] if said else [(filled, context.place(text, "text"), context.whose(text, "text"))]
        if _is_open(filled):
            parts += _plain(text, context)
        narrower = parts if said else parts[1:]  # narrower places than the layout's whole text
        _, place, called = next((part for part in narrower if _is_open(part[0])), parts[0])
        return Saying(filled, place, called, next((entry.lent for entry in said if entry.lent), language))

    def plain_words(self, text: Template, context: Context, language: str) -> dict[str, str]:
        """Returns what a text shows of a card's plain words in a language, by field, if it differs from the words."""
        return dict(self._in_translation(text, context, language).values())

    def drawing_words(self, words: Template, context: Context, language: str) -> dict[str, str]:
        """What words of a drawing show of a card's plain words, for `shown`. Raises InputError if the language lacks
        words of the card that they read."""
        if language != self.game.languages[0] and (missing := self._missing(self._own(words, context), language)):
            raise InputError(*missing)
        return self.plain_words(words, context, language)

    def _in_translation(self, text: Template, context: Context, language: str) -> dict[str, tuple[str, str]]:
        """The strings that replace a card's plain words in a text, each with its field and its text."""
        if not isinstance(card := context.owner, Design):
            return {}
        said = in_translation(card, templates.word_names(text), self.strings[language])
        by_key = {own_key(card.id, card.side, field): (field, words) for field, words in said.items()}
        self.used.update(by_key)
        return by_key

    def _own(self, text: Template, context: Context) -> list[str]:
        """The strings with the card's own words that a text reads."""
        card = context.owner
        return keys_read(card, templates.reads(text)) if isinstance(card, Design) and card.words else []

    def _string(self, template: Template, context: Context, language: str) -> Saying:
        """The string of the game whose key a template gives."""
        key = context.fill(template, "say")
        self.used.add(key)
        strings = self.strings[language]
        if key not in strings.entries:
            raise fail(*self._unsaid(key, template, context, language), STRING_MISSING)
        entry = strings.entries[key]
        try:
            return _saying(strings.say(key, context.scope, **_words(context.scope)), entry, language)
        except ValueError as error:
            raise fail(f"{key}: {error}", entry.within(error)) from None

    def behaviour_text(self, field: str, context: Context, language: str, used: set[str]) -> Saying:
        """Puts a card's behaviour, its `field`, into words: the card's own text if there is one, or else phrases."""
        strings, card = self.strings[language], context.acting(field, "tell")
        own = own_key(card.id, card.side, field)
        place = card.place_of(field)
        try:
            if own in strings.entries:
                used.add(own)
                entry = strings.entries[own]
                place = entry.place
                return _saying(strings.say(own, context.scope, **_words(context.scope)), entry, language)
            behaviour = card.behaviour[field]
            if not can(behaviour, HasPhrases):
                raise fail(
                    f"fields.{context.name}.tell: the engine has no words for '{field}'",
                    context.layout.place_of(context.name, "tell"),
                )
            keys: set[str] = set()
            try:
                sentence = text_of_phrases(strings, field, tuple(behaviour.phrases()), keys)
            finally:
                used |= keys
            return Saying(sentence, place, f"{language}: {card.id}.{field}", language_of(strings, keys))
        except KeyError as error:
            (key,) = error.args
            message = f"the string '{key}' is missing in {language}{nearest(key, strings.entries)}"
            raise fail(f"{message} ({owner_name(card, self.game)})", place, STRING_MISSING) from None
        except ValueError as error:
            raise fail(f"{field}: {error} ({owner_name(card, self.game)})", place) from None

    def lacking(self, field: TextField, language: str, context: Callable[[str], Context]) -> list[Fault] | None:
        """The faults of texts that a field shows and a language other than the first does not translate; None if it
        translates all.

        `context` is the field's, by language. There may be no faults: others report a missing file.
        """
        return self._missing(self._needed_strings(field, language, context), language)

    def _missing(self, needed: Sequence[str], language: str) -> list[Fault] | None:
        """The faults of needed strings that a language does not translate, for `lacking`."""
        texts, others = self.strings[self.game.languages[0]].entries, self.strings[language].entries
        missing = [key for key in needed if key in texts and key not in others and not texts[key].plain]
        if not missing:
            return None
        path = self.game.home.strings(language)
        if not self.game.strings[language] and not is_there(path):
            return []
        return [missing_translation(path, language, key, texts[key]) for key in missing]

    def _needed_strings(self, field: TextField, language: str, context: Callable[[str], Context]) -> list[str]:
        """The strings that a language takes: for a card's behaviour, those that the first language needs."""
        if field.say is not None:
            return [context(language).fill(field.say, "say")]
        if field.tell is None:
            return self._own(field.text or "", context(language))
        first = self.game.languages[0]
        needed: set[str] = set()
        try:
            self.behaviour_text(field.tell, context(first), first, needed)
        except InputError:
            return []  # reported for the first language
        return sorted(needed)

    def _unsaid(self, key: str, template: Template, context: Context, language: str) -> tuple[str, Place]:
        """The message on a missing text, and its place: at the card, if it would be the card's own text."""
        message, owner = f"the string '{key}' is missing in {language}", context.owner
        where = f"under texts: {language}:" if self.game.variant_file else f"to strings/{language}.yaml"
        if isinstance(owner, Design) and owner.id in key.split("."):
            ids = _ids(self.game.designs)
            meant = [
                other for other in self.strings[language].entries if ids.intersection(other.split(".")) <= {owner.id}
            ]
            return f"{message}{nearest(key, meant)}; add it {where}", owner.place
        known = [other for other, entry in self.strings[language].entries.items() if not entry.beside]
        whose = f" ({owner_name(owner, self.game)})" if owner else ""
        return f"{message}{nearest(key, known)}; add it {where}{whose}", context.place(template, "say")


def _plain(text: Template, context: Context) -> Iterator[tuple[Text, Place, str]]:
    """The card's plain texts that a text shows, where they stand, and what messages call them."""
    card = context.owner
    if isinstance(card, Design):
        for field in (name.removeprefix("card.") for name in templates.word_names(text) if name.startswith("card.")):
            if isinstance(value := card.fields.get(field), str):
                yield value, card.place_of(field), f"{card.id}.{field}"


def _is_open(text: Text) -> bool:
    """Whether emphasis in a text is not closed."""
    try:
        for form in text.values() if isinstance(text, dict) else [text]:
            if "*" in form:
                parse_inline(form)
    except ValueError:
        return True
    return False


def _saying(text: str, entry: Entry, language: str) -> Saying:
    return Saying(text, entry.place, _entry_name(entry, language), entry.lent or language)


def _entry_name(entry: Entry, language: str) -> str:
    """The name of a text in messages: its language, and the key under which it is written."""
    return f"{language}: '{entry.written}'"


@per_large_object
def _ids(designs: Sequence[Design]) -> frozenset[str]:
    return frozenset(design.id for design in designs)


class _Noting(Mapping[str, Entry]):
    """The strings of a language; notes which keys are looked up, also missing ones."""

    def __init__(self, entries: Mapping[str, Entry], language: str, asked: set[tuple[str, str]]) -> None:
        self.entries = entries
        self.language = language
        self.asked = asked

    def __getitem__(self, key: str) -> Entry:
        self.asked.add((self.language, key))
        return self.entries[key]

    def __contains__(self, key: Any) -> bool:
        self.asked.add((self.language, key))
        return key in self.entries

    def __iter__(self) -> Iterator[str]:
        return iter(self.entries)

    def __len__(self) -> int:
        return len(self.entries)


def _words(scope: Mapping[str, Any]) -> dict[str, Any]:
    """The values that a text can show: the rules, and those of a card or component; neither lists nor mappings."""
    known = {**scope.get("rules", {}), **scope.get("card", {}), **scope.get("component", {})}
    return sayable(known)
