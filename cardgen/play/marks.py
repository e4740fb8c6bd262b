"""Marks of games: a seed, and behind it the hash of the rules and options that were played, such as `17-3fa2`."""

from __future__ import annotations

import re

WIDE, SEED_BITS = 2**62, 128  # seeds of games that people play are at least WIDE
_MARK = re.compile(r"([0-9]{1,39})-([0-9a-f]{4})")


def parse_mark(said: str) -> tuple[int, str]:
    """The seed and the hash of a mark. Raises ValueError for a text that is no mark."""
    match = _MARK.fullmatch(said)
    if not match or int(match[1]) >= 2**SEED_BITS:
        raise ValueError("expected a seed and the hash of the rules, such as 17-3fa2")
    return int(match[1]), match[2]
