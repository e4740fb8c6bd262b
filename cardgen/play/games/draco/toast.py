"""Toasts: payments, debts, and how players settle them. D17-D23, DA4-DA15, DA53-DA55."""

from __future__ import annotations

from cardgen.play.compiled import compiled
from cardgen.play.games.draco.position import (
    BANK,
    BANK_EMPTY,
    JOHN,
    JOHN_BESIDE,
    JOHN_PASSED,
    NOBODY,
    PAYER_SHORT,
    SARAH,
    ZORK,
    ZORK_ALL,
    ZORK_PAID,
    ZORK_TIED,
    at,
    owner,
    pay,
    place_of,
    places,
    richest,
)
from cardgen.play.records import silent


@compiled
def reckon(table, state):
    """Writes the payments (`shares`) and debts (`dues`) of a toast for each player, without paying."""
    state.shares[:] = 0
    state.dues[:] = 0
    left = state.bank if table.finite_bank else 1 << 30  # DA24
    for place in range(1, 5):  # D17. DA8: what is Zork's or Sarah's stays in the bank
        character = heir(state, place, 1)
        if character < ZORK:
            share = max(min(table.pays[place - 1], left), 0)
            left -= share
            state.shares[character >> 1] += share
    for back in range(2):  # D18. DA13, DA14: nobody pays for Sarah
        character = heir(state, places(state) - back, -1)
        if character < ZORK:
            state.dues[character >> 1] += table.owes[back]
    zork, payers = zorks_debt(table, state), zorks_payers(table, state)
    for player in range(state.players):
        if payers >> player & 1:
            state.dues[player] += zork


@compiled
def heir(state, place, step):
    """The character who receives a place's sum: the one there; for John, his neighbour (D21, DA9-DA12, DA55)."""
    character = at(state, place)
    return at(state, place + step) if character == JOHN else character


@compiled
def zorks_debt(table, state):
    """D20, DA12: double of what Zork owes, himself and for John."""
    zork = 0
    for back in range(2):
        if heir(state, places(state) - back, -1) == ZORK:
            zork += 2 * table.owes[back]
    return zork


@compiled
def zorks_payers(table, state):
    """D20, DA5: the mask of the richest before any payment. DA4, DA54: 0 if there are several."""
    payers = richest(state)
    return 0 if payers & (payers - 1) and table.zork_tie != ZORK_ALL else payers


@compiled
def settle_toast(table, state):
    """DA6, DA53: first all are paid, then each debtor pays what is owed, as far as the money goes (DA7)."""
    reckon(table, state)
    note(table, state)
    for player in range(state.players):
        state.bank -= state.shares[player]
        state.money[player] += state.shares[player]
    for player in range(state.players):
        pay(table, state, player, BANK, state.dues[player])


@compiled
def note(table, state):
    """Counts the cases of a toast that concern Zork, John or too little money, before players settle it."""
    last, pays = places(state), 0
    john = place_of(state, JOHN)
    if john <= 4 or john > last - 2:
        state.tallies[JOHN_PASSED] += 1
        if heir(state, john, 1 if john <= 4 else -1) >= ZORK:
            silent(state, JOHN_BESIDE)
    if zorks_debt(table, state) > 0:
        state.tallies[ZORK_PAID] += zorks_payers(table, state) > 0
        if richest(state) & (richest(state) - 1):
            silent(state, ZORK_TIED)
    for player in range(state.players):
        if state.dues[player] > state.money[player] + state.shares[player]:
            silent(state, PAYER_SHORT)
    for place in range(1, 5):
        pays += table.pays[place - 1] if heir(state, place, 1) < ZORK else 0
    if pays > max(state.bank, 0):
        silent(state, BANK_EMPTY)


@compiled
def sarahs_neighbour(state, which):
    """D22, DA32: the player of the character before Sarah (0), or after her (1); NOBODY beside Draco or a special."""
    place = place_of(state, SARAH) + 2 * which - 1
    if place < 1 or place > places(state):
        return NOBODY
    return owner(at(state, place))
