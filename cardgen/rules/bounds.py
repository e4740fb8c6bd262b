"""Interval analysis of clauses: how many cards moves find in zones, at least and at most, without playing.

It walks all clauses in the order of play, with an abstract state (`abstract_state.py`) instead of cards. A condition
narrows the state behind it. Any action of a choice may have been taken, or none. The analysis of a loop ends when its
bounds reach a fixed point.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import reduce

from cardgen.foundations.dataclass import dataclass
from cardgen.rules import grammar
from cardgen.rules.abstract_state import ALL, AbstractState, TransferFunctions, either
from cardgen.rules.clauses import (
    NOUN,
    Action,
    Block,
    By,
    Do,
    EachPlayer,
    Flow,
    ForEach,
    Repeat,
    Said,
    Turns,
)
from cardgen.rules.code import MAX_PICKED
from cardgen.rules.draws import fixed_draw
from cardgen.rules.rounds import Reach
from cardgen.rules.turns import said_in

MAX_STEPS = 10_000  # steps of the analysis; a longer one has no result
MAX_GROUPS = 40  # bounded groups of cards; a state with more of them counts as several steps
MAX_ROUNDS = 60  # iterations of a loop that are analysed one by one
TURN, AGAIN = "the turn", "another turn"  # jump targets beside the sections; no section can have these names

Found = AbstractState | None  # None: unreachable


@dataclass(frozen=True, slots=True)
class Taken:
    """A move of a number of cards out of a zone. `wanted` is the number, if it is known; `short` whether the zone can
    have too few; `rest` whether cards can remain in it."""

    said: Said[grammar.Step]
    moved: grammar.SomeMoved
    source: grammar.Zone
    wanted: int | None
    short: bool
    rest: bool


class TooLong(Exception):
    """Raised if the analysis takes too many steps."""


class Bounds(TransferFunctions):
    """Finds the moves of one game under given rules, for a given number of players."""

    def __init__(self, reach: Reach) -> None:
        super().__init__(reach)
        self.taken: list[Taken] = []
        self.steps = self.rehearsed = 0
        self.first: Flow | None = None
        self.jumps: dict[str, Found] = {}  # the state at each jump target
        actions = (action for section in self.program.actions.values() for action in section.values())
        picks = (pick for action in actions for pick in action.picks.items())
        self._skips = bool(said_in(self.program, grammar.DoSkipNext))
        self._several = {name for name, said in picks if isinstance(said.tree, grammar.PickCards)}

    def moves(self) -> tuple[Taken, ...]:
        """Returns all reachable moves, each as often as play reaches it; none if the analysis gets too long."""
        try:
            self._phase("game", self.nothing())
        except (TooLong, RecursionError):
            return ()
        return tuple(self.taken)

    # ---- flow

    def _sequence(self, flows: Iterable[Flow], now: Found) -> Found:
        for flow in flows:
            if now is None:
                break
            now = self._flow(flow, now)
        return now

    def _flow(self, flow: Flow, now: AbstractState) -> Found:
        self.steps += 1 + len(now.least) // MAX_GROUPS
        if self.steps > MAX_STEPS:
            raise TooLong
        if isinstance(flow, Do):
            return self._sentence(flow, now)
        if isinstance(flow, Block):
            return self._block(flow, now)
        if isinstance(flow, By):
            branch = flow.branches.get(str(self.reach.rules[flow.rule]))
            return self._flow(branch, now) if branch else now
        if isinstance(flow, Repeat):
            return self._repeat(flow, now)
        if isinstance(flow, Turns):
            return self._turns(flow, now)
        if isinstance(flow, EachPlayer | ForEach):
            return self._each(flow, now)
        return self._choice(flow.section, flow.otherwise, now)

    def _sentence(self, flow: Do, now: AbstractState) -> Found:
        tree = flow.said.tree
        if isinstance(tree, grammar.StepDo):
            return self._step(flow, tree.do, now)
        holds, asked = tree.wanted, tree.condition
        done = self._join(lambda at: self._step(flow, tree.do, at), self.ways(now, asked, holds))
        return either(done, self.suppose(now, asked, not holds))

    def _join(self, once: Callable[[AbstractState], Found], ways: Iterable[AbstractState]) -> Found:
        """The join of the states after running `once` from each of these states."""
        return reduce(either, map(once, ways), None)

    def _block(self, flow: Block, now: AbstractState) -> Found:
        if flow.when is None:
            return self._sequence(flow.steps, now)
        done, left = (self.ways(now, flow.when.tree, wanted) for wanted in (not flow.unless, flow.unless))
        other = flow.otherwise
        return either(
            self._join(lambda at: self._sequence(flow.steps, at), done),
            self._join(lambda at: self._flow(other, at) if other else at, left),
        )

    def _repeat(self, flow: Repeat, now: AbstractState) -> Found:
        how = flow.how.tree
        if isinstance(how, grammar.RepeatTimes):
            return self._times(self.reach.number(how.amount), lambda at: self._sequence(flow.steps, at), now)
        if isinstance(how, grammar.RepeatForever):
            self._fixed_point(lambda at: self._sequence(flow.steps, at), now)
            return None
        goes_on, asked = how.wanted, how.condition
        for _ in range(MAX_ROUNDS):  # unrolled while the condition is certainly true
            if self.suppose(now, asked, not goes_on):
                break
            if (after := self._sequence(flow.steps, self.suppose(now, asked, goes_on))) is None:
                return None
            now = after
        at = self._fixed_point(lambda at: self._sequence(flow.steps, self.suppose(at, asked, goes_on)), now)
        return self.suppose(at, asked, not goes_on)

    def _times(self, times: int | None, once: Callable[[AbstractState], Found], now: AbstractState) -> Found:
        if times is None or times > MAX_ROUNDS:
            return self._fixed_point(once, now)
        at: Found = now
        for _ in range(times):
            at = once(at) if at else None
        return at

    def _fixed_point(self, once: Callable[[AbstractState], Found], now: AbstractState) -> AbstractState:
        """The state before every iteration of a loop, however many there are."""
        self.rehearsed += 1
        while (more := self._widened(now, once(now))) != now:
            now = more
        self.rehearsed -= 1
        if not self.rehearsed:
            once(now)
        return now

    def _widened(self, now: AbstractState, after: Found) -> AbstractState:
        """Widens the bounds: keeps those that hold before and after an iteration, and drops those that still change."""
        if after is None:
            return now
        least = {group: many for group, many in now.least.items() if after.least.get(group, 0) >= many}
        most = {zone: many if after.most[zone] <= many else self.cards for zone, many in now.most.items()}
        return AbstractState(least, most)

    def _turns(self, flow: Turns, now: AbstractState) -> Found:
        if flow.until is None:
            after = self._times(self.reach.players, lambda at: self._turn(flow, at.lasting()), now)
        else:
            begins = self._fixed_point(lambda at: self._turn(flow, at.lasting()), now)
            after = self.suppose(begins.lasting(), flow.until.tree, True)
        return after.lasting() if after else None

    def _turn(self, flow: Turns, now: AbstractState) -> Found:
        """The turn of one player, with any further turns; or the player is skipped."""
        ways = self.ways(now, flow.until.tree, False) if flow.until else [now]
        return self._join(lambda begins: self._turn_begun(flow, begins), ways)

    def _turn_begun(self, flow: Turns, begins: AbstractState) -> Found:
        passed = begins if self._skips else None
        if flow.skip is None:
            return either(self._again(flow, begins), passed)
        plays, skipped = (self.suppose(begins, flow.skip.tree, wanted) for wanted in (False, True))
        return either(self._again(flow, plays) if plays else None, either(skipped, passed))

    def _again(self, flow: Turns, now: AbstractState) -> Found:
        after: Found = None
        kept = {where: self.jumps.pop(where, None) for where in (TURN, AGAIN)}

        def once(at: AbstractState) -> Found:
            nonlocal after
            after = either(after, either(self._sequence(flow.steps, at), self.jumps.pop(TURN, None)))
            more = self.jumps.pop(AGAIN, None)
            return self.suppose(more.lasting(), flow.until.tree, False) if more and flow.until else more

        if any(isinstance(step, Do) and _goes_again(step) for step in self.reach.all_of(flow)):
            self._fixed_point(once, now)
        else:
            once(now)
        self.jumps |= {where: jump for where, jump in kept.items() if jump}
        return after

    def _each(self, flow: EachPlayer | ForEach, now: AbstractState) -> Found:
        if isinstance(flow, EachPlayer):
            times = self.reach.players
        else:
            times = len(self.program.of_a_kind(flow.word) if flow.what == NOUN else self.program.values(flow.word))
        after = self._times(times, lambda at: self._sequence(flow.steps, at.lasting()), now)
        return after.lasting() if after else None

    # ---- sections

    def _phase(self, name: str, now: AbstractState) -> Found:
        kept = self.jumps.pop(name, None)
        after = either(self._flow(self.program.phases[name], now), self.jumps.pop(name, None))
        if kept:
            self.jumps[name] = kept
        return after

    def _choice(self, section: str, otherwise: Flow | None, now: AbstractState) -> Found:
        after = self._flow(otherwise, now) if otherwise else now
        for action in self.program.actions[section].values():
            if self.reach.offered(action):
                after = either(after, self._action(action, now.lasting()))
        return after

    def _action(self, action: Action, now: AbstractState) -> Found:
        ways = self.ways(now, action.when.tree, True) if action.when else [now]
        after = self._join(lambda begins: self._carried_out(action, begins), ways)
        return after.lasting() if after else None

    def _carried_out(self, action: Action, begins: AbstractState) -> Found:
        for pick in action.picks.values():
            begins = self._with_picked(pick.tree, begins)
        kept, self.first = self.first, action.steps[0] if action.steps else None
        after = self._sequence(action.steps, begins)
        self.first = kept
        return after

    def _with_picked(self, pick: grammar.Pick, now: AbstractState) -> AbstractState:
        """Picked cards lie in the zone from which the player picks them."""
        if not isinstance(pick, grammar.PickOfCards):
            return now
        some, number = pick.some, self.reach.number(pick.amount) if isinstance(pick, grammar.PickCards) else 1
        if (group := self.group(some.zone, some)) is None:
            return now
        return replace(now, least=now.least | {group: max(self.at_least(now, group), number or 0)})

    # ---- steps

    def _step(self, flow: Do, tree: grammar.Do, now: AbstractState) -> Found:
        match tree:
            case grammar.Moving():
                return self._move(flow, tree, now)
            case grammar.DoChoose():
                return self._choice(tree.section, None, now)
            case grammar.DoSection():
                return self._phase(tree.section, now)
            case grammar.DoEffect():
                after: Found = now
                for effect in self.program.effects.values():
                    after = either(after, self._flow(effect, now.lasting()))
                return after.lasting() if after else None
            case grammar.DoEndGame():
                return None
            case grammar.DoEndTurn():
                return self._jump(TURN, now)
            case grammar.DoAgain():
                return self._jump(AGAIN, now)
            case grammar.DoEndSection():
                return self._jump(tree.section, now)
            case grammar.DoNote() | grammar.DoNothing() | grammar.DoShuffleZone():
                return now
        return now.lasting()

    def _jump(self, where: str, now: AbstractState) -> Found:
        """Jumps: the code after it is unreachable."""
        self.jumps[where] = either(self.jumps.get(where), now)
        return None

    def _move(self, flow: Do, tree: grammar.Moving, now: AbstractState) -> AbstractState:
        moved, source, target = tree.moved, tree.source, tree.target
        if source is None:
            assert isinstance(moved, grammar.CardsMoved)
            return self.gather(now, target, moved.cards)
        match moved:
            case grammar.MovedIt():
                return self.carry(now, source, target, None, 1)
            case grammar.MovedBound():
                return self.carry(now, source, target, None, MAX_PICKED if moved.bound in self._several else 1)
            case grammar.MovedAllBound():
                return self.carry(now, source, target, None, None)
            case grammar.MovedAll():
                return self.carry(now, source, target, moved.cards, ALL)
        return self._move_some(flow, moved, source, target, now)

    def _move_some(
        self, flow: Do, moved: grammar.SomeMoved, source: grammar.Zone, target: grammar.Zone, now: AbstractState
    ) -> AbstractState:
        cards = moved.cards
        wanted = self.reach.number(moved.amount) if isinstance(moved, grammar.SoManyMoved) else 1
        group, first = self.group(source, cards), flow is self.first and fixed_draw(flow) is not None
        if first and group and wanted:  # an action without enough cards for its first move is not legal
            now = replace(now, least=now.least | {group: max(self.at_least(now, group), wanted)})
        if not self.rehearsed:
            least = self.at_least(now, group) if group else 0
            enough = isinstance(moved, grammar.EnoughMoved)
            sure = not enough or wanted is None or least >= wanted * self.times(target)
            sure = sure or (first and self.times(target) == 1)
            rest = now.most[source.name] > (wanted or 0)
            self.taken.append(Taken(flow.said, moved, source, wanted, not sure, rest))
        return self.carry(now, source, target, cards, wanted)


def _goes_again(step: Do) -> bool:
    return isinstance(step.said.tree.do, grammar.DoAgain)
