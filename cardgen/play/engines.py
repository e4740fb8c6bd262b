"""Loads an engine's modules once, checks them against the contract, and loads the loops of play for them."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from importlib.machinery import SourceFileLoader
from inspect import getfile
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol, TypeVar, cast

import numpy as np

from cardgen.definitions.engines import module_in, module_of, optional_in
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import InputError, Place, fail
from cardgen.foundations.hooks import Hooks, adopt, takes
from cardgen.play.contract import EndingHooks, Notation, Picture, Policies, Tales, Verbs, Zones


class Thinking(Protocol):
    """`thinking.py`, with an engine's modules in it."""

    def study(self, *given: Any) -> int: ...


class Loops(Protocol):
    """`loops.py`, with an engine's modules in it: what Python calls of it. Tables and states are arrays of one record,
    except that `table` is the record."""

    COPIES: int
    thinking: Thinking

    def legal(self, tables: np.ndarray, states: np.ndarray, options: np.ndarray) -> int: ...
    def apply(self, tables: np.ndarray, states: np.ndarray, action: int) -> None: ...
    def start(self, table: np.record, template: np.ndarray, state: np.ndarray, seed: int) -> None: ...
    def choose(self, table: np.record, state: np.ndarray, *given: Any) -> int: ...
    def batch(self, table: np.record, template: np.ndarray, *given: Any) -> None: ...


@dataclass(frozen=True, slots=True, eq=False)
class Engine:
    """An engine: its modules, as `contract` declares them. `features` are the names of all features of an action: its
    weight to the first policy, then those that the engine names."""

    name: str
    folder: Path  # the folder of its sources
    verbs: Verbs
    policies: Policies
    zones: Zones
    notation: Notation
    tale: Tales
    ending: EndingHooks
    picture: Picture
    features: tuple[str, ...]
    loops: Loops


@cache
def load_engine(name: str) -> Engine:
    """Loads the installed engine of that name. Raises InputError for missing or misspelt names in its modules."""
    package = module_of(name)
    modules = {part: module_in(package, part) for part in ("engine", "policies", "notation", "zones")}
    verbs, policies = adopt(Verbs, modules["engine"]), adopt(Policies, modules["policies"])
    _must_name_features(policies)
    ending = _optional(package, "ending", EndingHooks)
    zones = adopt(Zones, modules["zones"], _verbs=verbs, _ending=ending)
    _must_take_options(zones)
    return Engine(
        name,
        _folder(verbs.module),
        verbs,
        policies,
        zones,
        adopt(Notation, modules["notation"]),
        _optional(package, "tale", Tales),
        ending,
        _optional(package, "laid", Picture),
        feature_names(policies),
        loops_of(name, verbs, policies),
    )


def feature_names(policies: Policies) -> tuple[str, ...]:
    """The features of an option: its weight to the engine's first policy, then the engine's own features."""
    return (policies.POLICIES[0], *policies.FEATURES)


def loops_of(name: str, verbs: Verbs, policies: Policies) -> Loops:
    """An engine's own instances of the modules `loops`, `thinking` and `features`, with its verbs."""
    engine, weighing = verbs.module, policies.module
    own = weighing if policies.offers("FEATURES") else _own(name, "features", engine=engine, policies=weighing)
    known = {"features": own.features, "FEATURE_COUNT": len(feature_names(policies))}
    thinking = _own(name, "thinking", engine=engine, policies=weighing, **known)
    return cast(Loops, _own(name, "loops", engine=engine, thinking=thinking))


def _own(name: str, source: str, engine: ModuleType, **parts: object) -> Any:
    """Loads a module from one of our sources, with an engine's parts in it; `contract` explains why."""
    loader = SourceFileLoader(f"{__package__}.{source}_{name}", str(Path(__file__).with_name(f"{source}.py")))
    module = ModuleType(loader.name)
    sys.modules[loader.name] = module  # numba looks here when it reads compiled code from disk
    vars(module).update(__file__=loader.path, OWNER=_folder(engine))  # the engine whose cache has its compiled code
    loader.exec_module(module)
    vars(module).update(engine=engine, **parts)
    return module


def _folder(engine: ModuleType) -> Path:
    return Path(getfile(engine)).parent


H = TypeVar("H", bound=Hooks)


def _optional(package: str, part: str, contract: Callable[..., H]) -> H:
    return adopt(contract, optional_in(package, part))


def _must_name_features(policies: Policies) -> None:
    if policies.offers("FEATURES") != policies.offers("features"):
        lacks = "features" if policies.offers("FEATURES") else "FEATURES"
        raise _fault(
            policies,
            f"there is no '{lacks}'; an engine needs both FEATURES, their names, and `features`, which writes "
            "their numbers",
        )


def _must_take_options(zones: Zones) -> None:
    names = ", ".join(zones.OPTIONS)
    if not takes(zones.new_state, "players", **dict.fromkeys(zones.OPTIONS, "")):
        raise _fault(zones, f"new_state: expected the parameters new_state(players, {names}), named as in OPTIONS")


def _fault(part: Hooks, message: str) -> InputError:
    return fail(f"{part.module.__name__}: {message}", Place(getfile(part.module)))
