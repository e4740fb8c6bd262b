"""Draco & Co's positions as snapshots that a person can read, by the names of cards.

`deck` makes the table of rules and cards, `written` reads snapshots back.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from cardgen.definitions.game import Game
from cardgen.play.games.draco.asks import WHAT
from cardgen.play.games.draco.deck import cards, make_table, names
from cardgen.play.games.draco.position import CENTRE, CHOOSE, DRAW, LEFT, MAX_PLAYERS, PLAY, TALLIES, places
from cardgen.play.games.draco.steps import SPECIALS
from cardgen.play.games.draco.written import PHASES, answer_name, new_state, restore

__all__ = [
    "MAX_PLAYERS",
    "OPTIONS",
    "make_table",
    "new_state",
    "observe",
    "restore",
    "snapshot",
    "tally_names",
    "things",
]

OPTIONS: dict[str, tuple[str, ...]] = {}  # players agree on nothing before a game


def snapshot(game: Game, table: np.record, state: np.record) -> dict[str, Any]:
    """The position as `contracts/draco.md` fixes it: plain lists, numbers and names; every card lies in one zone.

    `sarah_draws` exists only in the phase of the rule `sarah_draw: may`: whether the neighbour ahead of Aunt Sarah
    decides, or the one behind her.
    """
    kinds, characters = [card.id for card in cards(game)], names(game)

    def card_counts(counts: Sequence[int]) -> dict[str, int]:
        return {kinds[kind]: int(count) for kind, count in enumerate(counts) if count}

    players = range(state.players)
    zones = {
        "players": int(state.players),
        "first": int(state.first),
        "ring": [characters[number] for number in state.ring[: places(state)]],
        "cup_hand": "left" if state.hand == LEFT else "right",
        "cup": "centre" if state.cup == CENTRE else int(state.cup),
        "hands": [card_counts(state.hands[player]) for player in players],
        "draw": [kinds[kind] for kind in state.draw[: state.draw_size]],
        "discard": card_counts(state.discard),
        "money": [int(state.money[player]) for player in players],
        "bank": int(state.bank),
        "to_act": int(state.to_act),
        "phase": PHASES[PLAY if state.terminal else state.phase],
        "card": kinds[state.card] if state.card >= 0 else None,
        "chosen": _chosen(game, table, state) if state.phase == CHOOSE else [],
        "rolls": [int(face) for face in state.rolls[: state.rolled]],
        "piles_used": int(state.piles),
        "toasts": int(state.toasts),
        "final_toast_due": bool(state.piles >= 2 + table.extra_piles),
        "terminal": bool(state.terminal),
    }
    if state.phase == DRAW and not state.terminal:
        zones["sarah_draws"] = "behind" if state.drawing else "ahead"
    return zones


def _chosen(game: Game, table: np.record, state: np.record) -> list[str | int]:
    """The answers that the player has given for the card in play."""
    given = [question for question in range(state.ask) if state.asked >> question & 1]
    return [answer_name(game, table.asks[state.card, question, WHAT], state.slots[question]) for question in given]


def observe(game: Game, table: np.record, state: np.record, player: int) -> dict[str, Any]:
    """The position as a player sees it: the pile and the others' hands are numbers of cards."""
    seen = snapshot(game, table, state)
    seen["draw"] = len(seen["draw"])
    for other in range(state.players):
        if other != player:
            seen["hands"][other] = int(state.hand_sizes[other])
    return seen


def deck_needs(game: Game, table: np.record, players: int) -> tuple[bool, str]:
    """Whether the action cards suffice for the deal (D8) and leave a draw pile, and how many they leave."""
    there, dealt = int(table.copies.sum()), int(table.hand_size * players)
    return there > dealt, f"{there} action cards, {dealt} dealt: a draw pile of {max(there - dealt, 0)}"


def tally_names(game: Game) -> tuple[str, ...]:
    """The game's own tallies, then the plays and the idle plays of each kind of action cards."""
    return (*TALLIES, *(f"{what}.{card.id}" for card in cards(game) for what in ("played", "idle")))


def played(game: Game) -> dict[str, int]:
    """The number of copies of each card in play: one of each seated character, all copies of other cards."""
    counts = {design.id: design.count for design in game.designs}
    seated = [deck for deck in game.decks if any(design.id in SPECIALS for design in deck.designs)]
    there = {*names(game), "draco"}
    return counts | {design.id: int(design.id in there) for deck in seated for design in deck.designs}


def things(game: Game) -> tuple[str, ...]:
    """The cards that a player can use: the action cards."""
    return tuple(card.id for card in cards(game))


def possible(table: np.record, tally: str) -> bool:
    """Whether the rules provide for what a tally counts."""
    return tally not in ("toasts_forced", "last_toast_due") or not table.toast_limit
