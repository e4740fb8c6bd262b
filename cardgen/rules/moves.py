"""The steps of sentences to instructions: what is moved, counted, handed on, and what ends."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext

from cardgen.rules.clauses import Do, Flow, Said
from cardgen.rules.code import GE, IT, LT, NE, ONE, SKIPS, STEP, ZERO, Place, Test
from cardgen.rules.hoisting import Fits, Hoisting
from cardgen.rules.layout import HELD_ALL
from cardgen.rules.parse import Tree

ALL_CARDS = ("all", "all_bound")
SEVERAL = ("each", "all", "yours_all", "all_of")  # forms of zones
UP_TO, RANDOM = 1, 2  # how cards are taken
ENOUGH = ("some", "one", "random")  # forms of what is moved that want as many as they say
FLOW = ("choose", "effect", "again", "end_turn", "end_game", "end_phase", "phase")  # after which play goes on elsewhere

Ends = tuple[int, int, int, int]  # source and target, each a zone and the register that is added


class Moves(Hoisting):
    """Steps; `bring` puts a whole sentence into the code."""

    def bring(self, said: Said) -> None:
        self.where_said = said.place
        with self.code.sentence():
            tree = said.tree
            if tree.form == "do":
                self.step(tree.tree("do"), said.path)
                return
            wanted = tree.form == "if"
            if tree.tree("do").form in FLOW:
                over = self.code.label()
                self.go_unless(over, tree.tree("condition"), wanted)
                self.step(tree.tree("do"), said.path)
                self.code.place_label(over)
                return
            with self.holds(tree.tree("condition"), wanted):
                self.step(tree.tree("do"), said.path)

    def step(self, tree: Tree, path: str) -> None:
        code, form = self.code, tree.form
        if form in ("move", "shuffle"):
            self.move(tree, path)
        elif form == "shuffle_zone":
            with self.each_place(tree.tree("target")) as place:
                code.add("shuffle", place.zone, place.owner)
        elif form in ("set", "add", "subtract"):
            value = self.value(tree.tree("value"))
            self.change(tree.tree("counter"), form, value)
        elif form == "pay":
            value = code.copy(code.temp(), self.value(tree.tree("value")))  # which may be what is paid from
            self.change(tree.tree("source"), "subtract", value)
            self.change(tree.tree("target"), "add", value)
        elif form == "becomes":
            code.copy(self.roles[tree.word("role")], self.player(tree.tree("player")))
        elif form in ("pass_left", "pass_right"):
            code.add("pass", self.layout.zones[tree.word("zone")], 1 if form == "pass_left" else -1)
        elif form == "reverse":
            code.add("sub", STEP, ZERO, STEP)
        elif form == "skip_next":
            code.add("add", SKIPS, SKIPS, ONE)
        elif form == "note":
            if path in self.program.silences:
                code.add("silent", self.layout.case(f"note.{path}"))
            else:
                code.add("tally", self.layout.note(tree.word("case")))
        elif form != "nothing":
            self.flow_step(tree, path)

    def flow_step(self, tree: Tree, path: str) -> None:
        """A step after which play goes on elsewhere."""
        raise NotImplementedError

    def change(self, tree: Tree, how: str, value: int) -> None:
        """A counter set, raised or lowered."""
        name = tree.word("counter")
        if tree.form == "each":
            with self.players() as player:
                self._change(name, player, how, value)
        else:
            self._change(name, self.player(tree.tree("player")) if tree.form == "of" else self.you, how, value)

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

    def move(self, tree: Tree, path: str) -> None:
        code, moved = self.code, tree.tree("moved")
        wanted = self._wanted(moved)
        asked = self.asked_of(moved.tree("cards")) if "cards" in moved.parts else nullcontext()
        with asked as fits, self.each_place(tree.tree("target")) as target:
            source = tree.parts.get("source")
            code.add("begin_move")
            if isinstance(source, Tree):
                if moved.form not in ALL_CARDS and source.form in SEVERAL:
                    raise self.fault("from which of these zones? Only 'all' cards may come from several")
                with self.each_place(source) as place:
                    self._take(moved, place, target, wanted, fits, path)
            else:
                self._gather(moved, target)
            code.add("end_move")
            if tree.form == "shuffle":
                code.add("shuffle", target.zone, target.owner)

    def _gather(self, moved: Tree, target: Place) -> None:
        """Cards from wherever they are, first from the box."""
        if moved.form != "all" or moved.tree("cards").form == "where":
            raise self.fault("from which zone? Only all cards of a kind are taken from wherever they are")
        self.code.add("gather", target.zone, target.owner, self.layout.noun(moved.tree("cards").word("noun")))

    def _wanted(self, tree: Tree) -> int:
        return self.amount(tree.tree("amount")) if "amount" in tree.parts else self.code.number(1)

    def _take(self, tree: Tree, source: Place, target: Place, wanted: int, fits: Fits | None, path: str) -> None:
        code, form = self.code, tree.form
        ends = source.zone, source.owner, target.zone, target.owner
        if form == "it":
            with code.when(Test(GE, IT, ZERO)):
                code.add("move_card", *ends, IT, code.number(1))
        elif form == "bound":
            for card in self.several(tree.word("bound")):
                with code.when(Test(GE, card, ZERO)):
                    code.add("move_card", *ends, card, code.number(1))
        elif form == "all_bound":
            card, count = self.one(tree.word("bound")), code.temp()
            code.add("count_card", count, source.zone, source.owner, card)
            code.add("move_card", *ends, card, count)
        else:
            self._take_some(tree, source, target, wanted, fits, path)

    def _take_some(self, tree: Tree, source: Place, target: Place, wanted: int, fits: Fits | None, path: str) -> None:
        code, form, cards = self.code, tree.form, tree.tree("cards")
        group, ends = self.layout.noun(cards.word("noun")), (source.zone, source.owner, target.zone, target.owner)
        how = {"up_to": UP_TO, "random": RANDOM, "up_to_random": RANDOM}.get(form, 0)
        case = self.layout.case(f"short.{path}") if form in ENOUGH else -1
        if fits is None:
            if form == "all":
                code.add("move_all", *ends, group)
            else:
                code.add("move_some", *ends, wanted, group, how, case)
            return
        if form == "all":
            self._take_all(source, ends, group, fits)
            return
        left = code.copy(code.temp(), wanted)
        if how != RANDOM and self.layout.instances[source.zone].listed >= 0:
            self._take_from_the_top(source, ends, group, fits, left)
        else:
            self._take_at_random(source, ends, group, fits, left)
        if case >= 0:
            with code.when(Test(LT, ZERO, left)):
                code.add("silent", case)

    def _take_all(self, source: Place, ends: Ends, group: int, fits: Fits) -> None:
        """Takes all cards of which something holds."""
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

    def movable(self, draw: Tree) -> Test | None:
        """Whether a draw of so many cards finds them; None where there may be no such zone."""
        source, moved = draw.tree("source"), draw.tree("moved")
        cards = moved.tree("cards")
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


def fixed_draw(step: Flow) -> Tree | None:
    """The move of a step that takes so many cards out of one zone whatever else is so."""
    if not isinstance(step, Do) or step.said.tree.form != "do":
        return None
    tree = step.said.tree.tree("do")
    if tree.form != "move" or not isinstance(source := tree.parts.get("source"), Tree) or source.form in SEVERAL:
        return None
    return tree if tree.tree("moved").form in ENOUGH else None
