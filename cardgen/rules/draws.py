"""Finds moves that take a fixed number of cards out of one zone."""

from __future__ import annotations

from typing import NamedTuple

from cardgen.rules import grammar
from cardgen.rules.clauses import Do, Flow, Said


class Draw(NamedTuple):
    """A move of so many cards, and the one zone that it takes them from."""

    moved: grammar.EnoughMoved
    source: grammar.Zone


def fixed_draw(step: Flow) -> Draw | None:
    """The move of a step that takes so many cards out of one zone whatever else is so."""
    match step:
        case Do(said=Said(tree=grammar.StepDo(do=grammar.DoMove(moved=moved, source=source)))) if source:
            if isinstance(moved, grammar.EnoughMoved) and not isinstance(source, grammar.SeveralZones):
                return Draw(moved, source)
    return None
