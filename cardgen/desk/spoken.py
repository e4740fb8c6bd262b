"""Reads the desk's own words, `templates/words/LANG.desk.yaml`, or the English ones if a language has none."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from cardgen.definitions.strings_file import read_strings
from cardgen.store.library import BUILTIN
from cardgen.text.strings import Strings

OTHERWISE = "en"
_SUFFIX = ".desk.yaml"


@cache
def languages() -> dict[str, Path]:
    """Returns the languages of the desk, with their files."""
    return {path.name.removesuffix(_SUFFIX): path for path in (BUILTIN / "templates" / "words").glob(f"*{_SUFFIX}")}


@cache
def desk_words(language: str) -> Strings:
    """Returns all texts of the desk in one language."""
    known = languages()
    return Strings(language, read_strings(known.get(language.partition("_")[0], known[OTHERWISE]), first=True))


def desk_text(language: str, key: str, **values: object) -> str:
    """Returns one text of the desk, with its placeholders filled."""
    words = desk_words(language)
    return words.fill(words.entries[key].text, values)
