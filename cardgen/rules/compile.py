"""A program to instructions: the game from its start, what may be chosen, what is scored, who wins a tie."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import InputError, fail
from cardgen.rules import grammar
from cardgen.rules.clauses import Action, Program
from cardgen.rules.code import Code, TooMany
from cardgen.rules.ends import Ends
from cardgen.rules.foresight import Coming, foreseen
from cardgen.rules.layout import Layout
from cardgen.rules.options import Coded

MOST_FORESEEN = 8  # different things that choices have counted behind them, and instructions that are there before them
MOST_BEFORE = 3_000


@dataclass(frozen=True, slots=True)
class Compiled:
    """A program as instructions. `entries` are labels: of each action, and of each section's choices."""

    program: Program
    players: int
    code: Code
    layout: Layout
    actions: tuple[Coded, ...]
    action_bits: int
    bodies: tuple[int, ...]  # by action
    choices: Mapping[str, int]  # by section
    game: int
    score: int
    winners: int
    told: int  # what is counted when the game is over
    begins: tuple[int, ...]  # by choice as they are written: the turn-entry label, if it is the turn's first, or -1
    anew: tuple[int, ...]  # likewise: the label from which turns that are taken all at once can be taken anew, or -1
    foreseen: tuple[int, ...]  # likewise: the label of what will be counted behind it, or -1
    roles: Mapping[str, int] = field(default_factory=dict)  # their registers
    counters: Mapping[str, int] = field(default_factory=dict)

    @property
    def action_names(self) -> tuple[str, ...]:
        """Every name of an action, once, in the order of the clauses."""
        return tuple(dict.fromkeys(coded.name for coded in self.actions))


def compile_program(program: Program, players: int) -> Compiled:
    """The instructions of a game for so many players at most. Raises InputError for what cannot be played."""
    return Compiler(program, players).compiled()


class Compiler(Ends):
    """The instructions of one program; what follows it with further ones extends it."""

    def __init__(self, program: Program, players: int) -> None:
        super().__init__(program, players)
        self.acting: Action | None = None  # whose steps are being written

    def compiled(self) -> Compiled:
        """All instructions. Raises InputError for what cannot be played, or is more than there may be."""
        try:
            return self._compiled()
        except TooMany as error:
            raise self._too_much(str(error)) from None
        except RecursionError:
            raise self._too_much("clauses ask for clauses too deep") from None

    def _too_much(self, told: str) -> InputError:
        """A fault of the number that leads to all others that are being worked out, or of the sentence."""
        where = self.program.sentences[self._within[0]].place if self._within else self.where_said
        path = next((path for path, said in self.program.sentences.items() if said.place == where), "rules")
        return fail(f"{path}: {told}", where)

    def _compiled(self) -> Compiled:
        program, code, layout = self.program, self.code, self.layout
        for name in program.rules:
            for option in program.rules[name].options:
                layout.constant(option)
        for section, actions in program.actions.items():
            for action in actions.values():
                self.numbers[section, action.name] = len(self.coded)
                self.coded.append(self.code_of(section, action))
                layout.note(action.name)
        self.section_at = {section: code.keep() for section in program.actions}
        game, score, winners, told = (code.label() for _ in range(4))
        code.place_label(game)
        for name, said in program.roles.items():
            with code.sentence():
                self.where_said = said.place
                code.copy(self.roles[name], self.player(said.tree))
        self.within.append("game")
        self._phase("game")
        code.add("over", layout.ending("over"))
        self.write_phases()
        bodies = self._bodies()
        self.write_phases()
        choices = {section: code.label() for section in program.actions}
        for section, label in choices.items():
            code.place_label(label)
            with code.sentence():  # of all actions, as what one asks another may ask too
                for action in program.actions[section].values():
                    with self.binding(**self.around.get(section, {})):
                        self.legal(section, action)
            code.add("stop")
        code.place_label(score)
        self.score()
        foreseen = self._foreseen()
        code.place_label(winners)
        self.winners()
        code.place_label(told)
        self.tell()
        return Compiled(
            program,
            self.layout.players,
            code,
            layout,
            tuple(self.coded),
            self.action_bits,
            bodies,
            choices,
            game,
            score,
            winners,
            told,
            tuple(self.begins),
            tuple(self.anew),
            tuple(foreseen.get(path, -1) for path in self.choices_at),
            self.roles,
            self.counters,
        )

    def _foreseen(self) -> dict[str, int]:
        """By the path of each choice the label of what will be counted behind it, as far as there is room for that."""
        code, written, found = self.code, list[tuple[Coming, int]](), dict[str, int]()
        for path, coming in foreseen(self.program).items():
            label = next((label for known, label in written if known == coming), -1)
            if label < 0 and len(code.rows) <= MOST_BEFORE and len(written) < MOST_FORESEEN:
                label = code.label()
                written.append((coming, label))
                code.place_label(label)
                for each in coming:
                    self.count_ahead(each.flow, each.each)
                code.add("stop")
            found[path] = label
        return found

    def _bodies(self) -> tuple[int, ...]:
        """The steps of each action, and where they begin."""
        code, found = self.code, {coded.path: self.code.label() for coded in self.coded}
        left = sorted(self.coded, key=lambda each: each.section.count("."))
        while left:  # those first of which it is known where they are chosen from
            coded = next((each for each in left if each.section in self.led_to), left[0])
            left.remove(coded)
            code.place_label(found[coded.path])
            self.acting = action = self.program.actions[coded.section][coded.name]
            self.unpack(coded)
            code.add("tally", self.layout.note(action.name))
            for picked in coded.picks:
                if isinstance(picked.pick, grammar.PickCard):
                    code.add("use", picked.registers[0])
            if self.program.rounds == action.path:
                code.add("round")
            self.within.append(coded.section)
            with self.binding(**self.around.get(coded.section, {}) | self.bound_by(coded)):
                for step in action.steps:
                    self.run(step)
                self.clause_done(action.path)
            self.acting = None
            self.within.pop()
            if coded.section in self.behind:
                code.go(self.behind[coded.section])
            else:
                code.add("return", self.section_at[coded.section])
            self.write_phases()
        return tuple(found.values())
