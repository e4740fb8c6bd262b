"""Why a game of King Lui ends, and where its supply may run out: by numbers of cards. K and KA: docs/rules."""

from __future__ import annotations

import numpy as np

from cardgen.play.proofs import Ending, Shortage
from tests.reference.king_lui.engine import EMERALD, RESHUFFLE, SILENCES, SUPPLY_RAN_OUT

CASES = tuple(SILENCES)


def ending(table: np.record, players: int) -> Ending | None:
    """Each course is laid from a supply to which nothing comes back, and each of its turns has two decisions at most:
    to draw, and what to do with Emerald (K21)."""
    cards, emeralds = int(table.copies.sum()), int(table.copies[EMERALD])
    dealt = int(table.cards_per_player * players)
    if table.empty_supply != RESHUFFLE or not emeralds:
        why = "each course is laid from a deck to which no card comes back"
        return Ending(why, lambda state: int(state.supply_size), cards - dealt, dealt, 2 * players, "course")
    return _reshuffled(table, cards, emeralds, dealt, players)


def _reshuffled(table: np.record, cards: int, emeralds: int, dealt: int, players: int) -> Ending | None:
    """KA5: what was fed comes back when neither a dish nor a card of the supply is there.

    A course of more cards than there are Emeralds has dishes; all of its portions, `laid` or more, were then taken, and
    no hand gives portions back. So cards come back only so often, and so many at most as Emerald can have eaten since.
    """
    laid, back = dealt - emeralds, emeralds * (1 + int(table.portions_fed))
    if laid <= 0:
        return None

    def left(state: np.record) -> int:
        on_the_way = cards - emeralds - int(state.hands[:players, :EMERALD].sum())
        supply = int(state.supply_size)
        return on_the_way // laid * (back + 1) + (supply if state.laid else max(supply, back))

    start = (cards - emeralds) // laid * (back + 1) + cards - dealt
    why = "what Emerald ate comes back only where whole courses were taken, and hands give no dish back"
    return Ending(why, left, start, dealt, 2 * players, "course")


def shortage(table: np.record, players: int) -> Shortage:
    """KA6: players may always draw so much that it runs out in the middle of a course."""
    return Shortage(CASES[SUPPLY_RAN_OUT], never=False)
