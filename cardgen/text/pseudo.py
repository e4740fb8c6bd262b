"""Pseudolocalisation: the texts of a game's first language, a third longer and accented, as a language that nobody
speaks. It shows where layouts break before anybody translates."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from cardgen.definitions.strings_file import Entry, Text
from cardgen.text.typography import ICON

LONG = "x-long"
_GROWTH = 3  # letters for which one is added
_KEPT_AS_IS = re.compile(
    r"\{[^{}]*\}|" + ICON.pattern + r"|\]\([^()\[\]\n]*\)|\\.|(?<![^\W_])[^\W_\d]*+\d[^\W_]*+", re.S
)
_WORD = re.compile(r"[^\W\d_]+")
_ACCENTS = str.maketrans("aceinouyACEINOUY", "áçéíñöúýÁÇÉÍÑÖÚÝ")
_VOWELS = "áéíöúýÁÉÍÖÚÝ"


def long_strings(entries: Mapping[str, Entry]) -> dict[str, Entry]:
    return {key: replace(entry, text=long_text(entry.text)) for key, entry in entries.items()}


def long_text(text: Text) -> Text:
    """The text accented and a third longer; placeholders, icons, markup and numbers stay."""
    if isinstance(text, dict):
        return {form: _long(form_text) for form, form_text in text.items()}
    return _long(text)


def _long(text: str) -> str:
    lengthened, start = "", 0
    owed = 0  # letters since the last added one

    def grown(match: re.Match) -> str:
        nonlocal owed
        word = match[0].translate(_ACCENTS)
        more, owed = divmod(owed + len(word), _GROWTH)
        at = max((index for index, letter in enumerate(word) if letter in _VOWELS), default=len(word) - 1)
        letter = word[at].lower() if len(word) > 1 and not word.isupper() else word[at]
        return word[: at + 1] + letter * more + word[at + 1 :]

    for kept in _KEPT_AS_IS.finditer(text):
        lengthened += _WORD.sub(grown, text[start : kept.start()]) + kept[0]
        start = kept.end()
    return lengthened + _WORD.sub(grown, text[start:])
