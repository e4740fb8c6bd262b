"""Parses the sentences of a rules file with the words of its game; it collects faults and continues."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TypeVar

from cardgen.definitions import nodes
from cardgen.definitions.declared import Rule, text_of
from cardgen.definitions.nodes import Mapping, Node, Scalar
from cardgen.foundations.errors import INVALID, MAX_FAULTS, UNKNOWN_NAME, Fault, InputError, Place, fail, nearest
from cardgen.rules.clauses import FAMILY, FIELD, NOUN, Said, Value
from cardgen.rules.declare import Words
from cardgen.rules.grammar import STEP, PrimaryDie, PrimaryFieldHere
from cardgen.rules.parse import Names, Slip, parse
from cardgen.rules.picked import NOTHING, THE, Bound, gone_through, misused, no_zone
from cardgen.rules.tree import RuleName, Tree

MAX_CLAUSES = 5_000
_WORD = re.compile(r"\w+")
_FOR_EACH = re.compile(r"\bfor each (\w+)|^an? (\w+) where")
T = TypeVar("T")
TreeT = TypeVar("TreeT", bound=Tree)


class Sentences:
    """The sentences of the file with the root `node`, by the paths of their clauses, with all faults."""

    def __init__(self, node: Mapping) -> None:
        self.node = node
        self.faults: list[Fault] = []
        self.words = Words()
        self.unread: set[str] = set()  # paths of sentences with faults
        self.unfit: set[str] = set()  # words whose declarations have faults
        self.rules: dict[str, Rule] = {}
        self.sentences: dict[str, Said[Tree]] = {}
        self.clauses = 0

    def _sentence(self, rule: RuleName[TreeT], node: Node, path: str, bound: Bound = NOTHING) -> Said[TreeT] | None:
        """Parses a sentence by a rule; None if it has a fault."""
        self.clauses += 1
        if self.clauses == MAX_CLAUSES:
            raise fail(f"expected at most {MAX_CLAUSES:,} clauses", node.place)
        if len(self.faults) >= MAX_FAULTS:
            raise InputError(*self.faults)
        try:
            text = text_of(node, "a sentence")
        except InputError as error:
            self.faults += [replace(fault, message=f"{path}: {fault.message}") for fault in error.faults]
            return None
        try:
            said = Said(path, text, parse(rule, text, names_of(self.words.names, text, bound)), node.place)
        except Slip as slip:
            self.unread.add(path)
            if self.unfit.intersection(_WORD.findall(text)):  # the declarations of these have reported faults
                return None
            place = nodes.within(node, slip.offset) if isinstance(node, Scalar) else node.place
            families = self.words.names["family"] | self.words.names["own"]
            message = no_zone(text, slip.offset, bound, families) or str(slip)
            self._fault(f"{path}: {message}", place, UNKNOWN_NAME if "there is no" in message else INVALID)
            return None
        if rule != STEP and any(isinstance(tree, PrimaryDie) for tree in said.tree.walk()):
            self._fault(
                f"{path}: only a step can roll a die; set a counter to the roll in a step, and read the counter here",
                node.place,
            )
            return None
        if wrong := misused(said.tree, bound_in(self.words.names, text, bound), self.words.names["field"]):
            place = nodes.within(node, wrong.at) if isinstance(node, Scalar) else node.place
            self._fault(f"{path}: {wrong.why}", place)
            return None
        if loose := _loose(said.tree):
            word = loose.field
            also = f", or 'the {word}' for the value that was picked" if {word, THE + word} & bound.keys() else ""
            place = nodes.within(node, loose.at) if isinstance(node, Scalar) else node.place
            self._fault(f"{path}: '{word}' is a field of cards; expected '{word} of' and a card{also}", place)
            return None
        self.sentences[path] = said
        return said

    def _value(self, rule: RuleName[TreeT], node: Node, path: str, name: str) -> Value[TreeT] | None:
        """Reads a value: a sentence, or one for each option of a rule."""
        if not isinstance(node, Mapping):
            said = self._sentence(rule, node, path)
            return Value(name, {"": said}) if said else None
        if (parameter := self._by(node, path)) is None:
            return None
        by_option = {
            option: self._sentence(rule, entry, f"{path}.{option}")
            for option, entry in node.items.items()
            if option != "by"
        }
        return Value(name, without_faults(by_option), parameter)

    def _by(self, node: Mapping, path: str) -> str | None:
        """Reads `by`: the name of a rule; reports options that the rule does not have."""
        parameters = self.words.names["rule"]
        if "by" not in node.items:
            self._fault(
                f"{path}: expected a sentence, or 'by' with the name of a rule and a sentence for each option",
                node.place,
            )
            return None
        by = node.items["by"]
        name = by.text.strip() if isinstance(by, Scalar) else ""
        if name not in parameters:
            self._fault(f"{path}.by: there is no rule '{name}'{nearest(name, parameters)}", by.place, UNKNOWN_NAME)
            return None
        if name not in self.rules:  # its declaration has a fault
            return None
        options = self.rules[name].options
        for option in node.items:
            if option != "by" and option not in options:
                self._fault(
                    f"{path}: the rule {name} has no option '{option}'{nearest(option, options)}",
                    node.keys[option],
                    UNKNOWN_NAME,
                )
        return name

    def _fault(self, message: str, place: Place, code: str = INVALID) -> None:
        self.faults.append(Fault(message, place, code))


def bound_in(names: Names, text: str, bound: Bound) -> Bound:
    """Returns the names bound outside a sentence, and those that the sentence binds itself."""
    for word in map("".join, _FOR_EACH.findall(text)):
        if names["noun"].get(word) == word:
            bound = {**bound, **gone_through(NOUN, word)}
        elif any(word in names[what] for what in ("field", "family", "own")):
            bound = {**bound, **gone_through(FIELD if word in names["field"] else FAMILY, word)}
    return bound


def names_of(names: Names, text: str, bound: Bound) -> Names:
    """Returns the words of a game, with the names bound outside a sentence and by it."""
    bound = bound_in(names, text, bound)
    if not bound:
        return names
    plain = {name: name for name in bound if not name.startswith(THE) and name not in names["field"]}
    named = {name: name for name in (each.removeprefix(THE) for each in bound)}
    there = {name: name for name in named if name in names["family"]}
    return {**names, "bound": plain, "named": named, "there": there}


def _loose(tree: Tree) -> PrimaryFieldHere | None:
    """A field without a card: only `where` provides one."""
    if isinstance(tree, PrimaryFieldHere):
        return tree
    return next(filter(None, map(_loose, tree.beside_where())), None)


def without_faults(values: dict[str, T | None]) -> dict[str, T]:
    """Returns the values that are not None."""
    return {name: each for name, each in values.items() if each is not None}
