"""An engine's modules, and the loops of play made for it."""

from __future__ import annotations

import importlib.util
import sys
from dataclasses import dataclass
from functools import cache
from importlib.machinery import SourceFileLoader
from inspect import getfile
from pathlib import Path
from types import ModuleType

from cardgen.definitions.engines import module_of


@dataclass(frozen=True, slots=True, eq=False)
class Machine:
    """What plays a game.

    `engine` holds the verbs over records (deal, legal, apply, score, winners, determinise), `policies` weighs
    actions, `zones` turns definitions and snapshots into records and back, `notation` puts actions into words, and
    `tale`, which an engine may do without, tells its games.
    """

    name: str
    engine: ModuleType
    policies: ModuleType
    zones: ModuleType
    notation: ModuleType
    loops: ModuleType
    tale: ModuleType | None


@cache
def machine(engine: str) -> Machine:
    """The installed engine of that name, ready to play."""
    package = module_of(engine)
    parts = {part: importlib.import_module(f"{package}.{part}") for part in ("engine", "policies", "zones", "notation")}
    tale = importlib.import_module(f"{package}.tale") if importlib.util.find_spec(f"{package}.tale") else None
    return Machine(engine, **parts, loops=_loops(engine, parts["engine"], parts["policies"]), tale=tale)


def _loops(name: str, engine: ModuleType, policies: ModuleType) -> ModuleType:
    """A module of its own from the source of `loops`, with the engine's verbs in it."""
    loader = SourceFileLoader(f"{__package__}.loops_{name}", str(Path(__file__).with_name("loops.py")))
    found = ModuleType(loader.name)
    sys.modules[loader.name] = found  # where numba looks when it reads compiled code from disk
    vars(found).update(__file__=loader.path, OWNER=Path(getfile(engine)).parent)  # whose compiled code it becomes
    loader.exec_module(found)
    vars(found).update(engine=engine, policies=policies)
    return found
