"""Finds when a game ends by its clauses, through phases and the actions that players choose in them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce

from cardgen.rulebook.steps import Steps
from cardgen.rules import grammar
from cardgen.rules.clauses import Action, Block, By, Choice, Do, Flow, Repeat, steps_in, steps_of
from cardgen.rules.read import GAME

MAX_CALLS = 200  # calls of phases to follow


class Endings:
    def __init__(self, steps: Steps) -> None:
        self.phrases, self.program, self.say = steps.phrases, steps.program, steps.say
        self.within: list[str] = []  # the phases being searched
        self.calls = 0

    def sentences(self) -> Iterator[str]:
        """Yields a sentence for each ending, once."""
        game = self.program.phases[GAME]
        conditions = [self.say("end.if", condition=reduce(self._both, each)) for each in self._of(game, ()) if each]
        if not any(
            isinstance(step, Repeat) and isinstance(step.how.tree, grammar.RepeatForever) for step in game.steps
        ):
            conditions.insert(0, self.say("end.done"))
        conditions += [self.say("end.by", name=self.phrases.title(name)) for name in self._by_actions()]
        yield from dict.fromkeys(conditions)

    def _both(self, left: str, right: str) -> str:
        return self.say("both.and", left=left, right=right)

    def _of(self, flow: Flow, when: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        """The conditions, all of them, under which a step of a flow ends the game."""
        match flow:
            case Do():
                tree, does = flow.said.tree, flow.said.tree.do
                if isinstance(tree, grammar.StepUnless):
                    return
                when = (*when, self.phrases.condition(flow.said)) if isinstance(tree, grammar.StepIf) else when
                if isinstance(does, grammar.DoEndGame):
                    yield when
                elif isinstance(does, grammar.DoSection) and (name := does.section) not in self.within:
                    self.calls += 1
                    if self.calls <= MAX_CALLS:
                        self.within.append(name)
                        yield from self._of(self.program.phases[name], when)
                        self.within.pop()
            case Block() if flow.when is not None:
                holds = self.phrases.truth(flow.when.tree)
                if holds is None and not flow.unless:
                    when = (*when, self.phrases.in_words(flow.when))
                if holds is None or holds != flow.unless:
                    yield from (each for step in flow.steps for each in self._of(step, when))
            case By():
                if branch := flow.branches.get(self.phrases.option(flow.rule)):
                    yield from self._of(branch, when)
            case Choice():
                if flow.otherwise:
                    none = self.say("end.none", section=self.phrases.title(flow.section))
                    yield from self._of(flow.otherwise, (*when, none))
            case _:
                yield from (each for step in steps_in(flow) for each in self._of(step, when))

    def _by_actions(self) -> Iterator[str]:
        """The names of actions that end the game, or lead to a step that does."""
        for actions in self.program.actions.values():
            yield from (action.name for action in actions.values() if self._ends(action))

    def _ends(self, action: Action) -> bool:
        flows, seen = list(action.steps), set()
        while flows:
            for each in steps_of(flows.pop()):
                if isinstance(each, Do):
                    does = each.said.tree.do
                    if isinstance(does, grammar.DoEndGame):
                        return True
                    if isinstance(does, grammar.DoSection) and (name := does.section) not in seen:
                        seen.add(name)
                        flows.append(self.program.phases[name])
        return False
