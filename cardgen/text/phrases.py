"""Puts phrases into words: a language has its own sentence for each, or for several in a row.

cardgen looks up a sentence by its keys, the most particular first, under its field's name (`effect.advance.own`, then
`effect.advance`), then by the key alone (`colour.blue`). A sentence for several phrases has their keys joined by `+`;
the longest run wins: `effect.roll+advance.own`. A value that occurs twice in such a run is numbered from its second on:
{n}, {n2}. A value that is itself a phrase can have a form: {c.fs} is `colour.blue.fs` if the language has it, else
`colour.blue`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count, product
from typing import Any

from cardgen.definitions.behaviour import Phrase
from cardgen.text.strings import Strings
from cardgen.text.typography import typeset

MAX_JOINED = 8  # phrases in one sentence


def text_of_phrases(strings: Strings, prefix: str, phrases: Sequence[Phrase], used: set[str]) -> str:
    """The text of all phrases together, typeset; adds the keys of its strings to `used`, which is empty.

    Raises KeyError with the most particular key of a phrase without words, ValueError for a bad placeholder.
    """
    texts, at = [], 0
    while at < len(phrases):
        run, key = _longest(strings, prefix, phrases[at : at + MAX_JOINED])
        texts.append(_fill(strings, prefix, key, phrases[at : at + run], used))
        at += run
    return typeset(" ".join(texts), language_of(strings, used))


def language_of(strings: Strings, keys: Iterable[str]) -> str:
    """The language of the combined text: the one that lends any of these strings, if one does."""
    return next((lent for key in keys if (lent := strings.entries[key].lent)), strings.language)


def _longest(strings: Strings, prefix: str, phrases: Sequence[Phrase], form: str = "") -> tuple[int, str]:
    """The number of phrases that the language says in one sentence, and the key of that sentence."""
    for run in range(len(phrases), 0, -1):
        for key in _keys(prefix, phrases[:run]):
            for candidate in (f"{key}.{form}", key) if form else (key,):
                if candidate in strings.entries:
                    return run, candidate
    raise KeyError(next(_keys(prefix, phrases[:1])))


def _keys(prefix: str, phrases: Sequence[Phrase]) -> Iterator[str]:
    for keys in product(*(phrase.keys for phrase in phrases)):
        joined = "+".join(keys)
        yield f"{prefix}.{joined}"
        yield joined


def _fill(strings: Strings, prefix: str, key: str, phrases: Sequence[Phrase], used: set[str]) -> str:
    used.add(key)
    values: dict[str, Any] = {}
    for phrase in phrases:
        for name, value in phrase.values.items():
            names = (name if number == 1 else f"{name}{number}" for number in count(1))
            free = next(each for each in names if each not in values)
            values[free] = _inner(strings, prefix, value, used) if isinstance(value, Phrase) else value
    entry = strings.entries[key]
    return strings.spoken(entry).fill(entry.text, values)


def _inner(strings: Strings, prefix: str, phrase: Phrase, used: set[str]) -> Callable[[str], str]:
    """Says a phrase inside another, in the form that the other requires."""

    def in_form(form: str) -> str:
        _, key = _longest(strings, prefix, [phrase], form)
        return _fill(strings, prefix, key, [phrase], used)

    return in_form
