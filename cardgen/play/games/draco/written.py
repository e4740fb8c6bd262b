"""Reads positions of snapshots, whole or handwritten, and refuses impossible ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from cardgen.definitions.game import Game
from cardgen.foundations.errors import nearest
from cardgen.play.games.draco import asks, position
from cardgen.play.games.draco.asks import AGAIN_AHEAD, PLACE, RIVAL, ROW, WHAT
from cardgen.play.games.draco.deck import cards, names
from cardgen.play.games.draco.position import (
    ASKING,
    BEGIN,
    CARD_DONE,
    CENTRE,
    CHOOSE,
    FINAL,
    MAX_CARDS,
    MAX_PLAYERS,
    MAX_PRESET,
    MAX_ROLLS,
    PLAY,
    SARAH_DRAWS,
    ZORK,
)
from cardgen.play.snapshots import Reader, whole

MAX_SILVER = 10_000
WORDS = ("stop", "again")
PHASES = ("play", "choose", "toast", "draw")  # words for PLAY, CHOOSE, TOAST, DRAW


def new_state(players: int) -> np.ndarray:
    """A position before the deal."""
    state = np.zeros(1, position.STATE)
    state[0].players = players
    return state


def answer_name(game: Game, what: int, answer: int) -> str | int:
    """An answer in snapshots: a character's id, a player, a place, stop or again."""
    if what in (PLACE, ROW, RIVAL):
        return int(answer)
    return WORDS[answer] if what >= AGAIN_AHEAD else names(game)[answer]


def restore(game: Game, table: np.record, data: Mapping[str, Any], dice: Sequence[int] | None = None) -> np.ndarray:
    """The position of a snapshot; unnamed zones are empty, and cards can be missing. `dice` fall first.

    Raises ValueError with the reason for an impossible position.
    """
    read = Reader(data, [card.id for card in cards(game)])
    players = read.number("players", game.players[0], min(game.players[1], MAX_PLAYERS))
    restored = new_state(players)
    state = restored[0]
    state.terminal = read.flag("terminal", False)
    state.ended = FINAL if state.terminal else 0
    _seats(game, read, state)
    _cards(read, state)
    _money(table, read, state)
    _progress(table, read, state)
    _phase(game, table, read, state)
    read.nothing_else("dice")
    _check(game, table, state)
    _preset(state, dice or ())
    return restored


def _seats(game: Game, read: Reader, state: np.record) -> None:
    known = names(game)
    seated = {name for name in (*known[: 2 * state.players], *known[ZORK:])}
    ring = read.value("ring")
    if not isinstance(ring, (list, tuple)) or len(ring) != len(seated):
        raise ValueError(f"ring: expected {len(seated)} characters, clockwise from Draco's left, got {ring!r}")
    for index, name in enumerate(ring):
        if name not in seated:
            raise ValueError(f"ring: {name!r} does not sit here{nearest(str(name), seated)}")
        if name in ring[:index]:
            raise ValueError(f"ring: {name} sits here twice")
        state.ring[index] = known.index(name)
    state.hand = read.choice("cup_hand", ("right", "left"), "right")
    cup = read.value("cup", "centre")
    state.cup = CENTRE if cup == "centre" else whole("cup (or centre)", cup, 0, state.players - 1)


def _cards(read: Reader, state: np.record) -> None:
    read.each("hands", state.hands[: state.players])
    state.hand_sizes[:] = state.hands.sum(axis=1)
    read.counts("discard", state.discard)
    state.discard_size = state.discard.sum()
    draw = read.cards("draw", MAX_CARDS)
    state.draw[: len(draw)] = draw
    state.draw_size = len(draw)


def _money(table: np.record, read: Reader, state: np.record) -> None:
    money = read.value("money", [0] * state.players)
    if not isinstance(money, (list, tuple)) or len(money) != state.players:
        raise ValueError(f"money: expected the silver of each of the {state.players} players, got {money!r}")
    for player, silver in enumerate(money):
        state.money[player] = whole(f"money[{player}]", silver, 0, MAX_SILVER)
    rest = int(table.silver - state.money.sum())
    state.bank = rest
    bank = read.number("bank", -MAX_PLAYERS * MAX_SILVER, MAX_SILVER, rest)
    if bank != rest:
        raise ValueError(f"bank: expected {rest}, as there are {table.silver} silver in all, got {bank}")


def _progress(table: np.record, read: Reader, state: np.record) -> None:
    """Reads the player whose turn it is, and the progress of the game."""
    state.first = read.number("first", 0, state.players - 1, 0)
    state.to_act = read.number("to_act", 0, state.players - 1, int(state.first))
    state.active = state.to_act
    last_pile = 2 + int(table.extra_piles)
    due = read.flag("final_toast_due", False)
    state.piles = read.number("piles_used", 1, MAX_CARDS, last_pile if due else 1)
    if due != (state.piles >= last_pile) and read.value("final_toast_due", None) is not None:
        raise ValueError(f"final_toast_due: expected {not due}, as {state.piles} piles have been used")
    state.toasts = read.number("toasts", 0, MAX_CARDS, 0)


def _phase(game: Game, table: np.record, read: Reader, state: np.record) -> None:
    """Reads the card in play and the decision; `resume` continues from there."""
    phase = PHASES[read.choice("phase", PHASES, "play")]
    card = read.value("card", None)
    state.card = -1 if card is None else read.code("card", card)
    rolls = _faces("rolls", read.value("rolls", ()), MAX_ROLLS)
    chosen = read.value("chosen", ())
    if not isinstance(chosen, (list, tuple)) or (chosen and phase != "choose"):
        raise ValueError(f"chosen: expected a list of choices, in the phase choose only, got {chosen!r}")
    side = read.value("sarah_draws", None)
    if (side is not None) != (phase == "draw") or side not in (None, "ahead", "behind"):
        raise ValueError(f"sarah_draws: expected ahead or behind, in the phase draw only, got {side!r}")
    if state.terminal:
        state.phase = PLAY
    elif phase == "choose":
        _ask_again(game, table, state, chosen, rolls)
    elif phase == "toast":
        if state.cup != CENTRE:
            raise ValueError("phase: a toast needs the cup in the centre")
        state.phase = CARD_DONE
    elif phase == "draw":
        if state.cup == CENTRE:
            raise ValueError("phase: after a toast the cup stands before a player")
        state.active = state.cup
        state.drawing = side == "behind"
        state.phase = SARAH_DRAWS
    else:
        state.phase = BEGIN
    state.turns = state.rounds = state.phase != BEGIN
    if state.phase != CHOOSE:
        state.rolls[: len(rolls)] = rolls
        state.rolled = len(rolls)


def _ask_again(game: Game, table: np.record, state: np.record, chosen: Sequence, rolls: list[int]) -> None:
    """Asks the card's questions again, with the answers and the dice of the snapshot."""
    if state.card < 0:
        raise ValueError("card: in the phase choose, a card is in play")
    state.phase = ASKING
    _preset(state, rolls)
    options = np.zeros(position.CHARACTERS, np.int32)
    for answer in chosen:
        if not asks.next_question(table, state):
            raise ValueError(f"chosen: nothing more is to be chosen, got {answer!r}")
        ask = table.asks[state.card, state.ask]
        count = asks.answers(state, ask, options)
        known = {answer_name(game, ask[WHAT], asks.meaning(action)): int(action) for action in options[:count]}
        if isinstance(answer, bool) or answer not in known:
            raise ValueError(f"chosen: expected one of {', '.join(map(str, known))}, got {answer!r}")
        asks.answer(state, known[answer])
    if not asks.next_question(table, state):
        raise ValueError("phase: nothing is left to be chosen")
    if state.rolled != len(rolls):
        raise ValueError(f"rolls: {state.rolled} dice have been rolled by now, got {len(rolls)}")
    state.phase = CHOOSE


def _faces(zone: str, dice: Any, most: int) -> list[int]:
    if not isinstance(dice, (list, tuple)) or len(dice) > most:
        raise ValueError(f"{zone}: expected a list of at most {most} dice, got {dice!r}")
    return [whole(zone, face, 1, 6) for face in dice]


def _preset(state: np.record, dice: Sequence[int]) -> None:
    """Writes the dice that fall before random ones, the next one last in the record."""
    faces = _faces("dice", list(dice), MAX_PRESET)
    state.dice[: len(faces)] = faces[::-1]
    state.dice_left = len(faces)


def _check(game: Game, table: np.record, state: np.record) -> None:
    for kind, card in enumerate(cards(game)):
        drawn = int((state.draw[: state.draw_size] == kind).sum())
        there = drawn + int(state.hands[:, kind].sum() + state.discard[kind])
        if there > table.copies[kind]:
            raise ValueError(
                f"{card.id}: expected at most {table.copies[kind]}, as many as the deck has, got {there} in this "
                "position"
            )
