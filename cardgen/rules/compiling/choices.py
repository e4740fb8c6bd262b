"""Compiles choices: where a player takes an action, and what happens if none is legal."""

from __future__ import annotations

from collections.abc import Callable

from cardgen.foundations.errors import fail
from cardgen.rules.calls import places_of_choices
from cardgen.rules.clauses import By, Choice, Flow
from cardgen.rules.compiling.expressions import Expressions
from cardgen.rules.compiling.phases import PhaseCompiler
from cardgen.rules.compiling.scope import Bound
from cardgen.rules.compiling.turns import TurnCompiler

NO_ACTION = "no_action"
Run = Callable[[Flow], None]  # writes the instructions of a flow
Branches = Callable[[By, Callable[[], None]], None]  # writes branches for options of a rule, and a default


class ChoiceCompiler:
    """Compiles the choices of a program, in the order in which it writes them."""

    def __init__(
        self,
        expressions: Expressions,
        turns: TurnCompiler,
        phases: PhaseCompiler,
        compile_flow: Run,
        branches: Branches,
    ) -> None:
        scope = self.scope = expressions.scope
        self.code, self.layout = scope.code, scope.layout
        self.turns, self.phases, self.compile_flow, self.branches = turns, phases, compile_flow, branches
        self.chosen_at = places_of_choices(scope.program)
        self.section_at: dict[str, int] = {}  # by section: its return register
        self.around: dict[str, Bound] = {}  # by inline section: the names bound around it
        self.behind: dict[str, int] = {}  # by section with a single choice: the label after the choice
        self.led_to: set[str] = set()  # sections whose choices are compiled
        self.choices_at: list[str] = []  # the path of each choice
        self.begins: list[int] = []  # for each choice: the label of the turn that it begins, or -1
        # for each choice: the label from which play can repeat simultaneous turns, or -1
        self.repeat_labels: list[int] = []

    def compile_choice(self, flow: Choice) -> None:
        """Writes a choice: `you` takes an action; if none is legal, `otherwise` runs."""
        self.scope.observer.choice_begins(flow)
        code, section = self.code, flow.section
        if self.phases.add_call(section):
            raise fail(
                f"{flow.path}: '{section}' leads back to itself; to start a turn again, write 'go again'",
                self.scope.where_said,
            )
        self.led_to.add(section)
        if section == flow.path:
            self._keep_around(section)
        back = code.label()
        if self.chosen_at[section] == 1:
            self.behind[section] = back
        else:
            code.add("here", self.section_at[section], back)
        code.add("choose", section)
        self.choices_at.append(flow.path)
        self.begins.append(self.turns.turn_at)
        self.repeat_labels.append(self.turns.repeat_label)
        self.turns.turn_at = -1
        if flow.otherwise is None:
            self._no_action(flow.path)
        else:
            self._otherwise(flow.otherwise, flow.path)
        code.place_label(back)

    def _keep_around(self, section: str) -> None:
        """Makes the names bound around an inline section available to its actions. If the choice is compiled twice, it
        copies their values to shared registers."""
        if self.chosen_at[section] == 1:
            self.around[section] = self.scope.bound
            return
        around = self.around.setdefault(section, {})
        for name, there in self.scope.bound.items():
            registers = there if isinstance(there, tuple) else (there,)
            kept = around.setdefault(name, tuple(self.code.allocate() for _ in registers))
            for target, source in zip(kept if isinstance(kept, tuple) else (kept,), registers, strict=True):
                self.code.copy(target, source)
            if not isinstance(there, tuple):
                (around[name],) = kept if isinstance(kept, tuple) else (kept,)

    def _otherwise(self, flow: Flow, path: str) -> None:
        """Writes what happens if no action is legal; for options of a rule without a branch, the rules are silent."""
        if isinstance(flow, By):
            self.branches(flow, lambda: self._no_action(path))
        else:
            self.compile_flow(flow)

    def _no_action(self, path: str) -> None:
        self.code.add("silent", self.layout.case(f"{NO_ACTION}.{path}"))
        self.code.add("dead_end")
        self.scope.observer.no_action(path)
