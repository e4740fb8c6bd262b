"""Compiles a program into instructions: the game, its actions, the score, and tie-breaks. The compilers in `compiling/`
compile the parts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import InputError, fail
from cardgen.rules import grammar
from cardgen.rules.clauses import Program
from cardgen.rules.code import Code, TooMany
from cardgen.rules.compiling.ahead import AheadCompiler
from cardgen.rules.compiling.control_flow import FlowCompiler
from cardgen.rules.compiling.expressions import Expressions
from cardgen.rules.compiling.legal import OfferCompiler
from cardgen.rules.compiling.packing import ActionPacker
from cardgen.rules.compiling.scope import Scope
from cardgen.rules.compiling.scores import ScoreCompiler
from cardgen.rules.layout import TOO_LARGE, Layout
from cardgen.rules.options import Coded


@dataclass(frozen=True, slots=True)
class Compiled:
    """A compiled program. All integers but `players` and `action_bits` are labels, or -1, or registers in mappings."""

    program: Program
    players: int
    code: Code
    layout: Layout
    actions: tuple[Coded, ...]
    action_bits: int
    bodies: tuple[int, ...]  # the label of each action
    choices: Mapping[str, int]  # the label of the offers of each section
    game_label: int
    score_label: int
    winners_label: int
    reports_label: int  # of the counts for reports
    begins: tuple[int, ...]  # by choice, in order: the turn-entry label of the turn that it begins, or -1
    repeat_labels: tuple[int, ...]  # by choice: the label from which play can repeat simultaneous turns, or -1
    foreseen: tuple[int, ...]  # by choice: the label of what clauses will count after it, or -1
    roles: Mapping[str, int] = field(default_factory=dict)  # the register of each role
    counters: Mapping[str, int] = field(default_factory=dict)

    @property
    def action_names(self) -> tuple[str, ...]:
        """Returns the distinct names of actions, in the order of the clauses."""
        return tuple(dict.fromkeys(coded.name for coded in self.actions))


def compile_program(program: Program, players: int) -> Compiled:
    """Compiles a game for up to `players` players. Raises InputError for a game that cannot be played."""
    return Compiler(program, players).compiled()


class Compiler:
    """The compilers of all parts of one program, put together."""

    def __init__(self, program: Program, players: int) -> None:
        self.program, self.scope = program, Scope(program, players)
        self.code, self.layout = self.scope.code, self.scope.layout
        self.expressions = expressions = Expressions(self.scope)
        self.flows = FlowCompiler(expressions)
        self.phases, self.choices = self.flows.phases, self.flows.choices
        self.packing = ActionPacker(expressions)
        self.offers = OfferCompiler(expressions, self.flows.statements.moves, self.packing)
        expressions.conditions.possible = self.offers.possible
        self.scores = ScoreCompiler(expressions)
        self.ahead = AheadCompiler(expressions, self.flows.statements)

    def compiled(self) -> Compiled:
        """Compiles all instructions. Raises InputError for a game that cannot be played, or is too large."""
        try:
            return self._compiled()
        except TooMany as error:
            raise self._too_much(str(error)) from None
        except RecursionError:
            raise self._too_much("clauses refer to other clauses through too many levels; use fewer levels") from None

    def _too_much(self, message: str) -> InputError:
        """The error for the outermost value whose compilation is under way, or for the current sentence."""
        asking = self.expressions.values.working_out
        where = self.program.sentences[asking[0]].place if asking else self.scope.where_said
        path = next((path for path, said in self.program.sentences.items() if said.place == where), "rules")
        return fail(f"{path}: {message}", where)

    def _compiled(self) -> Compiled:
        program, code, layout = self.program, self.code, self.layout
        self._number_things()
        game, score, winners, reports = (code.label() for _ in range(4))
        code.place_label(game)
        self._begin()
        bodies = self._bodies()
        self.phases.write_called()
        choices = {section: code.label() for section in program.actions}
        for section, label in choices.items():
            code.place_label(label)
            with code.temporaries():  # for all actions together, because one may test the legality of another
                for action in program.actions[section].values():
                    with self.scope.binding(**self.choices.around.get(section, {})):
                        self.offers.legal(section, action)
            code.add("stop")
        code.place_label(score)
        self.scores.score()
        ahead = self.ahead.labels()
        code.place_label(winners)
        self.scores.winners()
        code.place_label(reports)
        self.scores.reports()
        layout.ending(TOO_LARGE)
        return Compiled(
            program,
            layout.players,
            code,
            layout,
            tuple(self.packing.coded),
            self.packing.action_bits,
            bodies,
            choices,
            game,
            score,
            winners,
            reports,
            tuple(self.choices.begins),
            tuple(self.choices.repeat_labels),
            tuple(ahead.get(path, -1) for path in self.choices.choices_at),
            self.scope.roles,
            self.scope.counters,
        )

    def _number_things(self) -> None:
        """Numbers the options of rules and the actions, and allocates the return register of each section, in file
        order."""
        for rule in self.program.rules.values():
            for option in rule.options:
                self.layout.constant(option)
        for section, actions in self.program.actions.items():
            for action in actions.values():
                self.packing.add(section, action)
                self.layout.note(action.name)
        self.choices.section_at = {section: self.code.allocate() for section in self.program.actions}

    def _begin(self) -> None:
        """Compiles the start of the game, with the phases that it calls."""
        for name, said in self.program.roles.items():
            with self.code.temporaries():
                self.scope.where_said = said.place
                self.code.copy(self.scope.roles[name], self.expressions.players.player(said.tree))
        with self.phases.within("game"):
            self.phases.compile_phase("game")
            self.code.add("over", self.layout.ending("over"))
            self.phases.write_called()

    def _bodies(self) -> tuple[int, ...]:
        """Compiles the steps of each action; returns their labels."""
        code, labels = self.code, {coded.path: self.code.label() for coded in self.packing.coded}
        left = sorted(self.packing.coded, key=lambda each: each.section.count("."))
        while left:  # first those whose choice is already compiled
            coded = next((each for each in left if each.section in self.choices.led_to), left[0])
            left.remove(coded)
            code.place_label(labels[coded.path])
            self._body(coded)
            if coded.section in self.choices.behind:
                code.jump(self.choices.behind[coded.section])
            else:
                code.add("return", self.choices.section_at[coded.section])
            self.phases.write_called()
        return tuple(labels.values())

    def _body(self, coded: Coded) -> None:
        code, packing = self.code, self.packing
        packing.unpack(coded)
        self.scope.observer.action_begins(coded)
        code.add("tally", self.layout.note(coded.name))
        for picked in coded.picks:
            if isinstance(picked.pick, grammar.PickCard):
                code.add("use", picked.registers[0])
        if self.program.rounds == coded.path:
            code.add("round")
        around = self.choices.around.get(coded.section, {})
        with self.phases.within(coded.section), self.scope.binding(**around | packing.bound_by(coded)):
            for step in self.program.actions[coded.section][coded.name].steps:
                self.flows.compile_flow(step)
            self.scope.observer.action_done(coded)
