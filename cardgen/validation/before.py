"""Findings on a game that can be played, made before anybody plays it."""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.definitions import nodes
from cardgen.definitions.examples import read_examples
from cardgen.foundations.errors import UNKNOWN_NAME, Place, fail, nearest
from cardgen.foundations.findings import ALL, Finding
from cardgen.play.examples import prove
from cardgen.play.game import PlayedGame
from cardgen.rules.load import load_game
from cardgen.validation.wording import quantity


def before_play(game: PlayedGame) -> list[Finding]:
    """Reports words that transcripts lack, cards that the engine doubts or does not play, and examples that are not
    true."""
    return [*_wordless(game), *_doubts(game), *_unseated(game), *_unplayed(game), *_examples(game)]


def _examples(game: PlayedGame) -> Iterator[Finding]:
    """The examples whose results differ in play."""
    definition = game.definition
    base = load_game(definition.home) if definition.variant_file else definition
    examples = read_examples(definition, base)
    if untrue := [example for example in examples if example.untrue]:
        named = ", ".join(f"{example.name} ({example.untrue})" for example in untrue)
        message = (
            f"cardgen left out {quantity(len(untrue), 'worked example')}, because the variant makes it untrue: {named}"
        )
        yield Finding("example-left-out", message, untrue[0].place, definition.name, definition.variant)
    for example in examples:
        for fault in prove(game, example) if example.holds else ():
            message = f"{example.name}: {fault}"
            yield Finding("example-wrong", message, example.place, definition.name, definition.variant)


def _wordless(game: PlayedGame) -> Iterator[Finding]:
    """Endings and cases that a playthrough can report but the game has no words for."""
    definition = game.definition
    if definition.clauses is not None:
        return  # accounts of clauses need no words
    first = definition.languages[0]
    keys = [*(f"end.{name}" for name in game.ending_names if name), *(f"silence.{name}" for name in game.silences)]
    for key in keys:
        if f"play.{key}" not in definition.strings[first]:
            place = Place(str(definition.home.strings(first)))
            message = f"{first}: the string 'play.{key}' is missing; transcripts of games need it"
            yield Finding("string-missing", message, place, definition.name, definition.variant)


def _doubts(game: PlayedGame) -> Iterator[Finding]:
    """The engine's findings on the cards, before play."""
    definition = game.definition
    for code, message, place in game.engine.zones.doubts(definition, game.table):
        if code not in ALL:
            zones = game.engine.zones.module.__name__
            raise fail(f"{zones}: doubts: there is no finding '{code}'{nearest(code, ALL)}", place, UNKNOWN_NAME)
        yield Finding(code, message, place, definition.name, definition.variant)


def _unseated(game: PlayedGame) -> Iterator[Finding]:
    """A finding if the game is for more players than the engine seats."""
    definition, most = game.definition, game.engine.zones.MAX_PLAYERS
    low, high = definition.players
    if high > most:
        numbers = high if low == high else f"{low} to {high}"
        message = f"cardgen plays it with at most {most} players, but it is for {numbers}"
        yield Finding(
            "not-seated", message, nodes.key_at(definition.node, "players"), definition.name, definition.variant
        )


def _unplayed(game: PlayedGame) -> Iterator[Finding]:
    """The cards that are printed more often than the engine plays them."""
    definition = game.definition
    played = game.engine.zones.played(definition)
    if played is None:
        return
    for design in definition.designs:
        if design.count > played.get(design.id, 0):
            count = played.get(design.id, 0)
            message = f"{design.id}: cardgen prints {design.count}, but the engine plays with {count or 'none'}"
            yield Finding("not-played", message, design.place, definition.name, definition.variant, who=design.id)
