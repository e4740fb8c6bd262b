"""Proves worked examples: sets up the position, plays the example's lines, and compares the result."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from cardgen.definitions.examples import Example
from cardgen.play.game import PlayedGame
from cardgen.play.position import Position

NOT_ZONES = ("needs", "players", "play", "then", "options", "dice")


def prove(game: PlayedGame, example: Example) -> list[str]:
    """The differences from what the example expects; empty if there are none."""
    content = example.values
    names = tuple(content["players"])
    piles = game.engine.zones.piles(game.definition)
    try:
        position = game.from_snapshot(
            {"players": len(names)}
            | {zone: _zone(zone, value, names, piles) for zone, value in content.items() if zone not in NOT_ZONES},
            dice=content.get("dice"),
        )
    except ValueError as error:
        return [str(error)]
    for line in content.get("play", ()):
        if fault := _play(position, line, names):
            return [fault]
    return list(_differences(position, content["then"], names, piles))


def _zone(zone: str, value: Any, names: Sequence[str], piles: Collection[str]) -> Any:
    """A zone as in a snapshot: players by seat, and piles with the top last (an example lists the top first)."""
    if isinstance(value, str) and value in names:
        return names.index(value)
    if isinstance(value, Mapping) and value and set(value) <= set(names):
        return [_zone(zone, value.get(name, {}), names, ()) for name in names]
    if isinstance(value, (tuple, list)):
        items = [_zone(zone, item, names, ()) for item in value]
        return items[::-1] if zone in piles else items
    if isinstance(value, Mapping):
        return {key: _zone(key, item, names, ()) for key, item in value.items()}
    return value


def _play(position: Position, line: str, names: Sequence[str]) -> str | None:
    """Carries out one line; returns what is wrong with it, or None."""
    player, _, action = line.partition(" ")
    if position.is_terminal():
        return f"'{line}': the game is over"
    acting = names[position.current_player()]
    if acting != player:
        return f"'{line}': it is {acting} who must choose now"
    try:
        position.apply_action(position.string_to_action(action))
    except ValueError as error:
        return f"'{line}': {error}"
    return None


def _differences(
    position: Position, then: Mapping[str, Any], names: Sequence[str], piles: Collection[str]
) -> Iterator[str]:
    snapshot = position.snapshot() | {
        "over": position.is_terminal(),
        "scores": position.returns(),
        "winners": [names[seat] for seat in position.winners()],
    }
    game = position.game
    snapshot |= game.engine.zones.outcome(game.definition, game.fastest_tables[0], position.record)
    for zone, value in then.items():
        expected = list(value) if zone == "winners" else _zone(zone, value, names, piles)
        if zone not in snapshot:
            yield f"then.{zone}: there is no zone or outcome '{zone}'"
        elif _plain(snapshot[zone]) != _plain(expected):
            yield f"then.{zone}: expected {_plain(expected)}, but play gives {_plain(snapshot[zone])}"


def _plain(value: Any) -> Any:
    """A value without counts of 0, which examples may omit."""
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items() if item != 0 or isinstance(item, bool)}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    return value
