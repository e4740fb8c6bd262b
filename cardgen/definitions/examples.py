"""Reads worked examples: a position, actions, and their result. Rulebooks print them, and an engine proves them.

The engine defines the zones. Generic code only knows that a zone counts players of the example and cards of the game.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from collections.abc import Mapping as AbcMapping
from typing import Any

from pydantic import ConfigDict, Field

from cardgen.definitions.fields import Model, Words, quote
from cardgen.definitions.game import BASE, Design, Game
from cardgen.definitions.nodes import Mapping, Node, Plain, Scalar, Sequence, at, mapping
from cardgen.definitions.validate import validate
from cardgen.definitions.yaml_source import read_yaml
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import Fault, InputError, Place, fail, nearest
from cardgen.store.library import EXAMPLES
from cardgen.store.reach import is_file

CARDS, NAMED = "cards", "named"  # needs of an example besides rules


class ExampleFile(Model):
    """One worked example. All other keys are zones of the engine, each with cards or players and their numbers."""

    model_config = ConfigDict(strict=True, extra="allow", frozen=True)
    needs: dict[Words, Any] = Field(
        {},
        description="The rules that the example depends on. Add `cards: named` for the cards that it names, or a "
        "list of more cards. cardgen leaves the example out of a variant that changes or removes one of "
        "these.",
    )
    players: tuple[Words, ...] = Field(description="The names of the players, in seat order.")
    play: tuple[Words, ...] = Field((), description="What the players do, in the words of a transcript.")
    then: dict[Words, Any] = Field(description="The position that results.")


@dataclass(frozen=True, slots=True)
class Example:
    """An example; `values` has all keys of its file, `holds` is whether the game's rules and cards make it true."""

    name: str
    values: dict[str, Any]
    holds: bool
    place: Place
    untrue: str = ""  # why a variant's cards make it untrue, if it does not list its needs


@dataclass(frozen=True, slots=True)
class _Named:
    """A card or a player that a zone names, with its number."""

    name: str
    number: int
    path: str
    place: Place


def read_examples(game: Game, base: Game | None = None) -> tuple[Example, ...]:
    """Returns the game's examples; `base` is the game without its variant. Raises InputError with every fault of the
    examples that hold in this game or variant.
    """
    base = base or game
    path = game.home.folder / EXAMPLES
    if not is_file(game.home.own(path)):
        return ()
    examples: list[Example] = []
    faults: list[Fault] = []
    for name, node in mapping(read_yaml(path)).items.items():
        try:
            examples.append(_example(game, base, name, mapping(node)))
        except InputError as error:
            faults += error.faults
    if faults:
        raise InputError(*faults)
    return tuple(examples)


def _example(game: Game, base: Game, name: str, node: Mapping) -> Example:
    model = validate(ExampleFile, node, name)
    rules = {rule: needed for rule, needed in model.needs.items() if rule != CARDS}
    for rule in rules:
        if rule not in game.rules:
            hint = nearest(rule, [*game.rules, CARDS])
            raise fail(f"{name}.needs: there is no rule '{rule}'{hint}", at(node, "needs"))
    values = _numbers(node.data)
    if any(str(_number(needed)) != str(game.rules[rule]) for rule, needed in rules.items()):
        return Example(name, values, holds=False, place=node.place)
    cards = {design.id: design for design in game.designs}
    before = {design.id: design for design in base.designs}
    then = mapping(node.items["then"])
    zones = [(key, zone) for key, zone in node.items.items() if key not in ("players", "play", "needs", "then")]
    zones += [(f"then.{key}", zone) for key, zone in then.items.items()]
    named = [each for key, zone in zones for each in _counted_names(zone, f"{name}.{key}")]
    needed = _needed_cards(name, node, model.needs.get(CARDS), before)
    if needed is not None and not {*needed, *(each.name for each in named if each.name in before)} <= cards.keys():
        return Example(name, values, holds=False, place=node.place)
    where = "here" if game.variant == BASE else f"in the variant '{game.variant}'"
    known = cards.keys() | before.keys() | set(model.players)
    faults = [
        Fault(f"{each.path}: there is no card or player '{each.name}' {where}{nearest(each.name, known)}", each.place)
        for each in named
        if each.name not in known
    ]
    faults += [
        Fault(f"{name}.play: expected a player's name first, got '{line}'", at(node, "play", index))
        for index, line in enumerate(model.play)
        if not line.split() or line.split()[0] not in model.players
    ]
    if faults:
        raise InputError(*faults)
    if needed is None:
        untrue = _untrue(named, cards, before)
        return Example(name, values, holds=not untrue, place=node.place, untrue=untrue)
    return Example(name, values, holds=_are_alike(needed, named, cards, before), place=node.place)


def _untrue(named: Iterable[_Named], cards: AbcMapping[str, Design], before: AbcMapping[str, Design]) -> str:
    """The reason why a variant's cards do not suit an example: one is gone, works differently, or has fewer copies than
    shown."""
    used = Counter[str]()
    for each in named:
        used[each.name] += each.number * (".then." not in each.path)
    for name, number in used.items():
        if name not in before:
            continue
        if name not in cards:
            return f"there is no {name}"
        if dict(cards[name].behaviour) != dict(before[name].behaviour):
            return f"{name} is a different card here"
        if cards[name].count < min(number, before[name].count):
            return f"it shows {number} {name}, and there are {cards[name].count}"
    return ""


def _are_alike(
    needed: Iterable[str], named: Iterable[_Named], cards: AbcMapping[str, Design], before: AbcMapping[str, Design]
) -> bool:
    """Whether all cards of an example are the same as in the game itself, and at least as many as its position
    shows."""
    used = Counter(dict.fromkeys(needed, 0))
    for each in named:
        used[each.name] += each.number * (".then." not in each.path)
    return all(_alike(cards[card], before[card], number) for card, number in used.items() if card in before)


def _needed_cards(name: str, node: Mapping, asked: Any, before: AbcMapping[str, Design]) -> tuple[str, ...] | None:
    """The cards that an example needs besides those that it names; None if it does not list cards as needs."""
    if asked is None or asked == NAMED:
        return () if asked else None
    place = at(node, "needs", CARDS)
    if not isinstance(asked, tuple):
        raise fail(f"{name}.needs.{CARDS}: expected '{NAMED}' or a list of cards, got {quote(asked)}", place)
    if unknown := [card for card in asked if card not in before]:
        raise fail(f"{name}.needs.{CARDS}: there is no card '{unknown[0]}'{nearest(unknown[0], before)}", place)
    return asked


def _alike(card: Design, before: Design, number: int) -> bool:
    """Whether a card of a variant is the same as in the game itself, with at least as many copies as an example
    shows."""
    same = [dict(one.fields) == dict(two.fields) for one, two in zip(card.faces, before.faces, strict=False)]
    return all(same) and len(card.faces) == len(before.faces) and card.count >= min(number, before.count)


def _counted_names(node: Node, path: str) -> Iterator[_Named]:
    """The names that a zone counts: the items of a list, or the keys of numbers."""
    if isinstance(node, Sequence):
        for item in node.items:
            if isinstance(item, Scalar):
                yield _Named(item.text, 1, path, item.place)
    elif isinstance(node, Mapping):
        for key, value in node.items.items():
            yield from _counted_names(value, f"{path}.{key}")
        for key, value in node.items.items():
            if isinstance(value, Scalar) and re.fullmatch(r"\d+", value.text):
                yield _Named(key, int(value.text[:9]), path, node.keys[key])


def _number(value: Any) -> Any:
    """A plain scalar as a number, or as yes or no."""
    if not isinstance(value, Plain):
        return value
    if re.fullmatch(r"-?\d{1,9}", value):
        return int(value)
    return {"yes": True, "true": True, "no": False, "false": False}.get(value, value)


def _numbers(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: _numbers(value) for key, value in data.items()}
    if isinstance(data, tuple):
        return tuple(_numbers(value) for value in data)
    return _number(data)
