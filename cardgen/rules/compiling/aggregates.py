"""Compiles aggregates over cards, picked cards or other players: sums, extremes and counts of different values."""

from __future__ import annotations

from collections.abc import Callable

from cardgen.rules import grammar
from cardgen.rules.code import EQ, GE, LT, NE, ONE, ZERO, Test
from cardgen.rules.compiling.groups import GroupCompiler
from cardgen.rules.compiling.scope import BEYOND_ALL, Scope
from cardgen.rules.compiling.zones import ZoneCompiler
from cardgen.rules.layout import HELD_ALL

_EXTREMES: dict[type[grammar.Tree], str] = {
    grammar.PrimaryHighest: "max",
    grammar.PrimaryLowest: "min",
    grammar.PrimaryHighestPicked: "max",
    grammar.PrimaryLowestPicked: "min",
}


class AggregateCompiler:
    """Compiles aggregates to registers."""

    value: Callable[[grammar.Worked], int]  # the register of a value
    field: Callable[[str, int], int]  # the register of a card's field

    def __init__(self, scope: Scope, zones: ZoneCompiler, groups: GroupCompiler) -> None:
        self.scope, self.code, self.layout, self.program = scope, scope.code, scope.layout, scope.program
        self.zones, self.groups = zones, groups

    def of_others(self, result: int, tree: grammar.OfOthers) -> None:
        code = self.code
        how, begin = {
            grammar.PrimarySumOther: ("add", 0),
            grammar.PrimaryLowestOther: ("min", BEYOND_ALL),
            grammar.PrimaryHighestOther: ("max", -BEYOND_ALL),
        }[type(tree)]
        none = code.number(begin)
        code.copy(result, none)
        with (
            self.code.each_player() as player,
            code.when(Test(NE, player, self.scope.you)),
            self.scope.as_player(player),
        ):
            code.add(how, result, result, self.value(tree.value))
        self._none_is_zero(result, none)

    def _none_is_zero(self, result: int, none: int) -> None:
        """Replaces the result of an aggregate over nothing with 0."""
        if none != ZERO:
            with self.code.when(Test(EQ, result, none)):
                self.code.copy(result, ZERO)

    def over_picked(self, result: int, tree: grammar.OverPicked) -> None:
        """Compiles an aggregate over cards that were picked together; unused registers of the pick are empty."""
        code, cards, how = self.code, self.scope.several(tree.bound), _EXTREMES.get(type(tree))
        values = [self.field(tree.field, card) for card in cards]
        code.copy(result, values[0] if how else ZERO)
        for place, (card, value) in enumerate(zip(cards, values, strict=True)):
            with code.when(Test(GE, card, ZERO)):
                if how:
                    code.add(how, result, result, value)
                    continue
                fresh = value
                if isinstance(tree, grammar.PrimaryDifferentPicked):
                    fresh = code.copy(code.temp(), ONE)
                    for other in values[:place]:
                        with code.when(Test(EQ, other, value)):
                            code.copy(fresh, ZERO)
                code.add("add", result, result, fresh)

    def over_cards(self, result: int, tree: grammar.OverCards) -> None:
        code, field, some = self.code, tree.field, tree.some
        how, different = _EXTREMES.get(type(tree)), isinstance(tree, grammar.PrimaryDifferent)
        known = self.layout.class_of(self.program.deck.fields[field])
        place, (group, asked) = self.zones.place(some.zone), self.groups.meant(some)
        if place and asked is None and not how:
            has = self.layout.both(group, known)
            many = (len(self.layout.values(field)),) if different else ()
            code.add(tree.form, result, place.zone, place.owner, has, self.layout.fields[field], *many)
            return
        none = code.number({"max": -BEYOND_ALL, "min": BEYOND_ALL}.get(how or "", 0))
        code.copy(result, none)

        def visit(card: int, count: int) -> None:
            if known == HELD_ALL:
                add_card(card, count)
                return
            with code.when(Test(NE, code.emit_value("is_in", card, known), ZERO)):
                add_card(card, count)

        def add_card(card: int, count: int) -> None:
            value = self.field(field, card)
            if how:
                code.add(how, result, result, value)
            elif different:
                self._add_if_new(result, tree, card, value)
            else:
                code.add("add", result, result, code.emit_value("mul", value, count))

        self.groups.each_card(some, visit)
        self._none_is_zero(result, none)

    def _add_if_new(self, result: int, tree: grammar.OverCards, card: int, value: int) -> None:
        """Counts a card's value unless an earlier card has the same."""
        code = self.code
        fresh = code.copy(code.temp(), ONE)

        def again(other: int, _: int) -> None:
            with code.when(Test(LT, other, card)), code.when(Test(EQ, self.field(tree.field, other), value)):
                code.copy(fresh, ZERO)

        self.groups.each_card(tree.some, again)
        code.add("add", result, result, fresh)
