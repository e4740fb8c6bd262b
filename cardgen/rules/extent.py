"""Bounds the work of clauses between two decisions: how many things their nested loops, sections and numbers visit.

A loop without a known number of iterations (`repeat`, turns) counts as one iteration, because play itself ends it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import prod

from cardgen.foundations.errors import Fault, Place
from cardgen.rules import grammar
from cardgen.rules.clauses import (
    NOUN,
    Action,
    By,
    Choice,
    EachPlayer,
    Flow,
    ForEach,
    Program,
    Said,
    sentences_in,
    steps_in,
    steps_of,
)
from cardgen.rules.layout import MAX_PLAYERS
from cardgen.rules.tree import Tree

MAX_GONE_THROUGH = 100_000
MAX_PICKS = 1_000  # combinations of picks that count: a hand has only a few of all cards
MAX_WITHIN = 24  # nesting depth of references between clauses
_OF_PLAYERS = (
    grammar.OfOthers
    | grammar.OfAnyPlayer
    | grammar.PlayerMostFrom
    | grammar.PlayerFewestFrom
    | grammar.PlayersByMost
    | grammar.PlayersByFewest
    | grammar.PickOfPlayers
)


def too_much(program: Program) -> list[Fault]:
    """Returns a fault for each clause that visits too many things, or that refers to other clauses through too many
    levels."""
    bounds = _Extent(program)
    for said in program.sentences.values():
        bounds.sentence(said)
    for name in program.phases:
        bounds.phase(name)
    bounds.effects()
    for section, actions in program.actions.items():
        bounds.offers(section)
        for action in actions.values():
            bounds.action(action)
    return bounds.faults


class _Extent:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.faults: list[Fault] = []
        self.known: dict[str, int] = {}
        self.deep = False  # whether the depth limit was already reported
        self.within: list[str] = []  # the clauses being counted, each referred to by the one before

    def once(self, path: str, place: Place | None, reckon: Callable[[], int], what: str = "") -> int:
        """Returns how many things a clause visits. It reports an excess once, and then counts the clause as 1."""
        key = f"{what}{path}"
        if key in self.known or key in self.within:  # the compiler reports circular references
            return self.known.get(key, 1)
        if len(self.within) == MAX_WITHIN:
            if not self.deep:  # report it once, not again for each clause behind it
                self._fault(
                    f"{path}: clauses refer to other clauses through more than {MAX_WITHIN} levels; use fewer levels",
                    place,
                )
            self.deep = True
            return 1
        self.within.append(key)
        many = reckon()
        self.within.pop()
        if many > MAX_GONE_THROUGH:
            self._fault(f"{path}: expected loops through at most {MAX_GONE_THROUGH:,} things, got {many:,}", place)
            many = 1
        self.known[key] = many
        return many

    def _fault(self, message: str, place: Place | None) -> None:
        self.faults.append(Fault(message, place))

    # Flow

    def phase(self, name: str) -> int:
        return self._named_flow(name, self.program.phases[name])

    def effects(self) -> int:
        return max(
            (self._named_flow(f"effects.{name}", flow) for name, flow in self.program.effects.items()), default=0
        )

    def _named_flow(self, name: str, flow: Flow) -> int:
        place = next((said.place for step in steps_of(flow) for said in sentences_in(step)), None)
        return self.once(name, place, partial(self._flow, flow), "steps of ")

    def action(self, action: Action) -> int:
        """Returns how many things the steps of an action visit."""
        return self.once(action.path, action.place, lambda: sum(map(self._flow, action.steps)), "steps of ")

    def _flow(self, flow: Flow) -> int:
        asked = sum(map(self.sentence, sentences_in(flow)))
        if isinstance(flow, By):
            return max(map(self._flow, steps_in(flow)), default=0)
        inner = asked + sum(map(self._flow, steps_in(flow)))
        if isinstance(flow, ForEach):
            return self._size(flow.what, flow.word) * max(inner, 1)
        if isinstance(flow, EachPlayer):
            return MAX_PLAYERS * max(inner, 1)
        return inner + self.offers(flow.section) if isinstance(flow, Choice) else inner

    # Actions

    def offers(self, section: str) -> int:
        """Returns how many things the search for legal actions visits."""
        return sum(map(self._offer, self.program.actions[section].values()))

    def _offer(self, action: Action) -> int:
        return self.once(action.path, action.place, partial(self._options, action), "options of ")

    def _options(self, action: Action) -> int:
        picks = (self._picks(said) for said in action.picks.values())
        asked = [*([action.when] if action.when else ()), *action.must.values()]
        return min(prod(picks), MAX_PICKS) * max(sum(map(self.sentence, asked)), 1)

    def _picks(self, said: Said[Tree]) -> int:
        """How many things a pick visits: each option, with the conditions on it."""
        nouns = (noun for each in said.tree.walk() for noun in each.names("noun"))
        some = max((self._size(NOUN, noun) for noun in nouns), default=MAX_PLAYERS)
        return some * max(self.sentence(said), 1)

    # Sentences

    def sentence(self, said: Said[Tree]) -> int:
        return self.once(said.path, said.place, partial(self._tree, said.tree))

    def _tree(self, tree: Tree) -> int:
        """How many things the loops within a sentence visit; 0 without loops."""
        parts = {id(part): self._tree(part) for part in tree.children()}
        inner = sum(parts.values()) + self._referenced(tree)
        match tree:
            case grammar.ValueForEach():
                return self._size(NOUN, tree.noun) * max(inner, 1)
            case grammar.ForEach():
                return len(self.program.values(tree.through)) * max(inner, 1)
            case grammar.Where():  # the first test of a card costs no more than counting it
                asked = parts[id(tree.tight)]
                return inner + (self._size(NOUN, tree.noun) - 1) * asked if asked else inner + 1
        return inner * MAX_PLAYERS if isinstance(tree, _OF_PLAYERS) else inner

    def _referenced(self, tree: Tree) -> int:
        """How many things the clauses that a form names visit."""
        match tree:
            case grammar.NamedNumber():
                return max(map(self.sentence, self.program.numbers[tree.number].said.values()), default=0)
            case grammar.TestCan():
                every = (each for section in self.program.actions.values() for each in section.values())
                return sum(self._offer(each) for each in every if each.name == tree.action)
            case grammar.DoSection():
                return max(self.phase(tree.section), 1)
            case grammar.DoChoose():
                return self.offers(tree.section)
            case grammar.DoEffect():
                return self.effects()
        return 0

    def _size(self, what: str, word: str) -> int:
        if what != NOUN:
            return len(self.program.values(word))
        return len(self.program.deck.counts if word == "card" else self.program.deck.kinds[word])
