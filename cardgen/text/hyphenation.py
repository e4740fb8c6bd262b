"""Hyphenation: where a word may be divided, by language. Soft hyphens that an author typed win over the dictionary.

Names stay whole: words with a capital, but in German only those of nothing but capitals. To change where one word is
divided, an author types soft hyphens. `patterns.py` reads the patterns of the dictionaries.
"""

from __future__ import annotations

import re
from functools import lru_cache

SOFT_HYPHEN = "\u00ad"
_DICTIONARY = {"en": "en_GB", "pt": "pt_PT"}  # of languages whose own name is not that of a dictionary
_CAPITAL_NOUNS = ("de", "lb")  # languages that write every noun with a capital
_WORD = re.compile(r"(\W*(?:\w{1,5}[’'])?)(\w+)(\W*)")  # l’, dell’ and the like stay with the first part of the word
_MIN_ENDS = 3  # letters of a word that stay together at its beginning and at its end
_MIN_LETTERS, _MAX_LETTERS = 7, 100  # letters; shorter words stay whole, and so do longer strings


@lru_cache(maxsize=16)
def _pyphen(language: str):
    from cardgen.text.patterns import dictionary

    return dictionary(_DICTIONARY.get(language, language), left=_MIN_ENDS, right=_MIN_ENDS)


@lru_cache(maxsize=20_000)
def syllables(word: str, language: str) -> tuple[str, ...]:
    """The parts of a word between which a line can end with a hyphen."""
    if SOFT_HYPHEN in word:
        return tuple(word.split(SOFT_HYPHEN))
    letters = _WORD.fullmatch(word) if len(word) <= _MAX_LETTERS else None
    if not letters or len(letters[2]) < _MIN_LETTERS or _is_name(letters[2], language):
        return (word,)
    dictionary = _pyphen(language)
    if dictionary is None:
        return (word,)
    parts = dictionary.inserted(letters[2], SOFT_HYPHEN).split(SOFT_HYPHEN)
    return (letters[1] + parts[0], *parts[1:-1], parts[-1] + letters[3]) if len(parts) > 1 else (word,)


def _is_name(word: str, language: str) -> bool:
    """Whether a word looks like a name or an abbreviation."""
    return word.isupper() if language.split("-")[0] in _CAPITAL_NOUNS else word[:1].isupper()
