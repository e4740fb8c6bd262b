"""Finds an engine by the name that game.yaml gives it: an entry point of the group `cardgen.engines`.

The one that plays by clauses is built in.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from functools import cache, lru_cache
from types import ModuleType

from pydantic import BaseModel

from cardgen.definitions import rules
from cardgen.errors import UNKNOWN_NAME, Place, fail, nearest
from cardgen.hooks import Hooks, adopt

GROUP = "cardgen.engines"
CLAUSES = "clauses"  # the engine of all games whose rules are a file; no game.yaml names it


@lru_cache(maxsize=1)  # reads every installed package's metadata
def engines() -> dict[str, str]:
    """The installed engines: name to module."""
    from importlib.metadata import entry_points

    return {entry.name: entry.value for entry in entry_points(group=GROUP)}


def module_of(engine: str, place: Place | None = None) -> str:
    """The package of an engine; nothing of it is imported. Raises InputError with the nearest name."""
    return "cardgen.play.clauses" if engine == CLAUSES else _installed(engine, place)


def _installed(engine: str, place: Place | None) -> str:
    found = engines()
    if engine not in found:
        raise fail(f"engine: no engine '{engine}' is installed{nearest(engine, found)}", place, UNKNOWN_NAME)
    return found[engine]


class Declaration(Hooks):
    """Module `rules`: all that printing needs. It imports nothing of play; the hooks of other modules stand in
    `cardgen/play/contract.py`."""

    Rules: type[rules.Rules]  # every parameter, with its range, its default and the number of its fact
    CARD_FIELDS: Mapping[str, type[BaseModel]] = {}  # models of the card fields that are played, by their names


def rules_of(engine: str, place: Place | None = None) -> type[rules.Rules]:
    """The rule parameters that an installed engine declares; its code for play is not imported."""
    return _declared(_installed(engine, place)).Rules


def card_fields_of(engine: str, place: Place | None = None) -> Mapping[str, type[BaseModel]]:
    """The card fields that an engine reads, by name, with their models; clauses read fields as they are written."""
    return {} if engine == CLAUSES else _declared(_installed(engine, place)).CARD_FIELDS


def module_in(package: str, part: str) -> ModuleType:
    """A module of an engine. Raises InputError where it cannot be imported."""
    try:
        return importlib.import_module(f"{package}.{part}")
    except ImportError as error:
        raise fail(f"{package}.{part}: this module of an engine cannot be imported: {error}") from error


@cache
def _declared(package: str) -> Declaration:
    return adopt(Declaration, module_in(package, "rules"))
