"""Names within sentences: with their article, and behind a preposition.

Beside a name's string KEY, `KEY.the` is the name in running text, with its definite article if it takes one: `the Fox`,
`la reine Anne`, `l'ammiraglio Rossi`. A sentence asks for it as {name.the}, and behind a preposition as {name.to},
{name.of}, {name.from}, {name.in} or {name.on}, contracted as in the language: `au Renard`, `alla regina Anna`;
{name.and} is the last of a list: `ed Elena`. A capital opens a sentence: {name.The}. A name without `KEY.the` takes no
article: `di Anna`, `d'Anna`. An irregular form has its own string: `KEY.to`.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from cardgen.definitions.fallback import NAME_FORMS

FORMS = NAME_FORMS

_PREPOSITIONS = {
    language: dict(zip(FORMS[1:], words, strict=True))
    for language, words in {
        "en": ("to", "of", "from", "in", "on", "and"),
        "fr": ("à", "de", "de", "dans", "sur", "et"),
        "it": ("a", "di", "da", "in", "su", "e"),
    }.items()
}
_ITALIAN = {"il ": "l ", "lo ": "llo ", "l'": "ll'", "la ": "lla ", "i ": "i ", "gli ": "gli ", "le ": "lle "}
_CONTRACTIONS = {
    "fr": {"à le ": "au ", "à les ": "aux ", "de le ": "du ", "de les ": "des "},
    "it": {
        f"{preposition} {article}": stem + ending
        for preposition, stem in {"a": "a", "di": "de", "da": "da", "in": "ne", "su": "su"}.items()
        for article, ending in _ITALIAN.items()
    },
}
_BEFORE_NUMBERS = {"it": (re.compile(r"^il (?=(?:1|8|11|8\d)\b)"), "l'")}  # l'uno, l'otto, l'undici
_BEFORE_VOWELS = {
    "fr": {"de ": ("d'", re.compile(r"[aeiouyàâæéèêëîïôœùûü]", re.IGNORECASE))},
    "it": {"a ": ("ad ", re.compile(r'["«]?a', re.IGNORECASE)), "e ": ("ed ", re.compile(r'["«]?e', re.IGNORECASE))},
}


def joined(preposition: str, name: str, language: str) -> str:
    """A preposition before a name, with or without article: `à` and `le Renard` make `au Renard`."""
    whole = f"{preposition} {name}"
    for parted, together in _CONTRACTIONS.get(language, {}).items():
        if whole.replace("’", "'").startswith(parted):
            return together + whole[len(parted) :]
    for parted, (together, vowel) in _BEFORE_VOWELS.get(language, {}).items():
        if whole.startswith(parted) and vowel.match(name):
            return together + name
    return whole


def in_form(name: str, language: str, form: str, own: Callable[[str], str | None] = lambda form: None) -> str:
    """A name in the form that a sentence asks for. `own` returns the name's own string for a form, or None.

    Raises ValueError for a form that neither the language nor an own string has.
    """
    wanted = form.lower()
    text = own(wanted) if wanted else _sounded(name, language)
    if text is None:
        article = _sounded(own("the") or name, language)
        text = article if wanted == "the" else joined(_preposition(wanted, language), article, language)
    return text[:1].upper() + text[1:] if form != wanted else text


def forms(language: str) -> tuple[str, ...]:
    """The forms that a language can make of any name."""
    return ("the", *_PREPOSITIONS.get(language, ()))


def _sounded(name: str, language: str) -> str:
    """A name with the article that a number requires: `l'11 rosa`."""
    if language not in _BEFORE_NUMBERS:
        return name
    full, short = _BEFORE_NUMBERS[language]
    return full.sub(short, name)


def _preposition(form: str, language: str) -> str:
    if form not in forms(language):
        expected = ", ".join(forms(language))
        raise ValueError(f"expected a form of a name ({expected} or one that has a string of its own), got '{form}'")
    return _PREPOSITIONS[language][form]
