"""Sentences of clauses in a language: a phrase for each form of the grammar, filled with the game's own words."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import contextmanager
from typing import Any

from cardgen.definitions.fields import word as as_word
from cardgen.definitions.game import Game
from cardgen.rules.clauses import ALL, Said, Value
from cardgen.rules.hanging import is_within
from cardgen.rules.parse import Tree
from cardgen.rules.program import program_of
from cardgen.text import articles
from cardgen.text.strings import Strings

Name = Callable[[str], str]
"""A thing within a sentence, in the form that it asks for: as it is, or behind a preposition."""

ONE, MANY = 1, 2
_SINGULAR = {"having.no", "having.any", "pick.card", "value.for_each", "moved.one", "card.top", "test.is_kind"}
_VERB = re.compile(r"[a-z]+")
_ELIDED = {
    "fr": (("si il ", "s'il "), ("Si il ", "S'il "), ("que il ", "qu'il "), ("de des ", "de "), ("à les ", "aux "))
}
_PICKED = {"cards": "card", "other": "player", "other_who": "player", "player_who": "player", "value_where": "value",
           "zone_where": "zone"}  # fmt: skip
# Articles to possessives, where they agree
_YOURS = {
    "en": {"the ": "your "},
    "fr": {"les ": "vos ", "le ": "votre ", "la ": "votre ", "l'": "votre "},
    "it": {"la ": "la vostra ", "il ": "il vostro ", "lo ": "il vostro ", "l'": "il vostro ", "i ": "i vostri ",
           "gli ": "i vostri ", "le ": "le vostre "},
}  # fmt: skip


class Phrases:
    """`strings` are the game's, in which `word.NAME` says what clauses call NAME; `phrases` those of the language.
    `cards` holds each card's name by the form that a sentence asks for."""

    def __init__(
        self, game: Game, strings: Strings, phrases: Strings,
        cards: Mapping[str, Mapping[str, str]],
    ) -> None:  # fmt: skip
        self.game, self.strings, self.phrases, self.cards = game, strings, phrases, cards
        self.program = program_of(game)
        self.language = strings.language
        self.sentence = ""
        self.bound: dict[str, str] = {}  # what is picked or gone through, by its name: of which sort it is

    # ---- words

    def bare(self, name: str, number: int = ONE) -> str:
        """What the game calls something, without an article."""
        entry = self.strings.entries.get(f"word.{name}")
        return self.strings.fill(entry.text, {"n": number}) if entry else name.replace("_", " ").replace("-", " ")

    def title(self, name: str) -> str:
        said = self.bare(name)
        return said[:1].upper() + said[1:]

    def the(self, name: str, sort: str) -> str:
        """The same with its article."""
        own = self.strings.entries.get(f"word.{name}.the")
        return self.strings.fill(own.text, {}) if own else self.say(f"word.{sort}", name=self.bare(name))

    def yours(self, name: str, sort: str) -> str:
        the = self.the(name, sort).replace("’", "'")
        for article, own in _YOURS.get(self.language, {}).items():
            if the.startswith(article):
                return own + the.removeprefix(article)
        return self.say("word.your", name=self.bare(name))

    def called(self, text: str, on: bool = False) -> Name:
        """A text as a name; `on`: what lies there lies on it rather than in it."""

        def form(asked: str) -> str:
            asked = "on" if on and asked == "in" else asked
            return articles.said(text, self.language, asked, lambda own: text if own == "the" else None)

        return form

    def say(self, key: str, **values: Any) -> str:
        said = self.phrases.fill(self.phrases.entries[key].text, values)
        for parted, together in _ELIDED.get(self.language, ()):
            said = said.replace(parted, together)
        return said

    def constant(self, value: str) -> str:
        """A field's value or a rule's option."""
        fields = (f"{name}.{value}" for name, said in self.program.deck.fields.items() if value in said.values())
        options = (f"rule.{name}.{value}" for name, rule in self.program.rules.items() if value in rule.options)
        key = next((key for key in (*fields, *options) if key in self.strings.entries), None)
        return self.strings.fill(self.strings.entries[key].text, {}) if key else self.bare(value)

    def rule(self, name: str) -> str:
        """A rule's number, or what it is called."""
        value = self.game.rules[name]
        if isinstance(value, int) and not isinstance(value, bool):
            return str(value)
        entry = self.strings.entries.get(f"rule.{name}")
        return self.strings.fill(entry.text, {}) if entry else self.bare(name)

    def option(self, rule: str) -> str:
        """The option of a rule that is in force, as clauses write it."""
        return as_word(self.game.rules[rule]) if rule else ""

    # ---- sentences

    def tell(self, said: Said) -> str:
        """A whole sentence, without a capital and a full stop."""
        self.sentence = said.text
        return self._tell(said.tree, MANY)("")

    def condition(self, said: Said) -> str:
        """On what a step depends that is only done if something is so."""
        self.sentence = said.text
        return self._tell(said.tree.tree("condition"), MANY)("")

    def told_at(self, path: str) -> str:
        """The sentences of a clause and of all that stands in it; nothing where it is none of sentences."""
        found = (self.tell(said) for each, said in self.program.sentences.items() if is_within(each, path))
        return "; ".join(filter(None, found))

    def value(self, value: Value) -> str:
        """A named value, as the rules in force have it."""
        return self.tell(value.said[self.option(value.rule)])

    @contextmanager
    def binding(self, **sorts: str):
        """What names stand for, meanwhile."""
        before, self.bound = self.bound, self.bound | sorts
        try:
            yield
        finally:
            self.bound = before

    def picked(self, pick: Said) -> str:
        """Of which sort a thing is that was picked."""
        return _PICKED.get(pick.tree.form, pick.tree.form)

    def _tell(self, tree: Tree, number: int) -> Name:
        key = f"{'test' if tree.rule == 'tight' else tree.rule}.{tree.form}"
        number = self._number(tree, key, number)
        if decided := self._decided(tree, key, number):
            return decided
        if key == "test.having" and tree.tree("having").form == "no":
            some, several = (self._tell(tree.tree("having").tree("some"), count) for count in (ONE, MANY))
            return self.called(self.say("test.having.no", some=some, several=several))
        each = next((tree.word(name) for name in ("noun", "field", "family", "own") if name in tree.parts), "")
        sort = {"value.for_each": "each_card", "value.for_each_field": "each", "value.for_each_zone": "each"}.get(key)
        with self.binding(**({each: sort} if sort else {})):
            parts = {name: self._part(tree, name, number) for name in tree.parts}
        if own := self._own(tree, key, parts, number):
            return own
        if len(parts) == 1 and key not in self.phrases.entries:
            return next(iter(parts.values()))
        names = [part for part in tree.parts.values() if isinstance(part, str)]
        verb = self._verb(tree) if key.startswith("do.move") else ""
        key = self._variant(tree, key)
        return self.called(self.say(key, **parts, n=number, verb=verb, name=self.bare(names[0]) if names else ""))

    def _number(self, tree: Tree, key: str, number: int) -> int:
        """How many things a form speaks of, as far as that can be told."""
        if key in _SINGULAR:
            return ONE
        if key == "test.having":
            inner = tree.tree("having")
            return self._number(inner, f"having.{inner.form}", number)
        amount = tree.parts.get("amount")
        if not isinstance(amount, Tree) or tree.rule == "amount":
            return number if tree.rule in ("cards", "some", "group", "having") else MANY
        if amount.form == "number":
            return int(str(amount.parts["number"]))
        value = self.game.rules[amount.word("rule")] if amount.form == "rule" else MANY
        return value if isinstance(value, int) else MANY

    def _variant(self, tree: Tree, key: str) -> str:
        """A phrase of its own for what a form leaves out or speaks of."""
        ends = []
        if key in ("do.move", "do.shuffle") and "source" not in tree.parts:
            ends.append("bare")
        if key == "moved.all" and tree.tree("cards").parts.get("noun") == "card":
            ends.append("card")
        if key == "do.becomes" and tree.tree("player").form == "you":
            ends.append("you")
        if key in ("test.is_player", "test.is_not_player"):
            ends.append("you" if tree.tree("one").form == "you" else "")
            key = key if ends[-1] else key.removesuffix("_player")
        return next((full for end in ends if (full := f"{key}.{end}") in self.phrases.entries), key)

    def _verb(self, tree: Tree) -> str:
        found = _VERB.match(self.sentence, tree.at)
        key = f"verb.{found[0] if found else 'move'}"
        return self.say(key if key in self.phrases.entries else "verb.move")

    def _part(self, tree: Tree, name: str, number: int) -> Name:
        part = tree.parts[name]
        if isinstance(part, Tree):
            return self._tell(part, number)
        if isinstance(part, int):
            return self.called(str(part))
        if name in ("bound", "named"):
            sort = self.bound.get(part, "each")
            return self.called(self.say(f"bound.{sort}", name=self.bare(part)))
        if name == "there":
            return self.called(self.say(f"bound.{self.bound.get(part, 'each')}", name=self.bare(part)))
        if name in ("zone", "family", "own"):
            return self.called(self.the(part, "zone"), self._is_table(part))
        if name in ("counter", "role", "number", "field"):
            return self.called(self.the(part, name))
        if name == "noun":
            return self.called(self._noun(part, number))
        if name == "rule":
            return self.called(self.rule(part))
        if name == "card":
            forms = self.cards.get(part, {})
            return lambda form: forms.get(form or "the") or self.called(self.bare(part))(form)
        if name == "constant":
            return self.called(self.constant(part))
        return self.called(self.title(part) if name == "section" else self.bare(part))

    def _noun(self, kind: str, number: int) -> str:
        if kind == "card":
            return self.say("noun.card", n=number)
        if f"word.{kind}" in self.strings.entries:
            return self.bare(kind, number)
        assert self.game.clauses is not None
        told = self.game.clauses.below("words").get(kind)
        plain = kind.replace("-", " ").replace("_", " ")
        return self.say("noun.kind", n=number, name=plain, several=getattr(told, "text", f"{plain}s"))

    def _is_table(self, zone: str) -> bool:
        """Whether cards lie on it rather than in it: all see it, and they have no order."""
        found = self.program.zones[zone]
        return not found.each and not found.ordered and found.seen.get(self.option(found.seen_by)) == ALL

    def truth(self, tree: Tree) -> bool | None:
        """Whether a condition holds, as far as the rules in force tell."""
        parts = [part for part in tree.parts.values() if isinstance(part, Tree)]
        if tree.form in ("or", "and"):
            both = [self.truth(part) for part in parts]
            decisive = tree.form == "or"
            return decisive if decisive in both else None if None in both else not decisive
        if tree.form in ("is", "is_not") and len(parts) == 2:
            value, option = (_only(part) for part in parts)
            if value.form == "rule" and option.form == "constant":
                return (self.option(value.word("rule")) == option.word("constant")) == (tree.form == "is")
            return None
        if tree.form == "not":
            inner = self.truth(parts[0])
            return None if inner is None else not inner
        if tree.form == "brackets":
            return self.truth(parts[0])
        if tree.form == "yes" and (value := _only(parts[0])).form == "rule":
            return self.option(value.word("rule")) == "yes"
        return None

    def _decided(self, tree: Tree, key: str, number: int) -> Name | None:
        """What is left of a form where the rules in force decide what it asks."""
        if key in ("condition.or", "both.and"):
            idle = key == "both.and"
            left = [part for part in (tree.tree("left"), tree.tree("right")) if self.truth(part) is not idle]
            return self._tell(left[0], number) if len(left) == 1 else None
        if key in ("value.if", "value.if_else", "step.if", "step.unless"):
            holds = self.truth(tree.tree("condition"))
            if holds is None:
                return None
            if holds == (key != "step.unless"):
                return self._tell(tree.tree("do" if tree.rule == "step" else "sum"), number)
            if "value" in tree.parts:
                return self._tell(tree.tree("value"), number)
            return self.called("" if tree.rule == "step" else "0")
        return None

    def _own(self, tree: Tree, key: str, parts: Mapping[str, Name], number: int) -> Name | None:
        """Forms that are not filled by their parts alone."""
        zone = next(
            (tree.word(each) for each in ("zone", "family", "own") if isinstance(tree.parts.get(each), str)), ""
        )
        if key in ("zone.yours", "zone.yours_all"):
            return self.called(self.yours(zone, "zone"))
        if key in ("zone.of", "zone.all_of"):
            return self.called(
                self.say("zone.of_player", zone=self.called(self.the(zone, "zone")), player=parts["player"])
            )
        if key == "zone.each":
            return self.called(self.say(key, zone=parts["zone"], name=self.bare(zone)))
        if key in ("zone.yours_one", "zone.one_of"):
            the = self.yours(zone, "zone") if key == "zone.yours_one" else self.the(zone, "zone")
            one = self.called(self.say("zone.one", zone=self.called(the), primary=parts["primary"]))
            if key == "zone.yours_one":
                return one
            return self.called(self.say("zone.of_player", zone=one, player=parts["player"]))
        if key == "zone.one":
            return self.called(self.say(key, zone=self.called(self.the(zone, "zone")), primary=parts["primary"]))
        if key in ("do.pass_left", "do.pass_right"):
            return self.called(self.say(key, zone=self.called(self.yours(zone, "zone"))))
        if key in ("counter.yours", "primary.yours", "amount.own"):
            return self.called(self.yours(tree.word("counter"), "counter"))
        if key == "primary.of":
            return self.called(self.say("counter.of", **parts))
        if key == "test.has":
            has = self.say("has.you" if tree.tree("player").form == "you" else "has", having=parts["having"])
            return self.called(self.say(key, player=parts["player"], having=lambda form: has))
        return None


def _only(tree: Tree) -> Tree:
    """What a form comes down to that holds nothing but another one."""
    while len(tree.parts) == 1 and isinstance(part := next(iter(tree.parts.values())), Tree):
        tree = part
    return tree
