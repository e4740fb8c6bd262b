"""Turns an effect into rows of numbers: questions (`asks.py` runs them), then steps (`effects.py`).

An answer has the slot of its question's row; a step names a character by that slot, by PARTNER and a slot, or by NAMED
and the character's number.
"""

from __future__ import annotations

from collections.abc import Iterable

from cardgen.play.games.draco import asks, effects
from cardgen.play.games.draco.effect import Effect
from cardgen.play.games.draco.position import ASK_COLUMNS, STEP_COLUMNS, ZORK
from cardgen.play.games.draco.steps import (
    BOTH,
    CHOSEN,
    CLASSES,
    PARTNER,
    SPECIALS,
    Bet,
    Condition,
    Duel,
    Move,
    Pay,
    Seat,
    Shower,
    Shuffle,
    Swap,
)

PLAYERS = {
    "you": effects.YOU,
    "opponent": effects.RIVAL,
    "opponents": effects.RIVALS,
    "richest": effects.RICHEST,
    "poorest": effects.POOREST,
    "bank": effects.THE_BANK,
}
ASKED = dict(zip(CHOSEN, (asks.OWN, asks.OPPONENT, asks.OTHER, asks.ANYONE, asks.SPECIAL), strict=True))
PLACES = {"first": effects.FIRST, "last": effects.LAST, "any": effects.ASKED}
SEATS = {"ahead": effects.SEAT_AHEAD, "behind": effects.SEAT_BEHIND}
SWAPS = {"ahead": effects.SWAP_AHEAD, "behind": effects.SWAP_BEHIND}
AGAIN = {"ahead": asks.AGAIN_AHEAD, "behind": asks.AGAIN_BEHIND}
DUELS = {"neighbour": effects.DUEL, "ahead": effects.DUEL_AHEAD, "behind": effects.DUEL_BEHIND}


class Program:
    """The rows of one card."""

    def __init__(self, effect: Effect):
        self.asks: list[list[int]] = []
        self.steps: list[list[int]] = []
        self._dice: dict[str, int] = {}  # slots by name
        self._characters: dict[str, int] = {}
        for step in effect.steps:
            self._when = self._condition(step.if_)
            getattr(self, f"_{step.verb}")(step.arguments)

    def _condition(self, condition: Condition | None) -> tuple[int, int]:
        if condition is None:
            return asks.NONE, 0
        return self._dice[condition.die], faces(condition)

    def _ask(self, what: int, of: int = asks.NONE, count: int = 0) -> int:
        """Adds a question and returns its slot."""
        row = [what, of, count, *self._when]
        assert len(row) == ASK_COLUMNS
        self.asks.append(row)
        return len(self.asks) - 1

    def _do(self, verb: int, who=asks.NONE, with_=asks.NONE, number=0, die=asks.NONE, slot=asks.NONE) -> None:
        row = [verb, who, with_, number, die, slot, *self._when]
        assert len(row) == STEP_COLUMNS
        self.steps.append(row)

    def _whom(self, who: str, but: int = asks.NONE) -> int:
        """The character of a step; adds a question if the player chooses it, which excludes the character `but`."""
        if who in SPECIALS:
            return asks.NAMED + ZORK + SPECIALS.index(who)
        if who in self._characters:  # a name, or the partner of one's own character
            return self._characters[who]
        slot = self._ask(ASKED[who], but)
        if who == "own":
            self._characters.setdefault(PARTNER, asks.PARTNER + slot)
        return asks.ANSWER + slot

    def _name_character(self, name: str | None, who: int) -> int:
        if name is not None:
            self._characters[name] = who
        return who

    def _amount(self, value: int | str) -> dict[str, int]:
        return {"number": value} if isinstance(value, int) else {"die": self._dice[value]}

    # ---- the verbs, each with its arguments

    def _roll(self, die: str) -> None:
        self._dice[die] = self._ask(asks.ROLL)

    def _advance(self, move: Move) -> None:
        self._move(move, effects.ADVANCE, effects.ADVANCE_ALL)

    def _retreat(self, move: Move) -> None:
        self._move(move, effects.RETREAT, effects.RETREAT_ALL)

    def _move(self, move: Move, one: int, group: int) -> None:
        if move.who in (BOTH, *CLASSES):
            who = effects.BOTH if move.who == BOTH else CLASSES.index(move.who)
            self._do(group, who, **self._amount(move.by))
        else:
            self._do(one, self._name_character(move.as_, self._whom(move.who)), **self._amount(move.by))

    def _seat(self, seat: Seat) -> None:
        who = self._name_character(seat.as_, self._whom(seat.who))
        if seat.of is not None:
            self._do(SEATS[seat.at], who, self._whom(seat.of, who))
        else:
            slot = self._ask(asks.PLACE) if seat.at == "any" else asks.NONE
            self._do(effects.SEAT, who, PLACES[seat.at], slot=slot)

    def _swap(self, swap: Swap) -> None:
        who = self._name_character(swap.as_, self._whom(swap.who))
        if swap.with_ in SWAPS:
            slot = self._ask(AGAIN[swap.with_], who) if swap.again else asks.NONE
            self._do(SWAPS[swap.with_], who, slot=slot)
        else:
            self._do(effects.SWAP, who, self._whom(swap.with_, who))

    def _shuffle(self, shuffle: Shuffle) -> None:
        if shuffle.count is None:
            self._do(effects.SHUFFLE_ALL)
        else:
            self._do(effects.SHUFFLE_ROW, number=shuffle.count, slot=self._ask(asks.ROW, count=shuffle.count))

    def _rearrange(self, whom: str) -> None:
        first = self._ask(asks.SPECIAL)
        self._ask(asks.SPECIAL, asks.ANSWER + first)
        self._do(effects.REARRANGE, slot=first)

    def _turn(self, whom: str) -> None:
        self._do(effects.TURN)

    def _pay(self, pay: Pay) -> None:
        slot = self._ask(asks.RIVAL) if "opponent" in (pay.from_, pay.to) else asks.NONE
        self._do(effects.PAY, PLAYERS[pay.from_], PLAYERS[pay.to], slot=slot, **self._amount(pay.silver))

    def _bet(self, bet: Bet) -> None:
        self._do(effects.BET, number=bet.silver, slot=self._ask(asks.RIVAL))

    def _duel(self, duel: Duel) -> None:
        who = self._whom(duel.who)
        slot = self._ask(asks.NEIGHBOUR, who) if duel.with_ == "neighbour" else asks.NONE
        self._do(DUELS[duel.with_], who, slot=slot)

    def _shower(self, shower: Shower) -> None:
        self._do(effects.SHOWER, shower.rolls, number=shower.silver)

    def _cup(self, where: str) -> None:
        self._do(effects.CUP_YOU if where == "you" else effects.CUP_CENTRE)


def faces(condition: Condition) -> int:
    """The mask of the faces that satisfy a condition, from bit 1 to bit 6."""
    number = condition.number
    passing: Iterable[int] = {
        "odd": (1, 3, 5),
        "even": (2, 4, 6),
        "under": range(1, number),
        "over": range(number + 1, 7),
        "exactly": (number,),
    }[condition.test]
    return sum(1 << face for face in passing)
