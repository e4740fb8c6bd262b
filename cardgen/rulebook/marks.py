"""What a template's mark says: clauses by their paths, several of them with commas between, each with the hash that it
had when the sentence was written."""

from __future__ import annotations

import re

from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import Place

_NAMED = re.compile(r"(?P<path>.+?)(?:\s+(?P<hash>[0-9a-f]{4}))?")


@dataclass(frozen=True, slots=True)
class Named:
    """A clause as a mark names it; without a hash it was never held against the sentence."""

    path: str
    hash: str


@dataclass(frozen=True, slots=True)
class Mark:
    """A sentence's mark, or what needs none (`untold`); on a `block` of several lines, sentences stand behind these."""

    clauses: tuple[Named, ...]
    untold: bool
    place: Place
    block: bool = False


def parse_clauses(clauses: str) -> tuple[Named, ...]:
    """The clauses of a mark."""
    matches = (_NAMED.fullmatch(" ".join(part.split())) for part in clauses.split(","))
    return tuple(Named(each["path"], each["hash"] or "") for each in matches if each)
