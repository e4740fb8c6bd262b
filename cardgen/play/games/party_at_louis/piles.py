"""The common cards: the draw pile with the End card, the discard, the sideboard, the ghost."""

from __future__ import annotations

from cardgen.play import chance
from cardgen.play.compiled import compiled
from cardgen.play.games.party_at_louis.record import (
    BANQUET_OVER,
    BOTTOM,
    CELLS,
    END_CARD,
    END_CARD_TWICE,
    FIRST_END_TURN,
    NO_DISH_LEFT,
    NONE,
    UNEQUAL_PILES,
)
from cardgen.play.games.party_at_louis.scoring import end
from cardgen.play.records import silent


@compiled
def insert_end_card(state, low, high):
    """Inserts the End card at random into the draw pile, from index `low` to `high`, counted from the bottom."""
    state.end_low = low
    state.end_high = high
    put_end_card(state, low, high)


@compiled
def put_end_card(state, low, high):
    place = low + chance.below(state.streams, chance.CHANCE, high - low + 1)
    for above in range(state.draw_size, place, -1):
        state.draw[above] = state.draw[above - 1]
    state.draw[place] = END_CARD
    state.draw_size += 1


@compiled
def refill(table, state):
    """P37, PA31: fills the gaps row by row, each from the left. The End card may come up twice on the way (PA33)."""
    seen = state.end_seen
    for cell in range(CELLS):
        if state.sideboard[cell] != NONE:
            continue
        while state.draw_size > 0:
            state.draw_size -= 1
            card = state.draw[state.draw_size]
            if card != END_CARD:
                state.sideboard[cell] = card
                break
            state.end_seen += 1
            if state.end_seen == 1:
                state.tallies[FIRST_END_TURN] = state.turns
                second_pile(table, state)
                continue
            if seen == 0:
                silent(state, END_CARD_TWICE)
            state.last_round = 1
            if not table.equal_turns:  # P39, PA13
                end(table, state, BANQUET_OVER)
                return
        if state.sideboard[cell] == NONE:
            silent(state, NO_DISH_LEFT)
            return


@compiled
def second_pile(table, state):
    """P38: puts the rest and the discards into three piles, the End card in the middle one (PA14, PA15, PA32)."""
    for place in range(state.discard_size):
        state.draw[state.draw_size] = state.discard[place]
        state.draw_size += 1
    state.discard_size = 0
    size = state.draw_size
    chance.shuffle(state.streams, chance.CHANCE, state.draw, 0, size)
    third = size // 3
    if size % 3:
        silent(state, UNEQUAL_PILES)
    if table.end_card_again == BOTTOM:
        insert_end_card(state, 0, third)
    else:
        insert_end_card(state, third, 2 * third + (size % 3 == 2))


@compiled
def shuffle_solo(table, state):
    for card in range(table.solo_cards):
        state.solo[card] = card
    state.solo_size = table.solo_cards
    chance.shuffle(state.streams, chance.CHANCE, state.solo, 0, state.solo_size)


@compiled
def ghost_turn(table, state):
    """P44: the top solo card shows which dishes go to the discard; then the gaps are filled."""
    if state.solo_size == 0:
        shuffle_solo(table, state)
    state.solo_size -= 1
    cells = table.solo[state.solo[state.solo_size]]
    for cell in range(CELLS):
        if cells >> cell & 1 and state.sideboard[cell] != NONE:
            discard(state, state.sideboard[cell])
            state.sideboard[cell] = NONE
    refill(table, state)


@compiled
def discard(state, dish):
    state.discard[state.discard_size] = dish
    state.discard_size += 1
