"""Actions of clauses in words: the game's own strings, and where there are none, the names of the clauses."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from cardgen.definitions.game import Game
from cardgen.errors import fail
from cardgen.play.clauses.compiled import compiled_of
from cardgen.play.clauses.names import card_name, key_of, value_name
from cardgen.play.words import Name, Words
from cardgen.rules.compile import Compiled
from cardgen.rules.options import Picked


def say(game: Game, table: np.record, state: np.record, action: int, words: Words) -> str:
    """What the player to act does: `play.SECTION.ACTION`, else `play.ACTION`, with what is picked by its name there;
    else the action's name and what is picked."""
    compiled = compiled_of(game)
    coded = compiled.actions[action & (1 << compiled.action_bits) - 1]
    values = {picked.name: _picked(game, compiled, picked, action, words) for picked in coded.picks}
    if key := key_of(coded.path, coded.name, words):
        try:
            return words.say(key, **values)
        except ValueError as error:
            raise fail(f"{words.language}: {key}: {error}", words.place_of(key)) from None
    said = [value if isinstance(value, str) else value("") for value in values.values()]
    return " ".join([coded.name.replace("_", " "), *said])


def _picked(game: Game, compiled: Compiled, picked: Picked, action: int, words: Words) -> Name | str:
    bits = action >> picked.shift & (1 << picked.bits) - 1
    if picked.form in ("card", "kind"):
        return card_name(game, compiled.layout.cards[bits], words)
    if picked.form == "cards":
        cards = [card_name(game, card, words) for card in cards_in(compiled, bits)]
        return lambda form: ", ".join(card(form) for card in cards)  # without a word that whoever types it must know
    if picked.form in ("player", "other", "player_who", "other_who"):
        return words.player(bits)
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
