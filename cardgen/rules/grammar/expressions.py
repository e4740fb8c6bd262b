"""Expressions: amounts, zones, players, cards, values and conditions, which can contain one another."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from cardgen.rules.tree import Tree, pattern

# ---- bases of several forms


class Bound(Tree):
    """A pick, or the current element of `for each`."""

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
    """The sum of a value over several things; `through` is the loop variable."""

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
@pattern("the @named:bound", "the chosen", "the number that the player picked")
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
@pattern("the @named:bound", "the chosen", "the player whom somebody picked")
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
@pattern("the @named:bound", "the card", "the card that the player picked")
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


@pattern("highest @field of @bound", "highest value of chosen", "of all cards of one pick")
class PrimaryHighestPicked(OverPicked): ...


@pattern("lowest @field of @bound", "lowest value of chosen", "of all cards of one pick")
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


@pattern("lowest of others ( <value> )", "lowest of others (taken)", "the value over all players but you")
class PrimaryLowestOther(OfOthers): ...


@pattern("sum of others ( <value> )", "sum of others (your chips)", "the value over all players but you")
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
        """Yields all values of the list, in order."""
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
@pattern(
    "the @named:bound in|on <zone>",
    "the fruit in your hand",
    "the copies of a card that the player picked or that `for each` has reached",
)
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


# ---- groups of forms

SeveralZones = ZoneEach | ZoneAll | ZoneYoursAll | ZoneAllOf
WholeFamily = ZoneAll | ZoneYoursAll | ZoneAllOf
OwnZone = ZoneYours | ZoneYoursOne | ZoneYoursAll
CommonZone = ZoneZone | ZoneOne | ZonePicked
OneOfFamily = ZoneOne | ZoneYoursOne | ZoneOneOf
ZoneOfFamily = ZoneOne | ZonePicked | ZoneAll | ZoneYoursOne | ZoneOneOf | ZoneYoursAll | ZoneAllOf | ZoneAllOfAll
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
)  # values that need instructions
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
)  # questions about players, cards and kinds
