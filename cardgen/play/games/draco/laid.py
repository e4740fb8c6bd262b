"""How a position of Draco & Co lies on a table: the signs that players hold, and the cards that an action concerns."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from cardgen.definitions.game import Game
from cardgen.play.games.draco.asks import CHARACTER, KIND, PLAYER, SPOT, STOP, TAKE
from cardgen.play.games.draco.deck import cards
from cardgen.play.games.draco.position import index

ROLES = ("first", "cup")
BOOKKEEPING = ("phase", "final_toast_due", "sarah_draws", "chosen")


def touches(game: Game, table: np.record, state: np.record, action: int) -> list[tuple[str, ...]]:
    """What players click for an action: for each thing that it concerns, the places where it may lie."""
    if action < CHARACTER:
        return [(f"hands/{int(state.to_act)}/{cards(game)[action - KIND].id}",)]
    if action < PLAYER:
        return [(f"ring/{state.ring.tolist().index(action - CHARACTER)}",)]
    if action < SPOT:
        return [(f"player/{action - PLAYER}",)]
    if action < STOP:
        return [(f"ring/{int(index(state, action - SPOT))}",)]
    return [("draw",)] if action == TAKE else []


def why(game: Game, observed: Mapping[str, Any], path: str) -> list[str]:
    """The strings that explain what players can do at a path, the most specific first."""
    zone = path.partition("/")[0]
    return [f"table.why.{observed['phase']}.{zone}", f"table.why.{observed['phase']}"]
