"""The marks of templates: paths of clauses, separated by commas, each with the hash of the clause when the sentence was
written."""

from __future__ import annotations

import re

from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import Place

_NAMED = re.compile(r"(?P<path>.+?)(?:\s+(?P<hash>[0-9a-f]{4}))?")


@dataclass(frozen=True, slots=True)
class Named:
    """A clause in a mark; without a hash, nobody has compared it with the sentence."""

    path: str
    hash: str


@dataclass(frozen=True, slots=True)
class Mark:
    """A mark of a sentence, or of clauses that need none (`untold`). After a `block` of several lines, cardgen adds
    sentences behind it."""

    clauses: tuple[Named, ...]
    untold: bool
    place: Place
    block: bool = False


def parse_clauses(clauses: str) -> tuple[Named, ...]:
    """The clauses of a mark."""
    matches = (_NAMED.fullmatch(" ".join(part.split())) for part in clauses.split(","))
    return tuple(Named(each["path"], each["hash"] or "") for each in matches if each)
