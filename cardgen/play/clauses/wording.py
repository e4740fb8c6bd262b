"""Prepares sentences of accounts for strings: replaces their phrases with names."""

from __future__ import annotations

import re
from collections.abc import Mapping

from cardgen.definitions.strings_file import Entry, Text
from cardgen.foundations.dataclass import dataclass
from cardgen.rules.phrases import Wording
from cardgen.text.strings import EXPRESSION

_FORM = re.compile(r"\.[A-Za-z]+$")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A text whose phrases have names that strings know: `{p0.of}` for `{cheese on table.of}`."""

    text: Text
    phrases: Mapping[str, str]  # names by phrase
    plural: tuple[str, ...]  # the phrases of the plural form, in their order


def wordings(entries: Mapping[str, Entry]) -> dict[str, Wording]:
    """The phrases of strings by key, and the places of these strings."""
    return {key: Wording(tuple(sentence_of(entry.text).phrases), entry.place) for key, entry in entries.items()}


def sentence_of(text: Text) -> Sentence:
    """A text with names instead of its phrases."""
    names: dict[str, str] = {}

    def renamed(form_text: str) -> str:
        def one(match: re.Match) -> str:
            form = _FORM.search(match[1])
            phrase = match[1][: form.start()] if form else match[1]
            name = names.setdefault(phrase, f"p{len(names)}")
            return f"{{{name}{form[0] if form else ''}{f':{match[2]}' if match[2] is not None else ''}}}"

        return EXPRESSION.sub(one, form_text)

    if isinstance(text, str):
        return Sentence(renamed(text), names, ())
    several = {form: renamed(form_text) for form, form_text in text.items()}
    asked = [match[1] for match in EXPRESSION.finditer(text["other"])]
    return Sentence(several, names, tuple(_FORM.sub("", phrase) for phrase in asked))
