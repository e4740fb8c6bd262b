"""Values of sentences to instructions, each to the register it is found in."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext

from cardgen.foundations.errors import fail
from cardgen.rules import grammar
from cardgen.rules.clauses import Said, Value
from cardgen.rules.code import EQ, GE, LT, NE, ONE, PLAYERS, ZERO, Test
from cardgen.rules.layout import HELD_ALL
from cardgen.rules.things import FAR, Things

# values that are there already
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
_EXTREMES: dict[type[grammar.Tree], str] = {
    grammar.PrimaryHighest: "max",
    grammar.PrimaryLowest: "min",
    grammar.PrimaryHighestPicked: "max",
    grammar.PrimaryLowestPicked: "min",
}


class Values(Things):
    """Numbers, and what else sentences work out."""

    def amount(self, tree: grammar.Amount) -> int:
        match tree:
            case grammar.AmountNumber():
                return self.code.number(tree.number)
            case grammar.AmountValue():
                return self.value(tree.value)
            case grammar.AmountOwn():
                return self.counter(tree.counter, self.you)
            case _:
                return self.named_value(tree)

    def named_value(self, tree: grammar.NamedValue) -> int:
        match tree:
            case grammar.AmountName() | grammar.PrimaryName():
                return self.worked_out(self.program.numbers[tree.number])
            case grammar.AmountCounter() | grammar.PrimaryCounter():
                return self.counter(tree.counter, self.you)
            case grammar.AmountRule() | grammar.PrimaryRule():
                return self.layout.rules[tree.rule]
            case grammar.AmountBound() | grammar.PrimaryBound():
                return self.one(tree.bound)

    def counter(self, name: str, player: int) -> int:
        if not self.program.counters[name].each:
            return self.counters[name]
        found = self.code.temp()
        self.code.add("load", found, self.counters[name], player)
        return found

    def worked_out(self, value: Value[grammar.Value]) -> int:
        """A named value, by the rule that it depends on."""
        first = next(iter(value.said.values()))  # a score may have the name of a number
        if first.path in self._within:
            raise fail(f"numbers.{value.name} depends on itself", first.place)
        self._within.append(first.path)
        kept, here = self.bound, self.here
        self.bound, self.here = {}, -1
        if not value.rule:
            found = self.sentence_value(value.said[""])
        else:
            found = self.code.copy(self.code.temp(), ZERO)
            for option, said in value.said.items():
                with self.code.when(self.is_option(value.rule, option)):
                    self.code.copy(found, self.sentence_value(said))
        self.bound, self.here = kept, here
        self._within.pop()
        return found

    def sentence_value(self, said: Said[grammar.Value]) -> int:
        self.where_said = said.place
        return self.value(said.tree)

    def is_option(self, rule: str, option: str) -> Test:
        return Test(EQ, self.layout.rules[rule], self.code.number(self.layout.constant(option)))

    def under(self, rule: str, option: str) -> AbstractContextManager[None]:
        """What is written within is done only where a rule is set to an option; without a rule, always."""
        return self.code.when(self.is_option(rule, option)) if rule else nullcontext()

    def value(self, tree: grammar.Worked) -> int:
        if (hoisted := self.hoisted.get(id(tree))) is not None:
            return hoisted
        match tree:
            case grammar.Reckoned():
                left, right = self.value(tree.left), self.value(tree.right)
                self.code.add(_SIGNS[type(tree)], found := self.code.temp(), left, right)
                return found
            case grammar.UnaryMinus():
                return self._signed(self.value(tree.unary), False)
            case grammar.UnaryPlain():
                return self.value(tree.primary)
            case grammar.ValueSum():
                return self.value(tree.sum)
            case grammar.ValueForEach():
                return self._for_each(tree)
            case grammar.ValueForEachField() | grammar.ValueForEachZone():
                found = self.code.copy(self.code.temp(), ZERO)
                with self.each_value(tree.through):
                    self.add_to(found, tree.value)
                return found
            case grammar.ValueIf():
                return self._provided(tree, ZERO)
            case grammar.ValueIfElse():
                return self._either_value(tree)
            case _:
                return self.primary(tree)

    def _provided(self, tree: grammar.Provided, otherwise: int) -> int:
        found = self.code.copy(self.code.temp(), otherwise)
        with self.holds(tree.condition):
            self.code.copy(found, self.value(tree.sum))
        return found

    def _either_value(self, tree: grammar.ValueIfElse) -> int:
        code = self.code
        if all(isinstance(each, PLAIN) for each in tree.value.walk()):
            found = code.temp()
            code.copy(found, self.value(tree.value))
            with self.holds(tree.condition):
                code.copy(found, self.value(tree.sum))
            return found
        found = code.copy(code.temp(), ZERO)
        test = self.test(tree.condition)
        with code.when(test):
            code.copy(found, self.value(tree.sum))
        with code.when(test.opposite):
            code.copy(found, self.value(tree.value))
        return found

    def _for_each(self, tree: grammar.ValueForEach) -> int:
        found = self.code.copy(self.code.temp(), ZERO)
        noun, card = tree.noun, self.code.temp()
        with self.code.loop("ids", card, self.layout.noun(noun)), self.binding(**{noun: card}):
            self.add_to(found, tree.value)
        return found

    def of_card(self, tree: grammar.ValueForEach, card: int) -> int:
        """What one card adds to a value that goes through cards."""
        found = self.code.copy(self.code.temp(), ZERO)
        with self.binding(**{tree.noun: card}):
            self.add_to(found, tree.value)
        return found

    def add_to(self, total: int, tree: grammar.Value) -> None:
        """Adds a value to a register; nothing is worked out of one whose condition does not hold."""
        if not isinstance(tree, grammar.ValueIf):
            self.code.add("add", total, total, self.value(tree))
            return
        with self.holds(tree.condition):
            self.code.add("add", total, total, self.value(tree.sum))

    def primary(self, tree: grammar.Primary) -> int:
        if (hoisted := self.hoisted.get(id(tree))) is not None:
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
                return self.count(tree.group)
            case grammar.PrimaryYours():
                return self.counter(tree.counter, self.you)
            case grammar.PrimaryOf():
                return self.counter(tree.counter, self.player(tree.player))
            case grammar.PrimaryCard():
                return code.number(self.layout.types[tree.card])
            case grammar.PrimaryConstant():
                return code.number(self.layout.constant(tree.constant))
            case grammar.PrimaryFieldHere():
                return self.field(tree.field, self.here)
            case grammar.PrimaryField():
                return self.field(tree.field, self.card(tree.card))
            case grammar.PrimaryName() | grammar.PrimaryCounter() | grammar.PrimaryRule() | grammar.PrimaryBound():
                return self.named_value(tree)
            case _:
                self._work_out(found := code.temp(), tree)
                return found

    def _work_out(self, found: int, tree: grammar.WorkedOut) -> None:
        """Puts into a register what is not there already."""
        code = self.code
        match tree:
            case grammar.PrimaryTable():
                self._looked_up(found, tree)
            case grammar.PrimaryRuns():
                zone = self.single(tree.zone)
                code.add("runs", found, zone.zone, zone.owner, self.layout.fields[tree.field])
            case grammar.PrimaryDie():
                code.add("die", found, self.amount(tree.amount))
            case grammar.PrimarySmaller() | grammar.PrimaryLarger():
                one, two = self.value(tree.one), self.value(tree.two)
                code.add("min" if isinstance(tree, grammar.PrimarySmaller) else "max", found, one, two)
            case grammar.PrimaryNumberOf():
                player = self.player(tree.player)
                with self.as_player(player):
                    code.copy(found, self.worked_out(self.program.numbers[tree.number]))
            case grammar.PrimaryHighestOther() | grammar.PrimaryLowestOther() | grammar.PrimarySumOther():
                self._of_others(found, tree)
            case (
                grammar.PrimarySumPicked()
                | grammar.PrimaryHighestPicked()
                | grammar.PrimaryLowestPicked()
                | grammar.PrimaryDifferentPicked()
            ):
                self._over_picked(found, tree)
            case _:
                self._over_cards(found, tree)

    def field(self, field: str, card: int) -> int:
        if card < 0:
            raise self.fault(f"'{field}' of which card? It stands alone only behind 'where'")
        found = self.code.temp()
        self.code.add("field", found, self.layout.fields[field], card)
        return found

    def _looked_up(self, found: int, tree: grammar.PrimaryTable) -> None:
        place = self.value(tree.primary)
        for number, value in enumerate(tree.list.values()):
            with self.code.when(Test(GE, place, self.code.number(number))):
                self.code.copy(found, self.value(value))
            if number == 0:
                with self.code.when(Test(LT, place, ZERO)):
                    self.code.copy(found, ZERO)

    def _of_others(self, found: int, tree: grammar.OfOthers) -> None:
        code = self.code
        how, begin = {
            grammar.PrimarySumOther: ("add", 0),
            grammar.PrimaryLowestOther: ("min", FAR),
            grammar.PrimaryHighestOther: ("max", -FAR),
        }[type(tree)]
        none = code.number(begin)
        code.copy(found, none)
        with self.players() as player, code.when(Test(NE, player, self.you)), self.as_player(player):
            code.add(how, found, found, self.value(tree.value))
        self._none_is_zero(found, none)

    def _none_is_zero(self, found: int, none: int) -> None:
        """What is worked out over nothing is 0."""
        if none != ZERO:
            with self.code.when(Test(EQ, found, none)):
                self.code.copy(found, ZERO)

    def _over_picked(self, found: int, tree: grammar.OverPicked) -> None:
        """The same of cards that were picked together, of which those behind the last one are none."""
        code, cards, how = self.code, self.several(tree.bound), _EXTREMES.get(type(tree))
        values = [self.field(tree.field, card) for card in cards]
        code.copy(found, values[0] if how else ZERO)
        for place, (card, value) in enumerate(zip(cards, values, strict=True)):
            with code.when(Test(GE, card, ZERO)):
                if how:
                    code.add(how, found, found, value)
                    continue
                fresh = value
                if isinstance(tree, grammar.PrimaryDifferentPicked):
                    fresh = code.copy(code.temp(), ONE)
                    for other in values[:place]:
                        with code.when(Test(EQ, other, value)):
                            code.copy(fresh, ZERO)
                code.add("add", found, found, fresh)

    def _over_cards(self, found: int, tree: grammar.OverCards) -> None:
        code, field, some = self.code, tree.field, tree.some
        how, different = _EXTREMES.get(type(tree)), isinstance(tree, grammar.PrimaryDifferent)
        known = self.layout.class_of(self.program.deck.fields[field])
        place, (group, asked) = self.place(some.zone), self.meant(some)
        if place and asked is None and not how:
            has = self.layout.both(group, known)
            many = (len(self.layout.values(field)),) if different else ()
            code.add(tree.form, found, place.zone, place.owner, has, self.layout.fields[field], *many)
            return
        none = code.number({"max": -FAR, "min": FAR}.get(how or "", 0))
        code.copy(found, none)

        def visit(card: int, count: int) -> None:
            if known == HELD_ALL:
                add_card(card, count)
                return
            code.add("is_in", has := code.temp(), card, known)
            with code.when(Test(NE, has, ZERO)):
                add_card(card, count)

        def add_card(card: int, count: int) -> None:
            value = self.field(field, card)
            if how:
                code.add(how, found, found, value)
            elif different:
                self._add_if_new(found, tree, card, value)
            else:
                code.add("mul", product := code.temp(), value, count)
                code.add("add", found, found, product)

        self.each_card(some, visit)
        self._none_is_zero(found, none)

    def _add_if_new(self, found: int, tree: grammar.OverCards, card: int, value: int) -> None:
        """Counts a card's value where no card before it has the same."""
        code = self.code
        fresh = code.copy(code.temp(), ONE)

        def again(other: int, _: int) -> None:
            with code.when(Test(LT, other, card)), code.when(Test(EQ, self.field(tree.field, other), value)):
                code.copy(fresh, ZERO)

        self.each_card(tree.some, again)
        code.add("add", found, found, fresh)

    def holds(self, tree: grammar.Question, wanted: bool = True) -> AbstractContextManager[None]:
        """What is written within is done only where a condition holds, or where it does not."""
        raise NotImplementedError

    def test(self, tree: grammar.Question) -> Test:
        """Whether a condition holds, as a comparison of two registers."""
        raise NotImplementedError
