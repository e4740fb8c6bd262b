"""A rules file to its clauses: structure is YAML, a clause is one sentence. All faults of a file come together."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from cardgen.definitions import nodes
from cardgen.definitions.clauses import as_word
from cardgen.definitions.declared import Rule, read_rule, text_of
from cardgen.definitions.nodes import Mapping, Node, Scalar
from cardgen.errors import UNKNOWN_NAME, Fault, InputError, Place, nearest
from cardgen.rules.clauses import (
    FAMILY,
    FIELD,
    NOUN,
    Block,
    Counter,
    Deck,
    Flow,
    ForEach,
    Program,
    Zone,
    steps_in,
)
from cardgen.rules.declare import (
    MOST_ZONES,
    collect,
    each_of,
    family_of,
    is_name,
    may_name,
    read_counter,
    read_deck,
    read_zone,
)
from cardgen.rules.flow import Flows
from cardgen.rules.parse import Tree
from cardgen.rules.sentences import without_faults

DECLARED = (
    "words",
    "cards",
    "rules",
    "zones",
    "roles",
    "counters",
    "numbers",
    "effects",
    "score",
    "wins",
    "ties",
    "lowest",
    "rounds",
)
GAME = "game"
MOST_GONE_THROUGH = 100_000  # by loops within loops
_CHOSEN = re.compile(r"choose (\w+)")


def read_rules(node: Mapping, deck: Deck | None = None) -> Program:
    """The clauses of a rules file; `deck` holds the cards where these stand in `game.yaml`. Raises InputError."""
    return _Reader(node, deck).program()


class _Reader(Flows):
    def __init__(self, node: Mapping, deck: Deck | None) -> None:
        super().__init__(node)
        self.deck = deck or Deck({}, {}, {})

    def program(self) -> Program:
        node, faults = self.node, self.faults
        if cards := node.get("cards"):
            self.deck = read_deck(cards, faults)
        rules: dict[str, Rule] = {name: rule for name, rule, _ in self._declared("rules", "rule", read_rule)}
        for rule in rules.values():
            self.words.names["constant"].update({option: option for option in rule.options})
        self._name_cards()
        names = self.words.names
        zones: dict[str, Zone] = {
            name: zone
            for name, zone, _ in self._declared(
                "zones", self._zone_word, lambda name, told: read_zone(name, told, rules, names["noun"], names["field"])
            )
        }
        self._few_zones(zones)
        counters: dict[str, Counter] = {
            name: counter for name, counter, _ in self._declared("counters", "counter", read_counter)
        }
        for section, what in (("roles", "role"), ("numbers", "number")):
            for name, _, place in each_of(node.get(section), faults):
                self._add(what, name, place)
        chosen = set(self._chosen(node))
        sections = {name: inner for name, inner in node.items.items() if name not in DECLARED}
        for name in sections:
            self._add("section", name, node.keys[name])
            if name in chosen and isinstance(sections[name], Mapping):
                for action in nodes.mapping(sections[name]).items:
                    self._add("action", action, nodes.mapping(sections[name]).keys[action])
        for name in sorted(chosen - sections.keys()):
            self.faults.append(
                Fault(f"there is no section '{name}' to choose from{nearest(name, sections)}", node.place)
            )
        roles = {
            name: self._sentence("player", told, f"roles.{name}")
            for name, told, _ in each_of(node.get("roles"), faults)
        }
        numbers = {
            name: self._value("value", told, f"numbers.{name}", name)
            for name, told, _ in each_of(node.get("numbers"), faults)
        }
        phases, actions = {}, {}
        for name, inner in sections.items():
            if name in chosen:
                actions[name] = self._actions(inner, name)
            else:
                flow = self._flow(inner, name, frozenset(), 0)
                phases[name] = flow if isinstance(flow, Block) else Block(name, (flow,) if flow else ())
        if GAME not in phases:
            faults.append(Fault("there is no section 'game', with which play starts", node.place))
        effects = {}
        for name, inner, place in each_of(node.get("effects"), faults):
            known = {as_word(each): each for each in (*self.deck.kinds, *self.deck.counts)}
            if as_word(name) not in known:
                faults.append(Fault(f"effects: there is no card '{name}'{nearest(name, known)}", place, UNKNOWN_NAME))
            effects[known.get(as_word(name), name)] = self._flow(inner, f"effects.{name}", frozenset({"card"}), 0)
        score = {
            name: self._value("value", told, f"score.{name}", name)
            for name, told, _ in each_of(node.get("score"), faults)
        }
        wins = {
            name: self._value("condition", told, f"wins.{name}", name)
            for name, told, _ in each_of(node.get("wins"), faults)
        }
        ties = {
            name: self._value("tie", told, f"ties.{name}", name) for name, told, _ in each_of(node.get("ties"), faults)
        }
        lowest = self._lowest(node.get("lowest"))
        rounds = self._rounds(node.get("rounds"))
        if faults:
            raise InputError(*dict.fromkeys(faults))
        program = Program(
            self.deck,
            rules,
            zones,
            without_faults(roles),
            counters,
            without_faults(numbers),
            phases,
            {**actions, **self.inline},
            without_faults(effects),
            without_faults(score),
            without_faults(ties),
            lowest,
            rounds,
            self.sentences,
            without_faults(wins),
            self.words.names,
        )
        self._bound_loops(program)
        if faults:
            raise InputError(*faults)
        return program

    def _few_zones(self, zones: dict[str, Zone]) -> None:
        """A fault for each family of a field that has too many values."""
        for zone in zones.values():
            if isinstance(zone.by, str) and (many := len(set(self.deck.fields[zone.by].values()))) > MOST_ZONES:
                told = f"zones.{zone.name}.each: expected at most {MOST_ZONES} values of {zone.by}, got {many:,}"
                self.faults.append(Fault(told, zone.place or self.node.place))

    def _bound_loops(self, program: Program) -> None:
        """A fault for each clause that goes through more than MOST_GONE_THROUGH things, loops within loops."""

        def size(what: str, word: str) -> int:
            if what != NOUN:
                return len(program.values(word))
            return len(program.deck.counts if word == "card" else program.deck.kinds[word])

        def gone_through(flow: Flow) -> int:
            inner = max(map(gone_through, steps_in(flow)), default=1)
            return inner * size(flow.what, flow.word) if isinstance(flow, ForEach) else inner

        def gone_through_said(tree: Tree) -> int:
            inner = max((gone_through_said(part) for part in tree.parts.values() if isinstance(part, Tree)), default=1)
            what = {"for_each": NOUN, "for_each_field": FIELD, "for_each_zone": FAMILY}.get(tree.form, "")
            return inner * size(what, tree.word("family" if what == FAMILY else what)) if what else inner

        def check(path: str, many: int, place: Place) -> None:
            if many > MOST_GONE_THROUGH:
                self._fault(f"{path}: expected loops over at most {MOST_GONE_THROUGH:,} things, got {many:,}", place)

        for said in program.sentences.values():
            check(said.path, gone_through_said(said.tree), said.place)
        actions = (step for section in program.actions.values() for action in section.values() for step in action.steps)
        for flow in (*program.phases.values(), *program.effects.values(), *actions):
            path = getattr(flow, "path", "")
            check(path, gone_through(flow), self.node.keys.get(path.split(".")[0], self.node.place))

    def _zone_word(self, name: str, node: Node) -> str:
        """What a zone's word names: a zone, a family, or one of each player's."""
        try:
            each, by = family_of(name, node, self.words.names["field"])
        except InputError:
            return "zone"  # told where it is read
        return "zone" if by is None else "own" if each else "family"

    def _declared(
        self, section: str, what: str | Callable[[str, Node], str], read: Callable[[str, Node], Any]
    ) -> Iterator[tuple[str, Any, Place]]:
        fit = {
            name
            for name, node, place in each_of(self.node.get(section), self.faults)
            if self._add(what if isinstance(what, str) else what(name, node), name, place)
        }
        for name, found, place in collect(self.node.get(section), read, self.faults):
            if name in fit:
                yield name, found, place

    def _add(self, what: str, word: str, place: Place, stands_for: str = "") -> bool:
        try:
            self.words.add(what, word, place, stands_for)
        except InputError as error:
            self.faults += error.faults
            return False
        return True

    def _name_cards(self) -> None:
        """Kinds of cards, one and several, the cards themselves, and what their fields are called."""
        nouns = self.words.names["noun"]
        nouns["card"] = nouns["cards"] = "card"
        plurals = {
            name: text_of(told, "a word")
            for name, told, _ in each_of(self.node.get("words"), self.faults)
            if isinstance(told, Scalar)
        }
        for name in plurals:
            if name not in self.deck.kinds:
                self.faults.append(
                    Fault(
                        f"words: there is no kind of card '{name}'{nearest(name, self.deck.kinds)}",
                        nodes.key_at(self.node, "words", name),
                        UNKNOWN_NAME,
                    )
                )
        for name in self.deck.kinds:
            if name != "card":
                told = nodes.key_at(self.node, "words", name)
                self._add("noun", as_word(name), told, name)
                self._add("noun", plurals.get(name, f"{as_word(name)}s"), told, name)
        for ids in self.deck.kinds.values():
            for card in ids:
                self._add_printed("card", card)
        for field, values in self.deck.fields.items():
            self._add_printed("field", field)
            for value in values.values():
                if isinstance(value, str) and is_name(word := as_word(value)):
                    self.words.names["constant"][word] = value

    def _add_printed(self, what: str, name: str) -> None:
        """What a card or a field of cards is called, where that is one word of its own: clauses name no others."""
        word = as_word(name)
        if may_name(word) and self.words.other(what, word) not in ("noun", "card", "field"):
            self._add(what, word, nodes.key_at(self.node, "rules", word), name)

    def _chosen(self, node: Node) -> Iterator[str]:
        """The sections that are chosen from."""
        if isinstance(node, Scalar):
            yield from _CHOSEN.findall(node.text)
        elif isinstance(node, Mapping):
            for key, inner in node.items.items():
                if key == "choose" and isinstance(inner, Scalar):
                    yield inner.text.strip()
                yield from self._chosen(inner)

    def _lowest(self, node: Node | None) -> bool:
        if node is not None and text_of(node, "'score wins'") != "score wins":
            self._fault("lowest: expected 'score wins'", node.place)
        return node is not None

    def _rounds(self, node: Node | None) -> str:
        """The clause that reports count; checked against those that there are."""
        if node is None:
            return ""
        path = text_of(node, "the name of a clause")
        known = [name for name in self.sentences if name.split(".")[0] not in DECLARED]
        if path not in known and not any(name.startswith(f"{path}.") for name in known):
            self._fault(f"rounds: there is no clause '{path}'{nearest(path, known)}", node.place, UNKNOWN_NAME)
        return path
