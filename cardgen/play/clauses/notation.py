"""Actions of clauses in words: the game's own strings, or the names of the clauses."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from cardgen.definitions.game import Game
from cardgen.foundations.errors import fail
from cardgen.play.clauses.compiled_game import compiled_of
from cardgen.play.clauses.names import card_name, key_of, value_name
from cardgen.play.words import Name, Words
from cardgen.rules import grammar
from cardgen.rules.compile import Compiled
from cardgen.rules.options import Coded, Picked


def say(game: Game, table: np.record, state: np.record, action: int, words: Words) -> str:
    """The action in words: the string `play.SECTION.ACTION` or `play.ACTION`, with the names of the picks; with no
    such a string, the action's name and its picks."""
    coded = _coded(game, action)
    values = _values(game, coded, action, words)
    if key := key_of(coded.path, coded.name, words):
        try:
            return words.say(key, **values)
        except ValueError as error:
            raise fail(f"{words.language}: {key}: {error}", words.place_of(key)) from None
    return " ".join(by_name(game, action, words))


def by_name(game: Game, action: int, words: Words) -> list[str]:
    """The action's name and its picks."""
    coded = _coded(game, action)
    values = _values(game, coded, action, words).values()
    return [coded.name.replace("_", " "), *(value if isinstance(value, str) else value("") for value in values)]


def has_words(game: Game, action: int, words: Words) -> bool:
    """Whether the game's strings name an action."""
    coded = _coded(game, action)
    return bool(key_of(coded.path, coded.name, words))


def _coded(game: Game, action: int) -> Coded:
    compiled = compiled_of(game)
    return compiled.actions[action & (1 << compiled.action_bits) - 1]


def _values(game: Game, coded: Coded, action: int, words: Words) -> dict[str, Name | str]:
    """The names of what is picked, by the names of the picks."""
    compiled = compiled_of(game)
    return {picked.name: _picked(game, compiled, picked, action, words) for picked in coded.picks}


def _picked(game: Game, compiled: Compiled, picked: Picked, action: int, words: Words) -> Name | str:
    bits = action >> picked.shift & (1 << picked.bits) - 1
    if isinstance(picked.pick, grammar.PickCard | grammar.PickKind):
        return card_name(game, compiled.layout.cards[bits], words)
    if picked.is_several:
        cards = [card_name(game, card, words) for card in cards_in(compiled, bits)]
        return lambda form: ", ".join(
            card(form) for card in cards
        )  # without words that a person would have to know to type it
    if isinstance(picked.pick, grammar.PickOfPlayers):
        return words.player(bits)
    if isinstance(picked.pick, grammar.PickOfZones):
        return f"{words.at_table(picked.field)} {value_name(picked.field, str(picked.values[bits]), words)('')}"
    if picked.values:
        return value_name(picked.field, str(picked.values[bits]), words)
    return str(bits)


def cards_in(compiled: Compiled, bits: int) -> Iterator[str]:
    """The cards that are packed in an action, one after another."""
    width = compiled.layout.card_bits
    while bits:
        if code := bits & (1 << width) - 1:
            yield compiled.layout.cards[code - 1]
        bits >>= width
