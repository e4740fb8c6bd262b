"""The words of the desk itself, `templates/words/LANG.desk.yaml`; in English where nobody has written a language."""

from __future__ import annotations

from functools import cache
from typing import Any

from cardgen.definitions.strings_file import read_strings
from cardgen.library import BUILTIN
from cardgen.text.strings import Strings

OTHERWISE = "en"


@cache
def desk_words(language: str) -> Strings:
    """All of them in one language."""
    folder = BUILTIN / "templates" / "words"
    found = folder / f"{language.partition('_')[0]}.desk.yaml"
    path = found if found.is_file() else folder / f"{OTHERWISE}.desk.yaml"
    return Strings(language, read_strings(path, first=True))


def said(language: str, key: str, **values: Any) -> str:
    """One of them, with its placeholders filled."""
    words = desk_words(language)
    return words.fill(words.entries[key].text, values)
