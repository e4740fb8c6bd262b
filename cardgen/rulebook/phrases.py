"""Sentences of clauses in a language: a phrase for each form of the grammar, filled with the game's own words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import accumulate
from typing import NamedTuple

from cardgen.definitions.game import Game
from cardgen.rulebook.rule_conditions import truth
from cardgen.rulebook.vocabulary import MANY, ONE, THEIR, YOUR, Name, Vocabulary
from cardgen.rules import grammar
from cardgen.rules.clause_changes import is_within
from cardgen.rules.clauses import Said, Value
from cardgen.rules.program import program_of
from cardgen.rules.tree import Tree
from cardgen.text.strings import Strings

_SINGULAR = {"having.any", "pick.card", "value.for_each", "moved.one", "card.top", "test.is_kind"}
_VERB = re.compile(r"[a-z]+")
_PICKED = {"other": "player", "other_who": "player", "player_who": "player", "value_where": "value",
           "zone_where": "zone"}  # fmt: skip
# Forms that repeat their own noun, field or family, as one thing of a kind
_THROUGH = {"value.for_each": "each_card", "value.for_each_field": "each", "value.for_each_zone": "each_zone",
            "pick.value_where": "each", "pick.zone_where": "each_zone"}  # fmt: skip
# Forms in which `your` means another player
_OTHERS = ("player.most", "player.fewest", "player.most_from", "player.fewest_from", "player.holding",
           "pick.other_who", "pick.player_who", "primary.highest_other", "primary.lowest_other",
           "primary.sum_other")  # fmt: skip


class Bound(NamedTuple):
    """The meaning of a name: the sort of a thing (a chosen card, each player), its word, and, if another thing has the
    same word, the name itself."""

    sort: str
    noun: str
    name: str = ""


class Phrases(Vocabulary):
    """Writes sentences of clauses; `cards` has the names of cards by grammatical form."""

    def __init__(self, game: Game, strings: Strings, phrases: Strings, cards: Mapping[str, Mapping[str, str]]) -> None:
        super().__init__(game, program_of(game), strings, phrases)
        self.cards = cards
        self.sentence = ""
        self.whose = YOUR
        self.bound: dict[str, Bound] = {}  # meanings of picks and loop variables, by name

    # ---- sentences

    def in_words(self, said: Said) -> str:
        """A whole sentence, without a capital and a full stop."""
        self.sentence = said.text
        return self._in_words(said.tree, MANY)("")

    def condition(self, said: Said) -> str:
        """The condition of a step, in words."""
        self.sentence = said.text
        assert isinstance(said.tree, grammar.Conditional)
        return self._in_words(said.tree.condition, MANY)("")

    def words_at(self, path: str) -> str:
        """The sentences of a clause and of all clauses in it; empty if it has no sentences."""
        sentences = (self.in_words(said) for each, said in self.program.sentences.items() if is_within(each, path))
        return "; ".join(filter(None, sentences))

    def value(self, value: Value) -> str:
        """A named value, under the current rules."""
        return self.in_words(value.said[self.option(value.rule)])

    @contextmanager
    def binding(self, /, **things: Bound) -> Iterator[None]:
        """Binds names to meanings inside."""
        before, self.bound = self.bound, self.bound | things
        try:
            yield
        finally:
            self.bound = before

    def choice(self, section: str) -> str:
        """The choice of an action of a section, or its only action, in words."""
        only = ".only" if len(self.program.actions.get(section, ())) == 1 else ""
        return self.say(f"do.choose{only}", section=self.title(section))

    def gone_through(self, name: str, sort: str = "each") -> Bound:
        """The meaning of a loop variable of `for each`."""
        return Bound(sort, self.bare(name))

    def picked(self, name: str, pick: Said) -> Bound:
        """The meaning of the name of a pick."""
        sort = _PICKED.get(pick.tree.form, pick.tree.form)
        kind = next((noun for tree in pick.tree.walk() for noun in tree.names("noun")), "")
        if kind and sort in ("card", "cards"):
            return Bound(sort, self.noun(kind, ONE if sort == "card" else MANY))
        return Bound(
            sort, self.bare(next((str(part) for part in pick.tree.parts.values() if isinstance(part, str)), name))
        )

    def with_name(self, bound: Bound, text: str) -> str:
        """A text on a thing, with its name if several things could be meant."""
        return self.say("named", text=text, name=bound.name) if bound.name else text

    @contextmanager
    def _of(self, whose: str) -> Iterator[None]:
        """Changes the player whom `your` means inside."""
        before, self.whose = self.whose, whose
        try:
            yield
        finally:
            self.whose = before

    def _in_words(self, tree: Tree, number: int) -> Name:
        key = f"{'test' if tree.rule_name == 'tight' else tree.rule_name}.{tree.form}"
        number = self._number(tree, key, number)
        if decided := self._decided(tree, key, number):
            return decided
        if isinstance(tree, grammar.HavingNo):
            return self.called(self.say(key, **self._quantities(tree)))
        if isinstance(tree, grammar.TestHaving) and isinstance(tree.having, grammar.HavingNo):
            return self.called(self.say("test.having.no", **self._quantities(tree.having)))
        each = next(iter(tree.names("noun", "field", "family")), "")
        things = {each: self.gone_through(each, _THROUGH[key])} if key in _THROUGH else {}
        with self.binding(**things), self._of(THEIR if key in _OTHERS else self.whose):
            parts = {name: self._part(tree, name, number, key) for name in tree.parts}
        if own := self._own(tree, key, parts, number):
            return own
        if len(parts) == 1 and key not in self.phrases.entries:
            return next(iter(parts.values()))
        names = [part for part in tree.parts.values() if isinstance(part, str)]
        verb = self._verb(tree) if key.startswith("do.move") else ""
        key = self._variant(tree, key)
        return self.called(self.say(key, **parts, n=number, verb=verb, name=self.bare(names[0]) if names else ""))

    def _number(self, tree: Tree, key: str, number: int) -> int:
        """The grammatical number of a form, as far as it is known."""
        if key in _SINGULAR:
            return ONE
        if isinstance(tree, grammar.TestHaving):
            return self._number(tree.having, tree.having.key, number)
        amount = tree.parts.get("amount")
        if not isinstance(amount, Tree):
            return number if tree.rule_name in ("cards", "some", "group", "having") else MANY
        if isinstance(amount, grammar.AmountNumber):
            return amount.number
        value = self.game.rules[amount.rule] if isinstance(amount, grammar.AmountRule) else MANY
        return value if isinstance(value, int) else MANY

    def _variant(self, tree: Tree, key: str) -> str:
        """The key of the special phrase for a form with missing or particular parts."""
        ends = []
        match tree:
            case grammar.Moving(source=None):
                ends.append("bare")
            case grammar.MovedAll() if f"word.{tree.cards.noun}" not in self.strings.entries:
                ends.append("card")  # agrees with the language's word for cards
            case grammar.CardTop(noun="card"):
                ends.append("card")  # the phrase need not name the cards
            case grammar.IsPlayer():
                ends.append("you" if isinstance(tree.one, grammar.PlayerYou) else "")
                key = key if ends[-1] else key.removesuffix("_player")
            case grammar.DoEndGame() if f"play.end.{tree.ending or 'over'}" not in self.strings.entries:
                ends.append("as" if tree.ending else "")
            case grammar.ConditionOr() if any(isinstance(side, grammar.BothAnd) for side in tree.sides()):
                ends.append("mixed")
            case grammar.DoBecomes(player=grammar.PlayerYou()) | grammar.Beside(player=grammar.PlayerYou()):
                ends.append("you")
        return next((full for end in ends if (full := f"{key}.{end}") in self.phrases.entries), key)

    def _verb(self, tree: Tree) -> str:
        match = _VERB.match(self.sentence, tree.at)
        key = f"verb.{match[0] if match else 'move'}"
        return self.say(key if key in self.phrases.entries else "verb.move")

    def _part(self, tree: Tree, name: str, number: int, key: str = "") -> Name:
        part = tree.parts[name]
        if isinstance(part, Tree):
            bare = part.condition if isinstance(part, grammar.TightBrackets) else part  # nothing follows a `where`
            said = self._in_words(bare, number)
            return (lambda form: without_brackets(said(form))) if self._has_brackets(key, name) else said
        if isinstance(part, int):
            return self.called(str(part))
        if name == "bound":
            bound = self.bound.get(part) or self.gone_through(part)
            return self.called(self.with_name(bound, self.say(f"bound.{bound.sort}", name=bound.noun)))
        if name == "zone" and isinstance(tree, grammar.PlayerHolding):
            return self.called(self.owned(part, "zone", THEIR))
        if name in ("zone", "family"):
            return self.called(self.the(part, "zone"), self.is_table(part))
        if name in ("counter", "role", "number", "field"):
            return self.called(self.the(part, name))
        if name == "noun":
            return self.called(self.noun(part, number))
        if name == "rule":
            return self.called(self.rule(part))
        if name == "card":
            forms = self.cards.get(part, {})
            return lambda form: forms.get(form or "the") or self.called(self.bare(part))(form)
        if name == "constant":
            return self.called(self.constant(part))
        return self.called(self.title(part) if name == "section" else self.bare(part))

    def _has_brackets(self, key: str, name: str) -> bool:
        """Whether a form's phrase begins brackets with one of its parts."""
        return key in self.phrases.entries and f"({{{name}" in str(self.phrases.entries[key].text)

    def truth(self, tree: grammar.Question) -> bool | None:
        """Returns whether a condition holds, if the rules in force decide it; else None."""
        return truth(tree, self.option)

    def _decided(self, tree: Tree, key: str, number: int) -> Name | None:
        """The rest of a form whose condition the current rules decide."""
        match tree:
            case grammar.Joined():
                left = [part for part in (tree.left, tree.right) if self.truth(part) is not tree.all]
                return self._in_words(left[0], number) if len(left) == 1 else None
            case grammar.Conditional():
                holds = self.truth(tree.condition)
                if holds is None:
                    return None
                return self._in_words(tree.do, number) if holds == tree.wanted else self.called("")
            case grammar.Provided():
                holds = self.truth(tree.condition)
                if holds is None:
                    return None
                if holds:
                    return self._in_words(tree.sum, number)
                return self._in_words(tree.value, number) if isinstance(tree, grammar.ValueIfElse) else self.called("0")
        return None

    def _own(self, tree: Tree, key: str, parts: Mapping[str, Name], number: int) -> Name | None:
        """Forms that need more than their parts to fill the phrase."""
        zone = next(iter(tree.names("zone", "family")), "")
        if key in ("zone.yours", "zone.yours_all"):
            return self.called(self.owned(zone, "zone", self.whose))
        if key == "zone.zone" and self.program.zones[zone].each:
            return self.called(self.owned(zone, "zone", self.whose))
        if key in ("zone.of", "zone.all_of"):
            return self.called(
                self.say("zone.of_player", zone=self.called(self.the(zone, "zone")), player=parts["player"])
            )
        if key == "zone.each":
            return self.called(self.say(key, zone=parts["zone"], name=self.bare(zone)))
        if key in ("zone.yours_one", "zone.one_of"):
            the = self.owned(zone, "zone", self.whose) if key == "zone.yours_one" else self.the(zone, "zone")
            one = self.called(self.say("zone.one", zone=self.called(the), primary=parts["primary"]))
            if key == "zone.yours_one":
                return one
            return self.called(self.say("zone.of_player", zone=one, player=parts["player"]))
        if key == "zone.one":
            return self.called(self.say(key, zone=self.called(self.the(zone, "zone")), primary=parts["primary"]))
        if key in ("do.pass_left", "do.pass_right"):
            return self.called(self.say(key, zone=self.called(self.owned(zone, "zone")), name=self.bare(zone)))
        if isinstance(tree, grammar.CounterYours | grammar.OwnCounter):
            return self.called(self.owned(tree.counter, "counter", self.whose))
        if isinstance(tree, grammar.DoChoose):
            return self.called(self.choice(tree.section))
        if key == "primary.of":
            return self.called(self.say("counter.of", **parts))
        if isinstance(tree, grammar.MovedAll):
            one = self._in_words(tree.cards, ONE)
            return self.called(self.say(self._variant(tree, key), cards=parts["cards"], one=one))
        if isinstance(tree, grammar.WhoHas):
            return self.called(self._having(tree, key, parts))
        return None

    def _having(self, tree: grammar.WhoHas, key: str, parts: Mapping[str, Name]) -> str:
        """What players have or lack."""
        having = tree.having
        you = isinstance(tree, grammar.TestHas) and isinstance(tree.player, grammar.PlayerYou)
        with self._of(YOUR if you else THEIR):
            having_words = self._part(tree, "having", MANY)
            counted = self._quantities(having)
        none = isinstance(having, grammar.HavingNo)
        if none and key == "test.every_player":
            return self.say(f"{key}.no", **counted)
        has = self.say(f"has{'.you' if you else ''}{'.no' if none else ''}", having=having_words, **counted)
        return self.say(key, player=parts.get("player"), has=has)

    def _quantities(self, having: grammar.Having) -> dict[str, Name]:
        """The things asked for, in singular and plural, because languages differ in how they negate them."""
        return {name: self._in_words(having.some, count) for name, count in (("some", ONE), ("several", MANY))}


def without_brackets(text: str) -> str:
    """A text without brackets around all of it."""
    deep = list(accumulate((sign == "(") - (sign == ")") for sign in text))
    return without_brackets(text[1:-1]) if text.startswith("(") and 0 not in deep[:-1] and deep[-1] == 0 else text
