"""Why Party at Louis ends, and whether its dishes last: by numbers of cards. P and PA numbers: docs/rules."""

from __future__ import annotations

import numpy as np

from cardgen.play.games.party_at_louis.pattern import TAKEN
from cardgen.play.games.party_at_louis.record import NO_DISH_LEFT, NONE, SILENCES
from cardgen.play.proofs import Ending, Shortage

CASES = tuple(SILENCES)


def ending(table: np.record, players: int) -> Ending:
    """Alone, turns are counted (P42). With others each turn takes dishes from the sideboard, which is filled from a
    pile that is renewed once: as long as the End card is in it the sideboard is full, and after that no round begins.

    In a turn one takes, lays three dishes at most, and clears nobles or says that one is done.
    """
    decisions = (1 + TAKEN + int(table.nobles)) * players
    if players == 1:
        turns = int(table.solo_turns)
        why = "turns are counted"
        return Ending(why, lambda state: turns - int(state.turns), turns - 1, 1, decisions, "turn")
    cards = int(table.dishes) + 1  # and the End card

    def left(state: np.record) -> int:
        out = int((state.sideboard != NONE).sum())
        return int(state.draw_size) + out + (0 if state.end_seen else cards)

    why = "each turn takes dishes that come from a pile which is renewed once"
    return Ending(why, left, 2 * cards, TAKEN * players, decisions)


def shortage(table: np.record, players: int) -> Shortage:
    """PA16: who plays alone has dishes enough for every turn, and while the End card is to come there is a pile; so
    dishes only run out where the round is played to its end after it (PA13)."""
    return Shortage(CASES[NO_DISH_LEFT], never=players == 1 or not table.equal_turns)
