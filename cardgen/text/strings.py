"""Renders a string in a language: the right plural form, filled placeholders, typography."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any

from cardgen.definitions.evaluate import evaluate_text
from cardgen.definitions.expressions import Slip, names, parse
from cardgen.definitions.strings_file import PLURALS, Entry, Text
from cardgen.text import articles
from cardgen.text.numbers import FORMS, spell
from cardgen.text.typography import typeset

# {n}, and {n:place/places}: the form for the number n; {n:punkt/punkty/punktów} in a language with more forms;
# {c.fs}: a value in the form fs; {name.to}: a name behind a preposition;
# {n.words}, {n.nth}, {n.th}: a number in words, as an ordinal in words, and as one in figures
PLACEHOLDER = re.compile(r"\{([a-z][a-z0-9_]*)(?:\.([A-Za-z]+))?(?::([^{}]*))?\}")
# {cost + 1}, {Card Name}, {cost - 1:coin/coins}: other expressions, in which a word is one of the values
EXPRESSION = re.compile(r"\{([^{}:]*)(?::([^{}]*))?\}")
_OWNERS = ("card", "component", "rules")  # owners whose values are also known by name alone
_NOTHING: Mapping[str, Any] = {}

MILLION = 1_000_000
# Numbers with the first form, in languages whose whole numbers below a million have two forms. These are CLDR's rules;
# reading its data would take 10 ms.
_ONE = {"de": (1,), "en": (1,), "es": (1,), "fr": (0, 1), "it": (1,), "nl": (1,), "pt": (0, 1)}


class Strings:
    """The strings of one language."""

    def __init__(self, language: str, entries: Mapping[str, Entry]) -> None:
        self.language = language
        self.entries = entries

    def say(self, key: str, scope: Mapping[str, Any] = _NOTHING, /, **values: Any) -> str:
        """The string `key`, typeset; `scope` has the values for {card.KEY} and the like.

        Raises KeyError if it does not exist, ValueError for a bad placeholder.
        """
        entry = self.entries[key]
        return typeset(self.spoken(entry)._filled(entry, values, scope), entry.lent or self.language)

    def name(self, key: str, values: Mapping[str, Any] = _NOTHING) -> Callable[[str], str]:
        """A function that returns the name `key` in the form that a sentence asks for, such as {name.the} or {name.to}.

        `values` are those that the name itself can contain: `Rose {bloom}`.
        """

        entry = self.entries[key]
        name = self.spoken(entry)._filled(entry, values)

        def own(form: str) -> str | None:
            entry = self.entries.get(f"{key}.{form}")
            return self.fill(entry.text, values) if entry else None

        return lambda form: articles.in_form(name, entry.lent or self.language, form, own)

    def spoken(self, entry: Entry) -> Strings:
        """The strings in the language that lends one of them."""
        return Strings(entry.lent, self.entries) if entry.lent else self

    def _filled(self, entry: Entry, values: Mapping[str, Any], scope: Mapping[str, Any] = _NOTHING) -> str:
        return entry.text if entry.plain and isinstance(entry.text, str) else self.fill(entry.text, values, scope)

    def fill(self, text: Text, values: Mapping[str, Any], scope: Mapping[str, Any] = _NOTHING) -> str:
        if isinstance(text, dict):
            text = self._form(text, values)

        def value(placeholder: re.Match) -> str:
            match = PLACEHOLDER.fullmatch(placeholder[0])
            if not match or (match[2] and match[1] not in values and match[1] in scope):
                return self._worked_out(placeholder, values, scope)
            name, form, forms = match.groups()
            if name not in values:
                raise ValueError(f"there is no '{{{name}}}'; known here: {', '.join(sorted(values)) or 'nothing'}")
            if callable(values[name]):  # a word, in the form that the sentence requires
                return values[name](form or "")
            if form in FORMS and (number := _whole(values[name])) is not None:
                return spell(number, self.language, form)
            if form:
                raise ValueError(f"'{{{name}}}' has no forms, so '{match[0]}' means nothing")
            if forms is None:
                return str(values[name])
            return self._inline_form(forms.split("/"), values[name], match[0])

        return EXPRESSION.sub(value, text)

    def _worked_out(self, match: re.Match, values: Mapping[str, Any], scope: Mapping[str, Any]) -> str:
        """The value of an expression, or the form for its number."""
        plain = {name: value("") if callable(value) else value for name, value in values.items()}
        said = evaluate_text(parse(match[1], own=True, offset=match.start(1)), {**plain, **scope})
        return said if match[2] is None else self._inline_form(match[2].split("/"), said, match[0])

    def _form(self, forms: dict[str, str], values: Mapping[str, Any]) -> str:
        if "n" not in values:
            raise ValueError("a plural needs the number {n}")
        return forms.get(self._plural(values["n"]), forms["other"])

    def _inline_form(self, forms: list[str], number: Any, text: str) -> str:
        category = self._plural(number)
        if len(forms) == 2:  # one and all others, even if the language has more: French has a rare "many"
            return forms[0] if category == "one" else forms[1]
        known = categories(self.language)
        if len(forms) < 2:
            raise ValueError(f"expected two forms such as {{n:place/places}}, got '{text}'")
        if len(forms) > max(2, len(known)):
            expected = f"{len(known)} forms ({'/'.join(known)})" if len(known) > 2 else "2 forms"
            raise ValueError(f"expected at most {expected} in '{self.language}', got '{text}'")
        return forms[min(known.index(category), len(forms) - 1)]

    def _plural(self, number: Any) -> str:
        try:
            return plural(self.language, int(number))
        except ValueError:
            raise ValueError(f"expected a number to choose the plural form by, got {number!r}") from None


def _whole(value: Any) -> int | None:
    """A whole number of a rule or of a card."""
    if isinstance(value, int):
        return value
    return int(value) if isinstance(value, str) and re.fullmatch(r"\d{1,12}", value) else None


@lru_cache(maxsize=1000)
def plural(language: str, number: int) -> str:
    """The CLDR plural category of a whole number: one, other, few, ..."""
    if language in _ONE and 0 <= number < MILLION:
        return "one" if number in _ONE[language] else "other"
    from babel import Locale, UnknownLocaleError

    try:
        return Locale.parse(language).plural_form(number)
    except (UnknownLocaleError, ValueError):
        return "one" if number == 1 else "other"


@lru_cache(maxsize=100)
def categories(language: str) -> tuple[str, ...]:
    """The CLDR plural categories of a language, in CLDR's order."""
    from babel import Locale, UnknownLocaleError

    try:
        tags = Locale.parse(language).plural_form.tags
    except (UnknownLocaleError, ValueError):
        tags = frozenset({"one"})
    return tuple(category for category in PLURALS if category in tags or category == "other")


def placeholders(text: Text) -> set[str]:
    """The names of all placeholders of a string, in any of its forms."""
    texts = text.values() if isinstance(text, dict) else [text]
    return {name for form in texts for match in EXPRESSION.finditer(form) for name in _placeholders(match)}


def worked_out(text: Text) -> set[str]:
    """The names in the expressions of a string, `{bonus or 'none'}`, without names that stand alone: if one of these is
    missing, that is reported when the string is used."""
    texts = text.values() if isinstance(text, dict) else [text]
    matches = [match for form in texts for match in EXPRESSION.finditer(form) if not PLACEHOLDER.fullmatch(match[0])]
    return {name for match in matches for name in _placeholders(match)}


def _placeholders(match: re.Match) -> Iterable[str]:
    if placeholder := PLACEHOLDER.fullmatch(match[0]):
        return [placeholder[1]]
    try:
        read = [name.partition(".") for name in names(parse(match[1], own=True))]
    except Slip:
        return []  # reported when it is filled in
    return [rest if root in _OWNERS and rest else root + dot + rest for root, dot, rest in read]


def values_read(text: Text) -> set[str]:
    """The values that a string can read: its placeholders, and the key of {card.KEY}, which can also be a form."""
    texts = text.values() if isinstance(text, dict) else [text]
    matches = [match for form in texts for match in PLACEHOLDER.finditer(form)]
    return placeholders(text) | {match[2] for match in matches if match[1] in _OWNERS and match[2]}
