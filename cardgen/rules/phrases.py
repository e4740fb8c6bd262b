"""Compiles the phrases in sentences of accounts: expressions of the rules language, evaluated where a clause takes
effect.

`cards on table`, `left of dealer` and `your chips` are such phrases. Others name cards that the clause has moved:
`cards`, `oaks`, or `oak` for one card. `oaks of draw` are those that its subclause `draw` has moved. `number of` can
precede any of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import InputError, Place, fail
from cardgen.rules import grammar
from cardgen.rules.code import GE, NE, ONE, ZERO, Test
from cardgen.rules.compile import Compiler
from cardgen.rules.parse import Slip, parse
from cardgen.rules.picked import THE
from cardgen.rules.sentences import names_of

NO_CARD = -1  # ends a list of cards, each of which has its number of copies
# phrases that need no computation
GIVEN = PLAYER, POINTS, NAMES, COUNTED = ("player", "points", "names", "counted")
NUMBER_OF, OF = "number of ", " of "  # `number of cards`; `cards of draw`: those that its subclause `draw` moved

CARD, CARDS, COUNT, NUMBER, WHO, VALUE, MOVED_CARD, MOVED, MOVED_COUNT = (
    "card", "cards", "count", "number", "player", "value", "moved_card", "moved", "moved_count",
)  # fmt: skip
OF_MOVED = (MOVED_CARD, MOVED, MOVED_COUNT)


@dataclass(frozen=True, slots=True)
class Part:
    """The type of a phrase's result: CARD, CARDS, COUNT of cards, NUMBER, WHO, VALUE of a field, or the cards of kind
    `word` that the clause `within` moved."""

    what: str
    word: str = ""
    within: str = ""


@dataclass(frozen=True, slots=True)
class Wording:
    """The phrases of a sentence, with its place."""

    phrases: tuple[str, ...]
    place: Place


class Phrases:
    """Compiles phrases. The code offers each result like options: a number, or cards with the number of copies of
    each."""

    def __init__(self, compiler: Compiler, texts: Mapping[str, Wording]) -> None:
        self.scope, self.code, self.program = compiler.scope, compiler.code, compiler.program
        self.expressions, self.packing, self.texts = compiler.expressions, compiler.packing, texts

    def offer(self, *numbers: int) -> None:
        for number in numbers:
            self.code.add("offer", self.code.number(number))

    def offer_card(self, card: int, count: int) -> None:
        with self.code.when(Test(NE, count, ZERO)):
            self.code.add("offer", card)
            self.code.add("offer", count)

    def part_of(self, key: str, path: str, phrase: str) -> Part:
        """Compiles a phrase; the code offers its result."""
        kept = self.scope.where_said
        try:
            return self._phrase(path, phrase)
        except Slip as slip:
            raise fail(f"{key}: {{{phrase}}}: {slip}", self.texts[key].place) from None
        except InputError as error:
            raise fail(f"{key}: {{{phrase}}}: {error.faults[0].message}", self.texts[key].place) from None
        finally:
            self.scope.where_said = kept

    def _phrase(self, path: str, phrase: str) -> Part:
        names, code = self.program.names, self.code
        counted, nouns = phrase.removeprefix(NUMBER_OF), names["noun"]
        if phrase in self.scope.bound:
            return self._bound(phrase)
        word, _, inner = counted.partition(OF)
        if word in nouns and word not in self.scope.bound and (not inner or self._is_clause(f"{path}.{inner}")):
            what = MOVED_COUNT if counted != phrase else MOVED_CARD if word == nouns[word] else MOVED
            return Part(what, nouns[word], f"{path}.{inner}" if inner else path)
        plain = {name for name in self.scope.bound if not names["field"].get(name) and name not in names["family"]}
        said = names_of(names, phrase, dict.fromkeys([*plain, *(THE + name for name in self.scope.bound)], ""))
        if phrase != counted and not counted.startswith("different "):
            code.add("offer", self.expressions.groups.count(parse(grammar.GROUP, counted, said)))
            return Part(COUNT)
        with suppress(Slip):
            who = parse(grammar.PLAYER, phrase, said)
            code.add("offer", self.expressions.players.player(who))
            return Part(WHO)
        with suppress(Slip):
            card = parse(grammar.CARD, phrase, said)
            code.add("offer", self.expressions.players.card(card))
            return Part(CARD)
        tree = parse(grammar.VALUE, phrase, said)
        if group := _group(tree):
            self.expressions.groups.each_card(group, self.offer_card)
            self.offer(NO_CARD)
            return Part(CARDS)
        code.add("offer", self.expressions.values.value(tree))
        return Part(NUMBER)

    def _is_clause(self, path: str) -> bool:
        return any(known == path or known.startswith(f"{path}.") for known in self.program.sentences)

    def _bound(self, name: str) -> Part:
        """Compiles the name of a pick or a loop variable."""
        there = self.scope.bound[name]
        registers = there if isinstance(there, tuple) else (there,)
        picks = [picked for coded in self.packing.coded for picked in coded.picks if picked.name == name]
        own = next((picked for picked in picks if picked.registers == registers), picks[0] if picks else None)
        if isinstance(there, tuple):
            for card in there:
                with self.code.when(Test(GE, card, ZERO)):
                    self.code.add("offer", card)
                    self.code.add("offer", ONE)
            self.offer(NO_CARD)
            return Part(CARDS)
        self.code.add("offer", there)
        if own is None:
            is_card = name in self.program.names["noun"]
            return Part(CARD) if is_card else Part(VALUE, name)
        if own.values:
            return Part(VALUE, own.field)
        match own.pick:
            case grammar.PickCard() | grammar.PickKind():
                return Part(CARD)
            case grammar.PickNumber():
                return Part(NUMBER)
        return Part(WHO)


def _group(value: grammar.Value) -> grammar.Some | None:
    """The cards of a value that only counts cards: `cards on table`."""
    match value:
        case grammar.ValueSum(sum=grammar.UnaryPlain(primary=grammar.PrimaryCount(group=grammar.GroupSome(some=some)))):
            return some
    return None
