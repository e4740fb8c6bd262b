"""The points, the winners and the end of a game."""

from __future__ import annotations

from cardgen.play.compiled import compiled
from cardgen.play.games.party_at_louis.record import (
    ALL_VALIDATED,
    MAX_CARDS,
    NOBODY,
    SHARED,
    SIX_ALONE,
    TIE_REMAINS,
    WIN_WITH_DISHES_HELD,
)
from cardgen.play.records import silent


@compiled
def end(table, state, how):
    """Ends the game with an ending of `ENDS`."""
    state.terminal = 1
    state.ended = how
    if how == ALL_VALIDATED:
        if state.players == 1:
            silent(state, SIX_ALONE)
        if state.held_size > 0:
            silent(state, WIN_WITH_DISHES_HELD)
    elif state.players > 1:
        leaders = tied(state)
        if leaders & (leaders - 1):  # more than one bit
            silent(state, TIE_REMAINS)


@compiled
def score(table, state, scores):
    """Every player's points as they stand now."""
    for player in range(state.players):
        scores[player] = state.points[player]


@compiled
def tied(state):
    """P41, PA27, PA41: the mask of the players with most points and, among them, most dishes under nobles."""
    best, leaders = -1, 0
    for player in range(state.players):
        mine = state.points[player] * (MAX_CARDS + 1) + state.dishes[player]
        if mine > best:
            best, leaders = mine, 0
        if mine == best:
            leaders |= 1 << player
    return leaders


@compiled
def winners(table, state):
    """The mask of the winners: the player with all nobles validated (P40, PA40), else P41, then PA19."""
    if state.ended == ALL_VALIDATED:
        for player in range(state.players):
            if state.validated[player] == (1 << table.nobles) - 1:
                return 1 << player
    leaders = tied(state)
    if leaders & (leaders - 1) and table.last_tie != SHARED:
        if table.last_tie == NOBODY:
            return 0
        for later in range(state.players):  # the last one in turn order
            player = (state.first + state.players - 1 - later) % state.players
            if leaders >> player & 1:
                return 1 << player
    return leaders
