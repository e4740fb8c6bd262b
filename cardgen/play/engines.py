"""Finds an engine by the name that game.yaml gives it: an entry point of the group `cardgen.engines`."""

from __future__ import annotations

import importlib

from cardgen.errors import UNKNOWN_NAME, Place, fail, nearest
from cardgen.play.rules import Rules

GROUP = "cardgen.engines"


def rules_of(engine: str, place: Place | None = None) -> type[Rules]:
    """The rule parameters that an installed engine declares; its code for play is not imported."""
    from importlib.metadata import entry_points  # reads every installed package's metadata

    found = {entry.name: entry.value for entry in entry_points(group=GROUP)}
    if engine not in found:
        raise fail(f"engine: no engine '{engine}' is installed{nearest(engine, found)}", place, UNKNOWN_NAME)
    return importlib.import_module(f"{found[engine]}.rules").Rules
