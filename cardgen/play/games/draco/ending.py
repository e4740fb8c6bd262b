"""Proves by numbers of cards that Draco & Co ends, and whether its cards last. D and DA: docs/rules/draco.md."""

from __future__ import annotations

import numpy as np

from cardgen.play.games.draco.effects import CUP_CENTRE, CUP_YOU
from cardgen.play.games.draco.position import NO_CARD, SILENCES, VERB
from cardgen.play.proofs import Ending, Shortage

CASES = tuple(SILENCES)
SARAHS = 2  # neighbours of Aunt Sarah who draw at a toast (D22)


def ending(table: np.record, players: int) -> Ending | None:
    """Each turn plays a card and draws one, so piles run out. From pile 3 + `extra_piles` on, a player who finds the
    cup in the centre must toast (DA35), and that toast is the last.

    That pile lasts as many turns as it has cards. If no card takes the cup, it is in the centre once in n + 1 turns,
    because it goes back at the end of its holder's turn (D24). Each card is played once from one pile to the next. So
    if fewer cards take the cup than that pile has periods of n + 1 turns, the game is over before the next pile.
    """
    cards = int(table.copies.sum())
    least, most = _hands(table, players)
    if (cards - most) // (players + 1) <= _copies(table, CUP_YOU):
        return None
    pile = cards - least  # the largest one
    piles = 3 + int(table.extra_piles)

    def left(state: np.record) -> int:
        hands = int(state.hand_sizes[:players].sum())
        return (piles - int(state.piles)) * 2 * pile + 2 * int(state.draw_size) + hands - least

    always = (
        table.hand_limit == 0 or table.hand_limit >= table.hand_size
    )  # else a player with too many cards draws none
    dealt = int(table.hand_size) * players
    start = (piles - 1) * 2 * pile + 2 * (cards - dealt) + dealt - least
    asked = int(table.ask_count[: table.kinds].max())
    why = f"each turn draws a card, and in the draw pile number {piles} nobody can keep the cup from the centre"
    return Ending(why, left, start, (2 if always else 1) * players, (2 + asked + SARAHS) * players)


def shortage(table: np.record, players: int) -> Shortage:
    """DA58: there is always a card to draw while all hands together cannot hold the deck."""
    return Shortage(CASES[NO_CARD], never=_hands(table, players)[1] < int(table.copies.sum()))


def _hands(table: np.record, players: int) -> tuple[int, int]:
    """The fewest and the most cards that players hold together when a turn begins, while there is a card to draw.

    Beside Aunt Sarah, players draw additional cards in every toast but the last. `toast_limit` bounds the toasts, and
    so do the turns until the last one is due (DA1): n + 1 for each toast (DA19), unless a card puts the cup back into
    the centre. Each turn draws a card, so additional cards leave fewer turns.
    """
    size, limit = int(table.hand_size), int(table.hand_limit)
    dealt, piles = size * players, 1 + int(table.extra_piles)
    drawn = piles * (int(table.copies.sum()) - dealt) + 1  # the last one perhaps from the pile after these
    toasts = 1 + drawn // (players + 1) + piles * _copies(table, CUP_CENTRE)
    if table.toast_limit:
        toasts = min(toasts, int(table.toast_limit) - 1)
    sarahs = SARAHS * toasts
    while sarahs > SARAHS * (1 + (drawn - sarahs) // (players + 1) + piles * _copies(table, CUP_CENTRE)):
        sarahs -= 1
    most = dealt + sarahs
    if limit == 0:
        return dealt, most
    if limit < size:
        return limit * players, dealt
    return dealt, min(most, limit * players)


def _copies(table: np.record, verb: int) -> int:
    """How many cards have such a step."""
    total = 0
    for kind in range(table.kinds):
        if (table.steps[kind, : table.step_count[kind], VERB] == verb).any():
            total += int(table.copies[kind])
    return total
