"""Finds what clauses will certainly count after a choice, whatever the player chooses.

Without it, a policy that looks at the present score would play blind in games that score only at the end of a round.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from cardgen.foundations.dataclass import dataclass
from cardgen.rules import grammar
from cardgen.rules.clauses import (
    Block,
    By,
    Choice,
    Do,
    EachPlayer,
    Flow,
    ForEach,
    Program,
    Repeat,
    Said,
    Turns,
    flow_path,
    sentences_in,
    steps_in,
    steps_of,
)
from cardgen.rules.mentions import changed, names_in, places_changed, whole
from cardgen.rules.tree import Tree

_ASKING = grammar.DoChoose | grammar.DoSection | grammar.DoEffect | grammar.DoEndGame
_UNKNOWN = grammar.PrimaryDie | grammar.MovedIt | grammar.CardIt | grammar.PlayerNext
MAX_WALKED = 20_000  # flows visited; longer games have no foresight


@dataclass(frozen=True, slots=True)
class Ahead:
    """A clause that counts. With `each`, it runs for each player, who is then `you`."""

    flow: Flow
    each: bool
    reads: frozenset[str]  # zones, counters and roles
    asks: frozenset[str]  # zones, counters and roles that decide what it counts
    changes: frozenset[str]  # counters and roles

    @property
    def path(self) -> str:
        return flow_path(self.flow)


Coming = tuple[Ahead, ...]  # clauses in the order in which they run, without repetitions


def foreseen(program: Program) -> Mapping[str, Coming]:
    """Returns, by the path of each choice, the clauses that count after it and change scores, unless scores show that
    already.

    Clauses are left out if the cards that they count move away before, or if they depend on a pick.
    """
    walk = _Walk(program)
    if not walk.matter & program.counters.keys():
        return {}
    try:
        walk.phase("game", ())
    except (_TooLong, RecursionError):
        return {}
    foreseen_by_path = {path: _counting_cards(program, coming) for path, coming in walk.by_path.items()}
    return {path: coming for path, coming in foreseen_by_path.items() if coming}


def _counting_cards(program: Program, coming: Coming) -> Coming:
    """The clauses that count cards in zones that the score itself does not read, with the clauses on which they depend.
    A clause that sets the price of something else is left out, because nobody foresees a purchase."""
    seen = names_in(each for tree in _scores(program) for each in whole(program, tree)) & program.zones.keys()
    derived, counts = set(program.zones), list[bool]()  # names that depend on cards; whether each clause counts cards
    for each in coming:
        of_cards = bool(each.asks & derived)
        counts.append(of_cards and not each.asks & seen and bool(each.changes & program.counters.keys()))
        derived |= each.changes if of_cards else set()
    clauses, needed = list[Ahead](), set[str]()
    for each, matters in reversed(list(zip(coming, counts, strict=True))):
        if matters or each.changes & needed:
            clauses.append(each)
            needed |= each.asks
    return tuple(reversed(clauses))


class _TooLong(Exception):
    """Raised if the walk visits too many flows."""


class _Walk:
    """A backward walk through the program: at each flow, it knows what comes after."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.matter = _relevant(program)
        self.by_path: dict[str, Coming] = {}
        self.noting = True  # false in the first pass over a loop, which only finds what the next iteration counts
        self.turns = 0  # nesting depth of loops over players
        self.within: list[str] = []
        self.walked = 0

    def phase(self, name: str, after: Coming) -> Coming:
        if name in self.within:
            return after
        self.within.append(name)
        before = self.flow(self.program.phases[name], after)
        self.within.pop()
        return before

    def steps(self, steps: Iterable[Flow], after: Coming) -> Coming:
        for step in reversed(tuple(steps)):
            after = self.flow(step, after)
        return after

    def flow(self, flow: Flow, after: Coming) -> Coming:
        """Returns what comes after the start of a flow, given what comes after its end."""
        self.walked += 1
        if self.walked > MAX_WALKED:
            raise _TooLong
        if isinstance(flow, Do):
            return self._do(flow, after)
        if not isinstance(flow, Choice | Turns) and not self._asks(flow):
            counts = self._counting(flow)
            return self._prepend(counts, _without_moved(flow, after)) if counts else _without_moved(flow, after)
        if isinstance(flow, Choice):
            return self._choice(flow, after)
        if isinstance(flow, Block):
            return self._block(flow, after)
        if isinstance(flow, By):
            for branch in flow.branches.values():
                self.flow(branch, after)
            return after
        return self._loop(flow, after)

    def _block(self, flow: Block, after: Coming) -> Coming:
        before = self.steps(flow.steps, after)
        if flow.when is None:
            return before
        if flow.otherwise:
            self.flow(flow.otherwise, after)
        if flow.otherwise or not _is_determined(flow.when.tree):
            return after
        only = [each for each in before if each not in after]
        when = (self._ahead_of(Block(each.path, (each.flow,), flow.when, flow.unless), each.each) for each in only)
        return _distinct((*when, *after))

    def _loop(self, flow: Flow, after: Coming) -> Coming:
        players = isinstance(flow, Turns | EachPlayer)
        self.turns += players
        noting, self.noting = self.noting, False
        again = self.steps(steps_in(flow), after)
        self.noting = noting
        before = self.steps(steps_in(flow), again)
        self.turns -= players
        return before

    def _choice(self, flow: Choice, after: Coming) -> Coming:
        if self.noting:
            known = self.by_path.get(flow.path, after)
            self.by_path[flow.path] = tuple(each for each in after if each in known)
        if flow.otherwise:
            self.flow(flow.otherwise, after)
        if flow.section not in self.within:
            self.within.append(flow.section)
            for action in self.program.actions[flow.section].values():
                self.steps(action.steps, after)
            self.within.pop()
        return after

    def _do(self, flow: Do, after: Coming) -> Coming:
        sure = isinstance(flow.said.tree, grammar.StepDo)
        match flow.said.tree.do:
            case grammar.DoChoose(section=section):
                return self._choice(Choice(flow.said.path, section), after)
            case grammar.DoSection(section=section):
                before = self.phase(section, after)
                return before if sure else after
            case grammar.DoEffect():
                for effect in self.program.effects.values():
                    self.flow(effect, after)
            case grammar.DoEndGame() if sure:
                return ()
        if (counts := self._counting(flow)) is not None:
            return self._prepend(counts, after)
        return _without_moved(flow, after)

    def _prepend(self, flow: Flow, after: Coming) -> Coming:
        return _distinct((self._ahead_of(flow, self.turns > 0 and _counts_for_you(flow)), *after))

    def _ahead_of(self, flow: Flow, each: bool) -> Ahead:
        said = [said for inner in steps_of(flow) for said in sentences_in(inner)]
        reads = names_in(tree for one in said for tree in whole(self.program, one.tree))
        asked = names_in(tree for one in said for part in _parts_counted(one) for tree in whole(self.program, part))
        changes = {name for one in said for tree in one.tree.walk() for name in changed(tree)}
        return Ahead(flow, each, frozenset(reads), frozenset(asked), frozenset(changes))

    def _asks(self, flow: Flow) -> bool:
        """Whether a player chooses in a flow, or the flow leads to something unknown."""
        return any(
            isinstance(each, Choice) or (isinstance(each, Do) and isinstance(each.said.tree.do, _ASKING))
            for each in steps_of(flow)
        )

    def _counting(self, flow: Flow, known: frozenset[str] = frozenset()) -> Flow | None:
        """The flow with only those steps that change what matters to scores; None if none is left."""
        if isinstance(flow, Do):
            return flow if self._counts(flow, known) else None
        if isinstance(flow, ForEach):
            known |= {flow.word}
        if isinstance(flow, By):
            branches = {name: self._counting(branch, known) for name, branch in flow.branches.items()}
            left = {name: branch for name, branch in branches.items() if branch}
            return By(flow.path, flow.rule, left) if left else None
        steps = tuple(step for each in getattr(flow, "steps", ()) if (step := self._counting(each, known)))
        if isinstance(flow, Block):
            otherwise = self._counting(flow.otherwise, known) if flow.otherwise else None
            if flow.when and not _is_determined(flow.when.tree, known):
                return None
            return replace(flow, steps=steps, otherwise=otherwise) if steps or otherwise else None
        if isinstance(flow, Repeat):  # once, because the number of iterations is unknown
            return Block(flow.path, steps) if steps else None
        return replace(flow, steps=steps) if steps and isinstance(flow, EachPlayer | ForEach) else None

    def _counts(self, flow: Do, known: frozenset[str]) -> bool:
        tree = flow.said.tree.do
        return (
            isinstance(tree, grammar.Counting)
            and _is_determined(flow.said.tree, known)
            and bool(self.matter & changed(tree))
        )


def _parts_counted(said: Said[Tree]) -> Iterator[Tree]:
    """The parts of a sentence that decide what is counted, for whom and whether; not the counter that changes."""
    match said.tree:
        case grammar.StepIf() | grammar.StepUnless() | grammar.StepDo() as step:
            changes = places_changed(step.do)
            inner = [part for tree in (step, step.do, *changes) for part in tree.children()]
            yield from (part for part in inner if part is not step.do and not any(part is each for each in changes))
        case _:
            yield said.tree


def _counts_for_you(flow: Flow) -> bool:
    """Whether a flow counts for `you`."""
    if isinstance(flow, Do):
        return any(
            isinstance(part, grammar.ZoneYours | grammar.CounterYours) for part in places_changed(flow.said.tree.do)
        )
    return not isinstance(flow, EachPlayer) and any(_counts_for_you(each) for each in steps_in(flow))


def _is_determined(tree: Tree, known: frozenset[str] = frozenset()) -> bool:
    """Whether a sentence rolls no die, and names no pick and no loop variable except the `known` ones."""
    asked = list(tree.walk())
    picked = (each for each in asked if isinstance(each, grammar.Bound | grammar.ZonePicked))
    named = {name for each in picked for name in each.names("bound", "family")}
    return named <= known and not any(isinstance(each, _UNKNOWN) for each in asked)


def _relevant(program: Program) -> frozenset[str]:
    """The counters and roles on which scores depend, directly or not."""
    relevant, more = set[str](), names_in(each for tree in _scores(program) for each in whole(program, tree))
    while more - relevant:
        relevant |= more
        for said in program.sentences.values():
            if any(isinstance(tree, grammar.Counting) and changed(tree) & relevant for tree in said.tree.walk()):
                more |= names_in(whole(program, said.tree))
    return frozenset(relevant & (program.counters.keys() | program.roles.keys()))


def _scores(program: Program) -> Iterator[Tree]:
    for value in program.score.values():
        yield from (said.tree for said in value.said.values())


def _without_moved(flow: Flow, after: Coming) -> Coming:
    """What comes after a flow, without the clauses that count cards which the flow certainly moves away."""
    if isinstance(flow, By) or getattr(flow, "when", None):
        return after
    if not isinstance(flow, Do):
        for step in reversed(list(steps_in(flow))):
            after = _without_moved(step, after)
        return after
    emptied = _emptied(flow.said.tree) if after else set()
    return () if emptied is None else tuple(each for each in after if not emptied & each.reads)


def _emptied(said: grammar.Step) -> set[str] | None:
    """The zones that a step empties or passes on; None if it can be any zone."""
    match said:
        case grammar.StepDo(do=grammar.Passing(zone=zone)):
            return {zone}
        case grammar.StepDo(
            do=grammar.Moving(moved=grammar.MovedAll(cards=grammar.CardsOfKind(noun="card")), source=source)
        ):
            return {source.name} if source else None
    return set()


def _distinct(coming: Coming) -> Coming:
    seen: dict[str, Ahead] = {}
    for each in coming:
        seen.setdefault(each.path, each)
    return tuple(seen.values())
