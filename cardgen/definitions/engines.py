"""Finds an engine by the name that game.yaml gives it: an entry point of the group `cardgen.engines`.

The one that plays by clauses is built in.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from functools import lru_cache
from types import ModuleType

from pydantic import BaseModel

from cardgen.definitions.rules import Rules
from cardgen.errors import UNKNOWN_NAME, Place, fail, nearest

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


def rules_of(engine: str, place: Place | None = None) -> type[Rules]:
    """The rule parameters that an installed engine declares; its code for play is not imported."""
    return _declared(engine, place).Rules


def card_fields_of(engine: str, place: Place | None = None) -> Mapping[str, type[BaseModel]]:
    """The card fields that an engine reads, by name, with their models; clauses read fields as they are written."""
    return {} if engine == CLAUSES else getattr(_declared(engine, place), "CARD_FIELDS", {})


def _declared(engine: str, place: Place | None) -> ModuleType:
    return importlib.import_module(f"{_installed(engine, place)}.rules")
