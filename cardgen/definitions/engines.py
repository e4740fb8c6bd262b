"""Finds an engine by the name that game.yaml gives it: an entry point of the group `cardgen.engines`."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from functools import lru_cache
from types import ModuleType

from pydantic import BaseModel

from cardgen.definitions.rules import Rules
from cardgen.errors import UNKNOWN_NAME, Place, fail, nearest

GROUP = "cardgen.engines"


@lru_cache(maxsize=1)  # reads every installed package's metadata
def engines() -> dict[str, str]:
    """The installed engines: name to module."""
    from importlib.metadata import entry_points

    return {entry.name: entry.value for entry in entry_points(group=GROUP)}


def module_of(engine: str, place: Place | None = None) -> str:
    """The package of an installed engine; nothing of it is imported. Raises InputError with the nearest name."""
    found = engines()
    if engine not in found:
        raise fail(f"engine: no engine '{engine}' is installed{nearest(engine, found)}", place, UNKNOWN_NAME)
    return found[engine]


def rules_of(engine: str, place: Place | None = None) -> type[Rules]:
    """The rule parameters that an installed engine declares; its code for play is not imported."""
    return _declared(engine, place).Rules


def card_fields_of(engine: str, place: Place | None = None) -> Mapping[str, type[BaseModel]]:
    """The card fields that an installed engine reads, by name, with their models."""
    return getattr(_declared(engine, place), "CARD_FIELDS", {})


def _declared(engine: str, place: Place | None) -> ModuleType:
    return importlib.import_module(f"{module_of(engine, place)}.rules")
