"""A rules file to its clauses: structure is YAML, a clause is one sentence. All faults of a file come together."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, TypeVar

from cardgen.definitions import nodes
from cardgen.definitions.nodes import Mapping, Node, Scalar, kind
from cardgen.errors import INVALID, UNKNOWN_NAME, Fault, InputError, Place, fail, nearest
from cardgen.rules.clauses import (
    Action,
    Block,
    By,
    Choice,
    Counter,
    Deck,
    Do,
    EachPlayer,
    Flow,
    Program,
    Repeat,
    Rule,
    Said,
    Turns,
    Value,
    Zone,
)
from cardgen.rules.declare import (
    Words,
    collect,
    each_of,
    read_counter,
    read_deck,
    read_rule,
    read_zone,
    text_of,
)
from cardgen.rules.parse import Slip, parse

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
    "ties",
    "lowest",
    "rounds",
)
GAME = "game"
CONTROL = (
    "if",
    "unless",
    "else",
    "repeat",
    "players",
    "until",
    "skip",
    "for each",
    "by",
    "choose",
    "otherwise",
    "when",
    "pick",
    "must",
)
MOST_CLAUSES, MOST_DEEP = 5_000, 20
_CHOSEN = re.compile(r"choose (\w+)")
_FOR_EACH = re.compile(r"\bfor each (\w+)")
T = TypeVar("T")


def read_rules(node: Mapping, deck: Deck | None = None) -> Program:
    """The clauses of a rules file; `deck` holds the cards where these stand in `game.yaml`. Raises InputError."""
    return _Reader(node, deck).program()


class _Reader:
    def __init__(self, node: Mapping, deck: Deck | None) -> None:
        self.node = node
        self.faults: list[Fault] = []
        self.words = Words()
        self.sentences: dict[str, Said] = {}
        self.inline: dict[str, dict[str, Action]] = {}  # actions of choices that stand where they are made
        self.clauses = 0
        self.deck = deck or Deck({}, {}, {})

    def program(self) -> Program:
        node, faults = self.node, self.faults
        if cards := node.get("cards"):
            self.deck = read_deck(cards, faults)
        rules: dict[str, Rule] = {name: rule for name, rule, _ in self._declared("rules", "rule", read_rule)}
        for rule in rules.values():
            self.words.names["constant"].update({option: option for option in rule.options})
        self._name_cards()
        zones: dict[str, Zone] = {
            name: zone
            for name, zone, _ in self._declared(
                "zones", "zone", lambda name, told: read_zone(name, told, rules, self.words.names["noun"])
            )
        }
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
            if name not in self.words.names["card"] and name not in self.deck.kinds:
                known = [*self.words.names["card"], *self.deck.kinds]
                faults.append(Fault(f"effects: there is no card '{name}'{nearest(name, known)}", place, UNKNOWN_NAME))
            effects[name] = self._flow(inner, f"effects.{name}", frozenset({"card"}), 0)
        score = {
            name: self._value("value", told, f"score.{name}", name)
            for name, told, _ in each_of(node.get("score"), faults)
        }
        ties = {
            name: self._value("tie", told, f"ties.{name}", name) for name, told, _ in each_of(node.get("ties"), faults)
        }
        lowest = self._lowest(node.get("lowest"))
        rounds = self._rounds(node.get("rounds"))
        if faults:
            raise InputError(*dict.fromkeys(faults))
        return Program(
            self.deck, rules, zones, _all(roles), counters, _all(numbers), phases, {**actions, **self.inline},
            _all(effects), _all(score), _all(ties), lowest, rounds, self.sentences,
        )  # fmt: skip

    # Declarations

    def _declared(self, section: str, what: str, read: Callable[[str, Node], Any]) -> Iterator[tuple[str, Any, Place]]:
        fit = {name for name, _, place in each_of(self.node.get(section), self.faults) if self._add(what, name, place)}
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
        place = self.node.place
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
                self._add("noun", name, nodes.key_at(self.node, "words", name))
                self._add("noun", plurals.get(name, f"{name}s"), nodes.key_at(self.node, "words", name), name)
        for ids in self.deck.kinds.values():
            for card in ids:
                self._add("card", card, place)
        for field, values in self.deck.fields.items():
            self._add("field", field, place)
            for value in values.values():
                if isinstance(value, str):
                    self.words.names["constant"][value] = value

    def _chosen(self, node: Node) -> Iterator[str]:
        """The sections that are chosen from."""
        if isinstance(node, Scalar):
            yield from _CHOSEN.findall(node.text)
        elif isinstance(node, Mapping):
            for key, inner in node.items.items():
                if key == "choose" and isinstance(inner, Scalar):
                    yield inner.text.strip()
                yield from self._chosen(inner)

    # Sentences

    def _sentence(self, rule: str, node: Node, path: str, bound: frozenset[str] = frozenset()) -> Said | None:
        """A sentence as a rule's tree; None where it is at fault."""
        self.clauses += 1
        if self.clauses == MOST_CLAUSES:
            raise fail(f"expected at most {MOST_CLAUSES:,} clauses", node.place)
        try:
            text = text_of(node, "a sentence")
        except InputError as error:
            self.faults += [replace(fault, message=f"{path}: {fault.message}") for fault in error.faults]
            return None
        names = self.words.names
        if named := bound | {noun for noun in _FOR_EACH.findall(text) if names["noun"].get(noun) == noun}:
            names = {**names, "bound": {name: name for name in named}}
        try:
            said = Said(path, text, parse(rule, text, names), node.place)
        except Slip as slip:
            place = nodes.within(node, slip.offset) if isinstance(node, Scalar) else node.place
            self.faults.append(Fault(f"{path}: {slip}", place, UNKNOWN_NAME if "there is no" in str(slip) else INVALID))
            return None
        self.sentences[path] = said
        return said

    def _value(self, rule: str, node: Node, path: str, name: str) -> Value | None:
        """A sentence, or one for each option of a rule."""
        if not isinstance(node, Mapping):
            said = self._sentence(rule, node, path)
            return Value(name, {"": said}) if said else None
        if (parameter := self._by(node, path)) is None:
            return None
        found = {
            option: self._sentence(rule, told, f"{path}.{option}")
            for option, told in node.items.items()
            if option != "by"
        }
        return Value(name, _all(found), parameter)

    def _by(self, node: Mapping, path: str) -> str | None:
        """The rule by whose options it is done; faults for those that it does not have."""
        parameters = self.words.names["rule"]
        if "by" not in node.items:
            self._fault(f"{path}: expected a sentence, or 'by' with a rule and its options", node.place)
            return None
        by = node.items["by"]
        name = by.text.strip() if isinstance(by, Scalar) else ""
        if name not in parameters:
            self._fault(f"{path}.by: there is no rule '{name}'{nearest(name, parameters)}", by.place, UNKNOWN_NAME)
            return None
        told = nodes.mapping(self.node.items["rules"]).items[name]
        options = read_rule(name, told).options
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

    # Flow

    def _flow(self, node: Node, path: str, bound: frozenset[str], deep: int) -> Flow | None:
        """Steps: one sentence, or named ones in their order, with what says whether, how often and by whom."""
        if deep > MOST_DEEP:
            raise fail(f"{path}: steps stand within steps more than {MOST_DEEP} deep", node.place)
        if isinstance(node, Scalar):
            said = self._sentence("step", node, path, bound)
            return Do(said) if said else None
        if not isinstance(node, Mapping):
            self._fault(f"{path}: expected a sentence or named steps, got {kind(node)}", node.place)
            return None
        inner = self._inner(node, path, bound, deep)
        if inner is None or not {"if", "unless"} & node.items.keys():
            return inner
        which = "if" if "if" in node.items else "unless"
        when = self._sentence("condition", node.items[which], f"{path}.{which}", bound)
        steps = inner.steps if type(inner) is Block else (inner,)
        other = self._flow(node.items["else"], f"{path}.else", bound, deep + 1) if "else" in node.items else None
        return Block(path, steps, when, which == "unless", other) if when else None

    def _inner(self, node: Mapping, path: str, bound: frozenset[str], deep: int) -> Flow | None:
        if "by" in node.items:
            rule = self._by(node, path)
            branches = {
                option: self._flow(told, f"{path}.{option}", bound, deep + 1)
                for option, told in node.items.items()
                if option != "by"
            }
            return By(path, rule, _all(branches)) if rule else None
        if "choose" in node.items:
            return self._choice(node, path, bound, deep)
        heads = [key for key in ("repeat", "players", "for each") if key in node.items]
        if len(heads) > 1:
            self._fault(
                f"{path}: '{heads[0]}' and '{heads[1]}' are two clauses, one within the other", node.keys[heads[1]]
            )
            return None
        allowed = {"repeat": (), "players": ("until", "skip"), "for each": ()}.get(heads[0] if heads else "", ())
        self._only(node, path, ("if", "unless", "else", *heads, *allowed))
        steps = self._steps(node, path, bound, deep)
        if "repeat" in heads:
            how = self._sentence("repeat", node.items["repeat"], f"{path}.repeat", bound)
            return Repeat(path, how, steps) if how else None
        if "players" in heads:
            order = self._sentence("players", node.items["players"], f"{path}.players", bound)
            until, skip = (
                self._sentence("condition", node.items[key], f"{path}.{key}", bound) if key in node.items else None
                for key in ("until", "skip")
            )
            return Turns(path, order, steps, until, skip) if order else None
        if "for each" in heads:
            if text_of(node.items["for each"], "'player'") != "player":
                self._fault(f"{path}.for each: expected 'player'", node.items["for each"].place)
            return EachPlayer(path, steps)
        return Block(path, steps)

    def _steps(self, node: Mapping, path: str, bound: frozenset[str], deep: int) -> tuple[Flow, ...]:
        found = (
            self._flow(inner, f"{path}.{name}", bound, deep + 1)
            for name, inner in node.items.items()
            if name not in CONTROL
        )
        return tuple(step for step in found if step)

    def _only(self, node: Mapping, path: str, allowed: tuple[str, ...]) -> None:
        """A fault for each word of control that has no meaning here."""
        for key in node.items:
            if key in CONTROL and key not in allowed:
                self._fault(f"{path}: '{key}' means nothing here", node.keys[key])

    def _choice(self, node: Mapping, path: str, bound: frozenset[str], deep: int) -> Flow | None:
        self._only(node, path, ("choose", "otherwise", "if", "unless", "else"))
        for name in node.items:
            if name not in CONTROL:
                self._fault(f"{path}: beside 'choose' only 'otherwise' may stand, not '{name}'", node.keys[name])
        otherwise = (
            self._flow(node.items["otherwise"], f"{path}.otherwise", bound, deep + 1)
            if "otherwise" in node.items
            else None
        )
        told = node.items["choose"]
        if isinstance(told, Mapping):
            self.inline[path] = self._actions(told, path, bound, deep + 1)
            return Choice(path, path, otherwise)
        section = text_of(told, "a section, or actions")
        return Choice(path, section, otherwise)

    def _actions(self, node: Node, path: str, bound: frozenset[str] = frozenset(), deep: int = 0) -> dict[str, Action]:
        if not isinstance(node, Mapping):
            self._fault(f"{path}: expected actions, got {kind(node)}", node.place)
            return {}
        return {name: self._action(inner, f"{path}.{name}", name, bound, deep) for name, inner in node.items.items()}

    def _action(self, node: Node, path: str, name: str, bound: frozenset[str], deep: int) -> Action:
        if not isinstance(node, Mapping):
            step = self._flow(node, path, bound, deep)
            return Action(path, name, (step,) if step else (), place=node.place)
        picks: dict[str, Said | None] = {}
        for picked, told, place in each_of(node.get("pick"), self.faults):
            if picked in CONTROL:
                self._fault(f"{path}.pick: '{picked}' is a word of the language", place)
            picks[picked] = self._sentence("pick", told, f"{path}.pick.{picked}", bound)
            bound = bound | {picked}
        when = self._sentence("condition", node.items["when"], f"{path}.when", bound) if "when" in node.items else None
        must = {
            duty: self._sentence("condition", told, f"{path}.must.{duty}", bound)
            for duty, told, _ in each_of(node.get("must"), self.faults)
        }
        rest = {key: inner for key, inner in node.items.items() if key not in ("when", "pick", "must")}
        flow = self._flow(Mapping(rest, node.place, node.keys), path, bound, deep)
        steps = flow.steps if type(flow) is Block and flow.when is None else (flow,) if flow else ()
        return Action(path, name, steps, when, _all(picks), _all(must), node.place)

    # Ends

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


def _all(found: dict[str, T | None]) -> dict[str, T]:
    """Those that are not at fault."""
    return {name: each for name, each in found.items() if each is not None}
