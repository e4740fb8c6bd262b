"""Values, conditions, cards, players and zones of sentences to instructions, each to the register it is found in."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

from cardgen.errors import InputError, fail
from cardgen.errors import Place as Where
from cardgen.rules.clauses import Program, Said, Value
from cardgen.rules.code import EQ, GE, HOLDER, IT, LT, MASK, NE, ONE, PLAYERS, STEP, YOU, ZERO, Code, Place, Test
from cardgen.rules.layout import HELD_ALL, Layout
from cardgen.rules.parse import Tree

NO, YES = "no", "yes"
FAR = 1 << 30
PLAIN = ("sum", "plain", "number", "rule", "counter", "constant", "players")  # values that are there already
Bound = dict[str, int | tuple[int, ...]]


class Values:
    """The instructions of one program; `bound` holds the registers of what was picked or named before."""

    def __init__(self, program: Program, players: int) -> None:
        self.program = program
        self.code = Code()
        self.layout = Layout(program, players, self.code)
        self.bound: Bound = {}
        self.here = -1  # the card that `where` looks at
        self.where_said: Where | None = None  # the sentence that is worked out
        self.counters: dict[str, int] = {}
        for name, counter in program.counters.items():
            self.counters[name] = self.code.keep(counter.start)
            for _ in range(players - 1 if counter.each else 0):
                self.code.keep(counter.start)
        self.roles = {name: self.code.keep() for name in program.roles}
        self._within: list[str] = []  # the paths of values that are worked out within one another

    # Things

    def place(self, tree: Tree) -> Place | None:
        """The one zone meant; None where there may be several, or none."""
        if "family" in tree.parts or tree.form == "each":
            return None
        zone = tree.word("zone")
        return self.layout.place(zone, self.player(tree.tree("player")) if tree.form == "of" else YOU)

    def single(self, tree: Tree) -> Place:
        """The same; a fault where there may be several."""
        if place := self.place(tree):
            return place
        raise self.fault("expected one zone, not several")

    @contextmanager
    def each_place(self, tree: Tree) -> Iterator[Place]:
        """Every zone meant, one after the other; none of a family where there is none of that number or value."""
        if place := self.place(tree):
            yield place
        elif tree.form == "each":
            with self.players() as player:
                yield self.layout.place(tree.word("zone"), player)
        elif not self.program.zones[tree.word("family")].each:
            with self._indices(tree, ZERO) as place:
                yield place
        elif tree.form in ("yours_one", "yours_all", "picked"):
            with self._indices(tree, YOU) as place:
                yield place
        elif "player" in tree.parts:
            with self._indices(tree, self.player(tree.tree("player"))) as place:
                yield place
        else:
            with self.players() as player, self._indices(tree, player) as place:
                yield place

    @contextmanager
    def _indices(self, tree: Tree, owner: int) -> Iterator[Place]:
        """The zones of a family that one player has, or the table: one of them, or all."""
        code, name, first = self.code, tree.word("family"), self.code.temp()
        many = self.layout.many(name)
        code.add("mul", first, owner, code.number(many))
        number = code.temp()
        if tree.form in ("all", "yours_all", "all_of"):
            index = code.temp()
            with code.loop("range", index, ZERO, code.number(many)):
                code.add("add", number, first, index)
                yield Place(self.layout.zones[name], number)
            return
        value = self.one(name) if tree.form == "picked" else self.primary(tree.tree("primary"))
        index = self.index(name, value)
        with code.when(Test(GE, index, ZERO)):
            code.add("add", number, first, index)
            yield Place(self.layout.zones[name], number)

    def index(self, name: str, value: int) -> int:
        """The place of a value among those of a field or a family, or -1."""
        code, found = self.code, self.code.temp()
        by = self.program.zones[name].by if name in self.program.zones else name
        if isinstance(by, str):
            code.add("value_index", found, self.layout.fields[by], value, len(self.layout.values(by)))
            return found
        code.add("sub", found, value, ONE)
        with code.when(Test(LT, code.number(by or 0), value)):
            code.copy(found, code.number(-1))
        return found

    @contextmanager
    def each_value(self, name: str) -> Iterator[int]:
        """Every value of a field, or number or value of a family, bound under its name; yields its place."""
        index, value = self.code.temp(), self.code.temp()
        with self.code.loop("range", index, ZERO, self.code.number(len(self.program.values(name)))):
            self.value_at(value, name, index)
            with self.binding(**{name: value}):
                yield index

    def value_at(self, into: int, name: str, index: int) -> None:
        """The value at a place among those of a field or a family."""
        by = self.program.zones[name].by if name in self.program.zones else name
        if isinstance(by, str):
            self.code.add("value_at", into, self.layout.fields[by], index)
        else:
            self.code.add("add", into, index, ONE)

    def fault(self, message: str) -> InputError:
        return fail(message, self.where_said)

    @contextmanager
    def as_player(self, player: int) -> Iterator[None]:
        """What is worked out within is worked out for that player."""
        kept = self.code.copy(self.code.temp(), YOU)
        self.code.copy(YOU, player)
        yield
        self.code.copy(YOU, kept)

    @contextmanager
    def binding(self, **more: int | tuple[int, ...]) -> Iterator[None]:
        kept, self.bound = self.bound, {**self.bound, **more}
        yield
        self.bound = kept

    @contextmanager
    def players(self) -> Iterator[int]:
        """Each player in turn, from the first seat; the register that counts them."""
        player = self.code.temp()
        with self.code.loop("range", player, ZERO, PLAYERS):
            yield player

    def player(self, tree: Tree) -> int:
        """The register that holds a player."""
        code, form = self.code, tree.form
        if form == "you":
            return YOU
        if form == "first":
            return ZERO
        if form == "role":
            return self.roles[tree.word("role")]
        if form == "bound":
            return self.one(tree.word("bound"))
        found = code.temp()
        if form == "next":
            code.add("seat", found, HOLDER, STEP)
        elif form in ("left", "right"):
            code.add("seat", found, self.player(tree.tree("player")), ONE if form == "left" else code.number(-1))
        elif form == "holding":
            card, zone = self.card(tree.tree("card")), tree.word("zone")
            code.copy(found, ZERO)
            with self.players() as player:
                count = code.temp()
                self._count_card(count, self.layout.place(zone, player), card)
                with code.when(Test(NE, count, ZERO)):
                    code.copy(found, player)
        else:  # most, fewest, and with whom one begins to look
            best, seat = code.copy(code.temp(), code.number(-FAR)), code.temp()
            code.copy(found, ZERO)
            first = self.player(tree.tree("player")) if form.endswith("_from") else ZERO
            with self.players() as player:
                code.add("seat", seat, first, player)
                with self.as_player(seat):
                    value = self._signed(self.value(tree.tree("value")), form.startswith("most"))
                with code.when(Test(LT, best, value)):
                    code.copy(best, value)
                    code.copy(found, seat)
        return found

    def _signed(self, register: int, plus: bool) -> int:
        if plus:
            return register
        found = self.code.temp()
        self.code.add("sub", found, ZERO, register)
        return found

    def card(self, tree: Tree) -> int:
        """The register that holds a card's number."""
        if tree.form == "it":
            return IT
        if tree.form == "bound":
            return self.one(tree.word("bound"))
        if tree.form == "top":
            found = self.code.copy(self.code.temp(), self.code.number(-1))
            with self.each_place(tree.tree("zone")) as place:
                if self.layout.instances[place.zone].listed < 0:
                    raise self.fault("the cards of that zone have no order, so none is the top one")
                self.code.add("top", found, place.zone, place.owner, self.layout.noun(tree.word("noun")))
            return found
        return self.code.number(self.layout.types[tree.word("card")])

    def one(self, name: str) -> int:
        """The register of a single thing that was picked."""
        found = self.bound[name]
        if isinstance(found, tuple):
            raise self.fault(f"'{name}' is several cards, and one is expected here")
        return found

    # Numbers

    def amount(self, tree: Tree) -> int:
        form = tree.form
        if form == "number":
            return self.code.number(int(tree.word("number")))
        if form == "value":
            return self.value(tree.tree("value"))
        if form == "own":
            return self.counter(tree.word("counter"), YOU)
        return self.named(form, tree)

    def named(self, form: str, tree: Tree) -> int:
        if form == "name":
            return self.worked_out(self.program.numbers[tree.word("number")])
        if form == "counter":
            return self.counter(tree.word("counter"), YOU)
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
            found = self.said(value.said[""])
        else:
            found = self.code.copy(self.code.temp(), ZERO)
            for option, said in value.said.items():
                with self.code.when(self.is_option(value.rule, option)):
                    self.code.copy(found, self.said(said))
        self.bound, self.here = kept, here
        self._within.pop()
        return found

    def said(self, said: Said) -> int:
        self.where_said = said.place
        return self.value(said.tree)

    def is_option(self, rule: str, option: str) -> Test:
        return Test(EQ, self.layout.rules[rule], self.code.number(self.layout.constant(option)))

    def value(self, tree: Tree) -> int:
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

    def add_to(self, total: int, tree: Tree) -> None:
        """Adds a value to a register; nothing is worked out of one whose condition does not hold."""
        if tree.form != "if":
            self.code.add("add", total, total, self.value(tree))
            return
        with self.holds(tree.tree("condition")):
            self.code.add("add", total, total, self.value(tree.tree("sum")))

    def primary(self, tree: Tree) -> int:
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
            return self.counter(tree.word("counter"), YOU)
        if form == "of":
            return self.counter(tree.word("counter"), self.player(tree.tree("player")))
        if form == "card":
            return code.number(self.layout.types[tree.word("card")])
        if form == "constant":
            return code.number(self.layout.constant(tree.word("constant")))
        if form in ("field", "field_here"):
            return self.field(tree.word("field"), self.here if form == "field_here" else self.card(tree.tree("card")))
        if form in ("name", "counter", "rule", "bound"):
            return self.named(form, tree)
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
        first = code.copy(code.temp(), ONE)
        code.copy(found, ZERO)
        with self.players() as player, code.when(Test(NE, player, YOU)), self.as_player(player):
            value = self.value(tree)
            if form == "sum_other":
                code.add("add", found, found, value)
            else:
                code.add("min" if form == "lowest_other" else "max", value_of := code.temp(), found, value)
                with code.when(Test(NE, first, ZERO)):
                    code.copy(value_of, value)
                code.copy(found, value_of)
                code.copy(first, ZERO)

    def _over_cards(self, found: int, form: str, tree: Tree) -> None:
        code, field, some = self.code, tree.word("field"), tree.tree("some")
        code.copy(found, ZERO)
        first = code.copy(code.temp(), ONE)

        known = self.layout.class_of(self.program.deck.fields[field])

        def visit(card: int, count: int) -> None:
            if known == HELD_ALL:
                told(card, count)
                return
            code.add("is_in", has := code.temp(), card, known)
            with code.when(Test(NE, has, ZERO)):
                told(card, count)

        def told(card: int, count: int) -> None:
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
            with code.when(Test(NE, first, ZERO)):
                code.copy(found, value)
                code.copy(first, ZERO)
            code.add("max" if form == "highest" else "min", found, found, value)

        self.each_card(some, visit)

    # Cards in a zone

    def _count_card(self, found: int, place: Place, card: int) -> None:
        self.code.add("count_card", found, place.zone, place.owner, card)

    def each_card(self, tree: Tree, visit: Callable[[int, int], None]) -> None:
        """Instructions for each different card of a group, with the register of how many there are of it."""
        with self.each_different(tree) as card:
            self._count_in(count := self.code.temp(), tree.tree("zone"), card)
            visit(card, count)

    @contextmanager
    def each_different(self, tree: Tree) -> Iterator[int]:
        """Each different card of a group, once wherever it lies."""
        code, card = self.code, self.code.temp()
        place, group = self.place(tree.tree("zone")), self.layout.noun(tree.word("noun"))
        with ExitStack() as within:
            if place:
                within.enter_context(code.loop("types", card, place.zone, place.owner, group))
            else:
                within.enter_context(code.loop("ids", card, group))
                self._count_in(count := code.temp(), tree.tree("zone"), card)
                within.enter_context(code.when(Test(NE, count, ZERO)))
            if tree.form == "where":
                within.enter_context(self.fitting(card, tree.tree("tight")))
            yield card

    def _count_in(self, found: int, zone: Tree, card: int) -> None:
        """How many copies of a card there are in all zones meant."""
        if place := self.place(zone):
            self._count_card(found, place, card)
            return
        self.code.copy(found, ZERO)
        there = self.code.temp()
        with self.each_place(zone) as place:
            self._count_card(there, place, card)
            self.code.add("add", found, found, there)

    def fits(self, card: int, tight: Tree) -> Test:
        kept, self.here = self.here, card
        test = self.test(tight)
        self.here = kept
        return test

    def count(self, tree: Tree) -> int:
        """How many cards there are of a group."""
        if tree.form == "some":
            return self.count(tree.tree("some"))
        found, code = self.code.temp(), self.code
        if tree.rule == "group":
            card = (
                self.one(tree.word("bound"))
                if tree.form == "bound"
                else code.number(self.layout.types[tree.word("card")])
            )
            self._count_in(found, tree.tree("zone"), card)
        elif tree.form == "in":
            self.count_class(found, tree.tree("zone"), self.layout.noun(tree.word("noun")))
        else:
            code.copy(found, ZERO)
            self.each_card(tree, lambda _, count: code.add("add", found, found, count))
        return found

    def count_class(self, found: int, zone: Tree, group: int) -> None:
        """How many cards of a class there are in all zones meant."""
        if place := self.place(zone):
            self.code.add("count", found, place.zone, place.owner, group)
            return
        self.code.copy(found, ZERO)
        there = self.code.temp()
        with self.each_place(zone) as place:
            self.code.add("count", there, place.zone, place.owner, group)
            self.code.add("add", found, found, there)

    # Conditions

    @contextmanager
    def holds(self, tree: Tree, wanted: bool = True) -> Iterator[None]:
        """What is written within is done only where a condition holds, or where it does not."""
        if tree.form == "not":
            with self.holds(tree.tree("test"), not wanted):
                yield
        elif tree.form == "brackets":
            with self.holds(tree.tree("condition"), wanted):
                yield
        elif tree.rule in ("condition", "both") and (tree.form == "and") == wanted:
            with self.holds(tree.tree("left"), wanted), self.holds(tree.tree("right"), wanted):
                yield
        else:
            test = self.test(tree)
            with self.code.when(test if wanted else test.opposite):
                yield

    @contextmanager
    def fitting(self, card: int, tight: Tree) -> Iterator[None]:
        """The same for what is asked of a card behind `where`."""
        kept, self.here = self.here, card
        with self.holds(tight):
            self.here = kept
            yield

    def go_unless(self, label: int, tree: Tree, wanted: bool = True) -> None:
        """Goes on at a label where a condition does not hold, or where it does."""
        if tree.form == "not":
            self.go_unless(label, tree.tree("test"), not wanted)
        elif tree.form == "brackets":
            self.go_unless(label, tree.tree("condition"), wanted)
        elif tree.rule in ("condition", "both") and (tree.form == "and") == wanted:
            self.go_unless(label, tree.tree("left"), wanted)
            self.go_unless(label, tree.tree("right"), wanted)
        else:
            test = self.test(tree)
            self.code.go(label, test.opposite if wanted else test)

    def test(self, tree: Tree) -> Test:
        code, form = self.code, tree.form
        if tree.rule in ("condition", "both"):
            found = code.copy(code.temp(), ONE if form == "or" else ZERO)
            left = self.test(tree.tree("left"))
            with code.when(left.opposite if form == "or" else left):
                right = self.test(tree.tree("right"))
                with code.when(right.opposite if form == "or" else right):
                    code.copy(found, ZERO if form == "or" else ONE)
            return Test(NE, found, ZERO)
        if tree.rule == "having":
            return self.having(tree)
        if form == "not":
            return self.test(tree.tree("test")).opposite
        if form == "brackets":
            return self.test(tree.tree("condition"))
        if form == "having":
            return self.having(tree.tree("having"))
        if form in ("any_player", "every_player"):
            every = form == "every_player"
            found = code.copy(code.temp(), ONE if every else ZERO)
            with self.players() as player, self.as_player(player):
                test = self.having(tree.tree("having"))
                with code.when(test.opposite if every else test):
                    code.copy(found, ZERO if every else ONE)
            return Test(NE, found, ZERO)
        if form == "has":
            found, player = code.temp(), self.player(tree.tree("player"))
            with self.as_player(player):
                self.truth(found, self.having(tree.tree("having")))
            return Test(NE, found, ZERO)
        if form == "can":
            return Test(NE, self.possible(tree.word("action")), ZERO)
        if form in ("is_kind", "is_not_kind"):
            found = code.temp()
            code.add("is_in", found, self.card(tree.tree("card")), self.layout.noun(tree.word("noun")))
            return Test(NE if form == "is_kind" else EQ, found, ZERO)
        if form in ("is_card", "is_not_card"):
            card = code.number(self.layout.types[tree.word("card")])
            return Test(EQ if form == "is_card" else NE, self.card(tree.tree("one")), card)
        if form in ("is_player", "is_not_player"):
            one, two = self.player(tree.tree("one")), self.player(tree.tree("two"))
            return Test(EQ if form == "is_player" else NE, one, two)
        if form in ("most_of", "fewest_of"):
            return Test(EQ, self.value(tree.tree("one")), self._extreme(form == "most_of", tree.tree("some")))
        if form == "yes":
            return Test(EQ, self._yes(self.primary(tree.tree("primary"))), ONE)
        one, two = self.value(tree.tree("one")), self.value(tree.tree("two"))
        return {
            "is": Test(EQ, one, two),
            "is_not": Test(NE, one, two),
            "at_least": Test(GE, one, two),
            "less": Test(LT, one, two),
            "at_most": Test(GE, two, one),
            "more": Test(LT, two, one),
        }[form]

    def truth(self, found: int, test: Test) -> None:
        self.code.copy(found, ZERO)
        with self.code.when(test):
            self.code.copy(found, ONE)

    def _yes(self, register: int) -> int:
        """1 for the number 1 and for the word `yes`."""
        found = self.code.copy(self.code.temp(), register)
        with self.code.when(Test(EQ, register, self.code.number(self.layout.constant(YES)))):
            self.code.copy(found, ONE)
        return found

    def having(self, tree: Tree) -> Test:
        there = self.count(tree.tree("some"))
        if tree.form in ("no", "any"):
            return Test(EQ if tree.form == "no" else NE, there, ZERO)
        wanted = self.amount(tree.tree("amount"))
        return {
            "at_least": Test(GE, there, wanted),
            "at_most": Test(GE, wanted, there),
            "exactly": Test(EQ, there, wanted),
            "fewer": Test(LT, there, wanted),
            "more": Test(LT, wanted, there),
        }[tree.form]

    def _extreme(self, most: bool, some: Tree) -> int:
        """Of the kind of card of which there is most, or least, how many."""
        code, card = self.code, self.code.temp()
        best = code.copy(code.temp(), code.number(-FAR if most else FAR))
        with code.loop("ids", card, self.layout.noun(some.word("noun"))):
            count = code.temp()
            self._count_in(count, some.tree("zone"), card)
            code.add("max" if most else "min", best, best, count)
        return best

    def possible(self, action: str) -> int:
        """1 in a register where an action may be chosen."""
        raise NotImplementedError

    def masked(self, player: int) -> Test:
        """Whether a player is among those that are left."""
        bit = self.code.temp()
        self.code.add("bit", bit, MASK, player)
        return Test(NE, bit, ZERO)
