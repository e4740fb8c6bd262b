"""Flow to instructions: phases, loops, turns, branches, choices, and where play goes on behind each."""

from __future__ import annotations

from collections import Counter

from cardgen.foundations.errors import fail
from cardgen.rules import grammar
from cardgen.rules.clauses import (
    NOUN,
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
    steps_of,
)
from cardgen.rules.code import (
    AGAIN,
    END_TURN,
    EQ,
    GE,
    ONE,
    PLAYERS,
    YOU,
    ZERO,
    Test,
)
from cardgen.rules.things import Bound
from cardgen.rules.tree import Tree
from cardgen.rules.turns import Turning, loops_of_turns, said_in

NO_ACTION = "no_action"


class Steps(Turning):
    """Flow of a whole program. A phase or section that several clauses call is there once, with a way back."""

    def __init__(self, program: Program, players: int) -> None:
        super().__init__(program, players)
        self.phase_at: dict[str, int] = {}  # the label of each phase that is there for several
        self.section_at: dict[str, int] = {}  # by section: the register that says where play goes on behind a choice
        self.back_at: dict[str, int] = {}  # the same by phase
        self.exits: dict[str, int] = {}  # the label behind each phase that is being written
        self.within: list[str] = []
        self.calls = _calls(program)
        self.loops_of_turns = loops_of_turns(program)
        self.chosen_at = _choices(program)
        self.around: dict[str, Bound] = {}  # by section that stands where it is chosen from: what is bound there
        self.behind: dict[str, int] = {}  # by section that is chosen from in one place: the label behind that
        self.leads: dict[str, set[str]] = {}  # from what is written to what it leads to
        self.led_to: set[str] = set()  # the sections that are chosen from in what is written so far
        self.cut_short = {section for tree in said_in(program, grammar.DoEndPhase) for section in tree.names("section")}
        self.to_write: list[str] = []  # phases
        self.choices_at: list[str] = []  # by choice, as they are written: its path
        self.begins: list[int] = []  # by choice, as they are written: where the turn begins that it is the first of,
        self.anew: list[int] = []  # and where turns are taken anew that are taken all at once

    def run(self, flow: Flow) -> None:
        """The instructions of a flow."""
        code = self.code
        if flow_path(flow) == self.program.rounds:
            code.add("round")
        if isinstance(flow, Do):
            self.bring(flow.said)
        elif isinstance(flow, Block):
            self._block(flow)
        elif isinstance(flow, By):
            self._by(flow)
        elif isinstance(flow, Repeat):
            self._repeat(flow)
        elif isinstance(flow, Turns):
            self._turns(flow)
        elif isinstance(flow, EachPlayer):
            self._each_player(flow)
        elif isinstance(flow, ForEach):
            self._for_each_of(flow)
        else:
            self.choice(flow)
        if not isinstance(flow, Do) and getattr(flow, "when", None) is None:
            self.clause_done(flow.path)

    def clause_done(self, path: str) -> None:
        """Called where a clause of several steps has been carried out: accounts tell it there."""

    def _block(self, flow: Block) -> None:
        code = self.code
        if flow.when is None:
            for step in flow.steps:
                self.run(step)
            return
        other = code.label()
        with code.sentence():
            self.where_said = flow.when.place
            self.go_unless(other, flow.when.tree, not flow.unless)
        for step in flow.steps:
            self.run(step)
        self.clause_done(flow.path)
        if flow.otherwise is None:
            code.place_label(other)
            return
        over = code.label()
        code.go(over)
        code.place_label(other)
        self.run(flow.otherwise)
        code.place_label(over)

    def _by(self, flow: By) -> None:
        code, over = self.code, self.code.label()
        for option, branch in flow.branches.items():
            other = code.label()
            code.go(other, self.is_option(flow.rule, option).opposite)
            self.run(branch)
            code.go(over)
            code.place_label(other)
        code.place_label(over)

    def _repeat(self, flow: Repeat) -> None:
        code, how = self.code, flow.how.tree
        again, over = code.label(), code.label()
        self.where_said = flow.how.place
        done, times = ZERO, ZERO
        if isinstance(how, grammar.RepeatTimes):
            done, times = code.keep(), code.keep()
            code.copy(done, ZERO)
            with code.sentence():
                code.copy(times, self.amount(how.amount))
        code.place_label(again)
        with code.sentence():
            if isinstance(how, grammar.RepeatTimes):
                code.go(over, Test(GE, done, times))
            elif isinstance(how, grammar.AskedEachTime):
                self.go_unless(over, how.condition, how.wanted)
        if flow.path in self.loops_of_turns:
            code.add("turn")
        for step in flow.steps:
            self.run(step)
        if isinstance(how, grammar.RepeatTimes):
            code.add("add", done, done, ONE)
        code.add("idle")
        code.go(again)
        code.place_label(over)

    def _each_player(self, flow: EachPlayer) -> None:
        code = self.code
        you, player, top, over = code.keep(), code.keep(), code.label(), code.label()
        code.copy(you, YOU)
        code.copy(player, ZERO)
        code.place_label(top)
        code.go(over, Test(GE, player, PLAYERS))
        code.copy(YOU, player)
        for step in flow.steps:
            self.run(step)
        code.add("add", player, player, ONE)
        code.go(top)
        code.place_label(over)
        code.copy(YOU, you)

    def _for_each_of(self, flow: ForEach) -> None:
        """Steps for each value or card; what it has come to is kept, since there may be decisions among them."""
        code = self.code
        index, value, top, over = code.keep(), code.keep(), code.label(), code.label()
        ids = self.layout.classes[self.layout.noun(flow.word)] if flow.what == NOUN else ()
        many = len(self.layout.cards) if flow.what == NOUN else len(self.program.values(flow.word))
        further = code.label()
        code.copy(index, ZERO)
        code.place_label(top)
        code.go(over, Test(GE, index, code.number(many)))
        with code.sentence():
            if flow.what == NOUN:
                code.copy(value, index)
                if len(ids) < many:
                    found = code.temp()
                    code.add("is_in", found, index, self.layout.noun(flow.word))
                    code.go(further, Test(EQ, found, ZERO))
            else:
                self.value_at(value, flow.word, index)
        with self.binding(**{flow.word: value}):
            for step in flow.steps:
                self.run(step)
        code.place_label(further)
        code.add("add", index, index, ONE)
        code.go(top)
        code.place_label(over)

    # Phases

    def phase(self, name: str) -> None:
        """The steps of a phase: where they are called, or there once for several."""
        code = self.code
        if self._goes_round(name):
            raise self.fault(f"'{name}' leads back to itself; 'repeat' does steps again")
        if self.calls[name] == 1:
            self._phase(name)
            return
        back = code.label()
        if name not in self.phase_at:
            self.phase_at[name] = code.label()
            self.back_at[name] = code.keep()
            self.to_write.append(name)
        code.add("here", self.back_at[name], back)
        code.go(self.phase_at[name])
        code.place_label(back)

    def _goes_round(self, name: str) -> bool:
        """Notes that what is being written leads to a phase, a section or an effect; whether that leads back to it."""
        here = self.within[-1]
        self.leads.setdefault(here, set()).add(name)
        found, seen = [name], set[str]()
        while found:
            if (each := found.pop()) == here:
                return True
            if each not in seen:
                seen.add(each)
                found += self.leads.get(each, ())
        return False

    def _phase(self, name: str) -> None:
        code = self.code
        self.within.append(name)
        ends = self._keep(self.of_turns) if name in self.cut_short else []
        self.exits[name] = code.label()
        self.run(self.program.phases[name])
        code.place_label(self.exits[name])
        if ends:
            self._restore(self.of_turns, ends)
        self.within.pop()

    def write_phases(self) -> None:
        """The phases that several clauses call."""
        while self.to_write:
            name = self.to_write.pop()
            self.code.place_label(self.phase_at[name])
            self._phase(name)
            self.code.add("return", self.back_at[name])

    def flow_step(self, tree: grammar.Flow, path: str) -> None:
        code = self.code
        match tree:
            case grammar.DoChoose():
                self.choice(Choice(path, tree.section))
            case grammar.DoEffect():
                self._effect(tree)
            case grammar.DoAgain():
                code.add("return", AGAIN)
            case grammar.DoEndTurn():
                code.add("return", END_TURN)
            case grammar.DoEndGame():
                code.add("over", self.layout.ending(tree.ending or "over"))
            case grammar.DoEndPhase():
                if tree.section not in self.exits:
                    raise self.fault(f"'{tree.section}' is not being played here, so it cannot end")
                code.go(self.exits[tree.section])
            case grammar.DoPhase():
                self.phase(tree.section)

    def _effect(self, tree: grammar.DoEffect) -> None:
        code, over = self.code, self.code.label()
        card = code.keep()
        code.copy(card, self.card(tree.card))
        for name, flow in self.program.effects.items():
            if self._goes_round(f"effect of {name}"):
                raise self.fault(f"the effect of '{name}' leads back to itself")
            other = code.label()
            with code.sentence():
                found = code.temp()
                code.add("is_in", found, card, self._cards_of(name))
                code.go(other, Test(EQ, found, ZERO))
            self.within.append(f"effect of {name}")
            with self.binding(card=card):
                self.run(flow)
            self.within.pop()
            code.go(over)
            code.place_label(other)
        code.place_label(over)

    def _cards_of(self, name: str) -> int:
        """The class of a card by its name, or of a kind."""
        if name in self.layout.types:
            return self.layout.class_of([name])
        return self.layout.noun(name)

    # Choices

    def choice(self, flow: Choice) -> None:
        """Whoever is `you` takes an action; where none is legal, what else is done."""
        code, section = self.code, flow.section
        if self._goes_round(section):
            raise fail(f"{flow.path}: '{section}' leads back to itself; 'go again' begins a turn anew", self.where_said)
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
        self.begins.append(self.turn_at)
        self.anew.append(self.anew_at)
        self.turn_at = -1
        if flow.otherwise is None:
            self.no_action(flow.path)
        else:
            self._otherwise(flow.otherwise, flow.path)
        code.place_label(back)

    def _keep_around(self, section: str) -> None:
        """What is bound where a section stands is known to its actions: where they stand twice, under one register."""
        if self.chosen_at[section] == 1:
            self.around[section] = self.bound
            return
        around = self.around.setdefault(section, {})
        for name, there in self.bound.items():
            registers = there if isinstance(there, tuple) else (there,)
            kept = around.setdefault(name, tuple(self.code.keep() for _ in registers))
            for target, source in zip(kept if isinstance(kept, tuple) else (kept,), registers, strict=True):
                self.code.copy(target, source)
            if not isinstance(there, tuple):
                (around[name],) = kept if isinstance(kept, tuple) else (kept,)

    def _otherwise(self, flow: Flow, path: str) -> None:
        """What is done where nothing may be chosen; options of a rule that say nothing of it leave it open."""
        if not isinstance(flow, By):
            self.run(flow)
            return
        code, over = self.code, self.code.label()
        for option, branch in flow.branches.items():
            other = code.label()
            code.go(other, self.is_option(flow.rule, option).opposite)
            self.run(branch)
            code.go(over)
            code.place_label(other)
        self.no_action(path)
        code.place_label(over)

    def no_action(self, path: str) -> None:
        self.code.add("silent", self.layout.case(f"{NO_ACTION}.{path}"))
        self.code.add("dead_end")


def _choices(program: Program) -> Counter[str]:
    """By section, in how many places it is chosen from."""
    flows = [*program.phases.values(), *program.effects.values(), *program.effects.values()]  # these may stand twice
    flows += [step for actions in program.actions.values() for action in actions.values() for step in action.steps]
    found = Counter(each.section for flow in flows for each in steps_of(flow) if isinstance(each, Choice))
    for said in program.sentences.values():
        for tree in said.tree.walk():
            if isinstance(tree, grammar.DoChoose):
                found[tree.section] += _times(said)
    return found


def _calls(program: Program) -> dict[str, int]:
    """By phase, how many clauses have it done."""
    found = dict.fromkeys(program.phases, 0)
    for said in program.sentences.values():
        for tree in said.tree.walk():
            if isinstance(tree, grammar.DoPhase):
                found[tree.section] += _times(said)
    return found


def _times(said: Said[Tree]) -> int:
    """In how many places a sentence may stand: those of effects in several."""
    return 2 if said.path.startswith("effects.") else 1
