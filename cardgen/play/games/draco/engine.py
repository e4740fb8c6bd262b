"""Draco & Co as it is played. Read it beside the rulebook: set up, play a card, toast or not, draw, end, score.

Plain functions over two flat records, `table` (what the variant's rules and cards say; it never changes) and `state`
(a position). They run interpreted and compiled alike. D and DA numbers: docs/rules/draco.md.
"""

from __future__ import annotations

from cardgen.play import chance
from cardgen.play.compiled import compiled
from cardgen.play.games.draco.asks import CHEERS, DECLINE, KIND, NO_TOAST, TAKE, answer, answers, next_question
from cardgen.play.games.draco.effects import carry_out, purses, seating
from cardgen.play.games.draco.position import (
    ASKING,
    BEGIN,
    CARD_DONE,
    CARDS,
    CENTRE,
    CHOOSE,
    DECLINED,
    DRAW,
    ENDS,
    FINAL,
    FORCED,
    FORCED_TOASTS,
    IDLE,
    LIMIT,
    MAY,
    NO_CARD,
    NO_EFFECT,
    NOBODY,
    NOBODY_WINS,
    PLAY,
    PLAYED,
    SARAH,
    SARAH_DRAWS,
    SARAH_DREW,
    SILENCES,
    STATE,
    TABLE,
    TALLIES,
    TOAST,
    TOASTS,
    TURN_OVER,
    ZORK,
    draw,
    form_pile,
    places,
    take_top,
)
from cardgen.play.games.draco.toast import sarahs_neighbour, settle_toast
from cardgen.play.records import dead_end, silent, use

__all__ = ["ENDS", "MAX_OPTIONS", "SILENCES", "STATE", "TABLE", "TALLIES"]

MAX_OPTIONS = 64  # at most one for each kind of card


# ---- setup


@compiled
def deal(table, state):
    """D6, D8-D10, DA56: the circle, the pile, five cards and a gold coin each, the first player by lot, the cup."""
    for player in range(state.players):
        state.ring[2 * player] = 2 * player
        state.ring[2 * player + 1] = 2 * player + 1
        state.money[player] = table.starting_gold * table.gold
    for special in range(ZORK, SARAH + 1):
        state.ring[2 * state.players + special - ZORK] = special
    chance.shuffle(state.streams, chance.CHANCE, state.ring, 0, places(state))
    state.bank = table.silver - state.players * table.starting_gold * table.gold
    for kind in range(table.kinds):
        state.discard[kind] = table.copies[kind]
        state.discard_size += table.copies[kind]
    form_pile(table, state)
    state.first = chance.below(state.streams, chance.CHANCE, state.players)
    state.cup = (state.first + (1 if table.cup_starts else state.players - 1)) % state.players
    for _ in range(table.hand_size):
        for player in range(state.players):
            if state.draw_size > 0:
                take_top(state, player)
    state.card = -1
    state.active = state.first
    state.phase = BEGIN
    settle(table, state)


@compiled
def resume(table, state):
    """Continues from a position of a snapshot."""
    settle(table, state)


# ---- the turn


@compiled
def settle(table, state):
    """Plays until somebody has to decide, or the game is over."""
    while not state.terminal:
        phase = state.phase
        if phase == BEGIN:
            begin_turn(state)
        elif phase == ASKING:
            if next_question(table, state):
                state.phase = CHOOSE
            else:
                play_out(table, state)
        elif phase == CARD_DONE:
            after_card(table, state)
        elif phase == SARAH_DRAWS:
            sarah_draws(table, state)
        elif phase == TURN_OVER:
            end_turn(table, state)
        else:
            return


@compiled
def begin_turn(state):
    """D11: a card must be played; DA58: unless the hand is empty."""
    state.turns += 1
    state.rounds += state.active == state.first
    state.to_act = state.active
    state.cup_taken = 0
    state.phase = PLAY
    if state.hand_sizes[state.active] == 0:
        silent(state, NO_CARD)
        dead_end(state)
        state.phase = CARD_DONE


@compiled
def lay_card(state, kind):
    """Discards the card at once; then it asks its questions."""
    state.hands[state.active, kind] -= 1
    state.hand_sizes[state.active] -= 1
    state.discard[kind] += 1
    state.discard_size += 1
    state.tallies[CARDS] += 1
    state.tallies[PLAYED + 2 * kind] += 1
    use(state, state.active, kind)
    state.card = kind
    state.ask = 0
    state.asked = 0
    state.rolled = 0
    state.phase = ASKING


@compiled
def play_out(table, state):
    """Carries out the card's effect after all choices. DA25: it can be none."""
    ring, hand, cup, money = seating(state), state.hand, state.cup, purses(state)
    carry_out(table, state)
    if ring == seating(state) and hand == state.hand and cup == state.cup and money == purses(state):
        state.tallies[NO_EFFECT] += 1
        state.tallies[IDLE + 2 * state.card] += 1
    state.phase = CARD_DONE


@compiled
def after_card(table, state):
    """D16: a toast may be made if the cup is in the centre; DA2, DA35: must, when too many piles have run out."""
    if state.cup != CENTRE:
        state.phase = TURN_OVER
    elif state.piles >= 3 + table.extra_piles:
        state.tallies[FORCED_TOASTS] += 1
        toast(table, state, FORCED)
    else:
        state.phase = TOAST


@compiled
def toast(table, state, how):
    """D17-D23. The last toast is the one made after the pile has run out (D27, DA1, DA3); nobody draws then (DA33)."""
    due = state.piles >= 2 + table.extra_piles
    settle_toast(table, state)
    state.toasts += 1
    state.tallies[TOASTS] += 1
    state.cup = state.active
    state.drawing = 0
    state.phase = SARAH_DRAWS
    if due:
        end(state, how)
    elif 0 < table.toast_limit <= state.toasts:
        end(state, LIMIT)


@compiled
def sarah_draws(table, state):
    """D22, DA31, DA32: the players beside Aunt Sarah draw, the one nearer the first place first."""
    while state.drawing < 2:
        player = sarahs_neighbour(state, state.drawing)
        if player != NOBODY and can_draw(table, state, player):
            if table.sarah_draw == MAY:
                state.to_act = player
                state.phase = DRAW
                return
            sarah_draw(table, state, player)
        state.drawing += 1
    toast_over(state)


@compiled
def can_draw(table, state, player):
    full = table.hand_limit > 0 and state.hand_sizes[player] >= table.hand_limit
    return not full and state.draw_size + state.discard_size > 0


@compiled
def sarah_draw(table, state, player):
    state.tallies[SARAH_DREW] += 1
    draw(table, state, player)


@compiled
def toast_over(state):
    """The toaster's turn goes on with the cup before him, which stays there (DA19)."""
    state.cup_taken = 1
    state.phase = TURN_OVER


@compiled
def end_turn(table, state):
    """D24: puts the player's cup back, unless it came this turn (DA19, DA37), and draws one card."""
    if state.cup == state.active and not state.cup_taken:
        state.cup = CENTRE
    draw(table, state, state.active)
    state.active = (state.active + 1) % state.players
    state.phase = BEGIN


@compiled
def end(state, how):
    state.terminal = 1
    state.ended = how
    if rightful(state.money, state.players) == 0:
        silent(state, NOBODY_WINS)


# ---- decisions


@compiled
def legal(table, state, options):
    """Writes the legal actions into `options` and returns how many they are; none when the game is over."""
    if state.terminal:
        return 0
    if state.phase == CHOOSE:
        return answers(state, table.asks[state.card, state.ask], options)
    if state.phase == PLAY:
        count = 0
        for kind in range(table.kinds):  # DA57: one option a kind
            if state.hands[state.active, kind] > 0:
                options[count] = KIND + kind
                count += 1
        return count
    options[0] = NO_TOAST if state.phase == TOAST else DECLINE
    options[1] = CHEERS if state.phase == TOAST else TAKE
    return 2


@compiled
def apply(table, state, action):
    """Carries out one legal action, and all that follows until somebody has to decide."""
    if state.phase == PLAY:
        lay_card(state, action - KIND)
    elif state.phase == CHOOSE:
        answer(state, action)
        state.phase = ASKING
    elif state.phase == DRAW:
        state.phase = SARAH_DRAWS
        if action == TAKE:
            sarah_draw(table, state, state.to_act)
        state.drawing += 1
        state.to_act = state.active
    elif action == CHEERS:
        toast(table, state, FINAL)
    else:
        state.tallies[DECLINED] += 1
        state.phase = TURN_OVER
    settle(table, state)


# ---- scoring


@compiled
def score(table, state, scores):
    """Everybody's silver (DA30)."""
    for player in range(state.players):
        scores[player] = state.money[player]


@compiled
def rightful(silver, players):
    """D28, DA22: who alone has most, once all who share an amount above have dropped out; DA23: perhaps nobody."""
    below = 1 << 30
    while True:
        best, leaders = -1, 0
        for player in range(players):
            if best < silver[player] < below:
                best, leaders = silver[player], 0
            if silver[player] == best:
                leaders |= 1 << player
        if leaders & (leaders - 1) == 0:  # at most one is left
            return leaders
        below = best


@compiled
def winners(table, state):
    """The winner, as a mask; 0 if all have eliminated one another."""
    return rightful(state.money, state.players)


# ---- what a player knows


@compiled
def determinise(table, state, player):
    """Redraws at random all that `player` cannot know: the pile, the others' hands, dice that were preset."""
    state.dice_left = 0
    size = state.draw_size
    for other in range(state.players):
        if other != player:
            for kind in range(table.kinds):
                for _ in range(state.hands[other, kind]):
                    state.draw[size] = kind
                    size += 1
                state.hands[other, kind] = 0
    chance.redraw(state.streams, chance.CHANCE, state.draw, size)
    for other in range(state.players):
        if other != player:
            for _ in range(state.hand_sizes[other]):
                size -= 1
                state.hands[other, state.draw[size]] += 1
