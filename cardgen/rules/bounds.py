"""Interval analysis of clauses: how many cards moves find in zones, at least and at most, without playing.

Every clause is gone through as play goes through it, with bounds instead of cards: what conditions say is known behind
them, what may be chosen may or may not have been done, and loops go round until no bound changes any more (a
fixed point).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import reduce

from cardgen.dataclass import dataclass
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
from cardgen.rules.code import MOST_PICKED
from cardgen.rules.lying import ALL, Counting, Lying, either, name_of
from cardgen.rules.moves import ENOUGH, fixed_draw
from cardgen.rules.parse import Tree
from cardgen.rules.rounds import Reach
from cardgen.rules.turns import said_in

MOST_STEPS = 10_000  # gone through; of what is longer nothing is said
MANY = 40  # groups of cards of which something is known: a step among more takes longer
MOST_ROUNDS = 60  # of a loop that are gone through one by one
TURN, AGAIN = "the turn", "another turn"  # where play may go on; no section is called so

Found = Lying | None  # None: play does not come there


@dataclass(frozen=True, slots=True)
class Taken:
    """A move of so many cards out of a zone: how many, where that is known; whether it may find too few; whether more
    may lie there than it takes."""

    said: Said
    move: Tree
    wanted: int | None
    short: bool
    rest: bool


class TooLong(Exception):
    """More steps than are gone through."""


class Bounds(Counting):
    """The moves of one game under some rules, with so many players."""

    def __init__(self, reach: Reach) -> None:
        super().__init__(reach)
        self.taken: list[Taken] = []
        self.steps = self.rehearsed = 0
        self.first: Flow | None = None
        self.jumps: dict[str, Found] = {}  # what is known where play goes on elsewhere
        actions = (action for section in self.program.actions.values() for action in section.values())
        picks = (pick for action in actions for pick in action.picks.items())
        self._passes_over = bool(said_in(self.program, "skip_next"))
        self._several = {name for name, said in picks if said.tree.form == "cards"}

    def moves(self) -> tuple[Taken, ...]:
        """All that play may come to, each as often as it does; none where there is too much to go through."""
        try:
            self._phase("game", self.nothing())
        except (TooLong, RecursionError):
            return ()
        return tuple(self.taken)

    # ---- flow

    def _all(self, flows: Iterable[Flow], now: Found) -> Found:
        for flow in flows:
            if now is None:
                break
            now = self._go(flow, now)
        return now

    def _go(self, flow: Flow, now: Lying) -> Found:
        self.steps += 1 + len(now.least) // MANY
        if self.steps > MOST_STEPS:
            raise TooLong
        if isinstance(flow, Do):
            return self._sentence(flow, now)
        if isinstance(flow, Block):
            return self._block(flow, now)
        if isinstance(flow, By):
            branch = flow.branches.get(str(self.reach.rules[flow.rule]))
            return self._go(branch, now) if branch else now
        if isinstance(flow, Repeat):
            return self._repeat(flow, now)
        if isinstance(flow, Turns):
            return self._turns(flow, now)
        if isinstance(flow, EachPlayer | ForEach):
            return self._each(flow, now)
        return self._choice(flow.section, flow.otherwise, now)

    def _sentence(self, flow: Do, now: Lying) -> Found:
        tree = flow.said.tree
        if tree.form == "do":
            return self._step(flow, tree.tree("do"), now)
        holds, asked = tree.form == "if", tree.tree("condition")
        done = self._either(lambda at: self._step(flow, tree.tree("do"), at), self.ways(now, asked, holds))
        return either(done, self.suppose(now, asked, not holds))

    def _either(self, once: Callable[[Lying], Found], ways: Iterable[Lying]) -> Found:
        """What is known behind steps to which play comes by one of these ways."""
        return reduce(either, map(once, ways), None)

    def _block(self, flow: Block, now: Lying) -> Found:
        if flow.when is None:
            return self._all(flow.steps, now)
        done, left = (self.ways(now, flow.when.tree, wanted) for wanted in (not flow.unless, flow.unless))
        other = flow.otherwise
        return either(
            self._either(lambda at: self._all(flow.steps, at), done),
            self._either(lambda at: self._go(other, at) if other else at, left),
        )

    def _repeat(self, flow: Repeat, now: Lying) -> Found:
        how = flow.how.tree
        if how.form == "times":
            return self._so_often(self.reach.number(how.tree("amount")), lambda at: self._all(flow.steps, at), now)
        if how.form == "forever":
            self._round(lambda at: self._all(flow.steps, at), now)
            return None
        goes_on = how.form == "while"
        asked = how.tree("condition")
        for _ in range(MOST_ROUNDS):  # one by one, as long as it is known whether there is another
            if self.suppose(now, asked, not goes_on):
                break
            if (after := self._all(flow.steps, self.suppose(now, asked, goes_on))) is None:
                return None
            now = after
        at = self._round(lambda at: self._all(flow.steps, self.suppose(at, asked, goes_on)), now)
        return self.suppose(at, asked, not goes_on)

    def _so_often(self, times: int | None, once: Callable[[Lying], Found], now: Lying) -> Found:
        if times is None or times > MOST_ROUNDS:
            return self._round(once, now)
        at: Found = now
        for _ in range(times):
            at = once(at) if at else None
        return at

    def _round(self, once: Callable[[Lying], Found], now: Lying) -> Lying:
        """What is known each time before a loop goes round, however often it does."""
        self.rehearsed += 1
        while (more := self._loosened(now, once(now))) != now:
            now = more
        self.rehearsed -= 1
        if not self.rehearsed:
            once(now)
        return now

    def _loosened(self, now: Lying, after: Found) -> Lying:
        """Bounds that hold before and after; those that went on changing hold nothing back."""
        if after is None:
            return now
        least = {group: many for group, many in now.least.items() if after.least.get(group, 0) >= many}
        most = {zone: many if after.most[zone] <= many else self.cards for zone, many in now.most.items()}
        return Lying(least, most)

    def _turns(self, flow: Turns, now: Lying) -> Found:
        if flow.until is None:
            after = self._so_often(self.reach.players, lambda at: self._turn(flow, at.lasting()), now)
        else:
            begins = self._round(lambda at: self._turn(flow, at.lasting()), now)
            after = self.suppose(begins.lasting(), flow.until.tree, True)
        return after.lasting() if after else None

    def _turn(self, flow: Turns, now: Lying) -> Found:
        """One player's turn, with those that he has again; or he is passed over."""
        ways = self.ways(now, flow.until.tree, False) if flow.until else [now]
        return self._either(lambda begins: self._begun(flow, begins), ways)

    def _begun(self, flow: Turns, begins: Lying) -> Found:
        passed = begins if self._passes_over else None
        if flow.skip is None:
            return either(self._again(flow, begins), passed)
        plays, skipped = (self.suppose(begins, flow.skip.tree, wanted) for wanted in (False, True))
        return either(self._again(flow, plays) if plays else None, either(skipped, passed))

    def _again(self, flow: Turns, now: Lying) -> Found:
        after: Found = None
        kept = {where: self.jumps.pop(where, None) for where in (TURN, AGAIN)}

        def once(at: Lying) -> Found:
            nonlocal after
            after = either(after, either(self._all(flow.steps, at), self.jumps.pop(TURN, None)))
            more = self.jumps.pop(AGAIN, None)
            return self.suppose(more.lasting(), flow.until.tree, False) if more and flow.until else more

        if any(tree.form == "again" for step in self.reach.all_of(flow) for tree in _trees(step)):
            self._round(once, now)
        else:
            once(now)
        self.jumps |= {where: jump for where, jump in kept.items() if jump}
        return after

    def _each(self, flow: EachPlayer | ForEach, now: Lying) -> Found:
        if isinstance(flow, EachPlayer):
            times = self.reach.players
        else:
            times = len(self.program.of_a_kind(flow.word) if flow.what == NOUN else self.program.values(flow.word))
        after = self._so_often(times, lambda at: self._all(flow.steps, at.lasting()), now)
        return after.lasting() if after else None

    # ---- sections

    def _phase(self, name: str, now: Lying) -> Found:
        kept = self.jumps.pop(name, None)
        after = either(self._go(self.program.phases[name], now), self.jumps.pop(name, None))
        if kept:
            self.jumps[name] = kept
        return after

    def _choice(self, section: str, otherwise: Flow | None, now: Lying) -> Found:
        after = self._go(otherwise, now) if otherwise else now
        for action in self.program.actions[section].values():
            if self.reach.offered(action):
                after = either(after, self._action(action, now.lasting()))
        return after

    def _action(self, action: Action, now: Lying) -> Found:
        ways = self.ways(now, action.when.tree, True) if action.when else [now]
        after = self._either(lambda begins: self._carried_out(action, begins), ways)
        return after.lasting() if after else None

    def _carried_out(self, action: Action, begins: Lying) -> Found:
        for pick in action.picks.values():
            begins = self._picked(pick.tree, begins)
        kept, self.first = self.first, action.steps[0] if action.steps else None
        after = self._all(action.steps, begins)
        self.first = kept
        return after

    def _picked(self, pick: Tree, now: Lying) -> Lying:
        """Cards that are picked lie there."""
        if pick.form not in ("card", "cards"):
            return now
        some, number = pick.tree("some"), self.reach.number(pick.tree("amount")) if pick.form == "cards" else 1
        if (group := self.group(some.tree("zone"), some)) is None:
            return now
        return replace(now, least=now.least | {group: max(self.at_least(now, group), number or 0)})

    # ---- steps

    def _step(self, flow: Do, tree: Tree, now: Lying) -> Found:
        form = tree.form
        if form in ("move", "shuffle"):
            return self._move(flow, tree, now)
        if form == "choose":
            return self._choice(tree.word("section"), None, now)
        if form == "phase":
            return self._phase(tree.word("section"), now)
        if form == "effect":
            after: Found = now
            for effect in self.program.effects.values():
                after = either(after, self._go(effect, now.lasting()))
            return after.lasting() if after else None
        if form == "end_game":
            return None
        if form in ("end_turn", "again", "end_phase"):
            where = {"end_turn": TURN, "again": AGAIN}.get(form) or tree.word("section")
            self.jumps[where] = either(self.jumps.get(where), now)
            return None
        return now if form in ("note", "nothing", "shuffle_zone") else now.lasting()

    def _move(self, flow: Do, tree: Tree, now: Lying) -> Lying:
        moved, target = tree.tree("moved"), tree.tree("target")
        if "source" not in tree.parts:
            return self.gather(now, target, moved.tree("cards"))
        source = tree.tree("source")
        if "cards" not in moved.parts:
            wanted = {"it": 1, "bound": MOST_PICKED if moved.parts.get("bound") in self._several else 1}.get(moved.form)
            return self.carry(now, source, target, None, wanted)
        cards = moved.tree("cards")
        if moved.form == "all":
            return self.carry(now, source, target, cards, ALL)
        wanted = self.reach.number(moved.tree("amount")) if "amount" in moved.parts else 1
        group, first = self.group(source, cards), flow is self.first and fixed_draw(flow) is not None
        if first and group and wanted:  # or else the action could not have been taken
            now = replace(now, least=now.least | {group: max(self.at_least(now, group), wanted)})
        if not self.rehearsed:
            least = self.at_least(now, group) if group else 0
            sure = moved.form not in ENOUGH or wanted is None or least >= wanted * self.times(target)
            sure = sure or (first and self.times(target) == 1)
            rest = now.most[name_of(source)] > (wanted or 0)
            self.taken.append(Taken(flow.said, tree, wanted, not sure, rest))
        return self.carry(now, source, target, cards, wanted)


def _trees(flow: Flow) -> Iterable[Tree]:
    return flow.said.tree.walk() if isinstance(flow, Do) else ()
