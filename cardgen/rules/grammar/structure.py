"""The sentences of `pick`, `repeat`, `players` and `ties`."""

from __future__ import annotations

from typing import ClassVar

from cardgen.rules.grammar.expressions import (
    Amount,
    Best,
    Condition,
    Having,
    Player,
    Some,
    TestAnyPlayer,
    TestEveryPlayer,
    TestHas,
)
from cardgen.rules.tree import Tree, pattern

# ---- bases of several forms


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


@pattern("another player", "another player", "anybody but you")
@pattern("a|an other player", "an other player", "an older way to write `another player`")
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
    "another player who has <having>",
    "another player who has any card in hand",
    "only players for whom this is true",
)
@pattern(
    "a|an other player who has <having>",
    "an other player who has any card in hand",
    "an older way to write `another player who has`",
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


@pattern("until <condition>", "until no card in stock", "checked before each time")
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


# ---- groups of forms

WhoHas = TestHas | TestAnyPlayer | TestEveryPlayer | PickOtherWho | PickPlayerWho
PlayerPick = PickOther | PickPlayer | PickOtherWho | PickPlayerWho
