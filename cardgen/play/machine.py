"""An engine's modules, and the loops of play made for it."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType

from cardgen.play.engines import module_of


@dataclass(frozen=True, slots=True, eq=False)
class Machine:
    """What plays a game.

    `engine` holds the verbs over records (deal, legal, apply, score, winners, determinise), `policies` weighs
    actions, `zones` turns definitions and snapshots into records and back, `notation` puts actions into words.
    """

    name: str
    engine: ModuleType
    policies: ModuleType
    zones: ModuleType
    notation: ModuleType
    loops: ModuleType


@cache
def machine(engine: str) -> Machine:
    """The installed engine of that name, ready to play."""
    package = module_of(engine)
    parts = {part: importlib.import_module(f"{package}.{part}") for part in ("engine", "policies", "zones", "notation")}
    return Machine(engine, **parts, loops=_loops(engine, parts["engine"], parts["policies"]))


def _loops(name: str, engine: ModuleType, policies: ModuleType) -> ModuleType:
    """A module of its own from the source of `loops`, with the engine's verbs in it."""
    path = Path(__file__).with_name("loops.py")
    spec = importlib.util.spec_from_file_location(f"{__package__}.loops_{name}", path)
    found = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = found  # where numba looks when it reads compiled code from disk
    found.OWNER = Path(engine.__file__).parent  # whose compiled code it becomes
    spec.loader.exec_module(found)
    found.engine, found.policies = engine, policies
    return found
