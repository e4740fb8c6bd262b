"""Compiles groups of cards in zones: loops over them, and their counts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager

from cardgen.rules import grammar
from cardgen.rules.code import NE, ZERO, Test
from cardgen.rules.compiling.scope import Scope
from cardgen.rules.compiling.zones import ZoneCompiler
from cardgen.rules.layout import MAX_CLASSES
from cardgen.rules.narrowing import fixed, holds_of


class GroupCompiler:
    """Compiles groups of cards to loops, and to registers with counts."""

    # runs the instructions inside only for a card that satisfies a `where` condition
    fitting: Callable[[int, grammar.Tight], AbstractContextManager[None]]

    def __init__(self, scope: Scope, zones: ZoneCompiler) -> None:
        self.scope, self.code, self.layout = scope, scope.code, scope.layout
        self.zones = zones

    def each_card(self, some: grammar.Some, visit: Callable[[int, int], None]) -> None:
        """Loops over the different cards of a group; calls `visit` with the registers of each card and its count."""
        with self.each_different(some) as card:
            self.count_in(count := self.code.temp(), some.zone, card)
            visit(card, count)

    @contextmanager
    def each_different(self, some: grammar.Some) -> Iterator[int]:
        """Loops over the different cards of a group, each once for all its zones."""
        code, card = self.code, self.code.temp()
        place, (group, asked) = self.zones.place(some.zone), self.meant(some)
        with ExitStack() as within:
            if place:
                within.enter_context(code.loop("types", card, place.zone, place.owner, group))
            else:
                within.enter_context(code.loop("ids", card, group))
                self.count_in(count := code.temp(), some.zone, card)
                within.enter_context(code.when(Test(NE, count, ZERO)))
            if asked:
                within.enter_context(self.fitting(card, asked))
            yield card

    def meant(self, cards: grammar.Cards | grammar.Some) -> tuple[int, grammar.Tight | None]:
        """Returns the class of the cards, and the condition on each card."""
        group = self.layout.noun(cards.noun)
        asked = cards.tight if isinstance(cards, grammar.Where) else None
        if asked is None or not fixed(asked) or len(self.layout.classes) >= MAX_CLASSES:
            return group, asked
        those = (card for card in self.layout.classes[group] if holds_of(asked, self.layout, card))
        return self.layout.class_of(self.layout.cards[card] for card in those), None

    def count_in(self, result: int, zone: grammar.Zone, card: int) -> None:
        """Counts the copies of a card in all zones of an expression."""
        self._count("count_card", result, zone, card)

    def count_class(self, result: int, zone: grammar.Zone, group: int) -> None:
        """Counts the cards of a class in all zones of an expression."""
        self._count("count", result, zone, group)

    def _count(self, how: str, result: int, zone: grammar.Zone, what: int) -> None:
        code = self.code
        if place := self.zones.place(zone):
            code.add(how, result, place.zone, place.owner, what)
            return
        code.copy(result, ZERO)
        there = code.temp()
        with self.zones.each_place(zone) as place:
            code.add(how, there, place.zone, place.owner, what)
            code.add("add", result, result, there)

    def count(self, tree: grammar.Group) -> int:
        """Counts the cards of a group."""
        match tree:
            case grammar.GroupSome():
                return self.count_some(tree.some)
            case grammar.GroupBound():
                return self._count_copies(tree.zone, self.scope.one(tree.bound))
            case grammar.GroupCard():
                return self._count_copies(tree.zone, self.code.number(self.layout.types[tree.card]))

    def _count_copies(self, zone: grammar.Zone, card: int) -> int:
        result = self.code.temp()
        self.count_in(result, zone, card)
        return result

    def count_some(self, some: grammar.Some) -> int:
        result, code = self.code.temp(), self.code
        group, asked = self.meant(some)
        if asked:
            code.copy(result, ZERO)
            self.each_card(some, lambda _, count: code.add("add", result, result, count))
        else:
            self.count_class(result, some.zone, group)
        return result
