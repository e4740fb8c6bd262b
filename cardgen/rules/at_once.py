"""Simultaneous turns: a player who chooses later must not know what the others chose before.

In simple simultaneous turns, play can undo the choices and sample them again, for a player who must guess them. In all
others, only cards that are laid face down are hidden.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardgen.rules import grammar
from cardgen.rules.clauses import ALL, OTHERS, Choice, Do, Flow, Program, Said, Turns, steps_of
from cardgen.rules.mentions import changed, names_in, whole

_COUNTS = grammar.Counting | grammar.DoNothing | grammar.DoNote


def seen_at_once(program: Program) -> Iterator[tuple[str, Said[grammar.Step]]]:
    """Yields the steps in simultaneous turns that reveal something and that play cannot undo: the name of the counter
    or zone that others see change, and the step."""
    actions = [action for actions in program.actions.values() for action in actions.values()]
    for flow in [*program.phases.values(), *(step for action in actions for step in action.steps)]:
        for turns in (each for each in steps_of(flow) if isinstance(each, Turns)):
            if isinstance(turns.order.tree, grammar.PlayersAtOnce) and not taken_back(program, turns):
                for step in _action_steps(program, turns.steps):
                    for name in sorted(_seen_of(program, step.said.tree.do)):
                        yield name, step.said


def taken_back(program: Program, turns: Turns) -> frozenset[str]:
    """Returns what simultaneous turns change, if play can undo them; empty otherwise. It can if each player chooses
    exactly once and the actions only count, or move the player's own cards to their own or common zones. Nothing is
    returned if the turns reveal nothing, or if a choice decides who is skipped."""
    if not isinstance(turns.order.tree, grammar.PlayersAtOnce) or turns.until or not any(map(_section_of, turns.steps)):
        return frozenset()
    chosen, every = _action_steps(program, turns.steps), list(_with_actions(program, turns.steps, set()))
    before = [each for flow in turns.steps for each in steps_of(flow) if isinstance(each, Do) and not _section_of(each)]
    simple = all(map(_counts, before)) and all(_counts(step) or _moves_own(step) for step in chosen)
    if not simple or not any(_seen_of(program, step.said.tree.do) for step in chosen):
        return frozenset()
    if sum(bool(_section_of(step)) for step in every) > 1:
        return frozenset()
    changes = frozenset[str]().union(*(changed(step.said.tree.do) for step in (*before, *chosen)))
    skips = names_in(whole(program, turns.skip.tree)) if turns.skip else set()
    return frozenset() if skips & changes else changes


def _counts(step: Do) -> bool:
    return isinstance(step.said.tree.do, _COUNTS)


def _moves_own(step: Do) -> bool:
    """Whether a step moves the player's own cards to the player's own or a common zone."""
    match step.said.tree.do:
        case grammar.DoMove(source=source, target=target) if source:
            return isinstance(source, grammar.OwnZone) and isinstance(target, grammar.OwnZone | grammar.CommonZone)
    return False


def _seen_of(program: Program, does: grammar.Do) -> set[str]:
    """The counters that a step changes, and the zones it moves cards to that other players see."""
    counters = changed(does) & program.counters.keys() if isinstance(does, grammar.Counting) else set()
    laid = {does.target.name} if isinstance(does, grammar.Moving | grammar.DoShuffleZone) else set()
    return counters | {name for name in laid if {ALL, OTHERS} & {*program.zones[name].seen.values()}}


def _action_steps(program: Program, steps: Sequence[Flow]) -> list[Do]:
    """The steps of all actions that these steps let a player choose."""
    own = {id(step) for flow in steps for step in steps_of(flow)}
    return [step for step in _with_actions(program, steps, set()) if isinstance(step, Do) and id(step) not in own]


def _with_actions(program: Program, steps: Sequence[Flow], known: set[str]) -> Iterator[Flow]:
    """All steps, with those of the actions that they offer; each section of actions counts once."""
    for step in (each for flow in steps for each in steps_of(flow)):
        yield step
        if (section := _section_of(step)) and section not in known:
            known.add(section)
            for action in program.actions[section].values():
                yield from _with_actions(program, action.steps, known)


def _section_of(step: Flow) -> str:
    """The section from which a player chooses; empty if the step is no choice."""
    if isinstance(step, Choice):
        return step.section
    does = step.said.tree.do if isinstance(step, Do) else None
    return does.section if isinstance(does, grammar.DoChoose) else ""
