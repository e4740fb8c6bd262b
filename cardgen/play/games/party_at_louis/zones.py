"""Party at Louis's positions as snapshots, by the names of cards.

A dish's number in a record is its index in the deck. Copies of one dish share a name.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any

import numpy as np

from cardgen.definitions.game import Game
from cardgen.play.games.party_at_louis import record
from cardgen.play.games.party_at_louis.cards import DISH, IMPOSTOR, MIXED, SIDES, SOLO, Noble, cards, of_kind
from cardgen.play.games.party_at_louis.doubts import doubts
from cardgen.play.games.party_at_louis.record import CELLS, END_CARD, ENDS, MAX_NOBLES, MAX_PLAYERS, NONE, PHASES
from cardgen.play.games.party_at_louis.restoring import restore
from cardgen.play.games.party_at_louis.tables import make_table
from cardgen.play.games.party_at_louis.worth import goals, grades

__all__ = [
    "MAX_PLAYERS",
    "OPTIONS",
    "PILES",
    "deck_needs",
    "doubts",
    "goals",
    "grades",
    "make_table",
    "new_state",
    "observe",
    "outcome",
    "played",
    "possible",
    "restore",
    "snapshot",
    "sunk",
]

OPTIONS: dict[str, tuple[str, ...]] = {"side": SIDES}  # P9: all players agree on one side
PILES = ("draw",)  # zones with their top last


def sunk(game: Game) -> dict[str, int]:
    """The card to shuffle into the lowest of so many equal parts of the pile (P6)."""
    return {cards(game).end: 3}


def new_state(players: int, side: str = SIDES[0]) -> np.ndarray:
    """A position before the deal."""
    state = np.zeros(1, record.STATE)
    state[0].players = players
    state[0].masked = record.EVERY_NOBLE if side == SIDES[1] else 0
    return state


def snapshot(game: Game, table: np.record, state: np.record) -> dict[str, Any]:
    """The position as `contracts/party_at_louis.md` fixes it: plain lists, numbers and names."""
    known = cards(game)
    names, players, masked = known.dish_names, int(state.players), int(state.masked)
    stacks = _Stacks(names, state)
    rows: list[list[dict[str, Any]]] = [[] for _ in range(players)]
    for noble in known.nobles:
        if noble.player < players and noble.side == masked >> noble.place & 1:
            rows[noble.player].append(stacks.under(noble))
    return {
        "players": players,
        "side": MIXED if table.mixed_sides else SIDES[masked & 1],
        "draw": [known.end if card == END_CARD else names[card] for card in state.draw[: state.draw_size].tolist()],
        "discard": [names[card] for card in state.discard[: state.discard_size].tolist()],
        "held": [names[card] for card in state.held[: state.held_size].tolist()],
        "sideboard": [None if card == NONE else names[card] for card in state.sideboard.tolist()],
        "nobles": rows,
        "impostor_used": [bool(state.impostors >> player & 1) for player in range(players)],
        "end_card_seen": int(state.end_seen),
        "solo": _solo(game, table, state),
        "first": int(state.first),
        "to_act": int(state.to_act),
        "phase": PHASES[state.phase],
        "terminal": bool(state.terminal),
        "ended_by": ENDS[state.ended] or None,
    }


class _Stacks:
    """The stacks under nobles. It reads fields of a record once, because that is slow in Python."""

    def __init__(self, names: Sequence[str], state: np.record) -> None:
        self.names = names
        self.top, self.below = state.top.tolist(), state.below.tolist()
        self.validated = state.validated.tolist()

    def under(self, noble: Noble) -> dict[str, Any]:
        first, second = (self._dishes(top) for top in self.top[noble.player][noble.place])
        groups = noble.demand.groups
        if not noble.demand.ordered or len(groups) == 1:
            shown = [first]
        elif second or not (size := groups[0].cards.high):
            shown = [first, second]
        else:
            shown = [first[:size], first[size:]]  # `stacks: one_by_one` keeps both groups in one stack
        return {
            "id": noble.name,
            "groups": shown,
            "validated": bool(self.validated[noble.player] >> noble.place & 1),
        }

    def _dishes(self, dish: int) -> list[str]:
        names = []
        while dish != NONE:
            names.append(self.names[dish])
            dish = self.below[dish]
        return names[::-1]


def _solo(game: Game, table: np.record, state: np.record) -> dict[str, Any] | None:
    if not record.ghost_plays(table, state):
        return None
    names = cards(game).solo_names
    return {"pile": [names[card] for card in state.solo[: state.solo_size].tolist()], "turn": int(state.rounds)}


def outcome(game: Game, table: np.record, state: np.record) -> dict[str, Any]:
    """What a worked example can state beyond zones: the dishes of each player's nobles, and their number (P41)."""
    rows = snapshot(game, table, state)["nobles"]
    served = [{noble["id"]: list(chain(*noble["groups"])) for noble in row if any(noble["groups"])} for row in rows]
    return {"served": served, "lying": [int(count) for count in state.dishes[: state.players]]}


def deck_needs(game: Game, table: np.record, players: int) -> tuple[bool, str]:
    """Whether the dishes suffice: in solo for every turn (P42, P44), else until the End card comes up (P6, P7)."""
    there, third = int(table.dishes), int(table.dishes) // 3
    if players == 1:
        turns = int(table.solo_turns)
        needed = CELLS + 3 * turns + 3 * (turns - 1)  # the sideboard; the ghost's gaps; the player's but the last
        return there >= needed, f"{there} dishes, {needed} laid out in {turns} {'turn' if turns == 1 else 'turns'}"
    left = there - CELLS
    first, last = -(-(left - third + 1) // 3), -(-(left + 1) // 3)
    return left >= third, f"{there} dishes, {CELLS} laid out: the End card first comes up on turn {first} to {last}"


def played(game: Game) -> dict[str, int]:
    """The copies of each card in play: all dishes and solo cards, one of each noble, impostor and End card."""
    known = cards(game)
    counts = {design.id: design.count for kind in (DISH, SOLO) for design in of_kind(game, kind)}
    impostors: dict[str | None, str] = {}
    for design in of_kind(game, IMPOSTOR):
        if design.set in known.owners:
            impostors.setdefault(design.set, design.id)
    nobles = {noble.design.id for noble in known.nobles if noble.place < MAX_NOBLES}
    return counts | dict.fromkeys((*nobles, *impostors.values(), known.end), 1)


def possible(table: np.record, tally: str) -> bool:
    """Whether the rules provide for what a tally counts."""
    if tally == "impostor":
        return bool(table.placements.any())
    place = tally.rpartition("_")[2]
    return not place.isdigit() or int(place) <= table.nobles


def observe(game: Game, table: np.record, state: np.record, player: int) -> dict[str, Any]:
    """The position as a player sees it: piles are numbers of cards."""
    seen = snapshot(game, table, state)
    seen["draw"] = len(seen["draw"])
    if seen["solo"]:
        seen["solo"]["pile"] = len(seen["solo"]["pile"])
    return seen
