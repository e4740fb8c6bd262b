"""Compiles moves of cards: their source and target, how many cards and which."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext

from cardgen.rules import grammar
from cardgen.rules.code import GE, IT, LT, NE, ONE, RANDOM, UP_TO, ZERO, Place, Test
from cardgen.rules.compiling.expressions import Expressions
from cardgen.rules.compiling.hoisting import Fits, Hoister
from cardgen.rules.draws import Draw
from cardgen.rules.layout import HELD_ALL

_HOW: dict[type[grammar.Tree], int] = {
    grammar.MovedUpTo: UP_TO,
    grammar.MovedRandom: RANDOM,
    grammar.MovedUpToRandom: RANDOM,
}

Ends = tuple[int, int, int, int]  # source and target, each with its offset register


class MoveCompiler:
    """Compiles the moves of sentences."""

    def __init__(self, expressions: Expressions, hoister: Hoister) -> None:
        scope = self.scope = expressions.scope
        self.code, self.layout = scope.code, scope.layout
        self.zones, self.groups = expressions.zones, expressions.groups
        self.values, self.conditions = expressions.values, expressions.conditions
        self.hoister = hoister

    def move(self, tree: grammar.Moving, path: str) -> None:
        code, moved, source = self.code, tree.moved, tree.source
        wanted = self._wanted(moved)
        asked = self.hoister.asked_of(moved.cards) if isinstance(moved, grammar.CardsMoved) else nullcontext()
        with asked as fits, self.zones.each_place(tree.target) as target:
            code.add("begin_move")
            if source:
                if not isinstance(moved, grammar.AllMoved) and isinstance(source, grammar.SeveralZones):
                    raise self.scope.fault(
                        "expected one zone to take cards from; only 'all' cards can come from several zones"
                    )
                with self.zones.each_place(source) as place:
                    self._take(moved, place, target, wanted, fits, path)
            else:
                self._gather(moved, target)
            code.add("end_move")
            if isinstance(tree, grammar.DoShuffle):
                code.add("shuffle", target.zone, target.owner)

    def _gather(self, moved: grammar.Moved, target: Place) -> None:
        """Takes cards from every zone, the box first."""
        match moved:
            case grammar.MovedAll(cards=grammar.CardsOfKind(noun=noun)):
                self.code.add("gather", target.zone, target.owner, self.layout.noun(noun))
            case _:
                raise self.scope.fault(
                    "expected 'from' and a zone; only 'all' cards of a kind can come from wherever they are"
                )

    def _wanted(self, moved: grammar.Moved) -> int:
        return self.values.amount(moved.amount) if isinstance(moved, grammar.SoManyMoved) else self.code.number(1)

    def _take(
        self, moved: grammar.Moved, source: Place, target: Place, wanted: int, fits: Fits | None, path: str
    ) -> None:
        code = self.code
        ends = source.zone, source.owner, target.zone, target.owner
        match moved:
            case grammar.MovedIt():
                with code.when(Test(GE, IT, ZERO)):
                    code.add("move_card", *ends, IT, code.number(1))
            case grammar.MovedBound():
                for card in self.scope.several(moved.bound):
                    with code.when(Test(GE, card, ZERO)):
                        code.add("move_card", *ends, card, code.number(1))
            case grammar.MovedAllBound():
                card = self.scope.one(moved.bound)
                code.add("move_card", *ends, card, code.emit_value("count_card", source.zone, source.owner, card))
            case grammar.MovedAll():
                self._take_all(source, ends, self.layout.noun(moved.cards.noun), fits)
            case _:
                self._take_some(moved, source, ends, wanted, fits, path)

    def _take_some(
        self, moved: grammar.SomeMoved, source: Place, ends: Ends, wanted: int, fits: Fits | None, path: str
    ) -> None:
        code, group = self.code, self.layout.noun(moved.cards.noun)
        case = self.layout.case(f"short.{path}") if isinstance(moved, grammar.EnoughMoved) else -1
        if fits is None:
            code.add("move_some", *ends, wanted, group, _HOW.get(type(moved), 0), case)
            return
        left = code.copy(code.temp(), wanted)
        if _HOW.get(type(moved)) != RANDOM and self.layout.instances[source.zone].listed >= 0:
            self._take_from_the_top(source, ends, group, fits, left)
        else:
            self._take_at_random(source, ends, group, fits, left)
        if case >= 0:
            with code.when(Test(LT, ZERO, left)):
                code.add("silent", case)

    def _take_all(self, source: Place, ends: Ends, group: int, fits: Fits | None) -> None:
        """Takes all cards of a class, or those that satisfy a condition."""
        if fits is None:
            self.code.add("move_all", *ends, group)
            return
        code, card = self.code, self.code.temp()
        with code.loop("types", card, source.zone, source.owner, group), code.when(fits(card)):
            code.add("move_card", *ends, card, code.emit_value("count_card", source.zone, source.owner, card))

    def _take_from_the_top(self, source: Place, ends: Ends, group: int, fits: Fits, left: int) -> None:
        """Takes cards that satisfy a condition from a pile, from the top."""
        code = self.code
        size, done, place, card, there = (code.temp() for _ in range(5))
        code.add("count", size, source.zone, source.owner, HELD_ALL)
        with code.loop("range", done, ZERO, size), code.when(Test(LT, ZERO, left)):
            code.add("sub", place, size, done)
            code.add("card_at", card, source.zone, source.owner, place)
            code.add("is_in", there, card, group)
            with code.when(Test(NE, there, ZERO)), code.when(fits(card)):
                code.add("move_card", *ends, card, ONE)
                code.add("sub", left, left, ONE)

    def _take_at_random(self, source: Place, ends: Ends, group: int, fits: Fits, left: int) -> None:
        """Takes cards one by one, each by a roll of a die with one side for each remaining card."""
        code = self.code
        time, there, at, rest = (code.temp() for _ in range(4))
        wanted = code.copy(code.temp(), left)

        @contextmanager
        def each_fitting() -> Iterator[tuple[int, int]]:
            card, count = code.temp(), code.temp()
            with code.loop("types", card, source.zone, source.owner, group), code.when(fits(card)):
                code.add("count_card", count, source.zone, source.owner, card)
                yield card, count

        with code.loop("range", time, ZERO, wanted):
            code.copy(there, ZERO)
            with each_fitting() as (_, count):
                code.add("add", there, there, count)
            with code.when(Test(LT, ZERO, there)):
                code.add("die", at, there)
                code.add("sub", left, left, ONE)
                with each_fitting() as (card, count):
                    code.add("sub", rest, at, count)
                    with code.when(Test(LT, ZERO, at)), code.when(Test(LT, rest, ONE)):
                        code.add("move_card", *ends, card, ONE)
                    code.copy(at, rest)

    def movable(self, draw: Draw) -> Test | None:
        """Tests whether a draw finds its number of cards; None if its zone may not exist."""
        source, moved, cards = draw.source, draw.moved, draw.moved.cards
        there = self.code.temp()
        place, (group, asked) = self.zones.place(source), self.groups.meant(cards)
        if asked is None:
            self.groups.count_class(there, source, group)
        elif place is None:
            return None
        else:
            self.code.copy(there, ZERO)
            card = self.code.temp()
            with (
                self.code.loop("types", card, place.zone, place.owner, group),
                self.code.when(self.conditions.fits(card, asked)),
            ):
                self.code.add("add", there, there, self.code.emit_value("count_card", place.zone, place.owner, card))
        return Test(GE, there, self._wanted(moved))
