"""The grammar of rules files: every form of a sentence, what it means, and an example. docs/reference prints them.

A form is a class, called by its rule and by what trees of it are called: `PlayerMostFrom` is `player.most_from`. Its
pattern is written as it is said. `<zone>` is a form of that rule, `<zone source>` the same under another name;
`@zone` a word that names a zone of the game, `%ending` any word, `#` a number; `@own:family` a word of the first sort
that the tree calls by the second; `[...]` may be left out, `a|an` is one of these words. The names in a pattern are the
fields of the class. A rule is the union of its forms, which are tried in this order; the first that makes sense of a
whole sentence is the one.

A peek needs no form: cards are moved to a zone that only its owner sees, looked at, chosen from, and put back.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from cardgen.rules.tree import RuleName, Tree, collected, pattern

VERBS = "move|draw|deal|take|put|give|lay|play|discard|return|steal"  # which mean the same


# ---- what forms of one kind or of several have in common


class Conditional(Tree):
    """A step that depends on a condition, or on its opposite."""

    do: Do
    condition: Condition
    wanted: ClassVar[bool]


class Moving(Tree):
    """Cards move to a zone; without a `source`, from wherever they are."""

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


class Bound(Tree):
    """The thing that the player picked, or that `for each` has reached."""

    bound: str


class Number(Tree):
    number: int


class NamedNumber(Tree):
    number: str


class NamedRule(Tree):
    rule: str


class NamedCounter(Tree):
    """A counter on the table, or that of the player to act."""

    counter: str


class OwnCounter(Tree):
    counter: str


class InBrackets(Tree):
    value: Value


class OfZone(Tree):
    """Zones with one name."""

    zone: str

    @property
    def name(self) -> str:
        return self.zone


class OfFamily(Tree):
    """Zones of a family."""

    family: str

    @property
    def name(self) -> str:
        return self.family


class OfCounter(Tree):
    counter: str


class Beside(Tree):
    """The player `by` a number of seats to the left."""

    player: Player
    by: ClassVar[int]


class Best(Tree):
    """The player with the highest or lowest value, or players in that order."""

    value: Value
    most: ClassVar[bool]


class OfKind(Tree):
    noun: str


class Where(OfKind):
    """Cards for which a condition is true."""

    tight: Tight


class ForEach(Tree):
    """The sum of a value over things; the name that it goes `through` stands for each of them."""

    value: Value

    @property
    def through(self) -> str:
        raise NotImplementedError


class Provided(Tree):
    """A value that depends on a condition."""

    sum: Sum
    condition: Condition


class Reckoned(Tree):
    left: Sum
    right: Sum


class Joined(Tree):
    """Conditions of which all, or any, must be true."""

    left: Condition
    right: Condition
    all: ClassVar[bool]


class OverCards(Tree):
    """A value of a field over cards in zones."""

    field: str
    some: Some


class OverPicked(Tree):
    """A value of a field over cards that were picked together."""

    field: str
    bound: str


class OfOthers(Tree):
    """A value over all players but one."""

    value: Value


class OneOfTwo(Tree):
    one: Primary
    two: Primary


class Comparison(Tree):
    one: Sum
    two: Sum


class AtLeast(Comparison): ...


class AtMost(Comparison): ...


class More(Comparison): ...


class Less(Comparison): ...


class IsNot(Comparison): ...


class Is(Comparison): ...


class Brackets(Tree):
    """A condition in brackets."""

    condition: Condition


class OfAnyPlayer(Tree):
    having: Having


class IsKind(Tree):
    card: Card
    noun: str
    right: ClassVar[bool]


class IsCard(Tree):
    one: Card
    card: str
    right: ClassVar[bool]


class IsPlayer(Tree):
    one: Player
    two: Player
    right: ClassVar[bool]


class Extreme(Tree):
    """Whether a number is the highest, or lowest, count of any card of a kind."""

    one: Sum
    some: Some
    most: ClassVar[bool]


class Had(Tree):
    some: Some


class SoManyHad(Had):
    amount: Amount


class PickOfCards(Tree):
    some: Some


class PickOfPlayers(Tree):
    """Any player, or any player but `you`."""

    other: ClassVar[bool]


class PickOfValues(Tree):
    field: str


class PickOfZones(Tree):
    family: str


class AskedEachTime(Tree):
    condition: Condition
    wanted: ClassVar[bool]


class InTurn(Tree):
    player: Player


class FirstFrom(Tree):
    player: Player


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
    "likewise",
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
class DoEndPhase(Tree):
    section: str


@pattern("note %case", "note no_fruit", "counts how often this case happens")
class DoNote(Tree):
    case: str


@pattern("nothing", "nothing", "is done")
class DoNothing(Tree): ...


@pattern("@section", "course", "does the steps of that section")
class DoPhase(Tree):
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
    | DoEndPhase
    | DoNote
    | DoNothing
    | DoPhase
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
@pattern("the @named:bound", "the card", "likewise")
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
class CardsCards(OfKind): ...


Cards = CardsWhere | CardsCards


# ---- amount


@pattern("#", "2")
class AmountNumber(Number): ...


@pattern("( <value> )", "(value of card + 1)", "the result of the calculation in brackets")
class AmountValue(InBrackets): ...


@pattern("your @counter", "your chips")
class AmountOwn(OwnCounter): ...


@pattern("@number", "laid")
class AmountName(NamedNumber): ...


@pattern("@counter", "sold")
class AmountCounter(NamedCounter): ...


@pattern("@rule", "dealt")
class AmountRule(NamedRule): ...


@pattern("@bound", "chosen", "the number that the player picked")
@pattern("the @named:bound", "the chosen", "likewise")
class AmountBound(Bound): ...


Amount = AmountNumber | AmountValue | AmountOwn | AmountName | AmountCounter | AmountRule | AmountBound


# ---- zone


@pattern("your @zone", "your hand", "the one that belongs to the player to act")
class ZoneYours(OfZone): ...


@pattern("each|any @zone", "each hand", "the ones of all players")
class ZoneEach(OfZone): ...


@pattern("@zone of <player>", "won of leader", "the one that belongs to that player")
class ZoneOf(OfZone):
    player: Player


@pattern("@zone", "table", "the one on the table, or, in `any player has`, that player's own")
class ZoneZone(OfZone): ...


@pattern(
    "@family of <primary>",
    "pile of suit of card",
    "the one with that number or value; if there is none, it has no cards and takes none",
)
class ZoneOne(OfFamily):
    primary: Primary


@pattern(
    "the @there:family", "the column", "the one that the player picked under that name, or that `for each` has reached"
)
class ZonePicked(OfFamily): ...


@pattern("each|any @family", "any column", "all zones of the family")
class ZoneAll(OfFamily): ...


@pattern("your @own:family of <primary>", "your path of suit of card")
class ZoneYoursOne(OfFamily):
    primary: Primary


@pattern("@own:family of <primary> of <player>", "path of hearts of left of you")
class ZoneOneOf(OfFamily):
    primary: Primary
    player: Player


@pattern("your @own:family", "your path", "all of those that belong to you")
class ZoneYoursAll(OfFamily): ...


@pattern("@own:family of <player>", "path of dealer", "all of those that belong to that player")
class ZoneAllOf(OfFamily):
    player: Player


@pattern("each|any @own:family", "each path", "all of those that belong to any player")
class ZoneAllOfAll(ZoneAll):
    form: ClassVar[str] = "all"


Zone = (
    ZoneYours
    | ZoneEach
    | ZoneOf
    | ZoneZone
    | ZoneOne
    | ZonePicked
    | ZoneAll
    | ZoneYoursOne
    | ZoneOneOf
    | ZoneYoursAll
    | ZoneAllOf
    | ZoneAllOfAll
)


# ---- player


@pattern("you", "you", "the player to act, or the player for whom cardgen works out a value")
class PlayerYou(Tree): ...


@pattern("first player", "first player", "the player in the first seat, who begins unless the rules say otherwise")
class PlayerFirst(Tree): ...


@pattern(
    "next player",
    "next player",
    "the player who comes next in the innermost turns; outside of turns, the one left of you",
)
class PlayerNext(Tree): ...


@pattern("left of <player>", "left of you", "the player in the next seat")
class PlayerLeft(Beside):
    by: ClassVar[int] = 1


@pattern("right of <player>", "right of dealer")
class PlayerRight(Beside):
    by: ClassVar[int] = -1


@pattern(
    "player with most <value>",
    "player with most strength",
    "if several are equal, the one nearest to the first player in order",
)
class PlayerMost(Best):
    most: ClassVar[bool] = True


@pattern("player with fewest|least <value>", "player with fewest cards in your hand")
class PlayerFewest(Best):
    most: ClassVar[bool] = False


@pattern(
    "player with most <value> , first from <player> to the left",
    "player with most strength, first from dealer to the left",
)
class PlayerMostFrom(Best):
    most: ClassVar[bool] = True
    player: Player


@pattern(
    "player with fewest|least <value> , first from <player> to the left",
    "player with fewest your chips, first from left of dealer to the left",
)
class PlayerFewestFrom(Best):
    most: ClassVar[bool] = False
    player: Player


@pattern("player holding <card> in @zone", "player holding card_2_clubs in hand", "the first player if nobody holds it")
class PlayerHolding(Tree):
    card: Card
    zone: str


@pattern("@role", "dealer", "the player that the role remembers")
class PlayerRole(Tree):
    role: str


@pattern("@bound", "chosen", "the player whom somebody picked")
@pattern("the @named:bound", "the chosen", "likewise")
class PlayerBound(Bound): ...


Player = (
    PlayerYou
    | PlayerFirst
    | PlayerNext
    | PlayerLeft
    | PlayerRight
    | PlayerMost
    | PlayerFewest
    | PlayerMostFrom
    | PlayerFewestFrom
    | PlayerHolding
    | PlayerRole
    | PlayerBound
)


# ---- card


@pattern("it", "it", "the single card that moved last")
class CardIt(Tree): ...


@pattern("@bound", "chosen", "the card that the player picked")
@pattern("the @named:bound", "the card", "likewise")
class CardBound(Bound): ...


@pattern("@card", "card_2_clubs", "the card with that id; write `_` for `-`")
class CardCard(Tree):
    card: str


@pattern(
    "top @noun of <zone>",
    "top card of stock",
    "the topmost card of that kind; if there is none, its fields are 0 or have no value",
)
class CardTop(Tree):
    noun: str
    zone: Zone


Card = CardIt | CardBound | CardCard | CardTop


# ---- counter


@pattern("your @counter", "your chips", "the one that belongs to the player to act")
class CounterYours(OfCounter): ...


@pattern("each @counter", "each chips", "the ones of all players")
class CounterEach(OfCounter): ...


@pattern("@counter of <player>", "chips of dealer")
class CounterOf(OfCounter):
    player: Player


@pattern("@counter", "pot", "the one on the table")
class CounterCounter(OfCounter): ...


Counter = CounterYours | CounterEach | CounterOf | CounterCounter


# ---- value


@pattern("for each @noun , <value>", "for each fruit, fruit on market", "the sum over all cards of that kind")
class ValueForEach(ForEach):
    noun: str

    @property
    def through(self) -> str:
        return self.noun


@pattern(
    "for each @field , <value>",
    "for each suit, 5 if 3 is at most cards in pile of the suit",
    "the sum over all values that cards have in that field; `the suit` is each in turn",
)
class ValueForEachField(ForEach):
    field: str

    @property
    def through(self) -> str:
        return self.field


@pattern(
    "for each @family , <value>",
    "for each column, 1 if any card in the column",
    "the sum over the numbers or values of the family",
)
@pattern("for each @own:family , <value>", "for each path, 1 if no card in your path of the path")
class ValueForEachZone(ForEach):
    family: str

    @property
    def through(self) -> str:
        return self.family


@pattern("<sum> if <condition> [,] else <value>", "1 if you are dealer, else 0")
class ValueIfElse(Provided):
    value: Value


@pattern(
    "<sum> if <condition>", "fruit in your hand if fruit on market is 0", "the value, or 0 if the condition is false"
)
class ValueIf(Provided): ...


@pattern("<sum>")
class ValueSum(Tree):
    sum: Sum


Value = ValueForEach | ValueForEachField | ValueForEachZone | ValueIfElse | ValueIf | ValueSum


# ---- primary


@pattern("#", "3")
class PrimaryNumber(Number): ...


@pattern(
    "( <list> ) at <primary>",
    "(0, 1, 3, 6) at cards in your won",
    "the value at that position, counted from 0; after the last position, the last value",
)
class PrimaryTable(Tree):
    list: List
    primary: Primary


@pattern("( <value> )", "(2 + sold)")
class PrimaryBrackets(InBrackets): ...


@pattern("a die of <amount>", "a die of 6", "a random number from 1 to that number; only a step can roll it")
class PrimaryDie(Tree):
    amount: Amount


@pattern("sum of @field of <some>", "sum of rank of cards in your trick where suit is led")
class PrimarySumOf(OverCards): ...


@pattern("highest @field of <some>", "highest value of cards in your row")
class PrimaryHighest(OverCards): ...


@pattern("lowest @field of <some>", "lowest value of cards in your row")
class PrimaryLowest(OverCards): ...


@pattern("number of different @field of <some>", "number of different suit of cards in your hand")
class PrimaryDifferent(OverCards): ...


@pattern("sum of @field of @bound", "sum of value of chosen", "of all cards of one pick")
class PrimarySumPicked(OverPicked): ...


@pattern("highest @field of @bound", "highest value of chosen", "likewise")
class PrimaryHighestPicked(OverPicked): ...


@pattern("lowest @field of @bound", "lowest value of chosen", "likewise")
class PrimaryLowestPicked(OverPicked): ...


@pattern(
    "number of different @field of @bound",
    "number of different suit of chosen",
    "the number of different values; it is 1 if all cards have one suit",
)
class PrimaryDifferentPicked(OverPicked): ...


@pattern(
    "lowest of each run of @field in|on <zone>", "lowest of each run of value in your row", "the sum over all runs"
)
class PrimaryRuns(Tree):
    field: str
    zone: Zone


@pattern("highest of others ( <value> )", "highest of others (taken)", "the value over all players but you")
class PrimaryHighestOther(OfOthers): ...


@pattern("lowest of others ( <value> )", "lowest of others (taken)", "likewise")
class PrimaryLowestOther(OfOthers): ...


@pattern("sum of others ( <value> )", "sum of others (your chips)", "likewise")
class PrimarySumOther(OfOthers): ...


@pattern("smaller of <primary one> and <primary two>", "smaller of limit and fruits on market")
class PrimarySmaller(OneOfTwo): ...


@pattern("larger of <primary one> and <primary two>", "larger of 2 and laid")
class PrimaryLarger(OneOfTwo): ...


@pattern("<group>", "fruit in your hand", "how many there are of them")
class PrimaryCount(Tree):
    group: Group


@pattern("@field of <card>", "suit of card")
class PrimaryField(Tree):
    field: str
    card: Card


@pattern("your @counter", "your chips")
class PrimaryYours(OwnCounter): ...


@pattern("@counter of <player>", "chips of dealer")
class PrimaryOf(Tree):
    counter: str
    player: Player


@pattern("@number of <player>", "taken of leader", "the value for that player")
class PrimaryNumberOf(NamedNumber):
    player: Player


@pattern("@number", "laid", "the value for `you`")
class PrimaryName(NamedNumber): ...


@pattern("@counter", "sold")
class PrimaryCounter(NamedCounter): ...


@pattern("@rule", "dealt")
class PrimaryRule(NamedRule): ...


@pattern("players", "players", "the number of players")
class PrimaryPlayers(Tree): ...


@pattern("@bound", "chosen", "the number or value that the player picked")
@pattern(
    "the @named:bound", "the suit", "the thing that the player picked under that name, or that `for each` has reached"
)
class PrimaryBound(Bound): ...


@pattern("@card")
class PrimaryCard(Tree):
    card: str


@pattern("@field", "", "the field of the card that `where` looks at")
class PrimaryFieldHere(Tree):
    field: str


@pattern("@constant", "hearts", "a field's value, or an option of a rule")
class PrimaryConstant(Tree):
    constant: str


Primary = (
    PrimaryNumber
    | PrimaryTable
    | PrimaryBrackets
    | PrimaryDie
    | PrimarySumOf
    | PrimaryHighest
    | PrimaryLowest
    | PrimaryDifferent
    | PrimarySumPicked
    | PrimaryHighestPicked
    | PrimaryLowestPicked
    | PrimaryDifferentPicked
    | PrimaryRuns
    | PrimaryHighestOther
    | PrimaryLowestOther
    | PrimarySumOther
    | PrimarySmaller
    | PrimaryLarger
    | PrimaryCount
    | PrimaryField
    | PrimaryYours
    | PrimaryOf
    | PrimaryNumberOf
    | PrimaryName
    | PrimaryCounter
    | PrimaryRule
    | PrimaryPlayers
    | PrimaryBound
    | PrimaryCard
    | PrimaryFieldHere
    | PrimaryConstant
)


# ---- unary


@pattern("- <unary>", "-your chips")
class UnaryMinus(Tree):
    unary: Unary


@pattern("<primary>")
class UnaryPlain(Tree):
    primary: Primary


Unary = UnaryMinus | UnaryPlain


# ---- product


class ProductTimes(Reckoned):
    form: ClassVar[str] = "*"


class ProductOver(Reckoned):
    form: ClassVar[str] = "/"


Product = ProductTimes | ProductOver | Unary


# ---- sum


class SumPlus(Reckoned):
    form: ClassVar[str] = "+"


class SumMinus(Reckoned):
    form: ClassVar[str] = "-"


Sum = SumPlus | SumMinus | Product


# ---- list


@pattern("<value> , <list>")
class ListMore(Tree):
    value: Value
    list: List

    def values(self) -> Iterator[Value]:
        """Returns all values of the list, in order."""
        yield self.value
        yield from self.list.values()


@pattern("<value>")
class ListLast(Tree):
    value: Value

    def values(self) -> Iterator[Value]:
        yield self.value


List = ListMore | ListLast


# ---- group


@pattern(
    "@bound in|on <zone>",
    "fruit in your hand",
    "the copies of a card that the player picked or that `for each` has reached",
)
@pattern("the @named:bound in|on <zone>", "the fruit in your hand", "likewise")
class GroupBound(Bound):
    zone: Zone


@pattern("<some>")
class GroupSome(Tree):
    some: Some


@pattern("@card in|on <zone>", "card_12_spades in your won", "the copies of that card")
class GroupCard(Tree):
    card: str
    zone: Zone


Group = GroupBound | GroupSome | GroupCard


# ---- some


@pattern(
    "@noun in|on <zone> where <tight>", "cards in your trick where suit is led", "the cards for which this is true"
)
class SomeWhere(Where):
    zone: Zone


@pattern("@noun in|on <zone>", "fruits on market", "all cards of that kind there")
class SomeIn(OfKind):
    zone: Zone


Some = SomeWhere | SomeIn


# ---- test


@pattern("not <test>", "not you are dealer")
class TestNot(Tree):
    test: Test


@pattern("( <condition> )", "(you are dealer or tricks is 0)")
class TestBrackets(Brackets): ...


@pattern("any player has <having>", "any player has no cards in hand", "true if at least one player has it")
class TestAnyPlayer(OfAnyPlayer): ...


@pattern("every player has <having>", "every player has no cards in hand", "true if all players have it")
class TestEveryPlayer(OfAnyPlayer): ...


@pattern("<player> has <having>", "left of you has any card in hand")
class TestHas(Tree):
    player: Player
    having: Having


@pattern("you can @action", "you can take", "true if that action is legal")
class TestCan(Tree):
    action: str


@pattern("<having>")
class TestHaving(Tree):
    having: Having


@pattern("<card> is not [a|an] @noun", "it is not joker")
class TestIsNotKind(IsKind):
    right: ClassVar[bool] = False


@pattern("<card> is [a|an] @noun", "it is joker")
class TestIsKind(IsKind):
    right: ClassVar[bool] = True


@pattern("<card one> is not @card", "card is not card_12_spades")
class TestIsNotCard(IsCard):
    right: ClassVar[bool] = False


@pattern("<card one> is @card", "card is card_2_clubs")
class TestIsCard(IsCard):
    right: ClassVar[bool] = True


@pattern("<player one> is not <player two>", "you are not leader")
@pattern("<player one> are not <player two>")
class TestIsNotPlayer(IsPlayer):
    right: ClassVar[bool] = False


@pattern("<player one> is <player two>")
@pattern("<player one> are <player two>", "you are dealer")
class TestIsPlayer(IsPlayer):
    right: ClassVar[bool] = True


@pattern(
    "<sum one> is most of any <some>",
    "fruit on market is most of any fruit on market",
    "true if no kind has a larger number",
)
class TestMostOf(Extreme):
    most: ClassVar[bool] = True


@pattern("<sum one> is fewest of any <some>", "fruit on market is fewest of any fruit on market")
class TestFewestOf(Extreme):
    most: ClassVar[bool] = False


@pattern("<sum one> is at least <sum two>", "sold is at least limit")
class TestAtLeast(AtLeast): ...


@pattern("<sum one> is at most <sum two>", "fruit in your hand is at most fruit on market")
class TestAtMost(AtMost): ...


@pattern("<sum one> is more than <sum two>", "tricks is more than 0")
class TestMore(More): ...


@pattern("<sum one> is less|fewer than <sum two>", "your chips is less than 3")
class TestLess(Less): ...


@pattern("<sum one> is not <sum two>", "suit of card is not hearts")
class TestIsNot(IsNot): ...


@pattern("<sum one> is <sum two>", "broken is 1")
class TestIs(Is): ...


@pattern("<primary>", "open_hands", "true if a rule of `no` and `yes` is `yes`, or if a number is not 0")
class TestYes(Tree):
    primary: Primary


Test = (
    TestNot
    | TestBrackets
    | TestAnyPlayer
    | TestEveryPlayer
    | TestHas
    | TestCan
    | TestHaving
    | TestIsNotKind
    | TestIsKind
    | TestIsNotCard
    | TestIsCard
    | TestIsNotPlayer
    | TestIsPlayer
    | TestMostOf
    | TestFewestOf
    | TestAtLeast
    | TestAtMost
    | TestMore
    | TestLess
    | TestIsNot
    | TestIs
    | TestYes
)


# ---- both


class BothAnd(Joined):
    all: ClassVar[bool] = True


Both = BothAnd | Test


# ---- condition


class ConditionOr(Joined):
    all: ClassVar[bool] = False

    def sides(self) -> list[Condition]:
        """Returns all conditions that `or` joins here."""
        sides = self.left, self.right
        return [each for side in sides for each in (side.sides() if isinstance(side, ConditionOr) else [side])]


Condition = ConditionOr | Both


# ---- having


@pattern("no <some>", "no card in stock")
class HavingNo(Had): ...


@pattern("any <some>", "any fruit on table")
class HavingAny(Had): ...


@pattern("at least <amount> <some>", "at least 2 cards in your hand")
class HavingAtLeast(SoManyHad): ...


@pattern("at most <amount> <some>", "at most 7 cards in your hand")
class HavingAtMost(SoManyHad): ...


@pattern("exactly <amount> <some>", "exactly 1 card on offer")
class HavingExactly(SoManyHad): ...


@pattern("fewer than <amount> <some>", "fewer than laid cards in stock")
class HavingFewer(SoManyHad): ...


@pattern("more than <amount> <some>", "more than 7 cards in your hand")
class HavingMore(SoManyHad): ...


Having = HavingNo | HavingAny | HavingAtLeast | HavingAtMost | HavingExactly | HavingFewer | HavingMore


# ---- tight


@pattern("( <condition> )", "(suit is led or value is at least 3)")
class TightBrackets(Brackets): ...


@pattern("<unary one> is at least <unary two>", "value is at least 3")
class TightAtLeast(AtLeast): ...


@pattern("<unary one> is at most <unary two>", "value is at most 3")
class TightAtMost(AtMost): ...


@pattern("<unary one> is more than <unary two>", "value is more than 3")
class TightMore(More): ...


@pattern("<unary one> is less|fewer than <unary two>", "value is less than 3")
class TightLess(Less): ...


@pattern("<unary one> is not <unary two>", "suit is not led")
class TightIsNot(IsNot): ...


@pattern("<unary one> is <unary two>", "suit is led")
class TightIs(Is): ...


Tight = TightBrackets | TightAtLeast | TightAtMost | TightMore | TightLess | TightIsNot | TightIs


# ---- pick


@pattern(
    "a|an <some>",
    "a fruit on table",
    "one of the cards there that the player has not yet picked; equal cards are one choice",
)
class PickCard(PickOfCards): ...


@pattern(
    "<amount> <some>",
    "2 cards in your hand",
    "that many of them, at most four; if the number is 0 or more than four, the action is not legal",
)
class PickCards(PickOfCards):
    amount: Amount


@pattern("a|an other player", "an other player", "anybody but you")
class PickOther(PickOfPlayers):
    other: ClassVar[bool] = True


@pattern("a player", "a player")
class PickPlayer(PickOfPlayers):
    other: ClassVar[bool] = False


@pattern("a number from <amount one> to <amount two>", "a number from 1 to 3")
class PickNumber(Tree):
    one: Amount
    two: Amount


@pattern("a kind of @noun", "a kind of card", "the name of a card, wherever the card lies")
class PickKind(Tree):
    noun: str


@pattern("a|an @field", "a suit", "any value that cards have in that field")
class PickValue(PickOfValues): ...


@pattern("a|an @family", "a column", "any zone of that family; the pick is its number or value")
@pattern("a|an @own:family", "a path")
class PickZone(PickOfZones): ...


@pattern(
    "a|an @field where <condition>",
    "a suit where any card in your path of the suit",
    "only values for which this is true",
)
class PickValueWhere(PickOfValues):
    condition: Condition


@pattern("a|an @family where <condition>", "a column where no card in the column")
@pattern("a|an @own:family where <condition>", "a path where any card in your path of the path")
class PickZoneWhere(PickOfZones):
    condition: Condition


@pattern(
    "a|an other player who has <having>",
    "an other player who has any card in hand",
    "only players for whom this is true",
)
class PickOtherWho(PickOfPlayers):
    other: ClassVar[bool] = True
    having: Having


@pattern("a player who has <having>", "a player who has at most 2 cards in row")
class PickPlayerWho(PickOfPlayers):
    other: ClassVar[bool] = False
    having: Having


Pick = (
    PickCard
    | PickCards
    | PickOther
    | PickPlayer
    | PickNumber
    | PickKind
    | PickValue
    | PickZone
    | PickValueWhere
    | PickZoneWhere
    | PickOtherWho
    | PickPlayerWho
)


# ---- repeat


@pattern("forever", "forever", "again and again, until a step ends the game or the section")
class RepeatForever(Tree): ...


@pattern("while <condition>", "while it is joker", "checked before each time")
class RepeatWhile(AskedEachTime):
    wanted: ClassVar[bool] = True


@pattern("until <condition>", "until no card in stock", "likewise")
class RepeatUntil(AskedEachTime):
    wanted: ClassVar[bool] = False


@pattern("<amount> times", "13 times")
class RepeatTimes(Tree):
    amount: Amount


Repeat = RepeatForever | RepeatWhile | RepeatUntil | RepeatTimes


# ---- players


@pattern("in turn from <player>", "in turn from dealer", "to the left")
class PlayersInTurn(InTurn): ...


@pattern("in turn from <player> to the right", "in turn from dealer to the right")
class PlayersInTurnRight(InTurn): ...


@pattern(
    "in order of most <value>",
    "in order of most strength",
    "by that value when the turns begin; players who are equal follow in order from the first player",
)
class PlayersByMost(Best):
    most: ClassVar[bool] = True


@pattern("in order of fewest|least <value>", "in order of fewest cards in your won")
class PlayersByFewest(Best):
    most: ClassVar[bool] = False


@pattern(
    "all at once",
    "all at once",
    "each player chooses without knowing the choices of the others; lay the chosen cards in zones that only "
    "their owner sees, or change nothing but counters",
)
class PlayersAtOnce(Tree): ...


Players = PlayersInTurn | PlayersInTurnRight | PlayersByMost | PlayersByFewest | PlayersAtOnce


# ---- tie


@pattern("most <value>", "most cards in your won", "keeps the players with most")
class TieMost(Best):
    most: ClassVar[bool] = True


@pattern("fewest|least <value>", "fewest discarded", "keeps the players with fewest")
class TieFewest(Best):
    most: ClassVar[bool] = False


@pattern(
    "first from <player> to the left",
    "first from starter to the left",
    "the first of them in order, beginning with the starter",
)
class TieFromLeft(FirstFrom): ...


@pattern(
    "first from <player> to the right",
    "first from right of first player to the right",
    "the first of them in the other direction; here, the player in the last seat",
)
class TieFromRight(FirstFrom): ...


@pattern("shared", "shared", "all players who are still tied win; the rules are not silent here")
class TieShared(Tree): ...


@pattern("nobody", "nobody", "nobody wins")
class TieNobody(Tree): ...


Tie = TieMost | TieFewest | TieFromLeft | TieFromRight | TieShared | TieNobody


# ---- what they have in common by what they mean

SeveralZones = ZoneEach | ZoneAll | ZoneYoursAll | ZoneAllOf
WholeFamily = ZoneAll | ZoneYoursAll | ZoneAllOf
OwnZone = ZoneYours | ZoneYoursOne | ZoneYoursAll
CommonZone = ZoneZone | ZoneOne | ZonePicked
OneOfFamily = ZoneOne | ZoneYoursOne | ZoneOneOf
ZoneOfFamily = ZoneOne | ZonePicked | ZoneAll | ZoneYoursOne | ZoneOneOf | ZoneYoursAll | ZoneAllOf | ZoneAllOfAll
AllMoved = MovedAll | MovedAllBound
EnoughMoved = MovedSome | MovedOne | MovedRandom  # which want as many as they say
SomeMoved = EnoughMoved | MovedUpTo | MovedUpToRandom
WhoHas = TestHas | TestAnyPlayer | TestEveryPlayer | PickOtherWho | PickPlayerWho
PlayerPick = PickOther | PickPlayer | PickOtherWho | PickPlayerWho
Flow = DoChoose | DoEffect | DoAgain | DoEndTurn | DoEndGame | DoEndPhase | DoPhase  # play goes on elsewhere
Counting = DoSet | DoAdd | DoSubtract | DoPay | DoBecomes  # which change counters and roles
Worked = Value | Sum | Primary
NamedValue = (
    AmountName | AmountCounter | AmountRule | AmountBound | PrimaryName | PrimaryCounter | PrimaryRule | PrimaryBound
)
WorkedOut = (
    PrimaryTable
    | PrimaryRuns
    | PrimaryDie
    | PrimarySmaller
    | PrimaryLarger
    | PrimaryNumberOf
    | PrimaryHighestOther
    | PrimaryLowestOther
    | PrimarySumOther
    | PrimarySumPicked
    | PrimaryHighestPicked
    | PrimaryLowestPicked
    | PrimaryDifferentPicked
    | PrimarySumOf
    | PrimaryHighest
    | PrimaryLowest
    | PrimaryDifferent
)  # which takes instructions
Question = Condition | Having | Tight
Asked = (
    TestAnyPlayer
    | TestEveryPlayer
    | TestHas
    | TestCan
    | TestIsKind
    | TestIsNotKind
    | TestIsCard
    | TestIsNotCard
    | TestIsPlayer
    | TestIsNotPlayer
    | TestMostOf
    | TestFewestOf
    | TestYes
)  # of players, cards and kinds

RULES = collected({
    "step": Step, "do": Do, "moved": Moved, "cards": Cards, "amount": Amount, "zone": Zone,
    "player": Player, "card": Card, "counter": Counter, "value": Value, "sum": Sum, "product": Product,
    "unary": Unary, "primary": Primary, "list": List, "group": Group, "some": Some, "condition": Condition,
    "both": Both, "test": Test, "having": Having, "tight": Tight, "pick": Pick, "repeat": Repeat,
    "players": Players, "tie": Tie,
})  # fmt: skip

STEP, VALUE, CONDITION, GROUP = (
    RuleName[Step]("step"),
    RuleName[Value]("value"),
    RuleName[Condition]("condition"),
    RuleName[Group]("group"),
)
PLAYER, CARD, PICK = RuleName[Player]("player"), RuleName[Card]("card"), RuleName[Pick]("pick")
REPEAT, PLAYERS, TIE = RuleName[Repeat]("repeat"), RuleName[Players]("players"), RuleName[Tie]("tie")

CALLED = {  # the words of a game that sentences name, as messages call them
    "zone": "zone", "family": "zone family", "own": "zone family of players", "role": "role", "counter": "counter",
    "number": "number", "rule": "rule", "section": "section",
    "action": "action", "noun": "kind of card", "card": "card", "field": "field of cards", "bound": "thing picked",
    "named": "thing picked or gone through", "there": "zone picked or gone through", "constant": "value",
}  # fmt: skip
SELDOM = ("family", "own", "named", "there")  # expected only where there are any
