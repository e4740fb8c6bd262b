"""Reads a game of one rules file, which declares its cards. It makes the content of game.yaml and strings from the
file."""

from __future__ import annotations

from collections.abc import Mapping as AbcMapping
from contextlib import suppress

from cardgen.definitions.declared import SECTION as RULES
from cardgen.definitions.declared import read_rule
from cardgen.definitions.declared_cards import SECTION, DeclaredCard, declared_cards, in_id
from cardgen.definitions.nodes import Mapping, Node, Scalar, Sequence
from cardgen.definitions.strings_file import Entry
from cardgen.foundations.errors import Fault, InputError, Place, fail

PLAYERS, ANY_NUMBER = "players", "2-6"  # the key, and its default
LANGUAGE, LAYOUT, BACK = "en", "plain", "plain_back"
TITLE = "title"
AS_GAME = ("minutes", "expect", "quiet")  # keys with the same meaning as in game.yaml
OF_RULES = (TITLE, PLAYERS, *AS_GAME)  # keys that are no rules
OF_GAME = (SECTION, *OF_RULES)  # keys that only such a file has


def as_game(rules: Mapping) -> Mapping:
    """Returns the content of the file's game.yaml. Raises InputError."""
    if SECTION not in rules.items:
        message = f"expected '{SECTION}' with the cards of the game, because there is no game.yaml beside this file"
        raise fail(message, rules.place)
    faults: list[Fault] = []
    cards, place = declared_cards(rules.items[SECTION], faults), rules.keys[SECTION]
    if faults:
        raise InputError(*faults)
    keys = rules.below(SECTION).keys
    kinds = {kind: _kind(each, keys[kind]) for kind, each in cards.items()}
    deck = _mapping_at({"size": "poker", "back": BACK, "kinds": _mapping_at(kinds, place)}, place)
    languages = Sequence((Scalar(LANGUAGE, place),), place)
    said = _mapping_at(
        {PLAYERS: ANY_NUMBER, "languages": languages, "decks": _mapping_at({"cards": deck}, place)}, place
    )
    own = {key: rules.items[key] for key in (PLAYERS, *AS_GAME) if key in rules.items}
    return Mapping({**said.items, **own}, place, {**said.keys, **{key: rules.keys[key] for key in own}})


def _words(name: str) -> str:
    words = name.replace("_", " ").replace("-", " ")
    return words[:1].upper() + words[1:]


def _name(card: DeclaredCard, kind: list[DeclaredCard]) -> str:
    """The name of a card: its kind (unless that is `card`), and the values that distinguish it from others of its
    kind."""
    apart = [field for field in card.values if len({each.values[field] for each in kind}) > 1]
    said = [_value(card.values[field]) for field in apart]
    name = card.id.removesuffix("".join(f"_{in_id(value)}" for value in card.values.values()))
    return _words(" ".join([*([] if name == "card" and said else [name]), *said]))


def _fields(card: DeclaredCard) -> str:
    """The fields of a card in words: `coins 1 · colour red`."""
    return " · ".join(f"{field.replace('_', ' ')}\u00a0{_value(value)}" for field, value in card.values.items())


def _value(value: int | str) -> str:
    return f"−{-value}" if isinstance(value, int) and value < 0 else str(value).replace("_", " ")


def _kind(cards: list[DeclaredCard], place: Place) -> Mapping:
    made = {card.id: _mapping_at({"count": str(card.count), **card.values}, place) for card in cards}
    return _mapping_at({"layout": LAYOUT, "cards": _mapping_at(made, place)}, place)


def _mapping_at(values: AbcMapping[str, Node | str | int], place: Place) -> Mapping:
    """A mapping whose values all have one place."""
    every: dict[str, Node] = {
        key: Scalar(str(value), place) if isinstance(value, str | int) else value for key, value in values.items()
    }
    return Mapping(every, place, dict.fromkeys(every, place))


def without_game(rules: Mapping) -> Mapping:
    """Returns the rules without the keys of the game, except the cards, whose words sentences use."""
    return Mapping({key: node for key, node in rules.items.items() if key not in OF_RULES}, rules.place, rules.keys)


def fields_of(rules: Mapping) -> set[str]:
    """Returns the fields of the cards that a file declares."""
    kinds = rules.below(SECTION).items.values()
    return {field for kind in kinds if isinstance(kind, Mapping) for field in kind.items}


def strings_of(rules: Mapping, name: str) -> dict[str, Entry]:
    """Returns the strings: the title, made of the file's name by default, and the names of cards and rules, such as `2
    clubs`. Raises InputError."""
    title = rules.items.get(TITLE)
    if title is not None and not isinstance(title, Scalar):
        raise fail(f"{TITLE}: expected the name of the game", rules.keys[TITLE])
    words = {"game.title": title.text if title else _words(name).title()}
    for cards in declared_cards(rules.items[SECTION], []).values():
        words |= {f"card.{card.id}": _name(card, cards) for card in cards}
        words |= {f"fields.{card.id}": _fields(card) for card in cards}
    for rule, rule_node in rules.below(RULES).items.items():
        words |= {f"rule.{rule}": _words(rule), f"rule.{rule}.about": _words(rule)}
        with suppress(InputError):  # reading the rules reports the fault
            words |= {f"rule.{rule}.{option}": _words(option) for option in read_rule(rule, rule_node).options}
    return {key: Entry(text, rules.place, written=key) for key, text in words.items()}
