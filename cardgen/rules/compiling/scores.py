"""Compiles the end of a game: scores, the counts that reports show, and tie-breaks."""

from __future__ import annotations

from cardgen.rules import grammar
from cardgen.rules.clauses import Said
from cardgen.rules.code import EQ, LT, MASK, MAX_TERMS, NE, PLAYERS, RESULT, TERMS, YOU, ZERO, Test
from cardgen.rules.compiling.expressions import Expressions
from cardgen.rules.compiling.scope import BEYOND_ALL
from cardgen.rules.layout import MAX_NOTED

MAX_COUNTED = 24  # cards whose scores are counted one by one
SCORED = "points."


class ScoreCompiler:
    """Compiles the computations at the end of a game."""

    def __init__(self, expressions: Expressions) -> None:
        scope = self.scope = expressions.scope
        self.code, self.layout, self.program = scope.code, scope.layout, scope.program
        self.players, self.values, self.conditions = expressions.players, expressions.values, expressions.conditions

    def score(self) -> None:
        code = self.code
        if not self.program.score:
            code.copy(RESULT, ZERO)
        for term, value in enumerate(self.program.score.values()):
            with code.temporaries():
                worth = self.values.worked_out(value)
                if term:
                    code.add("add", RESULT, RESULT, worth)
                else:
                    code.copy(RESULT, worth)
                if term < MAX_TERMS:
                    code.copy(TERMS + term, worth)
        code.add("stop")

    def reports(self) -> None:
        """Counts for reports, for `you`: what each card of a score brings, and the tallies of the file."""
        code = self.code
        with code.temporaries():
            for value in self.program.tallies.values():
                code.add("tally_by", self.layout.note(value.name), self.values.worked_out(value))
            for value in self.program.score.values():
                for said in value.said.values() if not value.rule else ():
                    self._tell_cards(said)
        code.add("stop")

    def _tell_cards(self, said: Said[grammar.Value]) -> None:
        """Counts the score of each card, if a term sums over a few cards."""
        tree = said.tree
        if not isinstance(tree, grammar.ValueForEach):
            return
        if any(isinstance(inner, grammar.ValueForEach) for inner in tree.value.walk()):
            return
        cards = self.layout.classes[self.layout.noun(tree.noun)]
        if len(cards) > MAX_COUNTED or len(self.layout.notes) + len(cards) > MAX_NOTED:
            return
        self.scope.where_said = said.place
        for card in cards:
            worth = self.values.of_card(tree, self.code.number(card))
            self.code.add("tally_by", self.layout.note(f"{SCORED}{self.layout.cards[card]}"), worth)

    def winners(self) -> None:
        """Reduces the players in MASK to the winners by tie-breaks; to all or nobody if players win together."""
        code = self.code
        if self.program.wins:
            code.copy(YOU, ZERO)
            code.copy(MASK, ZERO)
            with self.code.each_player() as player:
                code.add("set_bit", MASK, player)
        for value in self.program.wins.values():
            for option, said in value.said.items():
                self.scope.where_said = said.place
                with (
                    code.temporaries(),
                    self.scope.under(value.rule, option),
                    code.when(self.conditions.test(said.tree).opposite),
                ):
                    code.copy(MASK, ZERO)
        for tie in self.program.ties.values():
            if f"ties.{tie.name}" in self.program.silences:
                with code.temporaries():
                    code.add("several", RESULT, MASK)
            for option, decides in tie.said.items():
                with code.temporaries(), self.scope.under(tie.rule, option):
                    self._tie(decides)
        self.code.add("stop")

    def _tie(self, said: Said[grammar.Tie]) -> None:
        code = self.code
        self.scope.where_said = said.place
        with code.when(Test(NE, code.emit_value("several", MASK), ZERO)):
            match said.tree:
                case grammar.TieNobody():
                    code.copy(MASK, ZERO)
                case grammar.Best() as best:
                    self._keep_best(best)
                case grammar.TieFromLeft() | grammar.TieFromRight() as tie:
                    self._keep_first(tie)

    def _keep_first(self, tie: grammar.TieFromLeft | grammar.TieFromRight) -> None:
        code = self.code
        first, result = self.players.player(tie.player), code.copy(code.temp(), ZERO)
        step, seat = code.temp(), code.temp()
        with code.loop("range", step, ZERO, PLAYERS), code.when(Test(EQ, result, ZERO)):
            code.add("seat", seat, first, code.signed(step, isinstance(tie, grammar.TieFromLeft)))
            with code.when(self.masked(seat)):
                code.add("set_bit", result, seat)
        code.copy(MASK, result)

    def _keep_best(self, tree: grammar.Best) -> None:
        code = self.code
        best, kept = code.copy(code.temp(), code.number(-BEYOND_ALL)), code.copy(code.temp(), ZERO)
        with self.code.each_player() as player, code.when(self.masked(player)):
            with self.scope.as_player(player):
                mine = self.code.signed(self.values.value(tree.value), tree.most)
            with code.when(Test(LT, best, mine)):
                code.copy(best, mine)
                code.copy(kept, ZERO)
            with code.when(Test(EQ, best, mine)):
                code.add("set_bit", kept, player)
        code.copy(MASK, kept)

    def masked(self, player: int) -> Test:
        """Tests whether a player is in MASK."""
        return Test(NE, self.code.emit_value("bit", MASK, player), ZERO)
