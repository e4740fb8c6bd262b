"""Party at Louis as it is played. Read it beside the rulebook: deal, take, place, clear, next turn.

Plain functions over the records of `record.py`; points and the end are in `scoring.py`, the piles and the sideboard in
`piles.py`, what lies under nobles in `service.py`. They run interpreted and compiled alike. P and PA numbers:
docs/rules/party_at_louis.md.
"""

from __future__ import annotations

from cardgen.play import chance
from cardgen.play.compiled import compiled
from cardgen.play.games.party_at_louis.piles import (
    discard,
    ghost_turn,
    insert_end_card,
    put_end_card,
    refill,
    shuffle_solo,
)
from cardgen.play.games.party_at_louis.record import (
    AT_END,
    BANQUET_OVER,
    BLOCKED,
    CELLS,
    CLEAR,
    CLEARING,
    DONE,
    END_CARD,
    ENDS,
    IMPOSTOR,
    IMPOSTOR_USED,
    LAST_RESORT,
    LINES,
    MAX_OPTIONS,
    NO_NOBLE_LEFT,
    NONE,
    PLACE,
    PLACING,
    SILENCES,
    STATE,
    TABLE,
    TAKING,
    TALLIES,
    TURNS_OVER,
    VOLUNTARY,
    face,
    ghost_plays,
    laid_out,
)
from cardgen.play.games.party_at_louis.scoring import end, score, winners
from cardgen.play.games.party_at_louis.service import after, clear, empty, serve, validate
from cardgen.play.records import dead_end, silent

__all__ = [
    "ENDS",
    "MAX_OPTIONS",
    "SILENCES",
    "STATE",
    "TABLE",
    "TALLIES",
    "apply",
    "deal",
    "determinise",
    "legal",
    "resume",
    "score",
    "winners",
]


@compiled
def deal(table, state):
    """P6-P11, P42: the pile, the sideboard, empty nobles. PA20: the first player is drawn by lot."""
    for dish in range(table.dishes):
        state.draw[dish] = dish
    state.draw_size = table.dishes
    chance.shuffle(state.streams, chance.CHANCE, state.draw, 0, table.dishes)
    if state.players > 1:
        insert_end_card(state, 0, table.dishes // 3)  # PA18
    if table.mixed_sides:
        state.masked = chance.below(state.streams, chance.CHANCE, 1 << table.nobles)
    for player in range(state.players):
        for noble in range(table.nobles):
            empty(table, state, player, noble)
    for cell in range(CELLS):
        state.sideboard[cell] = NONE
    refill(table, state)
    state.first = chance.below(state.streams, chance.CHANCE, state.players)
    state.to_act = state.first
    state.rounds = 1
    if ghost_plays(table, state):
        shuffle_solo(table, state)
    if state.players == 1:
        ghost_turn(table, state)  # P43: the ghost begins
    begin_turn(table, state)


@compiled
def begin_turn(table, state):
    """The player to act takes dishes, or passes if none lies on the sideboard."""
    while not state.terminal:
        state.turns += 1
        state.phase = TAKING
        if laid_out(state):
            return
        dead_end(state)
        if state.players > 1 and state.draw_size == 0:  # PA16: no dishes can come any more
            end(table, state, BANQUET_OVER)
        else:
            next_turn(table, state)


@compiled
def resume(table, state):
    """Continues from a handwritten position."""
    if not state.terminal and state.phase == TAKING and not laid_out(state):
        state.turns -= 1
        begin_turn(table, state)


@compiled
def end_turn(table, state):
    next_turn(table, state)
    begin_turn(table, state)


@compiled
def next_turn(table, state):
    """Fills the sideboard; then it is the next player's turn, after the ghost's (P44)."""
    if state.players == 1 and state.turns >= table.solo_turns:
        end(table, state, TURNS_OVER)  # PA23, PA25: the sideboard is not filled any more
        return
    refill(table, state)
    if state.terminal:
        return
    following = (state.to_act + 1) % state.players
    if following == state.first:
        if state.last_round:
            end(table, state, BANQUET_OVER)
            return
        if ghost_plays(table, state):
            ghost_turn(table, state)
            if state.terminal:
                return
            if state.last_round:
                end(table, state, BANQUET_OVER)
                return
        state.rounds += 1
    state.to_act = following


@compiled
def legal(table, state, options):
    """Writes the legal actions into `options` and returns how many they are; none when the game is over."""
    if state.terminal:
        return 0
    if state.phase == TAKING:
        return takings(table, state, options)
    if state.phase == PLACING:
        return placings(table, state, options)
    count = 0
    for noble in range(table.nobles):  # P35, PA36
        if state.lying[state.to_act] >> noble & 1:
            options[count] = CLEAR + noble
            count += 1
    options[count] = DONE
    return count + 1


@compiled
def takings(table, state, options):
    """P13, P14: a row, a column, or the impostor's pattern as it may be turned. A line of gaps alone is no option."""
    player = state.to_act
    count = 0
    dishes = laid_out(state)
    for line in range(6):
        if LINES[line] & dishes:
            options[count] = LINES[line]
            count += 1
    if not state.impostors >> player & 1:
        for placement in range(table.placements[player]):
            if table.placement[player, placement] & dishes:
                options[count] = IMPOSTOR | table.placement[player, placement]
                count += 1
    return count


@compiled
def placings(table, state, options):
    """P15, P16: any held dish under any noble that is not validated; PA30: the player says to which of two stacks."""
    player = state.to_act
    count = 0
    for place in range(state.held_size):
        dish = state.held[place]
        if is_copy(table, state, place):
            continue
        fitting = 0  # number of this dish's options that do not block
        before = count
        for noble in range(table.nobles):
            if state.validated[player] >> noble & 1:
                continue
            for stack in range(2 if table.second[face(state, player, noble)] else 1):
                options[count] = PLACE | dish << 4 | noble << 1 | stack
                if table.blocking == LAST_RESORT and after(table, state, player, noble, stack, dish) != BLOCKED:
                    options[before + fitting] = options[count]
                    fitting += 1
                count += 1
        if fitting:
            count = before + fitting
    return count


@compiled
def is_copy(table, state, place):
    """Whether the hand has an equal dish at an earlier index."""
    repeated = False
    for other in range(place):
        repeated |= table.alike[state.held[other]] == table.alike[state.held[place]]
    return repeated


@compiled
def apply(table, state, action):
    """Carries out one legal action, and all that follows until somebody has to decide."""
    if action & PLACE:
        dish = action >> 4 & 127
        serve(table, state, dish, action >> 1 & 7, action & 1)
        if state.terminal:
            return
        if state.held_size == 0:
            finish_placing(table, state)
    elif action & CLEAR:
        if action != DONE:
            state.tallies[VOLUNTARY] += 1
            clear(table, state, state.to_act, action - CLEAR)
            if state.lying[state.to_act]:
                return
        end_turn(table, state)
    else:
        take(table, state, action)


@compiled
def take(table, state, action):
    """P13, P14: moves the dishes into the player's open hand."""
    player = state.to_act
    if action & IMPOSTOR:
        state.impostors |= 1 << player
        state.tallies[IMPOSTOR_USED] += 1
    for cell in range(CELLS):
        if action >> cell & 1 and state.sideboard[cell] != NONE:
            state.held[state.held_size] = state.sideboard[cell]
            state.held_size += 1
            state.sideboard[cell] = NONE
    state.phase = PLACING
    if state.validated[player] == (1 << table.nobles) - 1:
        throw_away(table, state)


@compiled
def throw_away(table, state):
    """`first_to_six: no`: discards the dishes of a player who has no noble left to serve."""
    silent(state, NO_NOBLE_LEFT)
    for held in range(state.held_size):
        discard(state, state.held[held])
    state.held_size = 0
    end_turn(table, state)


@compiled
def finish_placing(table, state):
    """After the last dish: `validation: at_end`; then nobles may be cleared."""
    player = state.to_act
    if table.validation == AT_END:
        for noble in range(table.nobles):
            if state.lying[player] >> noble & 1 and state.heap[player, noble] < 0:
                validate(table, state, player, noble)
                if state.terminal:
                    return
    if state.lying[player]:
        state.phase = CLEARING
    else:
        end_turn(table, state)


@compiled
def determinise(table, state, player):
    """Redraws at random all that `player` cannot know: the order of the piles, and where the End card is."""
    place = 0
    while place < state.draw_size and state.draw[place] != END_CARD:
        place += 1
    hidden = place < state.draw_size
    if hidden:
        state.draw_size -= 1
        state.draw[place] = state.draw[state.draw_size]
    chance.redraw(state.streams, chance.CHANCE, state.draw, state.draw_size)
    if hidden:
        put_end_card(state, state.end_low, min(state.end_high, state.draw_size))
    chance.redraw(state.streams, chance.CHANCE, state.solo, state.solo_size)
