"""Finds moves that take a fixed number of cards out of one zone."""

from __future__ import annotations

from typing import NamedTuple

from cardgen.rules import grammar
from cardgen.rules.clauses import Do, Flow, Said


class Draw(NamedTuple):
    """A move of a fixed number of cards out of one zone."""

    moved: grammar.EnoughMoved
    source: grammar.Zone


def fixed_draw(step: Flow) -> Draw | None:
    """Returns the move of a step that always takes the same number of cards out of one zone."""
    match step:
        case Do(said=Said(tree=grammar.StepDo(do=grammar.DoMove(moved=moved, source=source)))) if source:
            if isinstance(moved, grammar.EnoughMoved) and not isinstance(source, grammar.SeveralZones):
                return Draw(moved, source)
    return None
