"""Reads a rules file into clauses. Its structure is YAML, and each clause is one sentence. It reports all faults
together.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator
from functools import partial
from typing import Any

from cardgen.definitions import nodes
from cardgen.definitions.clauses import as_word, words_of
from cardgen.definitions.declared import each_of, read_rule, text_of
from cardgen.definitions.fields import players
from cardgen.definitions.nodes import Mapping, Node, Scalar
from cardgen.foundations.errors import UNKNOWN_NAME, Fault, InputError, Place, likeliest, nearest
from cardgen.rules.called import Shown, Silence, read_shown, read_silence
from cardgen.rules.clauses import (
    NOUN,
    Block,
    Counter,
    Deck,
    Program,
    Value,
    Zone,
)
from cardgen.rules.declare import (
    MAX_ZONES,
    collect,
    family_of,
    is_name,
    may_name,
    read_counter,
    read_deck,
    read_word,
    read_zone,
    several,
)
from cardgen.rules.extent import too_much
from cardgen.rules.flow import Flows
from cardgen.rules.grammar import CONDITION, PLAYER, TIE, VALUE, DoSection
from cardgen.rules.picked import NOTHING
from cardgen.rules.sentences import TreeT, without_faults
from cardgen.rules.tree import RuleName

DECLARED = (
    "words",
    "cards",
    "players",
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
    "tallies",
    "silences",
    "positions",
)
GAME = "game"
_CHOSEN = re.compile(r"choose (\w+)")


def read_rules(node: Mapping, deck: Deck | None = None) -> Program:
    """Reads the clauses of a rules file; `deck` holds the cards if `game.yaml` has them. Raises InputError."""
    return _Reader(node, deck).program()


class _Reader(Flows):
    def __init__(self, node: Mapping, deck: Deck | None) -> None:
        super().__init__(node)
        self.deck = deck or Deck({}, {}, {})

    def program(self) -> Program:
        node, faults = self.node, self.faults
        if cards := node.get("cards"):
            self.deck = read_deck(cards, faults)
        if many := node.get("players"):
            self._check_players(many)
        self.rules = rules = {name: rule for name, rule, _ in self._declared("rules", "rule", read_rule)}
        for rule in rules.values():
            self.words.names["constant"].update({option: option for option in rule.options})
        self._name_cards()
        names = self.words.names
        zones: dict[str, Zone] = {
            name: zone
            for name, zone, _ in self._declared(
                "zones",
                self._zone_category,
                lambda name, zone: read_zone(name, zone, rules, names["noun"], names["field"]),
            )
        }
        self._check_family_sizes(zones)
        counters: dict[str, Counter] = {
            name: counter for name, counter, _ in self._declared("counters", "counter", read_counter)
        }
        for section, what in (("roles", "role"), ("numbers", "number")):
            for name, _, place in each_of(node.get(section), faults):
                self._add(what, name, place)
        chosen = dict(reversed([*self._choices(node)]))  # the place of the first choice from each section
        sections = {name: inner for name, inner in node.items.items() if name not in DECLARED}
        for name in sections:
            self._add("section", name, node.keys[name])
            if name in chosen and isinstance(sections[name], Mapping):
                for action in nodes.mapping(sections[name]).items:
                    self._add("action", action, nodes.mapping(sections[name]).keys[action])
        for name in sorted(chosen.keys() - sections.keys()):
            message = f"there is no section '{name}' to choose from{nearest(name, sections)}"
            if not is_name(name):
                message = f"expected the name of a section of actions after 'choose', got '{name}'"
            self._fault(message, chosen[name])
        self._check_unreached(sections)
        roles = {
            name: self._sentence(PLAYER, player, f"roles.{name}")
            for name, player, _ in each_of(node.get("roles"), faults)
        }
        numbers = self._values(VALUE, "numbers")
        phases, actions = {}, {}
        for name, inner in sections.items():
            if name in chosen:
                actions[name] = self._actions(inner, name)
            else:
                flow = self._flow(inner, name, NOTHING, 0)
                phases[name] = flow if isinstance(flow, Block) else Block(name, (flow,) if flow else ())
        if GAME not in phases:
            faults.append(
                Fault("there is no section 'game'; add one with the steps with which play starts", node.place)
            )
        effects = {}
        for name, inner, place in each_of(node.get("effects"), faults):
            known = {as_word(each): each for each in (*self.deck.kinds, *self.deck.counts)}
            if as_word(name) not in known:
                faults.append(Fault(f"effects: there is no card '{name}'{nearest(name, known)}", place, UNKNOWN_NAME))
            effects[known.get(as_word(name), name)] = self._flow(inner, f"effects.{name}", {"card": NOUN}, 0)
        score = self._values(VALUE, "score")
        wins = self._values(CONDITION, "wins")
        ties = self._values(TIE, "ties")
        self._check_calls(actions)
        tallies = self._values(VALUE, "tallies")
        silences: dict[str, Silence] = {
            silence.of: silence
            for _, silence in self._read_section("silences", read_silence)
            if self._is_clause(silence)
        }
        positions: dict[str, Shown] = dict(self._read_section("positions", partial(read_shown, names=names)))
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
            without_faults(tallies),
            silences,
            positions,
            self.words.names,
        )
        if faults := too_much(program):
            raise InputError(*faults)
        return program

    def _values(self, rule: RuleName[TreeT], section: str) -> dict[str, Value[TreeT] | None]:
        """Reads the declarations of a section, by the forms of a rule."""
        each = each_of(self.node.get(section), self.faults)
        return {name: self._value(rule, entry, f"{section}.{name}", name) for name, entry, _ in each}

    def _check_unreached(self, sections: dict[str, Node]) -> None:
        """Reports a section to which no step leads, if its name looks like a typing error for another. (A variant can
        remove the step that leads to a section.)"""
        said = set(words_of(self.node))
        known = {GAME, *DECLARED, *sections}
        for name in sections:
            near = "" if name == GAME or name in said else likeliest(name, known - {name})
            if near and abs(len(near) - len(name)) <= 1:
                message = f"no step leads to the section '{name}'; did you mean '{near}'?"
                self._fault(message, self.node.keys[name], UNKNOWN_NAME)

    def _check_calls(self, actions: Container[str]) -> None:
        """Reports steps that run a section of actions, instead of letting a player choose from it."""
        for said in self.sentences.values():
            for tree in said.tree.walk():
                if isinstance(tree, DoSection) and tree.section in actions:
                    self._fault(
                        f"{said.path}: '{tree.section}' is a section of actions; write 'choose {tree.section}'",
                        said.place,
                    )

    def _check_family_sizes(self, zones: dict[str, Zone]) -> None:
        """Reports families of zones by a field with too many values."""
        for zone in zones.values():
            if isinstance(zone.by, str) and (many := len(set(self.deck.fields[zone.by].values()))) > MAX_ZONES:
                message = f"zones.{zone.name}.each: expected at most {MAX_ZONES} values of {zone.by}, got {many:,}"
                self.faults.append(Fault(message, zone.place or self.node.place))

    def _zone_category(self, name: str, node: Node) -> str:
        """The category of a zone's name: a zone, a family, or a family of each player."""
        try:
            each, by = family_of(name, node, self.words.names["field"])
        except InputError:
            return "zone"  # read_zone reports the fault
        return "zone" if by is None else "own" if each else "family"

    def _declared(
        self, section: str, what: str | Callable[[str, Node], str], read: Callable[[str, Node], Any]
    ) -> Iterator[tuple[str, Any, Place]]:
        fit = {
            name
            for name, node, place in each_of(self.node.get(section), self.faults)
            if self._add(what if isinstance(what, str) else what(name, node), name, place)
        }
        declared = list(collect(self.node.get(section), read, self.faults))
        self.unfit |= fit - {name for name, _, _ in declared}
        yield from (each for each in declared if each[0] in fit)

    def _add(self, what: str, word: str, place: Place, stands_for: str = "") -> bool:
        try:
            self.words.add(what, word, place, stands_for)
        except InputError as error:
            self.faults += error.faults
            self.unfit.add(word)
            return False
        return True

    def _name_cards(self) -> None:
        """Adds the names of cards: kinds in singular and plural, the cards themselves, and their fields."""
        nouns = self.words.names["noun"]
        nouns["card"] = nouns["cards"] = "card"
        plurals: dict[str, str] = {}
        for name, text, _ in collect(self.node.get("words"), read_word, self.faults):
            plurals[name] = str(text)
            if name not in self.deck.kinds:
                unknown = f"words: there is no kind of card '{name}'{nearest(name, self.deck.kinds)}"
                self._fault(unknown, nodes.key_at(self.node, "words", name), UNKNOWN_NAME)
        for name in self.deck.kinds:
            if name != "card":
                place = nodes.key_at(self.node, "words", name)
                self._add("noun", as_word(name), place, name)
                for word in [plurals[name]] if name in plurals else several(as_word(name)):
                    self._add("noun", word, place, name)
        for ids in self.deck.kinds.values():
            for card in ids:
                self._add_printed("card", card)
        for field, values in self.deck.fields.items():
            self._add_printed("field", field)
            for value in values.values():
                if isinstance(value, str) and is_name(word := as_word(value)):
                    self.words.names["constant"][word] = value

    def _add_printed(self, what: str, name: str) -> None:
        """Adds the name of a card or a field, if it is a valid word that means nothing else; clauses can name no
        others."""
        word = as_word(name)
        if may_name(word) and self.words.other(what, word) not in ("noun", "card", "field"):
            self._add(what, word, nodes.key_at(self.node, "rules", word), name)

    def _choices(self, node: Node) -> Iterator[tuple[str, Place]]:
        """The sections of actions from which a step chooses, with the places of the steps."""
        if isinstance(node, Scalar):
            yield from ((section, node.place) for section in _CHOSEN.findall(node.text))
        elif isinstance(node, Mapping):
            for key, inner in node.items.items():
                if key == "choose" and isinstance(inner, Scalar):
                    yield inner.text.strip(), inner.place
                yield from self._choices(inner)

    def _lowest(self, node: Node | None) -> bool:
        if node is not None and text_of(node, "'score wins'") != "score wins":
            self._fault("lowest: expected 'score wins'", node.place)
        return node is not None

    def _check_players(self, node: Node) -> None:
        """Checks `players`. Its value belongs to the definition of a game in one file."""
        try:
            players(text_of(node, "a number of players"))
        except ValueError as error:
            self._fault(f"players: {error}", node.place)

    def _rounds(self, node: Node | None) -> str:
        """Reads the clause that reports count as a round, and checks that it exists."""
        if node is None:
            return ""
        path = text_of(node, "the name of a clause")
        self._check_clause("rounds", path, node.place)
        return path

    def _read_section(self, section: str, read: Callable[[str, Node], Any]) -> Iterator[tuple[str, Any]]:
        """Reads a section whose names are not words of the rules language."""
        return ((name, value) for name, value, _ in collect(self.node.get(section), read, self.faults))

    def _is_clause(self, silence: Silence) -> bool:
        return self._check_clause(f"silences.{silence.name}.of", silence.of, silence.place)

    def _check_clause(self, key: str, path: str, place: Place) -> bool:
        """Whether a clause exists; reports it if not."""
        known = [
            name
            for name in self.sentences
            if name.split(".")[0] not in DECLARED or name.startswith(("effects.", "ties."))
        ]
        there = path in known or any(name.startswith(f"{path}.") for name in known)
        if not there and not any(each == path or each.startswith(f"{path}.") for each in self.unread):
            self._fault(f"{key}: there is no clause '{path}'{nearest(path, known)}", place, UNKNOWN_NAME)
        return there
