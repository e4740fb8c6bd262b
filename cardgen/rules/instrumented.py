"""Instruments a game for accounts: adds instructions that report the effects of its clauses.

The sentences of an account belong to clauses, by path. They contain phrases of the rules language (`cards on table`,
`left of dealer`, `your chips`). The added instructions evaluate these phrases where a clause takes effect, and offer
the results like the options of a choice. They do not change how the game plays.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeGuard

from cardgen.foundations.dataclass import dataclass
from cardgen.rules import grammar
from cardgen.rules.clauses import NOBODY, OTHERS, OWNER, Choice, Flow, Program, Said, flow_path, steps_of
from cardgen.rules.code import EQ, NE, YOU, ZERO, Test
from cardgen.rules.compile import Compiled, Compiler
from cardgen.rules.compiling.observer import Observer
from cardgen.rules.layout import HELD_ALL
from cardgen.rules.options import Coded
from cardgen.rules.phrases import GIVEN, NO_CARD, Part, Phrases, Wording
from cardgen.rules.turns import asks
from cardgen.store.remember import per_large_object

ROUND, BEFORE, AFTER, DRAWN, TERM, TIE, FIRST_SAID = range(7)  # the first number of an event
NONE = ".none"  # suffix of keys: the sentence for an empty result
SCORE, TIES = "score", "ties"
FURTHER = ("", ".2", ".3", ".4")  # suffixes of paths: several sentences of one clause
LEAVING = grammar.DoAgain | grammar.DoEndTurn | grammar.DoEndGame | grammar.DoEndSection  # steps that leave the clause


@dataclass(frozen=True, slots=True)
class Spoken:
    """A sentence of an account: its key and clause, the parts by their phrases, and whether the clause moves cards."""

    key: str
    path: str
    parts: Mapping[str, Part]
    moves: bool


@dataclass(frozen=True, slots=True)
class InstrumentedGame:
    """A game that reports on itself. `scene`, `score` and `ties` are labels: the sentences before scoring, the terms of
    one player's score, and the values of tie-breaks."""

    compiled: Compiled
    spoken: tuple[Spoken, ...]  # sentences by the first number of their events, from FIRST_SAID
    paths: tuple[str, ...]  # paths of clauses that move cards, by number
    scene: int
    score: int
    ties: int


def instrument(program: Program, players: int, texts: Mapping[str, Wording]) -> InstrumentedGame:
    """Compiles a game that evaluates the phrases in `texts`. Raises InputError for a faulty phrase."""
    return _compile_account(program, players, tuple(texts.items()))


@per_large_object
def _compile_account(program: Program, players: int, texts: tuple[tuple[str, Wording], ...]) -> InstrumentedGame:
    compiler = Compiler(program, players)
    compiler.scope.observer = account = _AccountCompiler(compiler, dict(texts))
    return account.compile_account()


class _AccountCompiler(Observer):
    def __init__(self, compiler: Compiler, texts: Mapping[str, Wording]) -> None:
        self.compiler, self.scope, self.code, self.program = compiler, compiler.scope, compiler.code, compiler.program
        self.expressions, self.phrases, self.texts = compiler.expressions, Phrases(compiler, texts), texts
        self.acting: Coded | None = None  # the action whose steps are being compiled
        self.round_begins = _round_begins(compiler.program)
        self.spoken: list[Spoken] = []
        self.paths: dict[str, int] = {}
        self.choosing: set[str] = set()  # clauses with a choice, which report by themselves that no action was legal
        own = {each for key in texts for each in _with_outer(key)}
        self.with_sentences = {path for path in own if self._keys(path)}

    def compile_account(self) -> InstrumentedGame:
        compiled, code = self.compiler.compiled(), self.code
        scene, score, ties = (code.label() for _ in range(3))
        code.place_label(scene)
        self._say(SCORE)
        code.add("stop")
        code.place_label(score)
        for number, (name, value) in enumerate(self.program.score.items()):
            for option, said in value.said.items():
                with code.temporaries(), self.scope.under(value.rule, option):
                    self._term(number, name, said)
        code.add("stop")
        code.place_label(ties)
        for number, tie in enumerate(self.program.ties.values()):
            for option, decides in tie.said.items():
                if isinstance(best := decides.tree, grammar.TieMost | grammar.TieFewest):
                    self.scope.where_said = decides.place
                    with code.temporaries(), self.scope.under(tie.rule, option):
                        self._offer_tie(number, best)
        code.add("stop")
        return InstrumentedGame(compiled, tuple(self.spoken), tuple(self.paths), scene, score, ties)

    # Clauses as they are carried out

    def flow_begins(self, flow: Flow) -> None:
        if flow_path(flow) == self.round_begins:
            self.phrases.offer(ROUND)

    def action_begins(self, coded: Coded) -> None:
        self.acting = coded
        if self.round_begins == coded.path:
            self.phrases.offer(ROUND)

    def action_done(self, coded: Coded) -> None:
        self._say(coded.path)
        self.acting = None

    def step_begins(self, tree: grammar.Do, path: str) -> None:
        if isinstance(tree, LEAVING):
            self._say(self._clause_of(path))
        if self._reports_move(tree, path):
            self.phrases.offer(BEFORE, self.paths.setdefault(path, len(self.paths)))
            self._offer_cards(tree)

    def step_done(self, tree: grammar.Do, path: str) -> None:
        if moves := self._reports_move(tree, path):
            self.phrases.offer(AFTER, self.paths[path])
            self._offer_cards(tree)
            if self._draws(tree, path):
                self.phrases.offer(DRAWN, self.paths[path])
        if not isinstance(tree, LEAVING):
            self._say(self._clause_of(path), moves)

    def _clause_of(self, path: str) -> str:
        """The clause of a step; empty if the step is the whole action, which reports at its end."""
        return "" if self.acting and self.acting.path == path else path

    def _reports_move(self, tree: grammar.Do, path: str) -> TypeGuard[grammar.Moving]:
        """Whether the account reports which cards a step moves."""
        return isinstance(tree, grammar.Moving) and (self._has_sentence(path) or self._draws(tree, path))

    def goes_on(self, tree: grammar.Flow) -> None:
        if self.acting and isinstance(tree, LEAVING):
            self._say(self.acting.path)

    def choice_begins(self, flow: Choice) -> None:
        if self.acting:
            self._say(self.acting.path)
        self.choosing.add(flow.path)

    def clause_done(self, path: str) -> None:
        self._say(path)

    def no_action(self, path: str) -> None:
        with self.code.temporaries():
            self._sentence(f"{path}{NONE}", path)

    def _has_sentence(self, path: str) -> bool:
        """Whether a sentence belongs to a clause, or to one around it."""
        return any(each in self.with_sentences for each in _with_outer(path))

    def _draws(self, tree: grammar.Moving, path: str) -> bool:
        """Whether a step of an action moves cards that its player has not seen, and no sentence reports that."""
        source, action = tree.source, self.acting
        if not isinstance(tree, grammar.DoMove) or source is None or action is None or self._has_sentence(path):
            return False
        if path != action.path and not path.startswith(f"{action.path}."):
            return False
        seen = self.compiler.layout.visibility(source.name, "")
        own = isinstance(source, grammar.OwnZone)
        return seen == NOBODY or (seen == OWNER and not own) or (seen == OTHERS and own)

    def _offer_cards(self, tree: grammar.Moving) -> None:
        """Offers the cards in the source of a move, or in its target if it has no source."""
        zone, card, count = tree.source or tree.target, *self._temps(2)
        with self.code.loop("ids", card, HELD_ALL):
            self.expressions.groups.count_in(count, zone, card)
            self.phrases.offer_card(card, count)
        self.phrases.offer(NO_CARD)

    def _temps(self, many: int) -> list[int]:
        return [self.code.temp() for _ in range(many)]

    # Points and ties

    def _term(self, number: int, name: str, said: Said[grammar.Value]) -> None:
        """Reports a term of the score. If a sentence belongs to a term over several things, reports what each of them
        scores."""
        tree, path = said.tree, f"{SCORE}.{name}"
        self.scope.where_said = said.place
        if path not in self.with_sentences or not isinstance(tree, grammar.ForEach):
            self._offer_worth(number, path, self.expressions.values.value(tree))
            return
        worth = self.code.temp()
        if isinstance(tree, grammar.ValueForEach):
            noun, card = tree.noun, self.code.temp()
            with self.code.loop("ids", card, self.compiler.layout.noun(noun)), self.scope.binding(**{noun: card}):
                self.expressions.values.add_to(self.code.copy(worth, ZERO), tree.value)
                self._offer_worth(number, path, worth)
            return
        with self.expressions.zones.each_value(tree.through):
            self.expressions.values.add_to(self.code.copy(worth, ZERO), tree.value)
            self._offer_worth(number, path, worth)

    def _offer_worth(self, number: int, path: str, worth: int) -> None:
        self.phrases.offer(TERM, number)
        self.code.add("offer", worth)
        for further in FURTHER:
            with self.code.when(Test(NE, worth, ZERO)):
                self._sentence(path + further, path)
            with self.code.when(Test(EQ, worth, ZERO)):
                self._sentence(path + further + NONE, path)

    def _offer_tie(self, number: int, best: grammar.TieMost | grammar.TieFewest) -> None:
        self.phrases.offer(TIE, number, int(best.most))
        with self.code.each_player() as player:
            with self.scope.as_player(player):
                result = self.code.copy(self.code.temp(), self.expressions.values.value(best.value))
            self.code.add("offer", result)

    # Sentences

    def _keys(self, path: str) -> list[str]:
        """The keys of the sentences of a clause."""
        known = [path + further + none for further in FURTHER for none in ("", NONE)]
        return [key for key in known if key in self.texts]

    def _say(self, path: str, moves: bool = False) -> None:
        """Reports the sentences of a clause."""
        if path in self.with_sentences:
            with self.code.temporaries():
                for key in self._keys(path):
                    if not (key.endswith(NONE) and (path in self.choosing or key in self.program.sentences)):
                        self._sentence(key, path, moves)

    def _sentence(self, key: str, path: str, moves: bool = False) -> None:
        if key not in self.texts:
            return
        self.phrases.offer(FIRST_SAID + len(self.spoken))
        self.code.add("offer", YOU)
        asked = [phrase for phrase in self.texts[key].phrases if phrase not in GIVEN]
        parts = {phrase: self.phrases.part_of(key, path, phrase) for phrase in asked}
        self.spoken.append(Spoken(key, path, parts, moves))


def _with_outer(path: str) -> list[str]:
    """A clause and all clauses around it: for `a.b.c`, also `a.b` and `a`."""
    parts = path.split(".")
    return [".".join(parts[:many]) for many in range(1, len(parts) + 1)]


def _round_begins(program: Program) -> str:
    """The clause before which a round begins: the one that reports count as a round, or an earlier step in the same
    block in which a player chooses."""
    for phase in program.phases.values():
        for flow in steps_of(phase):
            steps: tuple[Flow, ...] = getattr(flow, "steps", ())
            paths = [flow_path(step) for step in steps]
            if program.rounds in paths:
                before = steps[: paths.index(program.rounds)]
                return next((flow_path(step) for step in before if asks(program, step)), program.rounds)
    return program.rounds
