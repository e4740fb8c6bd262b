"""What marks of a game's rules are made of: what its clauses say, however they are written or carried out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from cardgen.remember import per_large_object
from cardgen.rules.clauses import Program

MEANING = 1  # goes up when clauses that stay the same come to mean other games
# Of clauses, what no game hangs on: where and how they are written, what a rule may be set to, what is read of games.
_TOLD = {"at", "path", "text", "place", "sentences", "names", "rules", "rounds", "tallies", "silences", "positions"}


def bytes_of(program: Program, settings: Mapping[str, int | str]) -> bytes:
    """Another for other clauses, cards or settings of the rules; the same however the clauses are compiled."""
    return _said(program) + repr(sorted(settings.items())).encode()


@per_large_object
def _said(program: Program) -> bytes:
    return repr((MEANING, _plain(program))).encode()


def _plain(thing: Any) -> Any:
    if is_dataclass(thing):
        return type(thing).__name__, *(_plain(getattr(thing, f.name)) for f in fields(thing) if f.name not in _TOLD)
    if isinstance(thing, Mapping):
        return [(name, _plain(each)) for name, each in thing.items()]
    return [_plain(each) for each in thing] if isinstance(thing, tuple) else thing
