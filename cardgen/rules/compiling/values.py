"""Compiles values to registers. `aggregates.py` compiles those over several things."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from operator import add, mul, sub

from cardgen.foundations.errors import fail
from cardgen.rules import grammar
from cardgen.rules.clauses import Said, Value
from cardgen.rules.code import GE, LT, MAX_VALUE, PLAYERS, ZERO, Test
from cardgen.rules.compiling.aggregates import AggregateCompiler
from cardgen.rules.compiling.groups import GroupCompiler
from cardgen.rules.compiling.players import PlayerCompiler
from cardgen.rules.compiling.scope import Scope
from cardgen.rules.compiling.zones import ZoneCompiler

# values that need no instructions
PLAIN = (
    grammar.ValueSum
    | grammar.UnaryPlain
    | grammar.Number
    | grammar.NamedRule
    | grammar.NamedCounter
    | grammar.PrimaryConstant
    | grammar.PrimaryPlayers
)
_SIGNS: dict[type[grammar.Reckoned], str] = {
    grammar.SumPlus: "add",
    grammar.SumMinus: "sub",
    grammar.ProductTimes: "mul",
    grammar.ProductOver: "div",
}
_REACHED: dict[type[grammar.Reckoned], Callable[[int, int], int]] = {
    grammar.SumPlus: add,
    grammar.SumMinus: sub,
    grammar.ProductTimes: mul,
    grammar.ProductOver: lambda left, right: left // right if right else 0,
}


class ValueCompiler:
    """Compiles numbers and other values."""

    # runs the instructions inside only if a condition is true, or false
    holds: Callable[..., AbstractContextManager[None]]
    test: Callable[[grammar.Question], Test]  # compiles a condition to a comparison of two registers

    def __init__(
        self,
        scope: Scope,
        zones: ZoneCompiler,
        groups: GroupCompiler,
        players: PlayerCompiler,
        aggregates: AggregateCompiler,
    ) -> None:
        self.scope, self.code, self.layout, self.program = scope, scope.code, scope.layout, scope.program
        self.zones, self.groups, self.players, self.aggregates = zones, groups, players, aggregates
        self.working_out: list[str] = []  # the paths of named values being compiled, outer ones first
        self.known: dict[int, int] = {}  # results of calculations with constants only, by their registers

    def amount(self, tree: grammar.Amount) -> int:
        match tree:
            case grammar.AmountNumber():
                return self.code.number(tree.number)
            case grammar.AmountValue():
                return self.value(tree.value)
            case grammar.AmountOwn():
                return self.counter(tree.counter, self.scope.you)
            case _:
                return self.named_value(tree)

    def named_value(self, tree: grammar.NamedValue) -> int:
        match tree:
            case grammar.AmountName() | grammar.PrimaryName():
                return self.worked_out(self.program.numbers[tree.number])
            case grammar.AmountCounter() | grammar.PrimaryCounter():
                return self.counter(tree.counter, self.scope.you)
            case grammar.AmountRule() | grammar.PrimaryRule():
                return self.layout.rules[tree.rule]
            case grammar.AmountBound() | grammar.PrimaryBound():
                return self.scope.one(tree.bound)

    def counter(self, name: str, player: int) -> int:
        if not self.program.counters[name].each:
            return self.scope.counters[name]
        return self.code.emit_value("load", self.scope.counters[name], player)

    def worked_out(self, value: Value[grammar.Value]) -> int:
        """Compiles a named value, with a branch for each option of its rule."""
        first = next(iter(value.said.values()))  # the path, because a term of the score can have the name of a number
        if first.path in self.working_out:
            raise fail(
                f"numbers.{value.name} depends on itself; remove it from its own sentence, or from those that it reads",
                first.place,
            )
        self.working_out.append(first.path)
        kept, here, where = self.scope.bound, self.scope.here, self.scope.where_said
        self.scope.bound, self.scope.here = {}, -1
        if not value.rule:
            result = self.sentence_value(value.said[""])
        else:
            result = self.code.copy(self.code.temp(), ZERO)
            for option, said in value.said.items():
                with self.code.when(self.scope.is_option(value.rule, option)):
                    self.code.copy(result, self.sentence_value(said))
        self.scope.bound, self.scope.here, self.scope.where_said = kept, here, where
        self.working_out.pop()  # not after a fault, which names the outermost value
        return result

    def sentence_value(self, said: Said[grammar.Value]) -> int:
        self.scope.where_said = said.place
        return self.value(said.tree)

    def value(self, tree: grammar.Worked) -> int:
        if (hoisted := self.scope.hoisted.get(id(tree))) is not None:
            return hoisted
        match tree:
            case grammar.Reckoned():
                return self._reckoned(tree, self.value(tree.left), self.value(tree.right))
            case grammar.UnaryMinus():
                return self.code.signed(self.value(tree.unary), False)
            case grammar.UnaryPlain():
                return self.value(tree.primary)
            case grammar.ValueSum():
                return self.value(tree.sum)
            case grammar.ValueForEach():
                return self._for_each(tree)
            case grammar.ValueForEachField() | grammar.ValueForEachZone():
                result = self.code.copy(self.code.temp(), ZERO)
                with self.zones.each_value(tree.through):
                    self.add_to(result, tree.value)
                return result
            case grammar.ValueIf():
                return self._provided(tree, ZERO)
            case grammar.ValueIfElse():
                return self._either_value(tree)
            case _:
                return self.primary(tree)

    def _reckoned(self, tree: grammar.Reckoned, left: int, right: int) -> int:
        """Compiles a calculation. Raises InputError if its result is known and out of range."""
        result = self.code.emit_value(_SIGNS[type(tree)], left, right)
        known = self.code.constants | self.known
        if left in known and right in known:
            number = self.known[result] = _REACHED[type(tree)](known[left], known[right])
            if abs(number) > MAX_VALUE:
                sentences = self.program.sentences.items()
                path = next((path for path, said in sentences if said.place == self.scope.where_said), "rules")
                raise self.scope.fault(f"{path}: {number:,} is beyond {MAX_VALUE:,}; use smaller numbers")
        return result

    def _provided(self, tree: grammar.Provided, otherwise: int) -> int:
        result = self.code.copy(self.code.temp(), otherwise)
        with self.holds(tree.condition):
            self.code.copy(result, self.value(tree.sum))
        return result

    def _either_value(self, tree: grammar.ValueIfElse) -> int:
        code = self.code
        if all(isinstance(each, PLAIN) for each in tree.value.walk()):
            result = code.temp()
            code.copy(result, self.value(tree.value))
            with self.holds(tree.condition):
                code.copy(result, self.value(tree.sum))
            return result
        result = code.copy(code.temp(), ZERO)
        test = self.test(tree.condition)
        with code.when(test):
            code.copy(result, self.value(tree.sum))
        with code.when(test.opposite):
            code.copy(result, self.value(tree.value))
        return result

    def _for_each(self, tree: grammar.ValueForEach) -> int:
        result = self.code.copy(self.code.temp(), ZERO)
        noun, card = tree.noun, self.code.temp()
        with self.code.loop("ids", card, self.layout.noun(noun)), self.scope.binding(**{noun: card}):
            self.add_to(result, tree.value)
        return result

    def of_card(self, tree: grammar.ValueForEach, card: int) -> int:
        """Computes the contribution of one card to a sum over cards."""
        result = self.code.copy(self.code.temp(), ZERO)
        with self.scope.binding(**{tree.noun: card}):
            self.add_to(result, tree.value)
        return result

    def add_to(self, total: int, tree: grammar.Value) -> None:
        """Adds a value to a register, or nothing if its condition is false."""
        if not isinstance(tree, grammar.ValueIf):
            self.code.add("add", total, total, self.value(tree))
            return
        with self.holds(tree.condition):
            self.code.add("add", total, total, self.value(tree.sum))

    def primary(self, tree: grammar.Primary) -> int:
        if (hoisted := self.scope.hoisted.get(id(tree))) is not None:
            return hoisted
        code = self.code
        match tree:
            case grammar.PrimaryNumber():
                return code.number(tree.number)
            case grammar.PrimaryBrackets():
                return self.value(tree.value)
            case grammar.PrimaryPlayers():
                return PLAYERS
            case grammar.PrimaryCount():
                return self.groups.count(tree.group)
            case grammar.PrimaryYours():
                return self.counter(tree.counter, self.scope.you)
            case grammar.PrimaryOf():
                return self.counter(tree.counter, self.players.player(tree.player))
            case grammar.PrimaryCard():
                return code.number(self.layout.types[tree.card])
            case grammar.PrimaryConstant():
                return code.number(self.layout.constant(tree.constant))
            case grammar.PrimaryFieldHere():
                return self.field(tree.field, self.scope.here)
            case grammar.PrimaryField():
                return self.field(tree.field, self.players.card(tree.card))
            case grammar.PrimaryName() | grammar.PrimaryCounter() | grammar.PrimaryRule() | grammar.PrimaryBound():
                return self.named_value(tree)
            case _:
                self._compute(result := code.temp(), tree)
                return result

    def _compute(self, result: int, tree: grammar.WorkedOut) -> None:
        """Compiles a value that needs instructions, into a register."""
        code = self.code
        match tree:
            case grammar.PrimaryTable():
                self._looked_up(result, tree)
            case grammar.PrimaryRuns():
                zone = self.zones.single(tree.zone)
                code.add("runs", result, zone.zone, zone.owner, self.layout.fields[tree.field])
            case grammar.PrimaryDie():
                code.add("die", result, self.amount(tree.amount))
            case grammar.PrimarySmaller() | grammar.PrimaryLarger():
                one, two = self.value(tree.one), self.value(tree.two)
                code.add("min" if isinstance(tree, grammar.PrimarySmaller) else "max", result, one, two)
            case grammar.PrimaryNumberOf():
                player = self.players.player(tree.player)
                with self.scope.as_player(player):
                    code.copy(result, self.worked_out(self.program.numbers[tree.number]))
            case grammar.PrimaryHighestOther() | grammar.PrimaryLowestOther() | grammar.PrimarySumOther():
                self.aggregates.of_others(result, tree)
            case (
                grammar.PrimarySumPicked()
                | grammar.PrimaryHighestPicked()
                | grammar.PrimaryLowestPicked()
                | grammar.PrimaryDifferentPicked()
            ):
                self.aggregates.over_picked(result, tree)
            case _:
                self.aggregates.over_cards(result, tree)

    def field(self, field: str, card: int) -> int:
        if card < 0:
            raise self.scope.fault(
                f"expected '{field} of' and a card; you can write '{field}' alone only after 'where'"
            )
        return self.code.emit_value("field", self.layout.fields[field], card)

    def _looked_up(self, result: int, tree: grammar.PrimaryTable) -> None:
        place = self.value(tree.primary)
        for number, value in enumerate(tree.list.values()):
            with self.code.when(Test(GE, place, self.code.number(number))):
                self.code.copy(result, self.value(value))
            if number == 0:
                with self.code.when(Test(LT, place, ZERO)):
                    self.code.copy(result, ZERO)
