"""Values of sentences to instructions, each to the register it is found in."""

from __future__ import annotations

from contextlib import AbstractContextManager

from cardgen.errors import fail
from cardgen.rules.clauses import Said, Value
from cardgen.rules.code import EQ, GE, LT, NE, ONE, PLAYERS, ZERO, Test
from cardgen.rules.layout import HELD_ALL
from cardgen.rules.parse import Tree
from cardgen.rules.picked import PICKED
from cardgen.rules.things import FAR, Things

PLAIN = ("sum", "plain", "number", "rule", "counter", "constant", "players")  # values that are there already


class Values(Things):
    """Numbers, and what else sentences work out."""

    def amount(self, tree: Tree) -> int:
        form = tree.form
        if form == "number":
            return self.code.number(int(tree.word("number")))
        if form == "value":
            return self.value(tree.tree("value"))
        if form == "own":
            return self.counter(tree.word("counter"), self.you)
        return self.named_value(form, tree)

    def named_value(self, form: str, tree: Tree) -> int:
        if form == "name":
            return self.worked_out(self.program.numbers[tree.word("number")])
        if form == "counter":
            return self.counter(tree.word("counter"), self.you)
        if form == "rule":
            return self.layout.rules[tree.word("rule")]
        return self.one(tree.word("bound"))

    def counter(self, name: str, player: int) -> int:
        if not self.program.counters[name].each:
            return self.counters[name]
        found = self.code.temp()
        self.code.add("load", found, self.counters[name], player)
        return found

    def worked_out(self, value: Value) -> int:
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

    def sentence_value(self, said: Said) -> int:
        self.where_said = said.place
        return self.value(said.tree)

    def is_option(self, rule: str, option: str) -> Test:
        return Test(EQ, self.layout.rules[rule], self.code.number(self.layout.constant(option)))

    def value(self, tree: Tree) -> int:
        if (hoisted := self.hoisted.get(id(tree))) is not None:
            return hoisted
        code, form = self.code, tree.form
        if tree.rule in ("sum", "product"):
            left, right = self.value(tree.tree("left")), self.value(tree.tree("right"))
            found = code.temp()
            code.add({"+": "add", "-": "sub", "*": "mul", "/": "div"}[form], found, left, right)
            return found
        if tree.rule == "unary":
            return (
                self._signed(self.value(tree.tree("unary")), False)
                if form == "minus"
                else self.value(tree.tree("primary"))
            )
        if tree.rule != "value":
            return self.primary(tree)
        if form == "sum":
            return self.value(tree.tree("sum"))
        if form == "for_each":
            return self._for_each(tree)
        if form in ("for_each_field", "for_each_zone"):
            found = code.copy(code.temp(), ZERO)
            with self.each_value(tree.word("field" if form == "for_each_field" else "family")):
                self.add_to(found, tree.tree("value"))
            return found
        plain = form == "if" or all(each.form in PLAIN for each in tree.tree("value").walk())
        found = code.copy(code.temp(), self.value(tree.tree("value")) if form == "if_else" and plain else ZERO)
        if plain:
            with self.holds(tree.tree("condition")):
                code.copy(found, self.value(tree.tree("sum")))
            return found
        test = self.test(tree.tree("condition"))
        with code.when(test):
            code.copy(found, self.value(tree.tree("sum")))
        with code.when(test.opposite):
            code.copy(found, self.value(tree.tree("value")))
        return found

    def _for_each(self, tree: Tree) -> int:
        found = self.code.copy(self.code.temp(), ZERO)
        noun, card = tree.word("noun"), self.code.temp()
        with self.code.loop("ids", card, self.layout.noun(noun)), self.binding(**{noun: card}):
            self.add_to(found, tree.tree("value"))
        return found

    def of_card(self, tree: Tree, card: int) -> int:
        """What one card adds to a value that goes through cards."""
        found = self.code.copy(self.code.temp(), ZERO)
        with self.binding(**{tree.word("noun"): card}):
            self.add_to(found, tree.tree("value"))
        return found

    def add_to(self, total: int, tree: Tree) -> None:
        """Adds a value to a register; nothing is worked out of one whose condition does not hold."""
        if tree.form != "if":
            self.code.add("add", total, total, self.value(tree))
            return
        with self.holds(tree.tree("condition")):
            self.code.add("add", total, total, self.value(tree.tree("sum")))

    def primary(self, tree: Tree) -> int:
        if (hoisted := self.hoisted.get(id(tree))) is not None:
            return hoisted
        code, form = self.code, tree.form
        if form == "number":
            return code.number(int(tree.word("number")))
        if form == "brackets":
            return self.value(tree.tree("value"))
        if form == "players":
            return PLAYERS
        if form == "count":
            return self.count(tree.tree("group"))
        if form == "yours":
            return self.counter(tree.word("counter"), self.you)
        if form == "of":
            return self.counter(tree.word("counter"), self.player(tree.tree("player")))
        if form == "card":
            return code.number(self.layout.types[tree.word("card")])
        if form == "constant":
            return code.number(self.layout.constant(tree.word("constant")))
        if form in ("field", "field_here"):
            return self.field(tree.word("field"), self.here if form == "field_here" else self.card(tree.tree("card")))
        if form in ("name", "counter", "rule", "bound"):
            return self.named_value(form, tree)
        found = code.temp()
        if form == "table":
            self._looked_up(found, tree)
        elif form == "runs":
            zone = self.single(tree.tree("zone"))
            code.add("runs", found, zone.zone, zone.owner, self.layout.fields[tree.word("field")])
        elif form == "die":
            code.add("die", found, self.amount(tree.tree("amount")))
        elif form in ("smaller", "larger"):
            one, two = self.value(tree.tree("one")), self.value(tree.tree("two"))
            code.add("min" if form == "smaller" else "max", found, one, two)
        elif form == "number_of":
            player = self.player(tree.tree("player"))
            with self.as_player(player):
                code.copy(found, self.worked_out(self.program.numbers[tree.word("number")]))
        elif form in ("highest_other", "lowest_other", "sum_other"):
            self._of_others(found, form, tree.tree("value"))
        elif form.endswith(PICKED):
            self._over_picked(found, form.removesuffix(PICKED), tree)
        else:  # sum_of, highest, lowest, different
            self._over_cards(found, form, tree)
        return found

    def field(self, field: str, card: int) -> int:
        if card < 0:
            raise self.fault(f"'{field}' of which card? It stands alone only behind 'where'")
        found = self.code.temp()
        self.code.add("field", found, self.layout.fields[field], card)
        return found

    def _looked_up(self, found: int, tree: Tree) -> None:
        place, rest, number = self.value(tree.tree("primary")), tree.tree("list"), 0
        while True:
            last = rest.form == "last"
            with self.code.when(Test(GE, place, self.code.number(number))):
                self.code.copy(found, self.value(rest.tree("value")))
            if number == 0:
                with self.code.when(Test(LT, place, ZERO)):
                    self.code.copy(found, ZERO)
            if last:
                return
            rest, number = rest.tree("list"), number + 1

    def _of_others(self, found: int, form: str, tree: Tree) -> None:
        code = self.code
        none = ZERO if form == "sum_other" else self.code.number(FAR if form == "lowest_other" else -FAR)
        code.copy(found, none)
        with self.players() as player, code.when(Test(NE, player, self.you)), self.as_player(player):
            value = self.value(tree)
            if form == "sum_other":
                code.add("add", found, found, value)
            else:
                code.add("min" if form == "lowest_other" else "max", found, found, value)
        if none != ZERO:
            with code.when(Test(EQ, found, none)):
                code.copy(found, ZERO)

    def _over_picked(self, found: int, form: str, tree: Tree) -> None:
        """The same of cards that were picked together, of which those behind the last one are none."""
        code, cards = self.code, self.several(tree.word("bound"))
        values = [self.field(tree.word("field"), card) for card in cards]
        code.copy(found, values[0] if form in ("highest", "lowest") else ZERO)
        for place, (card, value) in enumerate(zip(cards, values, strict=True)):
            with code.when(Test(GE, card, ZERO)):
                if form in ("highest", "lowest"):
                    code.add("max" if form == "highest" else "min", found, found, value)
                    continue
                fresh = value
                if form == "different":
                    fresh = code.copy(code.temp(), ONE)
                    for other in values[:place]:
                        with code.when(Test(EQ, other, value)):
                            code.copy(fresh, ZERO)
                code.add("add", found, found, fresh)

    def _over_cards(self, found: int, form: str, tree: Tree) -> None:
        code, field, some = self.code, tree.word("field"), tree.tree("some")
        known = self.layout.class_of(self.program.deck.fields[field])
        place, (group, asked) = self.place(some.tree("zone")), self.meant(some)
        if place and asked is None and form in ("sum_of", "different"):
            has = self.layout.both(group, known)
            many = (len(self.layout.values(field)),) if form == "different" else ()
            code.add(form, found, place.zone, place.owner, has, self.layout.fields[field], *many)
            return
        none = code.number({"highest": -FAR, "lowest": FAR}.get(form, 0))
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
            if form == "sum_of":
                product = code.temp()
                code.add("mul", product, value, count)
                code.add("add", found, found, product)
                return
            if form == "different":
                fresh = code.copy(code.temp(), ONE)

                def again(other: int, _: int) -> None:
                    with code.when(Test(LT, other, card)), code.when(Test(EQ, self.field(field, other), value)):
                        code.copy(fresh, ZERO)

                self.each_card(some, again)
                code.add("add", found, found, fresh)
                return
            code.add("max" if form == "highest" else "min", found, found, value)

        self.each_card(some, visit)
        if none != ZERO:
            with code.when(Test(EQ, found, none)):
                code.copy(found, ZERO)

    def holds(self, tree: Tree, wanted: bool = True) -> AbstractContextManager[None]:
        """What is written within is done only where a condition holds, or where it does not."""
        raise NotImplementedError

    def test(self, tree: Tree) -> Test:
        """Whether a condition holds, as a comparison of two registers."""
        raise NotImplementedError
