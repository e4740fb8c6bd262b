"""Party at Louis as it is played. Read it beside the rulebook: deal, take, place, clear, refill, end, score.

Plain functions over two flat records, `table` (what the variant's rules and cards say; it never changes) and `state`
(a position). They run interpreted and compiled alike. P and PA numbers are those of the project's facts.
"""

from __future__ import annotations

import numpy as np

from cardgen.play import chance
from cardgen.play.compiled import compiled
from cardgen.play.records import dead_end, position_type, silent, table_type

MOST_PLAYERS = 4
MOST_NOBLES = 6  # of one player
EVERY_NOBLE = (1 << MOST_NOBLES) - 1
MOST_CARDS = 120  # dishes; more would not fit 8 bits
MOST_SOLO = 16
MOST_STEPS = 1 << 18  # cells of all demands' tables
MOST_ROWS = 1 << 14  # heaps of all demands
HORIZON = 12  # turns that the outlook looks ahead
CELLS = 9
NONE = -1
END_CARD = MOST_CARDS
MOST_OPTIONS = 40  # 3 dishes under 6 nobles of two stacks each

# Actions. Cells of the sideboard are bits, row by row.
IMPOSTOR = 1 << 9  # with the cells that are taken
PLACE = 1 << 12  # + dish << 4 | noble << 1 | stack
CLEAR = 1 << 13  # + noble
DONE = CLEAR + MOST_NOBLES

LINES = np.array([0b111, 0b111000, 0b111000000, 0b1001001, 0b10010010, 0b100100100], np.int32)

# Options of the rules, in the order of rules.py
AT_ONCE, AT_END = 0, 1
ALLOWED, LAST_RESORT = 0, 1
MIDDLE, BOTTOM = 0, 1
SHARED, LAST_PLAYER, NOBODY = 0, 1, 2

PHASES = ("take", "place", "clear")
TAKING, PLACING, CLEARING = range(3)
ENDS = ("", "all_validated", "end_card", "nine_turns")
ALL_VALIDATED, BANQUET_OVER, TURNS_OVER = 1, 2, 3
SILENCES = {
    "unequal_piles": "PA14",
    "no_dish_left": "PA16",
    "tie_remains": "PA19",
    "six_alone": "PA24",
    "end_card_twice": "PA33",
    "win_with_dishes_held": "PA35",
    "no_noble_left": "P40",
}
UNEQUAL_PILES, NO_DISH_LEFT, TIE_REMAINS, SIX_ALONE, END_CARD_TWICE, WIN_WITH_DISHES_HELD, NO_NOBLE_LEFT = range(7)
TALLIES = (
    *(f"{side}_{noble}" for side in ("unmasked", "masked") for noble in range(1, MOST_NOBLES + 1)),  # validated
    "forced.clearing",
    "chosen.clearing",
    "impostor",
    "dish_cleared",
    "dish_validated",
    "first_end_turn",
)
FORCED, VOLUNTARY, IMPOSTOR_USED, DISH_CLEARED, DISH_VALIDATED, FIRST_END_TURN = range(2 * MOST_NOBLES, len(TALLIES))

RULES = (
    "validation",
    "blocking",
    "end_card_again",
    "first_to_six",
    "equal_turns",
    "last_tie",
    "solo_turns",
    "mixed_sides",
    "ghost_for_two",
)

NOBLES = 2 * MOST_NOBLES * MOST_PLAYERS  # faces of nobles: see `face`

TABLE = table_type(
    *((name, np.int32) for name in RULES),
    ("dishes", np.int32),  # cards of the deck
    ("alike", np.int32, (MOST_CARDS,)),  # the first card of the same type and value
    ("nobles", np.int32),  # of each player
    ("points", np.int32, (NOBLES,)),
    ("start", np.int32, (NOBLES,)),  # where the row of the empty heap begins in `steps`
    ("second", np.int32, (NOBLES,)),  # columns of the first stack, if a second one follows; else 0
    ("column", np.int32, (NOBLES, MOST_CARDS)),
    ("steps", np.int32, (MOST_STEPS,)),  # rows: own number, then entries: a row, BLOCKED, or negative where met
    ("outlook", np.float64, (HORIZON + 1, MOST_ROWS)),  # by turns to go and row: the chance of being validated
    ("placements", np.int32, (MOST_PLAYERS,)),
    ("placement", np.int32, (MOST_PLAYERS, 4)),  # of the impostor
    ("solo_cards", np.int32),
    ("solo", np.int32, (MOST_SOLO,)),
)
BLOCKED = 0

STATE = position_type(
    len(TALLIES),
    ("draw", np.int8, (MOST_CARDS + 1,)),  # face down, the top last
    ("draw_size", np.int32),
    ("end_low", np.int32),  # places of the draw pile where the End card may be, for all that players know
    ("end_high", np.int32),
    ("discard", np.int8, (MOST_CARDS,)),
    ("discard_size", np.int32),
    ("sideboard", np.int32, (CELLS,)),
    ("held", np.int32, (3,)),
    ("held_size", np.int32),
    ("heap", np.int32, (MOST_PLAYERS, MOST_NOBLES)),  # where its row begins in `steps`; negative: met
    ("top", np.int8, (MOST_PLAYERS, MOST_NOBLES, 2)),  # of each stack of dishes
    ("below", np.int8, (MOST_CARDS,)),  # the dish on which a dish lies
    ("lying", np.int32, (MOST_PLAYERS,)),  # bit n: dishes lie under noble n
    ("dishes", np.int32, (MOST_PLAYERS,)),  # that lie under nobles
    ("validated", np.int32, (MOST_PLAYERS,)),  # bit n: noble n is
    ("points", np.int32, (MOST_PLAYERS,)),
    ("impostors", np.int32),  # bit p: player p's is used
    ("masked", np.int32),  # bit n: nobles n are played masked
    ("end_seen", np.int32),
    ("last_round", np.int32),
    ("solo", np.int8, (MOST_SOLO,)),
    ("solo_size", np.int32),
    ("phase", np.int32),
)


@compiled
def face(state, player, noble):
    """The index of a noble's side in play among the faces of all nobles."""
    return ((player * MOST_NOBLES + noble) << 1) | (state.masked >> noble & 1)


@compiled
def ghost_plays(table, state):
    """P44: in solo; with `ghost_for_two` beside two players too."""
    return state.players == 1 or (state.players == 2 and table.ghost_for_two)


# ---- setup


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
def empty(table, state, player, noble):
    state.heap[player, noble] = table.start[face(state, player, noble)]
    state.top[player, noble, 0] = NONE
    state.top[player, noble, 1] = NONE
    state.lying[player] &= ~(1 << noble)


@compiled
def insert_end_card(state, low, high):
    """Slips the End card into the draw pile, anywhere from place `low` to `high`, counted from the bottom."""
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


# ---- drawing


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
    """P38: what is left and the discards in three piles, the End card in the middle one (PA14, PA15, PA32)."""
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


# ---- turns


@compiled
def begin_turn(table, state):
    """The player to act takes dishes, or passes where none lies on the sideboard."""
    while not state.terminal:
        state.turns += 1
        state.phase = TAKING
        if laid_out(state):
            return
        dead_end(state)
        if state.players > 1 and state.draw_size == 0:  # PA16: nothing can come any more
            end(table, state, BANQUET_OVER)
        else:
            next_turn(table, state)


@compiled
def laid_out(state):
    """The cells of the sideboard where a dish lies, as bits."""
    cells = 0
    for cell in range(CELLS):
        if state.sideboard[cell] != NONE:
            cells |= 1 << cell
    return cells


@compiled
def resume(table, state):
    """Goes on from a position that was put together by hand."""
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
        end(table, state, TURNS_OVER)  # PA23, PA25: nothing is filled any more
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
def end(table, state, how):
    state.terminal = 1
    state.ended = how
    if how == ALL_VALIDATED:
        if state.players == 1:
            silent(state, SIX_ALONE)
        if state.held_size > 0:
            silent(state, WIN_WITH_DISHES_HELD)
    elif state.players > 1:
        found = tied(state)
        if found & (found - 1):  # more than one bit
            silent(state, TIE_REMAINS)


# ---- decisions


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
    """P13, P14: a row, a column, or the impostor's pattern as it may be turned. A line of gaps alone is none."""
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
        fitting = 0  # how many of this dish's options do not block
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
    """Whether the same dish is held in an earlier place: a deck may have several of a kind."""
    found = False
    for other in range(place):
        found |= table.alike[state.held[other]] == table.alike[state.held[place]]
    return found


@compiled
def after(table, state, player, noble, stack, dish):
    """The row of the noble's heap once the dish lies there: BLOCKED, or negative where its demand is met."""
    side = face(state, player, noble)
    return table.steps[abs(state.heap[player, noble]) + table.column[side, dish] + stack * table.second[side]]


@compiled
def apply(table, state, action):
    """Carries out one legal action, and all that follows until somebody has to decide."""
    if action & PLACE:
        dish = action >> 4 & 127
        place(table, state, dish, action >> 1 & 7, action & 1)
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
    """P13, P14: the dishes go into the player's hand, where they are seen."""
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
    """`first_to_six: no`: who has no noble left to serve throws the dishes away."""
    silent(state, NO_NOBLE_LEFT)
    for held in range(state.held_size):
        discard(state, state.held[held])
    state.held_size = 0
    end_turn(table, state)


@compiled
def place(table, state, dish, noble, stack):
    """P15, P32-P34: lays a held dish; what it meets or blocks goes to the discard at once."""
    player = state.to_act
    held = 0
    while state.held[held] != dish:
        held += 1
    state.held_size -= 1
    for later in range(held, state.held_size):
        state.held[later] = state.held[later + 1]
    heap = after(table, state, player, noble, stack, dish)
    state.below[dish] = state.top[player, noble, stack]
    state.top[player, noble, stack] = dish
    state.lying[player] |= 1 << noble
    state.dishes[player] += 1
    state.heap[player, noble] = heap
    if heap == BLOCKED:
        state.tallies[FORCED] += 1
        clear(table, state, player, noble)
    elif heap < 0 and table.validation == AT_ONCE:  # PA2, PA34
        validate(table, state, player, noble)


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
def validate(table, state, player, noble):
    """P32: the noble is turned, its dishes go to the discard. P40: with the last one its player wins."""
    side = face(state, player, noble)
    state.tallies[(MOST_NOBLES if side & 1 else 0) + noble] += 1
    state.tallies[DISH_VALIDATED] += strip(table, state, player, noble)
    state.validated[player] |= 1 << noble
    state.points[player] += table.points[side]
    if state.validated[player] == (1 << table.nobles) - 1:
        if table.first_to_six:
            end(table, state, ALL_VALIDATED)
        elif state.held_size:
            silent(state, NO_NOBLE_LEFT)
            while state.held_size:
                state.held_size -= 1
                discard(state, state.held[state.held_size])


@compiled
def clear(table, state, player, noble):
    """P33, P36: all dishes under a noble go to the discard."""
    state.tallies[DISH_CLEARED] += strip(table, state, player, noble)


@compiled
def strip(table, state, player, noble):
    """Takes all dishes from under a noble and returns how many they were."""
    count = 0
    for stack in range(2):
        dish = state.top[player, noble, stack]
        while dish != NONE:
            discard(state, dish)
            count += 1
            dish = state.below[dish]
    state.dishes[player] -= count
    empty(table, state, player, noble)
    return count


# ---- scoring


@compiled
def score(table, state, scores):
    """Every player's points as they stand now."""
    for player in range(state.players):
        scores[player] = state.points[player]


@compiled
def leaders(table, state):
    """Who has the most points, a bit for each player."""
    best, found = -1, 0
    for player in range(state.players):
        if state.points[player] > best:
            best, found = state.points[player], 0
        if state.points[player] == best:
            found |= 1 << player
    return found


@compiled
def tied(state):
    """P41, PA27, PA41: who has the most points and, of these, the most dishes lying under nobles, a bit for each."""
    best, found = -1, 0
    for player in range(state.players):
        mine = state.points[player] * (MOST_CARDS + 1) + state.dishes[player]
        if mine > best:
            best, found = mine, 0
        if mine == best:
            found |= 1 << player
    return found


@compiled
def winners(table, state):
    """Who wins, a bit for each: who has all nobles validated (P40, PA40), else P41, then PA19."""
    if state.ended == ALL_VALIDATED:
        for player in range(state.players):
            if state.validated[player] == (1 << table.nobles) - 1:
                return 1 << player
    found = tied(state)
    if found & (found - 1) and table.last_tie != SHARED:
        if table.last_tie == NOBODY:
            return 0
        for later in range(state.players):  # the last one in turn order
            player = (state.first + state.players - 1 - later) % state.players
            if found >> player & 1:
                return 1 << player
    return found


# ---- what a player knows


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
    chance.shuffle(state.streams, chance.CHANCE, state.draw, 0, state.draw_size)
    if hidden:
        put_end_card(state, state.end_low, min(state.end_high, state.draw_size))
    chance.shuffle(state.streams, chance.CHANCE, state.solo, 0, state.solo_size)
