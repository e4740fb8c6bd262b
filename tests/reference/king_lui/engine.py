"""King Lui as it is played. Read it beside the rulebook: lay the table, have a turn, serve the king, end, score.

Plain functions over two flat records, `table` (what the variant's rules and cards say; it never changes) and `state`
(a position). They run interpreted and compiled alike. K and KA numbers: docs/rules/king_lui.md.
"""

from __future__ import annotations

import numpy as np

from cardgen.play import chance
from cardgen.play.compiled import allocating, compiled
from cardgen.play.records import dead_end, position_type, silent, table_type, use

MAX_PLAYERS = 6
MAX_DISHES = 12
MAX_CARDS = 250
EMERALD = MAX_DISHES  # its place beside the dishes in hands and among what is out of the game
MAX_OPTIONS = 2 * 1365 + MAX_DISHES + 2  # feeding 4 of 12 dishes in every way, from the table or from the hand

# Actions. What is fed is up to four digits of four bits, each a dish + 1, in ascending order.
TAKE = 0  # + dish
DRAW = 16
PLACE = 17
FEED = 1 << 16
HELD = 1 << 17  # with FEED: the Emerald card comes from one's own hand

# Options of the rules, in the order of rules.py
USE_OR_PLACE, REDRAW, KEEP = 0, 1, 2
PASS, END, RESHUFFLE = 0, 1, 2
CARDS, PORTIONS = 0, 1
NOW, EVER = 0, 1
SHARED, LAST_CHEF, NOBODY = 0, 1, 2
CLOSED, OPEN = 0, 1

ENDS = ("", "supply", "no_card_to_draw")
SUPPLY, NO_CARD = 1, 2
SILENCES = {"nothing_to_do": "KA5", "no_dish_but_emerald": "KA4", "supply_ran_out": "KA6", "tie_remains": "KA11"}
NOTHING_TO_DO, NO_DISH_BUT_EMERALD, SUPPLY_RAN_OUT, TIE_REMAINS = range(4)
TALLIES = ("take", "draw", "feed", "place", "emerald_drawn", "no_dish", "supply_empty", "discarded")
TAKEN, DRAWN, FED, PLACED, EMERALD_DRAWN, NO_DISH, SUPPLY_EMPTY, DISCARDED = range(8)
POINTS = len(TALLIES)  # of each dish in turn: what it has brought all players, when the game is over

RULES = (
    "cards_per_player",
    "portions_fed",
    "emerald_drawn",
    "emerald_when_no_dish",
    "empty_supply",
    "end_counts",
    "king_portions",
    "last_tie",
    "hands",
)

TABLE = table_type(
    *((name, np.int32) for name in RULES),
    ("dishes", np.int32),
    ("copies", np.int32, (MAX_DISHES + 1,)),  # of each dish, and of Emerald
)

STATE = position_type(
    len(TALLIES) + MAX_DISHES,
    ("supply", np.int8, (MAX_CARDS,)),  # face down, the top last
    ("supply_size", np.int32),
    ("supply_portions", np.int32),
    ("table", np.int32, (MAX_DISHES,)),
    ("laid", np.int32),  # bit d: dish d lies on the table
    ("emeralds", np.int32),  # beside the dishes
    ("king", np.int32, (MAX_DISHES,)),
    ("king_size", np.int32),
    ("king_served", np.int32),  # portions since the start of the game
    ("hands", np.int32, (MAX_PLAYERS, MAX_DISHES + 1)),
    ("secret", np.int32, (MAX_PLAYERS, MAX_DISHES + 1)),  # the part of a hand that only its owner saw
    ("removed", np.int32, (MAX_DISHES + 1,)),
    ("chef", np.int32),
    ("course", np.int32),
    ("acted", np.int32),  # players who have had their turn in this course
    ("drawn", np.int32),  # 1 while a drawn Emerald is in its player's fingers
)


# ---- setup and the course


@compiled
def deal(table, state):
    """K8, K9: all cards shuffled into one supply, hands empty. Player 0 is the first chef."""
    size = 0
    for card in range(MAX_DISHES + 1):
        for _ in range(table.copies[card]):
            state.supply[size] = card
            size += 1
    state.supply_size = size
    state.supply_portions = size - table.copies[EMERALD]
    chance.shuffle(state.streams, chance.CHANCE, state.supply, 0, size)
    lay_table(table, state, 0)
    settle(table, state)


@compiled
def resume(table, state):
    """Goes on from a position that was written down."""
    if not state.drawn:
        settle(table, state)


@compiled
def settle(table, state):
    """Goes on until somebody has to decide, or the game is over: passes, serves the king, lays the table."""
    while not state.terminal:
        if state.acted == state.players:
            serve_king(table, state)
            lay_table(table, state, (state.chef + 1) % state.players)  # K12: the left neighbour is the next chef
        elif begin_turn(table, state):
            return


@compiled
def lay_table(table, state, chef):
    """K13: the chef turns up so many cards for each player; K29: where the supply cannot, the game ends."""
    dealt = table.cards_per_player * state.players
    if (state.supply_portions if table.end_counts == PORTIONS else state.supply_size) < dealt:
        end(table, state, SUPPLY)
        return
    state.chef = chef
    state.to_act = chef
    state.acted = 0
    state.course += 1
    state.rounds += 1
    for _ in range(dealt):
        card = top_card(state)
        if card == EMERALD:
            state.emeralds += 1
        else:
            state.table[card] += 1
            state.laid |= 1 << card


@compiled
def top_card(state):
    state.supply_size -= 1
    card = state.supply[state.supply_size]
    if card != EMERALD:
        state.supply_portions -= 1
    return card


@compiled
def begin_turn(table, state):
    """Whether the player whose turn it is has something to decide; if not, the turn passes or the game ends (KA5)."""
    state.turns += 1
    if state.laid == 0:
        state.tallies[NO_DISH] += 1
        if can_feed(table, state):
            silent(state, NO_DISH_BUT_EMERALD)
    if state.supply_size == 0:
        state.tallies[SUPPLY_EMPTY] += 1
        silent(state, SUPPLY_RAN_OUT)
        if state.laid == 0 and table.empty_supply == RESHUFFLE:
            reshuffle(state)
    if state.laid or state.supply_size or can_feed(table, state):
        return True
    if table.empty_supply == END:
        end(table, state, NO_CARD)
    else:
        silent(state, NOTHING_TO_DO)
        dead_end(state)
        next_player(state)
    return False


@compiled
def next_player(state):
    state.acted += 1
    state.to_act = (state.to_act + 1) % state.players


@compiled
def serve_king(table, state):
    """K25: the dishes left on the table are the king's."""
    for dish in range(table.dishes):
        state.king[dish] += state.table[dish]
        state.king_size += state.table[dish]
        state.king_served += state.table[dish]
        state.table[dish] = 0
    state.laid = 0


@compiled
def reshuffle(state):
    """`empty_supply: reshuffle`: what is out of the game becomes the supply."""
    for card in range(MAX_DISHES + 1):
        for _ in range(state.removed[card]):
            state.supply[state.supply_size] = card
            state.supply_size += 1
            if card != EMERALD:
                state.supply_portions += 1
        state.removed[card] = 0
    chance.shuffle(state.streams, chance.CHANCE, state.supply, 0, state.supply_size)


@compiled
def end(table, state, how):
    """K30: what is left of the supply is out of the game."""
    while state.supply_size > 0:
        state.removed[top_card(state)] += 1
    state.terminal = 1
    state.ended = how
    for player in range(state.players):
        state.tallies[DISCARDED] += discards(table, state, player)
        for dish in range(table.dishes):
            if state.hands[player, dish] <= state.king[dish]:
                state.tallies[POINTS + dish] += state.hands[player, dish] * state.king[dish]
    found = tied(table, state)
    if found & (found - 1):  # more than one bit
        silent(state, TIE_REMAINS)


# ---- a turn


@compiled
def meal(table, state):
    """How many portions Emerald would eat now; 0 where the king has too few. KA21: what counts is now, or ever."""
    if table.king_portions == NOW:
        return table.portions_fed if state.king_size >= table.portions_fed else 0
    return min(table.portions_fed, state.king_size) if state.king_served >= table.portions_fed else 0


@compiled
def can_feed(table, state):
    return (state.emeralds > 0 or state.hands[state.to_act, EMERALD] > 0) and meal(table, state) > 0


@compiled
def legal(table, state, options):
    """Writes the legal actions into `options` and returns how many they are; none when the game is over."""
    count = 0
    if state.terminal:
        return count
    if state.drawn:  # K21: use it at once, or lay it beside the dishes
        options[0] = PLACE
        return feedings(table, state, FEED, options, 1)
    if state.laid:  # K18
        for dish in range(table.dishes):
            if state.laid >> dish & 1:
                options[count] = TAKE + dish
                count += 1
    if state.supply_size > 0:  # K19; K20: without a dish it is compulsory
        options[count] = DRAW
        count += 1
    if state.laid or state.supply_size == 0 or table.emerald_when_no_dish:  # K22, KA4, KA5
        if state.emeralds > 0:
            count = feedings(table, state, FEED, options, count)
        if state.hands[state.to_act, EMERALD] > 0:
            count = feedings(table, state, FEED | HELD, options, count)
    return count


@compiled
def feedings(table, state, action, options, count):
    """K23, K24: every way to take so many of the king's portions, of one dish or of several."""
    size = meal(table, state)
    if size == 0:
        return count
    king, dishes, there = state.king, table.dishes, 0
    for dish in range(dishes):
        if king[dish]:
            there |= 1 << dish  # a mask, as this is where a playout spends its time
    for a in range(dishes):
        if not there >> a & 1:
            continue
        if size == 1:
            options[count] = action | (a + 1)
            count += 1
            continue
        for b in range(a, dishes):
            if not there >> b & 1 or (b == a and king[a] < 2):
                continue
            if size == 2:
                options[count] = action | (a + 1) << 4 | (b + 1)
                count += 1
                continue
            two = 2 if b == a else 1
            for c in range(b, dishes):
                three = two + 1 if c == b else 1
                if king[c] < three:
                    continue
                if size == 3:
                    options[count] = action | (a + 1) << 8 | (b + 1) << 4 | (c + 1)
                    count += 1
                    continue
                for d in range(c, dishes):
                    if king[d] >= (three + 1 if d == c else 1):
                        options[count] = action | (a + 1) << 12 | (b + 1) << 8 | (c + 1) << 4 | (d + 1)
                        count += 1
    return count


@compiled
def apply(table, state, action):
    """Carries out one legal action, and all that follows until somebody has to decide."""
    player = state.to_act
    if action & FEED:
        feed(state, player, action)
    elif action == PLACE:
        state.tallies[PLACED] += 1
        state.emeralds += 1
        state.drawn = 0
    elif action == DRAW:
        draw(table, state, player)
        if state.drawn:
            return  # its player decides once more
    else:
        state.tallies[TAKEN] += 1
        use(state, player, action)
        state.hands[player, action] += state.table[action]
        state.table[action] = 0
        state.laid &= ~(1 << action)
    next_player(state)
    settle(table, state)


@compiled
def draw(table, state, player):
    """K19: one card into the hand, unseen. KA1: what becomes of an Emerald."""
    state.tallies[DRAWN] += 1
    card = top_card(state)
    while card == EMERALD:
        state.tallies[EMERALD_DRAWN] += 1
        if table.emerald_drawn == USE_OR_PLACE:
            state.drawn = 1
            return
        if table.emerald_drawn == KEEP:
            break
        state.emeralds += 1
        if state.supply_size == 0:
            return
        card = top_card(state)
    state.hands[player, card] += 1
    state.secret[player, card] += 1


@compiled
def feed(state, player, action):
    """K23: the Emerald card and the portions leave the game."""
    state.tallies[FED] += 1
    use(state, player, EMERALD)
    if state.drawn:
        state.drawn = 0
    elif action & HELD:
        state.hands[player, EMERALD] -= 1
        state.secret[player, EMERALD] -= 1
    else:
        state.emeralds -= 1
    state.removed[EMERALD] += 1
    eaten = action & 0xFFFF
    while eaten:
        dish = (eaten & 15) - 1
        state.king[dish] -= 1
        state.king_size -= 1
        state.removed[dish] += 1
        eaten >>= 4


# ---- scoring


@compiled
def points(table, state, player):
    """K32, K33: holding more of a dish than the king scores nothing, else each portion scores what he has of it."""
    total = 0
    for dish in range(table.dishes):
        if state.hands[player, dish] <= state.king[dish]:
            total += state.hands[player, dish] * state.king[dish]
    return total


@compiled
def discards(table, state, player):
    """K36, KA12: the portions given back for exceeding the king."""
    total = 0
    for dish in range(table.dishes):
        if state.hands[player, dish] > state.king[dish]:
            total += state.hands[player, dish]
    return total


@compiled
def score(table, state, scores):
    """Every player's points as they stand now."""
    for player in range(state.players):
        scores[player] = points(table, state, player)


@compiled
def leaders(table, state):
    """Who has the most points, a bit for each player."""
    best, found = -1, 0
    for player in range(state.players):
        mine = points(table, state, player)
        if mine > best:
            best, found = mine, 0
        if mine == best:
            found |= 1 << player
    return found


@compiled
def tied(table, state):
    """Who has the most points and, of these, the fewest discards (K36), a bit for each."""
    fewest, found = 1 << 30, 0
    first = leaders(table, state)
    for player in range(state.players):
        if first >> player & 1:
            mine = discards(table, state, player)
            if mine < fewest:
                fewest, found = mine, 0
            if mine == fewest:
                found |= 1 << player
    return found


@compiled
def winners(table, state):
    """Who wins, a bit for each. KA11: a tie that remains is shared, won by who was chef last, or by nobody."""
    found = tied(table, state)
    if found & (found - 1) and table.last_tie != SHARED:
        if table.last_tie == NOBODY:
            return 0
        for back in range(state.players):
            player = (state.chef - back) % state.players
            if found >> player & 1:
                return 1 << player
    return found


# ---- what a player knows


@allocating
def determinise(table, state, player):
    """Redraws at random all that `player` cannot know: the supply and what the others drew (KA15).

    It begins from the unseen cards in their order, so that what is redrawn tells nothing of what was there.
    """
    unseen = np.zeros(MAX_DISHES + 1, np.int64)
    drew = np.zeros(MAX_PLAYERS, np.int64)
    for place in range(state.supply_size):
        unseen[state.supply[place]] += 1
    for other in range(state.players):
        if other != player and table.hands == CLOSED:
            for card in range(MAX_DISHES + 1):
                count = state.secret[other, card]
                drew[other] += count
                unseen[card] += count
                state.hands[other, card] -= count
                state.secret[other, card] = 0
    size = 0
    for card in range(MAX_DISHES + 1):
        for _ in range(unseen[card]):
            state.supply[size] = card
            size += 1
    held = size if table.emerald_drawn == KEEP else size - unseen[EMERALD]  # K21: else it is shown
    chance.shuffle(state.streams, chance.CHANCE, state.supply, 0, held)
    for other in range(state.players):
        for _ in range(drew[other]):
            held -= 1
            size -= 1
            card = state.supply[held]
            state.supply[held] = state.supply[size]
            state.hands[other, card] += 1
            state.secret[other, card] += 1
    chance.shuffle(state.streams, chance.CHANCE, state.supply, 0, size)
    state.supply_portions = 0
    for place in range(size):
        if state.supply[place] != EMERALD:
            state.supply_portions += 1
