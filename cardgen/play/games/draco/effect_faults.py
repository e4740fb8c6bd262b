"""Finds faults of an effect that concern several steps: names, choices of characters, and combinations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from cardgen.foundations.errors import nearest
from cardgen.play.games.draco.steps import (
    MAX_PLACES,
    MOVED,
    PAIRS,
    PARTNER,
    SINGLE,
    Condition,
    Duel,
    Move,
    Pay,
    Seat,
    Shuffle,
    Step,
    Swap,
)

MAX_SILVER = 20
Fault = tuple[tuple[str | int, ...], str]  # a path within the effect, a message


def faults(steps: Sequence[Step]) -> Iterator[Fault]:
    known = _Known()
    for index, step in enumerate(steps):
        for path, message in known.step(step):
            yield (index, *path), message


class _Known:
    """The dice and characters that earlier steps have named, each with the condition under which it exists."""

    def __init__(self) -> None:
        self.dice: dict[str, Condition | None] = {}
        self.characters: dict[str, Condition | None] = {}

    def step(self, step: Step) -> Iterator[Fault]:
        if step.if_ and (message := self._missing(step.if_.die, self.dice, step, "die")):
            yield ("if",), message
        for path, message in self._faults_of_arguments(step):
            yield (step.verb, *path), message

    def _faults_of_arguments(self, step: Step) -> Iterator[Fault]:
        arguments = step.arguments
        if step.verb == "roll":
            if message := self._fault_of_name(arguments):
                yield (), message
            self.dice[arguments] = step.if_
        if isinstance(arguments, (Move, Seat, Swap, Duel)):
            yield from self._who(arguments.who, "who", MOVED if isinstance(arguments, Move) else SINGLE, step)
        if isinstance(arguments, Move):
            yield from self._amount(arguments.by, "by", MAX_PLACES, step)
        if isinstance(arguments, Seat):
            yield from self._of(arguments, step)
        if isinstance(arguments, Swap) and arguments.with_ not in ("ahead", "behind"):
            yield from self._other(arguments.with_, "with", arguments.who, step)
        if isinstance(arguments, Swap) and arguments.again and arguments.with_ not in ("ahead", "behind"):
            yield ("again",), "only an exchange with ahead or behind can be done again"
        if isinstance(arguments, Shuffle) and (arguments.who == "row") != (arguments.count is not None):
            yield ("count",), "expected a number with who: row, and only there"
        if isinstance(arguments, Pay):
            if arguments.to not in PAIRS[arguments.from_]:
                known = ", ".join(PAIRS[arguments.from_])
                yield ("to",), f"from {arguments.from_}, expected one of {known}, got '{arguments.to}'"
            yield from self._amount(arguments.silver, "silver", MAX_SILVER, step)
        if isinstance(arguments, (Move, Seat, Swap)) and arguments.as_ is not None:
            if message := self._fault_of_name(arguments.as_):
                yield ("as",), message
            elif arguments.who not in SINGLE:
                yield ("as",), f"'{arguments.who}' is more than one character"
            self.characters[arguments.as_] = step.if_

    def _of(self, seat: Seat, step: Step) -> Iterator[Fault]:
        beside = seat.at in ("ahead", "behind")
        if beside and seat.of is None:
            yield (), f"expected 'of', which says {seat.at} of whom"
        elif not beside and seat.of is not None:
            yield ("of",), "unknown key; it belongs to at: ahead and at: behind"
        elif seat.of is not None:
            yield from self._other(seat.of, "of", seat.who, step)

    def _other(self, who: str, key: str, first: str, step: Step) -> Iterator[Fault]:
        """Faults of the second character of a step, which must not be the first."""
        if who == first and who not in ("own", "opponent", "other", "anyone", "special"):
            yield (key,), f"expected another character than '{first}'"
        elif not (who == PARTNER and first == "own"):
            yield from self._who(who, key, SINGLE, step)

    def _who(self, who: str, key: str, allowed: Iterable[str], step: Step) -> Iterator[Fault]:
        if who == "own":
            self.characters[PARTNER] = step.if_
        elif who != PARTNER and who in allowed:
            return
        elif message := self._missing(who, self.characters, step, "character", allowed):
            yield (key,), message

    def _amount(self, value: int | str, key: str, most: int, step: Step) -> Iterator[Fault]:
        if isinstance(value, int):
            if not 1 <= value <= most:
                yield (key,), f"expected from 1 to {most}, got {value}"
        elif message := self._missing(value, self.dice, step, "die"):
            yield (key,), message

    def _missing(
        self, name: str, known: dict[str, Condition | None], step: Step, what: str, words: Iterable[str] = ()
    ) -> str | None:
        """Why a name is unknown here; None if it is known."""
        if name in known:
            condition = known[name]
            if condition is None or condition == step.if_:
                return None
            return f"'{name}' is there only under the condition of an earlier step; give this one the same"
        if name == PARTNER:
            return "'partner' is your other character: an earlier step must move your own one"
        if name in (*MOVED, "everyone"):
            return f"'{name}' is more than one character; expected one of {', '.join(words)}"
        hint = nearest(name, [*known, *words])
        if not hint and what == "die":
            hint = f"; expected a number, or a die that an earlier step rolls, as in '- roll: {name}'"
        elif not hint:
            hint = f"; expected {', '.join(words)}, or a name that an earlier step gives with 'as'"
        return f"no earlier step names the {what} '{name}'{hint}"

    def _fault_of_name(self, name: str) -> str | None:
        if name in MOVED or name in ("you", "ahead", "behind", "neighbour", "everyone"):
            return f"'{name}' already means something; expected another name"
        if name in self.dice or name in self.characters:
            return f"the name '{name}' appears twice"
        return None
