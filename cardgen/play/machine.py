"""An engine's modules, and the loops of play made for it."""

from __future__ import annotations

import importlib.util
import sys
from functools import cache
from importlib.machinery import SourceFileLoader
from inspect import getfile
from pathlib import Path
from types import ModuleType

import numpy as np

from cardgen.dataclass import dataclass
from cardgen.definitions.engines import module_of

WEIGHS = 30  # of an engine that does not tell


@dataclass(frozen=True, slots=True, eq=False)
class Machine:
    """What plays a game.

    `engine` holds the verbs over records (deal, legal, apply, score, winners, determinise), `policies` weighs
    actions, `zones` turns definitions and snapshots into records and back, `notation` puts actions into words. An
    engine may do without `tale`, which tells its games, without `ending`, which says why they end, and without `laid`,
    which says how its positions lie on a table and which cards an action is about.
    """

    name: str
    engine: ModuleType
    policies: ModuleType
    zones: ModuleType
    notation: ModuleType
    loops: ModuleType
    tale: ModuleType | None
    ending: ModuleType | None
    laid: ModuleType | None
    features: tuple[str, ...]  # what may be learnt of its options
    weighs: int  # random decisions that take as long as one of the engine's first policy

    def ready(self, tables: np.ndarray) -> np.ndarray:
        """A game's table as this process plays it best; never the one that others are handed."""
        own = getattr(self.zones, "ready", None)
        return own(tables) if own else tables


@cache
def machine(engine: str) -> Machine:
    """The installed engine of that name, ready to play."""
    package = module_of(engine)
    parts = {part: importlib.import_module(f"{package}.{part}") for part in ("engine", "policies", "zones", "notation")}
    tale, ending, laid = (_optional(f"{package}.{part}") for part in ("tale", "ending", "laid"))
    loops = _loops(engine, parts["engine"], parts["policies"])
    features, weighs = feature_names(parts["policies"]), getattr(parts["policies"], "WEIGHS", WEIGHS)
    return Machine(engine, **parts, loops=loops, tale=tale, ending=ending, laid=laid, features=features, weighs=weighs)


def _optional(module: str) -> ModuleType | None:
    return importlib.import_module(module) if importlib.util.find_spec(module) else None


def _loops(name: str, engine: ModuleType, policies: ModuleType) -> ModuleType:
    """The modules of its own that an engine has of `loops`, and of `thinking` and what that needs, with its verbs."""
    own = policies if hasattr(policies, "FEATURES") else _own(name, "features", engine=engine, policies=policies)
    known = len(feature_names(policies))
    thinking = _own(name, "thinking", engine=engine, policies=policies, features=own.features, KNOWN=known)
    return _own(name, "loops", engine=engine, thinking=thinking)


def _own(name: str, source: str, engine: ModuleType, **parts: object) -> ModuleType:
    """A module from one of our sources, with an engine's parts in it."""
    loader = SourceFileLoader(f"{__package__}.{source}_{name}", str(Path(__file__).with_name(f"{source}.py")))
    found = ModuleType(loader.name)
    sys.modules[loader.name] = found  # where numba looks when it reads compiled code from disk
    vars(found).update(__file__=loader.path, OWNER=Path(getfile(engine)).parent)  # whose compiled code it becomes
    loader.exec_module(found)
    vars(found).update(engine=engine, **parts)
    return found


def feature_names(policies: ModuleType) -> tuple[str, ...]:
    """What is known of an option: its weight to the engine's first policy, then what the engine tells of it.

    Where it tells nothing: the weights of its other policies, and the points that the option brings at once.
    """
    told = getattr(policies, "FEATURES", (*policies.POLICIES[1:], "points", "rival's points"))
    return (policies.POLICIES[0], *told)
