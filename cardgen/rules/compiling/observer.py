"""The hooks of instrumentation: through them, `coverage.py` and `instrumented.py` add instructions."""

from __future__ import annotations

from cardgen.rules import grammar
from cardgen.rules.clauses import Choice, Flow
from cardgen.rules.options import Coded


class Observer:
    """An observer that adds nothing. Paths are those of clauses."""

    def flow_begins(self, flow: Flow) -> None:
        """Called before the instructions of a flow."""

    def clause_done(self, path: str) -> None:
        """Called after a clause with several steps."""

    def action_begins(self, coded: Coded) -> None:
        """Called after the instructions that unpack the picks of an action."""

    def action_done(self, coded: Coded) -> None:
        """Called after the steps of an action."""

    def step_begins(self, tree: grammar.Do, path: str) -> None:
        """Called before the instructions of a single step."""

    def step_done(self, tree: grammar.Do, path: str) -> None:
        """Called after the instructions of a single step."""

    def goes_on(self, tree: grammar.Flow) -> None:
        """Called before a step after which play continues elsewhere."""

    def choice_begins(self, flow: Choice) -> None:
        """Called before a choice."""

    def no_action(self, path: str) -> None:
        """Called if no action is legal and no clause covers that."""

    def decides(self, tree: grammar.Question) -> None:
        """Called before a branch on a condition."""
