"""An effect as phrases: a key for each step, the most particular first, and what its sentence says.

A sentence with {who} is filled with a whole object (`effect.who.own`: "one of your characters"), one with {silver} with
a whole sum (`effect.silver`: "{n} silver"); so a language needs few sentences, and may word any step, or any run of
them, in its own way.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardgen.definitions.behaviour import Phrase
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
    Step,
    Swap,
)

SAME = "same"  # a character named by an earlier step


def phrases(steps: Sequence[Step]) -> Iterator[Phrase]:
    for step in steps:
        if step.if_:
            yield _condition(step.if_)
        yield _step(step)


def _condition(condition: Condition) -> Phrase:
    return Phrase((f"if.{condition.test}",), {"n": condition.number} if condition.number else {})


def _step(step: Step) -> Phrase:
    arguments, verb = step.arguments, step.verb
    if isinstance(arguments, Move):
        return _move(verb, arguments)
    if isinstance(arguments, Seat):
        values = {"who": _who(arguments.who)} | ({"whom": _who(arguments.of)} if arguments.of else {})
        return Phrase(
            _keys(
                "seat",
                (_kind(arguments.who), arguments.at, *([_kind(arguments.of)] if arguments.of else [])),
                arguments.at,
            ),
            values,
        )
    if isinstance(arguments, Swap):
        rest = ("again",) if arguments.again else ()
        with_ = arguments.with_ if arguments.with_ in ("ahead", "behind") else _kind(arguments.with_)
        general = arguments.with_ if arguments.with_ in ("ahead", "behind") else "with"
        keys = (".".join(("swap", _kind(arguments.who), with_, *rest)), ".".join(("swap", general, *rest)))
        return Phrase(
            keys, {"who": _who(arguments.who)} | ({"whom": _who(arguments.with_)} if general == "with" else {})
        )
    if isinstance(arguments, Shuffle):
        return Phrase((f"shuffle.{arguments.who}",), {"n": arguments.count} if arguments.count else {})
    if isinstance(arguments, Pay):
        return Phrase((f"pay.{arguments.from_}.{arguments.to}",), {"silver": _silver(arguments.silver)})
    if isinstance(arguments, Bet):
        return Phrase(("bet",), {"silver": _silver(arguments.silver)})
    if isinstance(arguments, Duel):
        return Phrase(
            _keys("duel", (_kind(arguments.who), arguments.with_), arguments.with_), {"who": _who(arguments.who)}
        )
    if isinstance(arguments, Shower):
        return Phrase(("shower",), {"k": arguments.rolls, "silver": _silver(arguments.silver)})
    return Phrase((verb,) if verb in ("roll", "rearrange") else (f"{verb}.{arguments}",))


def _move(verb: str, move: Move) -> Phrase:
    rolled = ("rolled",) if isinstance(move.by, str) else ()
    names = [_kind(move.who), *(["class"] if move.who in CLASSES else [])]
    keys = tuple(".".join((verb, name, *rolled)) for name in names)
    values = {"who": _who(move.who)} | ({"n": move.by} if not rolled else {})
    if move.who in CLASSES:
        values |= {"class": Phrase((f"class.{move.who}",))}
    return Phrase((*keys, ".".join((verb, *rolled))), values)


def _keys(verb: str, particular: tuple[str, ...], general: str) -> tuple[str, ...]:
    return ".".join((verb, *particular)), f"{verb}.{general}"


def _kind(who: str) -> str:
    """The word for a target in keys."""
    return who if who in (*CHOSEN, PARTNER, BOTH, *SPECIALS, *CLASSES) else SAME


def _who(who: str) -> Phrase:
    """A target as the object of a sentence."""
    return Phrase((f"who.{_kind(who)}",))


def _silver(silver: int | str) -> Phrase:
    return Phrase(("silver",), {"n": silver}) if isinstance(silver, int) else Phrase(("silver.rolled",))
