"""What an action card does: a list of steps, each one verb with its arguments (DR1).

    advance: {who: own, by: 2}               n places towards the first, never past Draco (DA26)
    retreat: {who: other, by: d}             n places towards the last; d is a die thrown before
    seat: {who: own, at: first}              taken out and put in there; the others close up (DA47)
    swap: {who: own, with: ahead}            two characters exchange their places
    shuffle: {who: everyone}                 face down, and back on the same places
    rearrange: specials                      Zork, Brother John and Aunt Sarah, as the player likes (DA46)
    turn: draco                              first and last places change sides
    roll: d                                  throws the die; d is what it shows
    pay: {from: opponent, to: you, silver: 2}
    bet: {silver: 2}                         both roll; the lower pays the higher (DA51)
    duel: {who: own, with: neighbour}        both roll; the higher takes the better place (DA42)
    shower: {rolls: 3, silver: 1}            the bank pays the owner of the character in each place rolled
    cup: you | centre                        the cup, from wherever it is (DA20, DA36-DA38)

`as: a` names the character that a step moves, for a later `who: a`. A step with `if: d is odd` happens only then. Steps
ask for their choices in their order, all before anything moves; what they do comes in the same order after that.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, WithJsonSchema, model_validator

from cardgen.definitions.fields import Flag, Model, Whole, name, quote, whole
from cardgen.foundations.dataclass import dataclass

MAX_STEPS = 8
MAX_PLACES = 14  # from the last place to the first, with six players
CHOSEN = ("own", "opponent", "other", "anyone", "special")  # the player picks one character
SPECIALS = ("zork", "john", "sarah")
CLASSES = ("amazon", "rogue", "gnome", "goblin")
PARTNER, BOTH = "partner", "both"  # your character that was not chosen before; both of yours
SINGLE = (*CHOSEN, PARTNER, *SPECIALS)
MOVED = (*SINGLE, BOTH, *CLASSES)
PAIRS = {  # possible payers and payees
    "you": ("bank", "opponent", "opponents"),
    "opponent": ("you", "bank"),
    "opponents": ("you", "bank"),
    "richest": ("you", "bank"),
    "bank": ("you", "poorest"),
}


_TEST = re.compile(r"([a-z]\w*) is (?:(odd|even)|(?:(under|over) )?([1-6]))")


@dataclass(frozen=True, slots=True)
class Condition:
    """What a die must show: `test` is odd, even, under, over or exactly; `number` is 0 with odd and even."""

    die: str
    test: str
    number: int = 0


def amount(value: Any) -> int | str:
    """A number, or the name of a die thrown before."""
    try:
        return whole(value)
    except ValueError:
        pass
    try:
        return name(value)
    except ValueError:
        raise ValueError(f"expected a whole number, or the name of a die rolled before, got {quote(value)}") from None


def condition(value: Any) -> Condition:
    match = _TEST.fullmatch(value) if isinstance(value, str) else None
    if not match:
        raise ValueError(f"expected a test such as d is odd, d is 6 or d is over 4, got {quote(value)}")
    die, parity, bound, number = match.groups()
    return Condition(die, parity) if parity else Condition(die, bound or "exactly", int(number))


def _one_of_or_name(*words: str) -> WithJsonSchema:
    return WithJsonSchema({"anyOf": [{"enum": list(words)}, {"type": "string", "pattern": "^[a-z][a-z0-9_]*$"}]})


Named = Annotated[str, BeforeValidator(name)]
Amount = Annotated[int | str, BeforeValidator(amount), WithJsonSchema({"type": ["integer", "string"], "minimum": 1})]
Test = Annotated[Condition, BeforeValidator(condition), WithJsonSchema({"type": "string"})]


class Move(Model):
    """Towards the first place, or away from it."""

    who: Annotated[Named, _one_of_or_name(*MOVED)] = Field(
        description="Who moves. A class, or `both`, moves as a whole."
    )
    by: Amount = Field(description="How many places: a number, or a die rolled before.")
    as_: Named | None = Field(None, alias="as", description="A name for whoever it was, for later steps.")


class Seat(Model):
    """To a place; the others close up."""

    who: Annotated[Named, _one_of_or_name(*SINGLE)] = Field(description="Who moves.")
    at: Literal["first", "last", "any", "ahead", "behind"] = Field(
        description="The place to go to. With `any`, the player chooses it."
    )
    of: Annotated[Named, _one_of_or_name(*SINGLE)] | None = Field(None, description="Ahead of whom, or behind whom.")
    as_: Named | None = Field(None, alias="as", description="A name for whoever it was, for later steps.")


class Swap(Model):
    """Two characters exchange their places."""

    who: Annotated[Named, _one_of_or_name(*SINGLE)] = Field(description="One of the two.")
    with_: Annotated[Named, _one_of_or_name(*SINGLE, "ahead", "behind")] = Field(
        alias="with", description="The other one. `ahead` or `behind` is the neighbour of the first."
    )
    again: Flag = Field(False, description="Whether the player may do it once more, with the same character.")
    as_: Named | None = Field(None, alias="as", description="A name for the first of the two, for later steps.")


class Shuffle(Model):
    """Shuffle the characters face down and lay them back on the same places."""

    who: Literal["everyone", "row"] = Field(description="All, or neighbours that the player chooses.")
    count: Annotated[Whole, Field(ge=2, le=6)] | None = Field(None, description="How many neighbours.")


class Pay(Model):
    """Silver changes hands; nobody pays more than they have (DA7)."""

    from_: Literal["you", "opponent", "opponents", "richest", "bank"] = Field(alias="from", description="Who pays.")
    to: Literal["you", "opponent", "opponents", "poorest", "bank"] = Field(description="Who receives the silver.")
    silver: Amount = Field(description="How much: a number, or a die rolled before.")


class Bet(Model):
    """You and an opponent of your choice both roll: the lower pays the higher."""

    silver: Annotated[Whole, Field(ge=1, le=20)] = Field(description="How much the lower pays.")


class Duel(Model):
    """A character rolls against a neighbour: the higher takes the place nearer the first."""

    who: Annotated[Named, _one_of_or_name(*SINGLE)] = Field(description="Who rolls.")
    with_: Literal["neighbour", "ahead", "behind"] = Field(alias="with", description="Against whom.")


class Shower(Model):
    """Roll the die several times; each time, the bank pays the owner of the character in that place."""

    rolls: Annotated[Whole, Field(ge=1, le=6)] = Field(description="How often to roll the die.")
    silver: Annotated[Whole, Field(ge=1, le=20)] = Field(description="How much the bank pays each time.")


class Step(Model):
    """One verb with its arguments."""

    advance: Move | None = Field(None, description="Towards the first place.")
    retreat: Move | None = Field(None, description="Away from the first place.")
    seat: Seat | None = None
    swap: Swap | None = None
    shuffle: Shuffle | None = None
    rearrange: Literal["specials"] | None = Field(None, description="The special characters change their places.")
    turn: Literal["draco"] | None = Field(None, description="Turn Draco over.")
    roll: Named | None = Field(None, description="A name for what the die shows.")
    pay: Pay | None = None
    bet: Bet | None = None
    duel: Duel | None = None
    shower: Shower | None = None
    cup: Literal["you", "centre"] | None = Field(None, description="Where the cup goes.")
    if_: Test | None = Field(None, alias="if", description="What a die must show: d is odd, d is 6, d is over 4.")

    @model_validator(mode="after")
    def _one_verb(self) -> Step:
        if len(verbs := self._verbs()) != 1:
            got = f"got {', '.join(verbs)}: write them as two steps" if verbs else "got none"
            raise ValueError(f"expected one verb ({', '.join(VERBS)}), {got}")
        return self

    def _verbs(self) -> list[str]:
        return [verb for verb in VERBS if getattr(self, verb) is not None]

    @property
    def verb(self) -> str:
        return self._verbs()[0]

    @property
    def arguments(self) -> Any:
        """The verb's arguments: a model, or a single word."""
        return getattr(self, self.verb)


VERBS = tuple(field for field in Step.model_fields if field != "if_")
