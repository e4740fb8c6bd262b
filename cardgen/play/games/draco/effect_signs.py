"""An effect as a strip of signs that need no language: who, where to, how far, how much."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from cardgen.definitions.behaviour import Sign
from cardgen.play.games.draco.steps import (
    MOVED,
    SPECIALS,
    Bet,
    Condition,
    Duel,
    Move,
    Pay,
    Seat,
    Shower,
    Shuffle,
    Step,
    Swap,
)

TARGETS = (
    *MOVED,
    "same",
    "ahead",
    "behind",
    "neighbour",
    "everyone",
    "row",
)  # targets with a sign each; `same` is a character named before
ICONS = frozenset(
    {*TARGETS, "draco", "advance", "retreat", "to", "first", "last", "any-place", "swap", "shuffle", "turn", "die",
     "versus", "silver", "cup", "centre", "bank", "owner", "you", "rival", "rivals", "richest", "poorest"}
)  # fmt: skip
WIDE = 0.45  # gap between steps, as a part of the strip's height
_PLAYERS = {"you": "you", "opponent": "rival", "opponents": "rivals"}


def strip(steps: Sequence[Step]) -> Iterator[Sign]:
    for index, step in enumerate(steps):
        for place, sign in enumerate(_step(step)):
            start = index > 0 and place == 0
            yield replace(sign, gap=WIDE) if start else sign


def _step(step: Step) -> Iterator[Sign]:
    if step.if_:
        yield Sign(text="·".join(str(face) for face in faces(step.if_)))
        yield Sign("to")
    yield from _signs_of(step)


def faces(condition: Condition) -> list[int]:
    """The numbers of a die that satisfy a condition, from 1 to 6."""
    number = condition.number
    passes = {
        "odd": lambda face: face % 2 == 1,
        "even": lambda face: face % 2 == 0,
        "under": lambda face: face < number,
        "over": lambda face: face > number,
        "exactly": lambda face: face == number,
    }[condition.test]
    return [face for face in range(1, 7) if passes(face)]


def _signs_of(step: Step) -> list[Sign]:
    arguments, verb = step.arguments, step.verb
    if isinstance(arguments, Move):
        return [_who(arguments.who), *_amount(verb, arguments.by)]
    if isinstance(arguments, Seat):
        where = (
            [Sign(arguments.at), _who(arguments.of)]
            if arguments.of
            else [Sign("any-place" if arguments.at == "any" else arguments.at)]
        )
        return [_who(arguments.who), Sign("to"), *where]
    if isinstance(arguments, Swap):
        signs = [_who(arguments.who), Sign("swap"), _who(arguments.with_)]
        return [*signs, Sign(text="1–2×")] if arguments.again else signs
    if isinstance(arguments, Shuffle):
        who = [Sign("row")] * arguments.count if arguments.count else [Sign("everyone")]
        return [*who, Sign("shuffle")]
    if isinstance(arguments, Pay):
        return [
            _player(arguments.from_),
            Sign("to"),
            *_amount("silver", arguments.silver),
            Sign("to"),
            _player(arguments.to),
        ]
    if isinstance(arguments, Bet):
        return [
            Sign("you"),
            Sign("die"),
            Sign("versus"),
            Sign("die"),
            Sign("rival"),
            Sign("silver", str(arguments.silver)),
        ]
    if isinstance(arguments, Duel):
        return [_who(arguments.who), Sign("die"), Sign("versus"), Sign("die"), _who(arguments.with_)]
    if isinstance(arguments, Shower):
        return [Sign("die", f"×{arguments.rolls}"), Sign("to"), Sign("owner"), Sign("silver", f"+{arguments.silver}")]
    return {
        "roll": lambda: [Sign("die")],
        "rearrange": lambda: [Sign(who) for who in SPECIALS] + [Sign("swap")],
        "turn": lambda: [Sign("draco"), Sign("turn")],
        "cup": lambda: [Sign("cup"), Sign("to"), Sign("you" if arguments == "you" else "centre")],
    }[verb]()


def _amount(icon: str, amount: int | str) -> list[Sign]:
    return [Sign(icon, str(amount))] if isinstance(amount, int) else [Sign(icon), Sign("die")]


def _who(who: str) -> Sign:
    return Sign(who if who in ICONS else "same")


def _player(who: str) -> Sign:
    return Sign(_PLAYERS.get(who, who))
