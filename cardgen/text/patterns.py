"""Hyphenation dictionaries that parse a pattern only when a word needs it.

pyphen parses all patterns of a dictionary at once, which takes 60 ms for English and 600 ms for German. A game's words
need a few hundred of them.
"""

from __future__ import annotations

import re
from pathlib import Path

import pyphen

_DIGIT_LETTER = re.compile(r"(\d?)(\D?)")


class _Patterns(dict):
    """Patterns by their letters: as text until somebody asks for one, then parsed as (offset, values)."""

    def get(self, letters: str, default=None):
        pattern = super().get(letters)
        if isinstance(pattern, str):
            self[letters] = pattern = _parsed(pattern)
        return pattern or default


def _parsed(pattern: str) -> tuple[int, tuple[int, ...]] | None:
    values = [int(digit or "0") for digit, _ in _DIGIT_LETTER.findall(pattern)]
    allowed = [index for index, value in enumerate(values) if value]
    return (allowed[0], tuple(values[allowed[0] : allowed[-1] + 1])) if allowed else None


class _Dictionary(pyphen.HyphDict):
    """A dictionary of pyphen's. pyphen parses one at once that respells divided words."""

    def __init__(self, path: Path) -> None:
        encoding, _, rest = path.read_bytes().partition(b"\n")
        name = encoding.decode().strip().lower()
        text = rest.decode({"microsoft-cp1251": "cp1251"}.get(name, name)).replace("\r", "")
        if "=" in text or "^^" in text:
            super().__init__(path)
            return
        letters = text
        for digit in "0123456789":
            letters = letters.replace(digit, "")
        self.patterns = _Patterns(zip(letters.split("\n"), text.split("\n"), strict=True))
        self.cache: dict[str, list] = {}
        self.maxlen = max(map(len, self.patterns))


def dictionary(name: str, left: int, right: int) -> pyphen.Pyphen | None:
    """The dictionary of a language or its nearest kin, or None; at least `left` and `right` letters stay together at
    a word's ends."""
    known = pyphen.language_fallback(name)
    if known is None:
        return None
    path = pyphen.LANGUAGES[known]
    if path not in pyphen.hdcache:
        pyphen.hdcache[path] = _Dictionary(path)
    return pyphen.Pyphen(lang=known, left=left, right=right)
