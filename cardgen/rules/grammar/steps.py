"""Steps: sentences that move cards, change counters and roles, or decide where play continues."""

from __future__ import annotations

from typing import ClassVar

from cardgen.rules.grammar.expressions import (
    Amount,
    Bound,
    Card,
    Condition,
    OfKind,
    Player,
    Value,
    Where,
    Zone,
)
from cardgen.rules.tree import Tree, pattern

VERBS = "move|draw|deal|take|put|give|lay|play|discard|return|steal"  # synonyms


# ---- bases of several forms


class Conditional(Tree):
    """A step with a condition; `wanted` is the result for which the step happens."""

    do: Do
    condition: Condition
    wanted: ClassVar[bool]


class Moving(Tree):
    """Cards move to a zone; without a `source`, from any zone."""

    moved: Moved
    source: Zone | None = None
    target: Zone


class Changing(Tree):
    counter: Counter
    value: Value


class Passing(Tree):
    """Each player passes a zone `by` a number of seats to the left."""

    zone: str
    by: ClassVar[int]


class CardsMoved(Tree):
    cards: Cards


class SoManyMoved(CardsMoved):
    amount: Amount


class OfCounter(Tree):
    counter: str


# ---- step


@pattern("<do> if <condition>", "go again if no card in your hand", "does the step only if the condition is true")
class StepIf(Conditional):
    wanted: ClassVar[bool] = True


@pattern("<do> unless <condition>", "go again unless you are dealer", "does the step only if the condition is false")
class StepUnless(Conditional):
    wanted: ClassVar[bool] = False


@pattern("<do>")
class StepDo(Tree):
    do: Do


Step = StepIf | StepUnless | StepDo


# ---- do


@pattern(
    f"{VERBS} <moved> [from <zone source>] to|into|onto <zone target>",
    "draw 2 cards from stock to your hand",
    "moves cards from one zone to another; `it` is the single card that moved last",
)
@pattern(
    "turn up <moved> [from <zone source>] to|into|onto <zone target>",
    "turn up 1 card from stock onto offer",
    "moves cards from one zone to another; `it` is the single card that moved last",
)
class DoMove(Moving): ...


@pattern(
    "shuffle <moved> [from <zone source>] into <zone target>",
    "shuffle all cards into stock",
    "moves the cards and shuffles the zone; without a source, cards come from wherever they are",
)
class DoShuffle(Moving): ...


@pattern("shuffle <zone target>", "shuffle stock", "puts the zone's cards in random order")
class DoShuffleZone(Tree):
    target: Zone


@pattern("set <counter> to <value>", "set led to suit of card", "gives the counter that value")
class DoSet(Changing): ...


@pattern("add <value> to <counter>", "add 1 to tricks", "raises the counter")
class DoAdd(Changing): ...


@pattern("subtract <value> from <counter>", "subtract 1 from your passes", "lowers the counter")
class DoSubtract(Changing): ...


@pattern(
    "pay <value> from <counter source> to <counter target>",
    "pay 1 from your chips to pot",
    "lowers one counter and raises the other by the same number",
)
class DoPay(Tree):
    value: Value
    source: Counter
    target: Counter


@pattern("<player> becomes|become @role", "left of dealer becomes dealer", "gives the role to that player")
class DoBecomes(Tree):
    player: Player
    role: str


@pattern("pass each @zone to the left", "pass each hand to the left", "all at once")
class DoPassLeft(Passing):
    by: ClassVar[int] = 1


@pattern("pass each @zone to the right", "pass each hand to the right", "all at once")
class DoPassRight(Passing):
    by: ClassVar[int] = -1


@pattern("choose @section", "choose turn", "lets the player who is to act take one of these actions")
class DoChoose(Tree):
    section: str


@pattern(
    "do effect of <card>",
    "do effect of card",
    "does the steps under `effects` for that card or its kind; there, the card is `card`",
)
class DoEffect(Tree):
    card: Card


@pattern("reverse the turns", "reverse the turns", "makes the innermost turns go the other way round")
class DoReverse(Tree): ...


@pattern("skip the next player", "skip the next player", "skips the player who comes next in the innermost turns, once")
class DoSkipNext(Tree): ...


@pattern("go again", "go again", "gives the same player another turn")
class DoAgain(Tree): ...


@pattern("end the turn", "end the turn", "skips the rest of this turn")
class DoEndTurn(Tree): ...


@pattern(
    "end the game [as %ending]",
    "end the game as stock",
    "ends the game; reports show how it ended, with the string `play.end.WORD`",
)
class DoEndGame(Tree):
    ending: str | None = None


@pattern("end @section", "end course", "skips the rest of that section")
class DoEndSection(Tree):
    form: ClassVar[str] = "end_phase"  # the marks of games contain it, and so do words of rulebooks
    section: str


@pattern("note %case", "note no_fruit", "counts how often this case happens")
class DoNote(Tree):
    case: str


@pattern("nothing", "nothing", "does nothing")
class DoNothing(Tree): ...


@pattern("@section", "course", "does the steps of that section")
class DoSection(Tree):
    form: ClassVar[str] = "phase"  # the marks of games contain it, and so do words of rulebooks
    section: str


Do = (
    DoMove
    | DoShuffle
    | DoShuffleZone
    | DoSet
    | DoAdd
    | DoSubtract
    | DoPay
    | DoBecomes
    | DoPassLeft
    | DoPassRight
    | DoChoose
    | DoEffect
    | DoReverse
    | DoSkipNext
    | DoAgain
    | DoEndTurn
    | DoEndGame
    | DoEndSection
    | DoNote
    | DoNothing
    | DoSection
)


# ---- moved


@pattern("all @bound", "all fruit", "all copies of the card that the player picked")
class MovedAllBound(Tree):
    bound: str


@pattern("all <cards>", "all cards", "all of them, in the order in which they lie")
class MovedAll(CardsMoved): ...


@pattern("up to <amount> <cards>", "up to 1 card", "that many, or fewer if there are not enough")
class MovedUpTo(SoManyMoved): ...


@pattern(
    "up to <amount> random <cards>", "up to 1 random card", "that many at random, or fewer if there are not enough"
)
class MovedUpToRandom(SoManyMoved): ...


@pattern("<amount> random <cards>", "1 random card", "that many, at random")
class MovedRandom(SoManyMoved): ...


@pattern(
    "<amount> <cards>",
    "laid cards",
    "that many. From cards with an order, cardgen takes those on top one after the other, which reverses them. "
    "From others, it takes any at random. If there are not enough, the rules are silent",
)
class MovedSome(SoManyMoved): ...


@pattern("a|an <cards>", "a card", "one of these cards")
class MovedOne(CardsMoved): ...


@pattern("it", "it", "the single card that moved last")
class MovedIt(Tree): ...


@pattern("@bound", "chosen", "the thing that the player picked")
@pattern("the @named:bound", "the card", "the thing that the player picked")
class MovedBound(Bound): ...


Moved = (
    MovedAllBound | MovedAll | MovedUpTo | MovedUpToRandom | MovedRandom | MovedSome | MovedOne | MovedIt | MovedBound
)


# ---- cards


@pattern(
    "@noun where <tight>", "cards where suit is led", "only the cards for which this is true before any card moves"
)
class CardsWhere(Where): ...


@pattern("@noun", "fruits", "the cards of that kind")
class CardsOfKind(OfKind):
    form: ClassVar[str] = "cards"  # the marks of games contain it, and so do words of rulebooks


Cards = CardsWhere | CardsOfKind


# ---- counter


@pattern("your @counter", "your chips", "the one that belongs to the player to act")
class CounterYours(OfCounter): ...


@pattern("each @counter", "each chips", "the ones of all players")
class CounterEach(OfCounter): ...


@pattern("@counter of <player>", "chips of dealer")
class CounterOf(OfCounter):
    player: Player


@pattern("@counter", "pot", "the one on the table")
class CounterOnTable(OfCounter):
    form: ClassVar[str] = "counter"  # the marks of games contain it, and so do words of rulebooks


Counter = CounterYours | CounterEach | CounterOf | CounterOnTable


# ---- groups of forms

AllMoved = MovedAll | MovedAllBound
EnoughMoved = MovedSome | MovedOne | MovedRandom  # an exact number of cards
SomeMoved = EnoughMoved | MovedUpTo | MovedUpToRandom
Flow = (
    DoChoose | DoEffect | DoAgain | DoEndTurn | DoEndGame | DoEndSection | DoSection
)  # steps after which play continues elsewhere
Counting = DoSet | DoAdd | DoSubtract | DoPay | DoBecomes  # steps that change counters and roles
