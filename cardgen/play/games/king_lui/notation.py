"""King Lui's actions in words, as a playthrough tells them after the player's name."""

from __future__ import annotations

import numpy as np

from cardgen.definitions.game import Game
from cardgen.play.games.king_lui.engine import DRAW, EMERALD, FEED, HELD, PLACE
from cardgen.play.games.king_lui.zones import cards
from cardgen.play.words import Words


def say(game: Game, table: np.record, state: np.record, action: int, words: Words) -> str:
    """What the player to act does: takes a dish, draws, feeds Emerald with named portions, lays it down."""
    names = cards(game)
    if action == DRAW:
        return words.say("play.draw")
    if action == PLACE:
        return words.say("play.place")
    if action & FEED:
        digits = [action >> shift & 15 for shift in (12, 8, 4, 0)]
        portions = " ".join(words.name(f"dish.{names[digit - 1]}") for digit in digits if digit)
        return words.say("play.feed_held" if action & HELD else "play.feed", portions=portions)
    return words.say("play.take", dish=words.name(f"dish.{names[action]}"))


def scene(game: Game, table: np.record, state: np.record, words: Words) -> str:
    """What lies open when a course begins."""
    names = cards(game)

    def heap(counts: np.ndarray) -> str:
        told = [f"{words.name(f'dish.{names[dish]}')} {count}" for dish, count in enumerate(counts) if count]
        return ", ".join(told) or "-"

    return words.say(
        "play.scene", n=state.course, chef=words.player(int(state.chef)), table=heap(state.table),
        emeralds=int(state.emeralds), king=heap(state.king), supply=int(state.supply_size),
    )  # fmt: skip


def aside(game: Game, table: np.record, before: np.record, after: np.record, action: int, words: Words) -> str | None:
    """What the table does not see of an action, but the reader of a playthrough does: the card that was drawn."""
    if action != DRAW:
        return None
    gained = after.secret[before.to_act] - before.secret[before.to_act]
    if after.drawn or gained[EMERALD] > 0:
        return words.say("emerald.name")
    names = cards(game)
    return next((words.name(f"dish.{names[dish]}") for dish in range(table.dishes) if gained[dish] > 0), None)
