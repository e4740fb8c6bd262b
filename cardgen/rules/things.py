"""Cards, players and zones that sentences speak of to instructions, each to the register it is found in."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager

from cardgen.errors import InputError, fail
from cardgen.errors import Place as Where
from cardgen.rules.clauses import Program
from cardgen.rules.code import GE, HOLDER, IT, LT, NE, ONE, PLAYERS, STEP, YOU, ZERO, Code, Place, Test
from cardgen.rules.layout import MOST_CLASSES, Layout
from cardgen.rules.narrowing import fixed, holds_of
from cardgen.rules.parse import Tree

FAR = 1 << 30
Bound = dict[str, int | tuple[int, ...]]


class Things:
    """The instructions of one program; `bound` holds the registers of what was picked or named before."""

    def __init__(self, program: Program, players: int) -> None:
        self.program = program
        self.code = Code()
        self.layout = Layout(program, players, self.code)
        self.bound: Bound = {}
        self.here = -1  # the card that `where` looks at
        self.hoisted: dict[int, int] = {}  # what was worked out before anything moves, by the ids of trees
        self.you = YOU  # the register of whom what is worked out is worked out for
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
        return self.layout.place(zone, self.player(tree.tree("player")) if tree.form == "of" else self.you)

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
            with self._indices(tree, self.you) as place:
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
        kept, self.you = self.you, player
        yield
        self.you = kept

    @contextmanager
    def binding(self, /, **more: int | tuple[int, ...]) -> Iterator[None]:
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
            return self.you
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

    def several(self, name: str) -> tuple[int, ...]:
        """The registers of cards that were picked together, or of the one that was picked."""
        found = self.bound[name]
        return found if isinstance(found, tuple) else (found,)

    def value(self, tree: Tree) -> int:
        """The register of a value."""
        raise NotImplementedError

    def primary(self, tree: Tree) -> int:
        """The register of a value that needs no brackets."""
        raise NotImplementedError

    def fitting(self, card: int, tight: Tree) -> AbstractContextManager[None]:
        """What is written within is done only for a card of which a condition behind `where` holds."""
        raise NotImplementedError

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
        place, (group, asked) = self.place(tree.tree("zone")), self.meant(tree)
        with ExitStack() as within:
            if place:
                within.enter_context(code.loop("types", card, place.zone, place.owner, group))
            else:
                within.enter_context(code.loop("ids", card, group))
                self._count_in(count := code.temp(), tree.tree("zone"), card)
                within.enter_context(code.when(Test(NE, count, ZERO)))
            if asked:
                within.enter_context(self.fitting(card, asked))
            yield card

    def meant(self, tree: Tree) -> tuple[int, Tree | None]:
        """The class of cards that is meant, and what is asked of each as it then is."""
        group = self.layout.noun(tree.word("noun"))
        asked = tree.tree("tight") if tree.form == "where" else None
        if asked is None or not fixed(asked) or len(self.layout.classes) >= MOST_CLASSES:
            return group, asked
        cards = (card for card in self.layout.classes[group] if holds_of(asked, self.layout, card))
        return self.layout.class_of(self.layout.cards[card] for card in cards), None

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
            return found
        group, asked = self.meant(tree)
        if asked:
            code.copy(found, ZERO)
            self.each_card(tree, lambda _, count: code.add("add", found, found, count))
        else:
            self.count_class(found, tree.tree("zone"), group)
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
