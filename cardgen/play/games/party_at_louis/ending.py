"""Proves by numbers of cards that Party at Louis ends, and whether its dishes last. P and PA numbers: docs/rules."""

from __future__ import annotations

import numpy as np

from cardgen.play.games.party_at_louis.pattern import TAKEN
from cardgen.play.games.party_at_louis.record import NO_DISH_LEFT, NONE, SILENCES
from cardgen.play.proofs import Ending, Shortage

CASES = tuple(SILENCES)


def ending(table: np.record, players: int) -> Ending:
    """A game for one player has a fixed number of turns (P42). With several players, each turn takes dishes from the
    sideboard, which is filled from a pile that is renewed once. The sideboard stays full while the End card is in the
    pile, and no round begins after that.

    In a turn, a player takes dishes, lays at most three, and clears nobles or ends the turn.
    """
    decisions = (1 + TAKEN + int(table.nobles)) * players
    if players == 1:
        turns = int(table.solo_turns)
        why = "turns are counted"
        return Ending(why, lambda state: turns - int(state.turns), turns - 1, 1, decisions, "turn")
    cards = int(table.dishes) + 1  # dishes and the End card

    def left(state: np.record) -> int:
        out = int((state.sideboard != NONE).sum())
        return int(state.draw_size) + out + (0 if state.end_seen else cards)

    why = "each turn takes dishes that come from a pile which is renewed once"
    return Ending(why, left, 2 * cards, TAKEN * players, decisions)


def shortage(table: np.record, players: int) -> Shortage:
    """PA16: in a game for one player, the dishes suffice for every turn. With several, there is a pile until the End
    card comes, so dishes only run out if the round continues after it (PA13)."""
    return Shortage(CASES[NO_DISH_LEFT], never=players == 1 or not table.equal_turns)
