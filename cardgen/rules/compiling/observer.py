"""The hooks of instrumentation: `coverage.py` and `telling.py` write further instructions there into a game while it is
compiled.
"""

from __future__ import annotations

from cardgen.rules import grammar
from cardgen.rules.clauses import Choice, Flow
from cardgen.rules.options import Coded


class Observer:
    """One that writes nothing. Paths are those of clauses."""

    def flow_begins(self, flow: Flow) -> None:
        """Before the instructions of a flow."""

    def clause_done(self, path: str) -> None:
        """Where a clause of several steps has been carried out."""

    def action_begins(self, coded: Coded) -> None:
        """Behind the instructions that unpack what was picked for an action."""

    def action_done(self, coded: Coded) -> None:
        """Behind the steps of an action."""

    def step_begins(self, tree: grammar.Do, path: str) -> None:
        """Before the instructions of a single step."""

    def step_done(self, tree: grammar.Do, path: str) -> None:
        """Behind the instructions of a single step."""

    def goes_on(self, tree: grammar.Flow) -> None:
        """Before a step after which play goes on elsewhere."""

    def choice_begins(self, flow: Choice) -> None:
        """Before somebody chooses."""

    def no_action(self, path: str) -> None:
        """Where nothing may be chosen, and no clause says what is done then."""

    def decides(self, tree: grammar.Question) -> None:
        """Before instructions that are carried out only where a condition holds, or where it does not."""
