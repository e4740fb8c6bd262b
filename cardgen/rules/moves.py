"""The steps of sentences to instructions: what is moved, counted, handed on, and what ends."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import NamedTuple

from cardgen.rules import grammar
from cardgen.rules.clauses import Do, Flow, Said
from cardgen.rules.code import GE, IT, LT, NE, ONE, SKIPS, STEP, ZERO, Place, Test
from cardgen.rules.hoisting import Fits, Hoisting
from cardgen.rules.layout import HELD_ALL

UP_TO, RANDOM = 1, 2  # how cards are taken
_HOW: dict[type[grammar.Tree], int] = {
    grammar.MovedUpTo: UP_TO,
    grammar.MovedRandom: RANDOM,
    grammar.MovedUpToRandom: RANDOM,
}


class Draw(NamedTuple):
    """A move of so many cards, and the one zone that it takes them from."""

    moved: grammar.EnoughMoved
    source: grammar.Zone


Ends = tuple[int, int, int, int]  # source and target, each a zone and the register that is added


class Moves(Hoisting):
    """Steps; `bring` puts a whole sentence into the code."""

    def bring(self, said: Said[grammar.Step]) -> None:
        self.where_said = said.place
        with self.code.sentence():
            tree = said.tree
            if not isinstance(tree, grammar.Conditional):
                self.step(tree.do, said.path)
            elif isinstance(tree.do, grammar.Flow):
                over = self.code.label()
                self.go_unless(over, tree.condition, tree.wanted)
                self.step(tree.do, said.path)
                self.code.place_label(over)
            else:
                with self.holds(tree.condition, tree.wanted):
                    self.step(tree.do, said.path)

    def step(self, tree: grammar.Do, path: str) -> None:
        code = self.code
        match tree:
            case grammar.Moving():
                self.move(tree, path)
            case grammar.DoShuffleZone():
                with self.each_place(tree.target) as place:
                    code.add("shuffle", place.zone, place.owner)
            case grammar.DoSet() | grammar.DoAdd() | grammar.DoSubtract():
                self.change(tree.counter, tree.form, self.value(tree.value))
            case grammar.DoPay():
                value = code.copy(code.temp(), self.value(tree.value))  # which may be what is paid from
                self.change(tree.source, "subtract", value)
                self.change(tree.target, "add", value)
            case grammar.DoBecomes():
                code.copy(self.roles[tree.role], self.player(tree.player))
            case grammar.Passing():
                code.add("pass", self.layout.zones[tree.zone], tree.by)
            case grammar.DoReverse():
                code.add("sub", STEP, ZERO, STEP)
            case grammar.DoSkipNext():
                code.add("add", SKIPS, SKIPS, ONE)
            case grammar.DoNote():
                if path in self.program.silences:
                    code.add("silent", self.layout.case(f"note.{path}"))
                else:
                    code.add("tally", self.layout.note(tree.case))
            case grammar.DoNothing():
                pass
            case _:
                self.flow_step(tree, path)

    def flow_step(self, tree: grammar.Flow, path: str) -> None:
        """A step after which play goes on elsewhere."""
        raise NotImplementedError

    def change(self, counter: grammar.Counter, how: str, value: int) -> None:
        """A counter set, raised or lowered."""
        with self.each_slot(counter) as player:
            self._change(counter.counter, player, how, value)

    @contextmanager
    def each_slot(self, counter: grammar.Counter) -> Iterator[int]:
        """Whose counter is meant, one player after the other."""
        match counter:
            case grammar.CounterEach():
                with self.players() as player:
                    yield player
            case grammar.CounterOf():
                yield self.player(counter.player)
            case _:
                yield self.you

    def _change(self, name: str, player: int, how: str, value: int) -> None:
        code, register = self.code, self.counters[name]
        each = self.program.counters[name].each
        now = self.counter(name, player)
        if how != "set":
            changed = code.temp() if each else register
            code.add("add" if how == "add" else "sub", changed, now, value)
            value = changed
        if each:
            code.add("store", register, player, value)
        elif value != register:
            code.copy(register, value)

    # Cards

    def move(self, tree: grammar.Moving, path: str) -> None:
        code, moved, source = self.code, tree.moved, tree.source
        wanted = self._wanted(moved)
        asked = self.asked_of(moved.cards) if isinstance(moved, grammar.CardsMoved) else nullcontext()
        with asked as fits, self.each_place(tree.target) as target:
            code.add("begin_move")
            if source:
                if not isinstance(moved, grammar.AllMoved) and isinstance(source, grammar.SeveralZones):
                    raise self.fault("from which of these zones? Only 'all' cards may come from several")
                with self.each_place(source) as place:
                    self._take(moved, place, target, wanted, fits, path)
            else:
                self._gather(moved, target)
            code.add("end_move")
            if isinstance(tree, grammar.DoShuffle):
                code.add("shuffle", target.zone, target.owner)

    def _gather(self, moved: grammar.Moved, target: Place) -> None:
        """Cards from wherever they are, first from the box."""
        match moved:
            case grammar.MovedAll(cards=grammar.CardsCards(noun=noun)):
                self.code.add("gather", target.zone, target.owner, self.layout.noun(noun))
            case _:
                raise self.fault("from which zone? Only all cards of a kind are taken from wherever they are")

    def _wanted(self, moved: grammar.Moved) -> int:
        return self.amount(moved.amount) if isinstance(moved, grammar.SoManyMoved) else self.code.number(1)

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
                for card in self.several(moved.bound):
                    with code.when(Test(GE, card, ZERO)):
                        code.add("move_card", *ends, card, code.number(1))
            case grammar.MovedAllBound():
                card, count = self.one(moved.bound), code.temp()
                code.add("count_card", count, source.zone, source.owner, card)
                code.add("move_card", *ends, card, count)
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
        """Takes all cards of a kind, or those of which something holds."""
        if fits is None:
            self.code.add("move_all", *ends, group)
            return
        code, card = self.code, self.code.temp()
        with code.loop("types", card, source.zone, source.owner, group), code.when(fits(card)):
            count = code.temp()
            code.add("count_card", count, source.zone, source.owner, card)
            code.add("move_card", *ends, card, count)

    def _take_from_the_top(self, source: Place, ends: Ends, group: int, fits: Fits, left: int) -> None:
        """Takes cards out of a pile, those nearest to its top."""
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
        """Takes them one by one, each by a die of as many sides as such cards are there."""
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

    # Whether a first move can be made

    def movable(self, draw: Draw) -> Test | None:
        """Whether a draw of so many cards finds them; None where there may be no such zone."""
        source, moved, cards = draw.source, draw.moved, draw.moved.cards
        there = self.code.temp()
        place, (group, asked) = self.place(source), self.meant(cards)
        if asked is None:
            self.count_class(there, source, group)
        elif place is None:
            return None
        else:
            self.code.copy(there, ZERO)
            card = self.code.temp()
            with (
                self.code.loop("types", card, place.zone, place.owner, group),
                self.code.when(self.fits(card, asked)),
            ):
                count = self.code.temp()
                self.code.add("count_card", count, place.zone, place.owner, card)
                self.code.add("add", there, there, count)
        return Test(GE, there, self._wanted(moved))


def fixed_draw(step: Flow) -> Draw | None:
    """The move of a step that takes so many cards out of one zone whatever else is so."""
    match step:
        case Do(said=Said(tree=grammar.StepDo(do=grammar.DoMove(moved=moved, source=source)))) if source:
            if isinstance(moved, grammar.EnoughMoved) and not isinstance(source, grammar.SeveralZones):
                return Draw(moved, source)
    return None
