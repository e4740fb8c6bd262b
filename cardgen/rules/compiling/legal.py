"""Compiles the search for legal actions: all actions that a player can choose, with all combinations of picks."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack

from cardgen.rules import grammar
from cardgen.rules.clauses import Action, Do, Flow, Said
from cardgen.rules.code import ONE, ZERO, Test
from cardgen.rules.compiling.expressions import Expressions
from cardgen.rules.compiling.moves import MoveCompiler
from cardgen.rules.compiling.packing import ActionPacker
from cardgen.rules.compiling.picks import PickCompiler
from cardgen.rules.draws import fixed_draw
from cardgen.rules.options import BLOCKED, Coded
from cardgen.rules.rounds import shortages


class OfferCompiler:
    """Compiles the offers of actions, and the test whether an action is legal."""

    def __init__(self, expressions: Expressions, moves: MoveCompiler, packing: ActionPacker) -> None:
        scope = self.scope = expressions.scope
        self.code, self.layout, self.program = scope.code, scope.layout, scope.program
        self.conditions = expressions.conditions
        self.moves, self.packing, self.picks = moves, packing, PickCompiler(expressions)

    def legal(self, section: str, action: Action) -> None:
        """Offers an action with each legal combination of picks."""
        coded = self.packing.coded[self.packing.numbers[section, action.name]]
        begin = self.code.temp()
        if action.must:
            self.code.add("offered", begin)
        self._each_option(coded, action, lambda option: self.code.add("offer", option), self._blocked(action))
        if action.must:
            self._apply_obligations(coded, action, begin)

    def possible(self, action: str) -> int:
        """Returns a register that is 1 if an action is legal."""
        result = self.code.copy(self.code.temp(), ZERO)
        for (_, name), number in self.packing.numbers.items():
            if name == action:
                coded = self.packing.coded[number]
                self._each_option(
                    coded,
                    self.program.actions[coded.section][name],
                    lambda _: self.code.copy(result, ONE),
                )
                return result
        raise self.scope.fault(f"there is no action '{action}'")

    def _blocked(self, action: Action) -> int:
        """The case of an action that `when` allows although its first move finds too few cards. It is -1 if that move
        is no draw of a fixed number of cards, or if a silence of the file covers the empty zone."""
        draw = fixed_draw(action.steps[0]) if action.steps else None
        if draw is None:
            return -1
        if isinstance(draw.source, grammar.OfZone) and any(shortages(self.program, draw.source.zone)):
            return -1
        return self.layout.case(f"{BLOCKED}.{action.path}")

    def _each_option(self, coded: Coded, action: Action, offer: Callable[[int], object], blocked: int = -1) -> None:
        """Calls `offer` for each combination of picks, with the register of the encoded action."""
        code = self.code
        option = code.copy(code.temp(), code.number(self.packing.numbers[coded.section, coded.name]))
        with ExitStack() as within:
            if action.when and not action.narrows:
                self._only_when(action.when, within)
            self._pick_next(coded, action, 0, option, offer, blocked)

    def _only_when(self, said: Said[grammar.Condition], within: ExitStack) -> None:
        self.scope.where_said = said.place
        within.enter_context(self.conditions.holds(said.tree))

    def _pick_next(
        self, coded: Coded, action: Action, done: int, option: int, offer: Callable[[int], object], blocked: int
    ) -> None:
        if done == len(coded.picks):
            with ExitStack() as within:
                if action.when and action.narrows:
                    self._only_when(action.when, within)
                if (test := self._movable(action.steps[0] if action.steps else None)) is None:
                    offer(option)
                    return
                with self.code.when(test):
                    offer(option)
                if blocked >= 0:
                    with self.code.when(test.opposite):
                        self.code.add("withheld", blocked)
            return
        picked = coded.picks[done]
        self.scope.where_said = action.picks[picked.name].place
        for register, bits in self.picks.ways(coded, action, done):
            more = self.code.copy(self.code.temp(), option)
            for digit, each in enumerate(bits):
                self.code.add("pack", more, each, picked.shift + digit * self.packing.card_bits)
            with self.scope.binding(**{picked.name: register}):
                self._pick_next(coded, action, done + 1, more, offer, blocked)

    def _movable(self, first: Flow | None) -> Test | None:
        if first is None or (draw := fixed_draw(first)) is None:
            return None
        assert isinstance(first, Do)
        self.scope.where_said = first.said.place
        return self.moves.movable(draw)

    def _apply_obligations(self, coded: Coded, action: Action, begin: int) -> None:
        """Applies obligations: of the options from `begin` on, it keeps those that meet each one, if any does."""
        code = self.code
        for obligation in action.must.values():
            self.scope.where_said = obligation.place
            with code.temporaries(), code.loop("options", code.temp(), begin, kept := code.temp()):
                self.packing.unpack(coded)
                with self.scope.binding(**self.packing.bound_by(coded)), self.conditions.holds(obligation.tree):
                    code.add("keep", kept)
