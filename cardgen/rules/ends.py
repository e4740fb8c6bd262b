"""The end of a game to instructions: what is scored, what is told of it, who wins a tie."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from cardgen.rules import grammar
from cardgen.rules.clauses import NOUN, Block, By, Do, EachPlayer, Flow, ForEach, Said
from cardgen.rules.code import EQ, LT, MASK, MOST_TERMS, NE, PLAYERS, RESULT, TERMS, YOU, ZERO, Test
from cardgen.rules.layout import MOST_NOTED
from cardgen.rules.options import Options
from cardgen.rules.things import FAR

MOST_TOLD = 24  # cards of which it is counted what they score
SCORED = "points."


class Ends(Options):
    """What is worked out when a game is over."""

    def score(self) -> None:
        code = self.code
        if not self.program.score:
            code.copy(RESULT, ZERO)
        for term, value in enumerate(self.program.score.values()):
            with code.sentence():
                worth = self.worked_out(value)
                if term:
                    code.add("add", RESULT, RESULT, worth)
                else:
                    code.copy(RESULT, worth)
                if term < MOST_TERMS:
                    code.copy(TERMS + term, worth)
        code.add("stop")

    def count_ahead(self, flow: Flow, each: bool) -> None:
        """A flow that only counts, done for each player or for whoever is `you`: without labels, and all at once."""
        code = self.code
        with code.sentence():
            if each:
                with self._each_as_you():
                    self._count(flow)
            else:
                self._count(flow)

    @contextmanager
    def _each_as_you(self) -> Iterator[None]:
        you = self.code.copy(self.code.temp(), YOU)
        with self.players() as player:
            self.code.copy(YOU, player)
            yield
        self.code.copy(YOU, you)

    def _count(self, flow: Flow) -> None:
        code = self.code
        if isinstance(flow, Do):
            self.bring(flow.said)
        elif isinstance(flow, By):
            for option, branch in flow.branches.items():
                with code.when(self.is_option(flow.rule, option)):
                    self._count(branch)
        elif isinstance(flow, EachPlayer):
            with self._each_as_you():
                self._count_all(flow.steps)
        elif isinstance(flow, ForEach) and flow.what == NOUN:
            card = code.temp()
            with code.loop("ids", card, self.layout.noun(flow.word)), self.binding(**{flow.word: card}):
                self._count_all(flow.steps)
        elif isinstance(flow, ForEach):
            with self.each_value(flow.word):
                self._count_all(flow.steps)
        else:
            assert isinstance(flow, Block)
            self._count_block(flow)

    def _count_block(self, flow: Block) -> None:
        if flow.when is None:
            self._count_all(flow.steps)
            return
        self.where_said, holds = flow.when.place, self.code.temp()
        self.truth(holds, self.test(flow.when.tree))
        with self.code.when(Test(EQ if flow.unless else NE, holds, ZERO)):
            self._count_all(flow.steps)
        if flow.otherwise:
            with self.code.when(Test(NE if flow.unless else EQ, holds, ZERO)):
                self._count(flow.otherwise)

    def _count_all(self, flows: Sequence[Flow]) -> None:
        for flow in flows:
            self._count(flow)

    def tell(self) -> None:
        """Counts for reports, of `you`: what each card of a score has brought, and what the file adds up."""
        code = self.code
        with code.sentence():
            for value in self.program.tallies.values():
                code.add("tally_by", self.layout.note(value.name), self.worked_out(value))
            for value in self.program.score.values():
                for said in value.said.values() if not value.rule else ():
                    self._tell_cards(said)
        code.add("stop")

    def _tell_cards(self, said: Said[grammar.Value]) -> None:
        """What each card brings where a score goes through a few of them."""
        tree = said.tree
        if not isinstance(tree, grammar.ValueForEach):
            return
        if any(isinstance(inner, grammar.ValueForEach) for inner in tree.value.walk()):
            return
        cards = self.layout.classes[self.layout.noun(tree.noun)]
        if len(cards) > MOST_TOLD or len(self.layout.notes) + len(cards) > MOST_NOTED:
            return
        self.where_said = said.place
        for card in cards:
            worth = self.of_card(tree, self.code.number(card))
            self.code.add("tally_by", self.layout.note(f"{SCORED}{self.layout.cards[card]}"), worth)

    def winners(self) -> None:
        """Of those in MASK, who is left when ties are broken; all or nobody where players win together."""
        code = self.code
        if self.program.wins:
            code.copy(YOU, ZERO)
            code.copy(MASK, ZERO)
            with self.players() as player:
                code.add("set_bit", MASK, player)
        for value in self.program.wins.values():
            for option, said in value.said.items():
                self.where_said = said.place
                with code.sentence(), self.under(value.rule, option), code.when(self.test(said.tree).opposite):
                    code.copy(MASK, ZERO)
        for tie in self.program.ties.values():
            if f"ties.{tie.name}" in self.program.silences:
                with code.sentence():
                    code.add("several", RESULT, MASK)
            for option, decides in tie.said.items():
                with code.sentence(), self.under(tie.rule, option):
                    self._tie(decides)
        self.code.add("stop")

    def _tie(self, said: Said[grammar.Tie]) -> None:
        code = self.code
        self.where_said = said.place
        several = code.temp()
        code.add("several", several, MASK)
        with code.when(Test(NE, several, ZERO)):
            match said.tree:
                case grammar.TieNobody():
                    code.copy(MASK, ZERO)
                case grammar.Best() as best:
                    self._keep_best(best)
                case grammar.TieFromLeft() | grammar.TieFromRight() as tie:
                    self._keep_first(tie)

    def _keep_first(self, tie: grammar.TieFromLeft | grammar.TieFromRight) -> None:
        code = self.code
        first, found = self.player(tie.player), code.copy(code.temp(), ZERO)
        step, seat = code.temp(), code.temp()
        with code.loop("range", step, ZERO, PLAYERS), code.when(Test(EQ, found, ZERO)):
            by = step
            if isinstance(tie, grammar.TieFromRight):
                by = code.temp()
                code.add("sub", by, ZERO, step)
            code.add("seat", seat, first, by)
            with code.when(self.masked(seat)):
                code.add("set_bit", found, seat)
        code.copy(MASK, found)

    def _keep_best(self, tree: grammar.Best) -> None:
        code = self.code
        best, kept = code.copy(code.temp(), code.number(-FAR)), code.copy(code.temp(), ZERO)
        with self.players() as player, code.when(self.masked(player)):
            with self.as_player(player):
                mine = self._signed(self.value(tree.value), tree.most)
            with code.when(Test(LT, best, mine)):
                code.copy(best, mine)
                code.copy(kept, ZERO)
            with code.when(Test(EQ, best, mine)):
                code.add("set_bit", kept, player)
        code.copy(MASK, kept)
