"""Worked examples: a position, what is done, what comes of it. Rulebooks print them, an engine proves them.

Zones are the engine's own. What generic code knows: whoever or whatever is counted in one is a player of the
example or a card of the game.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pydantic import ConfigDict, Field

from cardgen.definitions.fields import Model, Words
from cardgen.definitions.game import BASE, Game
from cardgen.definitions.nodes import Mapping, Node, Plain, Scalar, Sequence, at, mapping
from cardgen.definitions.validate import validate
from cardgen.definitions.yaml_source import read_yaml
from cardgen.errors import Fault, InputError, Place, fail, nearest

FILE = "examples.yaml"


class ExampleFile(Model):
    """One example. Keys other than these are the engine's zones, each with cards or players and their numbers."""

    model_config = ConfigDict(strict=True, extra="allow", frozen=True)
    needs: dict[Words, Any] = Field({}, description="Rules without which it is not true; it is left out elsewhere.")
    players: tuple[Words, ...] = Field(description="Their names, in seat order.")
    play: tuple[Words, ...] = Field((), description="What is done, in the words of a playthrough.")
    then: dict[Words, Any] = Field(description="What comes of it.")


@dataclass(frozen=True, slots=True)
class Example:
    """An example; `told` is all that its file says, `holds` whether the game's rules make it true."""

    name: str
    told: dict[str, Any]
    holds: bool
    place: Place


def read_examples(game: Game) -> tuple[Example, ...]:
    """The game's examples. Raises InputError with every fault of those that hold in this game or variant."""
    path = game.home.folder / FILE
    if not path.is_file():
        return ()
    found: list[Example] = []
    faults: list[Fault] = []
    for name, node in mapping(read_yaml(path)).items.items():
        try:
            found.append(_example(game, name, mapping(node)))
        except InputError as error:
            faults += error.faults
    if faults:
        raise InputError(*faults)
    return tuple(found)


def _example(game: Game, name: str, node: Mapping) -> Example:
    model = validate(ExampleFile, node, name)
    for rule in model.needs:
        if rule not in game.rules:
            raise fail(f"{name}.needs: there is no rule '{rule}'{nearest(rule, game.rules)}", at(node, "needs"))
    told = _numbers(node.data)
    if any(str(_number(needed)) != str(game.rules[rule]) for rule, needed in model.needs.items()):
        return Example(name, told, holds=False, place=node.place)
    known = {design.id for design in game.designs} | set(model.players)
    then = mapping(node.items["then"])
    zones = [(key, zone) for key, zone in node.items.items() if key not in ("players", "play", "needs", "then")]
    zones += [(f"then.{key}", zone) for key, zone in then.items.items()]
    where = "here" if game.variant == BASE else f"in the variant '{game.variant}'"
    faults = [fault for key, zone in zones for fault in _strangers(zone, f"{name}.{key}", known, where)]
    faults += [
        Fault(f"{name}.play: expected a player's name first, got '{line}'", at(node, "play", index))
        for index, line in enumerate(model.play)
        if not line.split() or line.split()[0] not in model.players
    ]
    if faults:
        raise InputError(*faults)
    return Example(name, told, holds=True, place=node.place)


def _strangers(node: Node, path: str, known: set[str], where: str) -> Iterator[Fault]:
    """Counted names that are neither cards of this game or variant nor players of the example."""
    if isinstance(node, Sequence):
        names = [(item.text, item.place) for item in node.items if isinstance(item, Scalar)]
    elif isinstance(node, Mapping):
        names = [
            (key, node.keys[key])
            for key, value in node.items.items()
            if isinstance(value, Scalar) and re.fullmatch(r"\d+", value.text)
        ]
        for key, value in node.items.items():
            yield from _strangers(value, f"{path}.{key}", known, where)
    else:
        return
    for word, place in names:
        if word not in known:
            yield Fault(f"{path}: there is no card or player '{word}' {where}{nearest(word, known)}", place)


def _number(value: Any) -> Any:
    """A plain scalar as the number or the yes or no that it is."""
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
