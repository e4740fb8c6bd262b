"""Cards, players and zones that sentences speak of to instructions, each to the register it is found in."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager

from cardgen.foundations.errors import InputError, fail
from cardgen.foundations.errors import Place as Where
from cardgen.rules import grammar
from cardgen.rules.clauses import Program
from cardgen.rules.code import GE, HOLDER, IT, LT, NE, ONE, PLAYERS, STEP, YOU, ZERO, Code, Place, Test
from cardgen.rules.layout import MOST_CLASSES, Layout
from cardgen.rules.narrowing import fixed, holds_of

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

    def place(self, zone: grammar.Zone) -> Place | None:
        """The one zone meant; None where there may be several, or none."""
        match zone:
            case grammar.ZoneYours() | grammar.ZoneZone():
                return self.layout.place(zone.zone, self.you)
            case grammar.ZoneOf():
                return self.layout.place(zone.zone, self.player(zone.player))
        return None

    def single(self, zone: grammar.Zone) -> Place:
        """The same; a fault where there may be several."""
        if place := self.place(zone):
            return place
        raise self.fault("expected one zone, not several")

    @contextmanager
    def each_place(self, zone: grammar.Zone) -> Iterator[Place]:
        """Every zone meant, one after the other; none of a family where there is none of that number or value."""
        if place := self.place(zone):
            yield place
        elif isinstance(zone, grammar.OfFamily):
            with self._owners(zone) as owner, self._indices(zone, owner) as place:
                yield place
        else:
            with self.players() as player:
                yield self.layout.place(zone.name, player)

    @contextmanager
    def _owners(self, zone: grammar.ZoneOfFamily) -> Iterator[int]:
        """The register of whose zones of a family are meant, or of each player who has some."""
        if not self.program.zones[zone.family].each:
            yield ZERO
            return
        match zone:
            case grammar.ZoneYoursOne() | grammar.ZoneYoursAll() | grammar.ZonePicked():
                yield self.you
            case grammar.ZoneOneOf() | grammar.ZoneAllOf():
                yield self.player(zone.player)
            case _:
                with self.players() as player:
                    yield player

    @contextmanager
    def _indices(self, zone: grammar.ZoneOfFamily, owner: int) -> Iterator[Place]:
        """The zones of a family that one player has, or the table: one of them, or all."""
        code, name, first = self.code, zone.family, self.code.temp()
        many = self.layout.many(name)
        code.add("mul", first, owner, code.number(many))
        number = code.temp()
        if isinstance(zone, grammar.WholeFamily):
            index = code.temp()
            with code.loop("range", index, ZERO, code.number(many)):
                code.add("add", number, first, index)
                yield Place(self.layout.zones[name], number)
            return
        value = self.one(name) if isinstance(zone, grammar.ZonePicked) else self.primary(zone.primary)
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

    def player(self, tree: grammar.Player) -> int:
        """The register that holds a player."""
        code = self.code
        match tree:
            case grammar.PlayerYou():
                return self.you
            case grammar.PlayerFirst():
                return ZERO
            case grammar.PlayerRole():
                return self.roles[tree.role]
            case grammar.PlayerBound():
                return self.one(tree.bound)
            case grammar.PlayerNext():
                code.add("seat", found := code.temp(), HOLDER, STEP)
                return found
            case grammar.PlayerLeft() | grammar.PlayerRight():
                found = code.temp()
                code.add("seat", found, self.player(tree.player), code.number(tree.by))
                return found
            case grammar.PlayerHolding():
                return self._holding(tree)
            case grammar.PlayerMost() | grammar.PlayerFewest():
                return self._best(tree, None)
            case grammar.PlayerMostFrom() | grammar.PlayerFewestFrom():
                return self._best(tree, tree.player)

    def _holding(self, tree: grammar.PlayerHolding) -> int:
        code, found = self.code, self.code.temp()
        card = self.card(tree.card)
        code.copy(found, ZERO)
        with self.players() as player:
            count = code.temp()
            self._count_card(count, self.layout.place(tree.zone, player), card)
            with code.when(Test(NE, count, ZERO)):
                code.copy(found, player)
        return found

    def _best(self, tree: grammar.Best, begin: grammar.Player | None) -> int:
        """Whoever has most of something, or fewest: the first such from where one begins to look."""
        code, found = self.code, self.code.temp()
        best, seat = code.copy(code.temp(), code.number(-FAR)), code.temp()
        code.copy(found, ZERO)
        first = self.player(begin) if begin else ZERO
        with self.players() as player:
            code.add("seat", seat, first, player)
            with self.as_player(seat):
                value = self._signed(self.value(tree.value), tree.most)
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

    def card(self, tree: grammar.Card) -> int:
        """The register that holds a card's number."""
        match tree:
            case grammar.CardIt():
                return IT
            case grammar.CardBound():
                return self.one(tree.bound)
            case grammar.CardTop():
                found = self.code.copy(self.code.temp(), self.code.number(-1))
                with self.each_place(tree.zone) as place:
                    if self.layout.instances[place.zone].listed < 0:
                        raise self.fault("the cards of that zone have no order, so none is the top one")
                    self.code.add("top", found, place.zone, place.owner, self.layout.noun(tree.noun))
                return found
            case grammar.CardCard():
                return self.code.number(self.layout.types[tree.card])

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

    def value(self, tree: grammar.Worked) -> int:
        """The register of a value."""
        raise NotImplementedError

    def primary(self, tree: grammar.Primary) -> int:
        """The register of a value that needs no brackets."""
        raise NotImplementedError

    def fitting(self, card: int, tight: grammar.Tight) -> AbstractContextManager[None]:
        """What is written within is done only for a card of which a condition behind `where` holds."""
        raise NotImplementedError

    # Cards in a zone

    def _count_card(self, found: int, place: Place, card: int) -> None:
        self.code.add("count_card", found, place.zone, place.owner, card)

    def each_card(self, some: grammar.Some, visit: Callable[[int, int], None]) -> None:
        """Instructions for each different card of a group, with the register of how many there are of it."""
        with self.each_different(some) as card:
            self._count_in(count := self.code.temp(), some.zone, card)
            visit(card, count)

    @contextmanager
    def each_different(self, some: grammar.Some) -> Iterator[int]:
        """Each different card of a group, once wherever it lies."""
        code, card = self.code, self.code.temp()
        place, (group, asked) = self.place(some.zone), self.meant(some)
        with ExitStack() as within:
            if place:
                within.enter_context(code.loop("types", card, place.zone, place.owner, group))
            else:
                within.enter_context(code.loop("ids", card, group))
                self._count_in(count := code.temp(), some.zone, card)
                within.enter_context(code.when(Test(NE, count, ZERO)))
            if asked:
                within.enter_context(self.fitting(card, asked))
            yield card

    def meant(self, cards: grammar.Cards | grammar.Some) -> tuple[int, grammar.Tight | None]:
        """The class of cards that is meant, and what is asked of each as it then is."""
        group = self.layout.noun(cards.noun)
        asked = cards.tight if isinstance(cards, grammar.Where) else None
        if asked is None or not fixed(asked) or len(self.layout.classes) >= MOST_CLASSES:
            return group, asked
        those = (card for card in self.layout.classes[group] if holds_of(asked, self.layout, card))
        return self.layout.class_of(self.layout.cards[card] for card in those), None

    def _count_in(self, found: int, zone: grammar.Zone, card: int) -> None:
        """How many copies of a card there are in all zones meant."""
        if place := self.place(zone):
            self._count_card(found, place, card)
            return
        self.code.copy(found, ZERO)
        there = self.code.temp()
        with self.each_place(zone) as place:
            self._count_card(there, place, card)
            self.code.add("add", found, found, there)

    def count(self, tree: grammar.Group) -> int:
        """How many cards there are of a group."""
        match tree:
            case grammar.GroupSome():
                return self.count_some(tree.some)
            case grammar.GroupBound():
                return self._count_copies(tree.zone, self.one(tree.bound))
            case grammar.GroupCard():
                return self._count_copies(tree.zone, self.code.number(self.layout.types[tree.card]))

    def _count_copies(self, zone: grammar.Zone, card: int) -> int:
        found = self.code.temp()
        self._count_in(found, zone, card)
        return found

    def count_some(self, some: grammar.Some) -> int:
        found, code = self.code.temp(), self.code
        group, asked = self.meant(some)
        if asked:
            code.copy(found, ZERO)
            self.each_card(some, lambda _, count: code.add("add", found, found, count))
        else:
            self.count_class(found, some.zone, group)
        return found

    def count_class(self, found: int, zone: grammar.Zone, group: int) -> None:
        """How many cards of a class there are in all zones meant."""
        if place := self.place(zone):
            self.code.add("count", found, place.zone, place.owner, group)
            return
        self.code.copy(found, ZERO)
        there = self.code.temp()
        with self.each_place(zone) as place:
            self.code.add("count", there, place.zone, place.owner, group)
            self.code.add("add", found, found, there)
