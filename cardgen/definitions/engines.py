"""Finds an engine by its name in game.yaml: an entry point of the group `cardgen.engines`. The engine for clauses is
built in.
"""

import importlib
import importlib.util
from collections.abc import Mapping
from functools import cache, lru_cache
from types import ModuleType

from pydantic import BaseModel

from cardgen.definitions import rules
from cardgen.foundations.errors import UNKNOWN_NAME, Place, fail, nearest
from cardgen.foundations.hooks import Hooks, adopt

GROUP = "cardgen.engines"
CLAUSES = "clauses"  # the engine of all games whose rules are a file; no game.yaml names it


@lru_cache(maxsize=1)  # reads every installed package's metadata
def engines() -> dict[str, str]:
    """Returns the modules of installed engines, by name."""
    from importlib.metadata import entry_points

    return {entry.name: entry.value for entry in entry_points(group=GROUP)}


def module_of(engine: str, place: Place | None = None) -> str:
    """Returns the package of an engine, without importing it. Raises InputError with the nearest name."""
    return "cardgen.play.clauses" if engine == CLAUSES else _installed_package(engine, place)


def _installed_package(engine: str, place: Place | None) -> str:
    installed = engines()
    if engine not in installed:
        raise fail(f"engine: no engine '{engine}' is installed{nearest(engine, installed)}", place, UNKNOWN_NAME)
    return installed[engine]


class Declaration(Hooks):
    """Module `rules`, optional: all that printing needs, which imports nothing of play. The hooks of other modules
    stand in `cardgen/play/contract.py`."""

    Rules: type[rules.Rules] = rules.Rules  # a model: a line for each parameter. Default: no parameters
    CARD_FIELDS: Mapping[str, type[BaseModel]] = {}  # models of the card fields that the engine reads, by their names


def rules_of(engine: str, place: Place | None = None) -> type[rules.Rules]:
    """Returns the rule parameters that an installed engine declares, without importing its code for play."""
    return _declaration(_installed_package(engine, place)).Rules


def card_fields_of(engine: str, place: Place | None = None) -> Mapping[str, type[BaseModel]]:
    """Returns the models of the card fields that an engine reads, by name; clauses read fields without models."""
    return {} if engine == CLAUSES else _declaration(_installed_package(engine, place)).CARD_FIELDS


def module_in(package: str, part: str) -> ModuleType:
    """Imports a module of an engine. Raises InputError if it cannot be imported."""
    return module_at(f"{package}.{part}")


def module_at(path: str) -> ModuleType:
    try:
        return importlib.import_module(path)
    except ImportError as error:
        raise fail(f"{path}: this module of an engine cannot be imported: {error}") from error


def optional_in(package: str, part: str) -> ModuleType | None:
    """Imports a module that an engine need not have; None if it has none."""
    module_at(package)
    return module_in(package, part) if importlib.util.find_spec(f"{package}.{part}") else None


@cache
def _declaration(package: str) -> Declaration:
    return adopt(Declaration, optional_in(package, "rules"))
