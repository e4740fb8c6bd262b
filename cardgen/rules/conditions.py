"""Conditions of sentences to instructions: what is done only where they hold, and where play goes on if they do not."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from cardgen.rules.code import EQ, GE, LT, MASK, NE, ONE, ZERO, Test
from cardgen.rules.parse import Tree
from cardgen.rules.things import FAR
from cardgen.rules.values import Values

NO, YES = "no", "yes"


class Conditions(Values):
    """What may be asked of a game."""

    @contextmanager
    def holds(self, tree: Tree, wanted: bool = True) -> Iterator[None]:
        """What is written within is done only where a condition holds, or where it does not."""
        if id(tree) in self.hoisted:
            with self.code.when(self.test(tree) if wanted else self.test(tree).opposite):
                yield
        elif tree.form == "not":
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

    def fits(self, card: int, tight: Tree) -> Test:
        kept, self.here = self.here, card
        test = self.test(tight)
        self.here = kept
        return test

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
        if (hoisted := self.hoisted.get(id(tree))) is not None:
            return Test(NE, hoisted, ZERO)
        code, form = self.code, tree.form
        if tree.rule in ("condition", "both"):
            return self._either(tree) if form == "or" else self._flag(tree, True)
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

    def _flag(self, tree: Tree, wanted: bool) -> Test:
        """Whether a condition holds, by what is done only where it is as wanted."""
        found = self.code.copy(self.code.temp(), ZERO if wanted else ONE)
        with self.holds(tree, wanted):
            self.code.copy(found, ONE if wanted else ZERO)
        return Test(NE, found, ZERO)

    def _either(self, tree: Tree) -> Test:
        """Whether one of two conditions holds: one after the other, as soon as one of them is several in turn."""
        sides = tree.tree("left"), tree.tree("right")
        if not any(_bare(side).form == "and" for side in sides):
            return self._flag(tree, False)
        found = self.code.copy(self.code.temp(), ZERO)
        with self.holds(sides[0]):
            self.code.copy(found, ONE)
        with self.code.when(Test(EQ, found, ZERO)), self.holds(sides[1]):
            self.code.copy(found, ONE)
        return Test(NE, found, ZERO)

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


def _bare(tree: Tree) -> Tree:
    """A condition without the brackets around it."""
    while tree.form == "brackets":
        tree = tree.tree("condition")
    return tree
