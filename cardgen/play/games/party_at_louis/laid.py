"""How a position of Party at Louis lies on a table: nobles with their dishes, and the cards of an action."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from cardgen.definitions.game import Design, Game
from cardgen.play.games.party_at_louis.cards import cards
from cardgen.play.games.party_at_louis.record import CELLS, CLEAR, DONE, IMPOSTOR, PLACE

ROLES = ("first",)
BOOKKEEPING = ("phase", "side", "ended_by", "end_card_seen")


def pictures(game: Game, observed: Mapping[str, Any]) -> dict[str, Design]:
    """The designs of cards that positions do not name by their ids, by path."""
    known, by_place = cards(game), {}
    faces = {(noble.player, noble.name): noble.design for noble in known.nobles}
    for player, row in enumerate(observed["nobles"]):
        for place, noble in enumerate(row):
            by_place[f"nobles/{player}/{place}"] = faces[player, noble["id"]]
    return by_place


def touches(game: Game, table: np.record, state: np.record, action: int) -> list[tuple[str, ...]]:
    """What players click for an action: for each thing that it concerns, the places where it may lie."""
    player = int(state.to_act)
    if action == DONE:
        return []
    if action & CLEAR:
        return [(f"nobles/{player}/{action - CLEAR}",)]
    if action & PLACE:
        dish = cards(game).dish_names[action >> 4 & 127]
        return [(f"held/{dish}",), (f"nobles/{player}/{action >> 1 & 7}",)]
    cells = [(f"sideboard/{cell}",) for cell in range(CELLS) if action >> cell & 1]
    return [*cells, *([(f"impostor_used/{player}",)] if action & IMPOSTOR else [])]


def why(game: Game, observed: Mapping[str, Any], path: str) -> list[str]:
    """The strings that explain what players can do at a path, the most specific first."""
    zone = path.partition("/")[0]
    return [f"table.why.{observed['phase']}.{zone}", f"table.why.{observed['phase']}"]
