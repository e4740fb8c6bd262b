"""Reads the declarations of a rules file: zones, roles, counters, cards and words, and the category of each word."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator

from cardgen.definitions.declared import MAX_NUMBER, WHOLE_NUMBER, Rule, each_of, text_of, whole_of
from cardgen.definitions.declared_cards import declared_cards
from cardgen.definitions.fields import quote
from cardgen.definitions.nodes import Mapping, Node, Scalar, Sequence, kind
from cardgen.foundations.errors import UNKNOWN_NAME, Fault, InputError, Place, fail, nearest
from cardgen.rules.clauses import ALL, NOBODY, OTHERS, OWNER, Counter, Deck, Zone
from cardgen.rules.grammar import CALLED, RULES
from cardgen.rules.parse import words_of

ZONE_KINDS = {  # whether each player has one, whether cards are ordered, and who sees them
    "pile": (False, True, NOBODY),
    "open pile": (False, True, ALL),
    "open": (False, False, ALL),
    "hidden": (False, False, NOBODY),
    "hand": (True, False, OWNER),
    "tableau": (True, False, ALL),
}
AS_MANY_AS_PLAYERS = (
    "; for one zone per player, declare the largest number of them, such as 'each: 6', and test 'is at most players'"
)
OF_NOBODY = "to give each player a zone or counter, write 'each: player'"
SEEN = (ALL, OWNER, OTHERS, NOBODY)
_SWITCH = {"yes": "yes", "no": "no"}
CARDS = "cards"  # any kind of card
MAX_ZONES = 50
# reserved words: no declaration can use them. Words that begin a step are free, because no sentence can confuse them
RESERVED = {word for rule in RULES if rule not in ("do", "tie", "repeat", "players") for word in words_of(rule)}
_NAME = re.compile(r"[^\W\d]\w*")


class Words:
    """The words of a game by category. Each word names one thing."""

    def __init__(self) -> None:
        self.names: dict[str, dict[str, str]] = {what: {} for what in CALLED}
        self._alone: dict[str, str] = {}

    def add(self, what: str, word: str, place: Place, stands_for: str = "") -> None:
        """Adds a word. Raises InputError if it is not a valid name, or already names something else."""
        if not is_name(word):
            raise fail(f"expected a name of letters, digits and _, got '{word}'", place)
        if word in RESERVED and what not in ("section", "action"):
            raise fail(
                f"you cannot use '{word}' as a name, because it is a word of the rules language; choose another name",
                place,
            )
        if what not in ("section", "action", "constant", "bound"):
            if other := self.other(what, word):
                raise fail(f"'{word}' is already the name of a {CALLED[other]}; choose another name", place)
            self._alone[word] = what
        self.names[what][word] = stands_for or word

    def other(self, what: str, word: str) -> str:
        """Returns the category that a word already has, if the new one conflicts with it."""
        category = self._alone.get(word, what)
        return "" if category == what or {category, what} == {"noun", "card"} else category


def is_name(word: str) -> bool:
    return bool(_NAME.fullmatch(word))


def several(word: str) -> list[str]:
    """Returns the English plurals of a word, including the one with a plain `s`, which some files use."""
    if re.search(r"[^aeiou]y$", word):
        return [f"{word[:-1]}ies", f"{word}s"]
    if re.search(r"(s|x|z|ch|sh)$", word):
        return [f"{word}es", f"{word}s"]
    return [f"{word}s"]


def may_name(word: str) -> bool:
    """Returns whether something of a game can have this name."""
    return is_name(word) and word not in RESERVED


def family_of(name: str, node: Node, fields: Collection[str]) -> tuple[bool, str | int | None]:
    """Reads `each` of a zone: whether each player has one, and the field or number that makes it a family. Examples are
    `player`, `4`, `suit`, `[player, suit]`. Raises InputError."""
    entry = node.items.get("each") if isinstance(node, Mapping) else None
    if entry is None:
        return isinstance(node, Scalar) and ZONE_KINDS.get(node.text.strip(), (False,))[0], None
    path, known = f"zones.{name}.each", ("player", *fields)
    words = [text_of(each, "a word") for each in (entry.items if isinstance(entry, Sequence) else [entry])]
    by = [word for word in words if word != "player"]
    if len(by) > 1 or len(words) - len(by) > 1 or not words:
        raise fail(f"{path}: expected 'player', a field of cards, a number, or [player, field]", entry.place)
    if not by:
        return True, None
    if by[0].isdecimal():
        if not 1 <= int(by[0]) <= MAX_ZONES:
            raise fail(f"{path}: expected a number from 1 to {MAX_ZONES}, got {by[0]}", entry.place)
        return len(words) > 1, int(by[0])
    if by[0] not in fields:
        meant = AS_MANY_AS_PLAYERS if by[0] == "players" else nearest(by[0], known)
        raise fail(f"{path}: expected 'player', a field of cards or a number, got '{by[0]}'{meant}", entry.place)
    return len(words) > 1, by[0]


def read_zone(
    name: str, node: Node, rules: dict[str, Rule], nouns: dict[str, str], fields: Collection[str] = ()
) -> Zone:
    """Reads a zone: its kind as a word, or the long form with `each`, `order`, `seen by` and `holds`."""
    if isinstance(node, Scalar):
        text = node.text.strip()
        if text not in ZONE_KINDS:
            raise fail(
                f"zones.{name}: there is no kind of zone '{text}'{nearest(text, ZONE_KINDS)}", node.place, UNKNOWN_NAME
            )
        each, ordered, always = ZONE_KINDS[text]
        return Zone(name, each, ordered, {"": always}, {"": CARDS}, place=node.place)
    if not isinstance(node, Mapping):
        raise fail(f"zones.{name}: expected a kind of zone or keys with values, got {kind(node)}", node.place)
    known = ("each", "order", "seen by", "holds")
    for key in node.items:
        if key not in known:
            raise fail(f"zones.{name}: there is no key '{key}'{nearest(key, known)}", node.keys[key], UNKNOWN_NAME)
    each, by = family_of(name, node, fields)
    ordered = "order" in node.items and _one(f"zones.{name}.order", node.items["order"], _SWITCH) == "yes"

    def by_rule(key: str, default: str, values: dict[str, str]) -> tuple[str, dict[str, str]]:
        entry = node.items.get(key)
        if entry is None:
            return "", {"": default}
        path = f"zones.{name}.{key}"
        if not isinstance(entry, Mapping):
            return "", {"": _one(path, entry, values)}
        rule = rules.get(text_of(entry.items["by"], "a rule")) if "by" in entry.items else None
        if rule is None:
            raise fail(f"{path}: expected 'by' and the name of a rule", entry.place)
        by_option = {
            option: _one(f"{path}.{option}", value, values)
            for option, value in entry.items.items()
            if option not in ("by", "else")
        }
        for option in by_option:
            if option not in rule.options:
                raise fail(
                    f"{path}: the rule {rule.name} has no option '{option}'{nearest(option, rule.options)}",
                    entry.keys[option],
                )
        rest = _one(f"{path}.else", entry.items["else"], values) if "else" in entry.items else default
        return rule.name, {option: by_option.get(option, rest) for option in rule.options}

    seen_by, seen = by_rule("seen by", OWNER if each else ALL, {who: who for who in SEEN})
    if not each and OTHERS in seen.values():
        raise fail(
            f"zones.{name}.seen by: 'others' needs a zone that belongs to a player; {OF_NOBODY}",
            node.items["seen by"].place,
        )
    held_by, holds = by_rule("holds", CARDS, nouns | {CARDS: CARDS})
    return Zone(name, each, ordered, seen, holds, seen_by, held_by, node.place, by)


def _one(path: str, node: Node, values: dict[str, str]) -> str:
    """Reads one of several words; returns its value."""
    text = text_of(node, " or ".join(values))
    if text not in values:
        raise fail(f"{path}: expected {' or '.join(values)}, got '{text}'", node.place)
    return values[text]


def read_counter(name: str, node: Node) -> Counter:
    """Reads a counter: `0`, `each 11`, or the long form with `each`, `start` and `seen by`."""
    if isinstance(node, Mapping):
        known = ("each", "start", "seen by")
        for key in node.items:
            if key not in known:
                raise fail(
                    f"counters.{name}: there is no key '{key}'{nearest(key, known)}", node.keys[key], UNKNOWN_NAME
                )
        if "each" in node.items and (whose := text_of(node.items["each"], "'player'")) != "player":
            instead = f"; for a counter of each player that starts at {whose}, write 'each {whose}'"
            message = f"expected 'player', got {quote(whose)}{instead if WHOLE_NUMBER.fullmatch(whose) else ''}"
            raise fail(f"counters.{name}.each: {message}", node.items["each"].place)
        start = whole_of(f"counters.{name}.start", node.items["start"]) if "start" in node.items else 0
        seen = (
            _one(f"counters.{name}.seen by", node.items["seen by"], {who: who for who in SEEN})
            if "seen by" in node.items
            else ALL
        )
        if seen == OTHERS and "each" not in node.items:
            raise fail(
                f"counters.{name}.seen by: 'others' needs a counter that belongs to a player; {OF_NOBODY}",
                node.items["seen by"].place,
            )
        return Counter(name, start, "each" in node.items, seen, node.place)
    text = text_of(node, "a number")
    each = text.startswith("each ")
    number = text.removeprefix("each ")
    if not WHOLE_NUMBER.fullmatch(number) or abs(int(number)) > MAX_NUMBER:
        raise fail(f"counters.{name}: expected a number, or 'each' and a number, got {quote(text)}", node.place)
    return Counter(name, int(number), each, place=node.place)


def read_deck(section: Node, faults: list[Fault]) -> Deck:
    """Reads the cards of a rules file: a kind with fields has one card for each combination of their values."""
    kinds: dict[str, tuple[str, ...]] = {}
    counts: dict[str, int] = {}
    fields: dict[str, dict[str, int | str]] = {}
    for name, cards in declared_cards(section, faults).items():
        kinds[name] = tuple(card.id for card in cards)
        for card in cards:
            counts[card.id] = card.count
            for field, value in card.values.items():
                fields.setdefault(field, {})[card.id] = value
    return Deck(kinds, counts, fields)


def read_word(name: str, node: Node) -> str:
    """Reads the plural of a kind of card."""
    if not is_name(word := text_of(node, "one word, the plural")):
        raise fail(f"words.{name}: expected one word, the plural of '{name}', got {quote(word)}", node.place)
    return word


def collect(
    section: Node | None, read: Callable[[str, Node], object], faults: list[Fault]
) -> Iterator[tuple[str, object, Place]]:
    """Yields what `read` makes of each declaration, and appends the faults to `faults`."""
    for name, node, place in each_of(section, faults):
        try:
            yield name, read(name, node), place
        except InputError as error:
            faults += error.faults
