"""Actions of clauses in words: the game's own strings, and where there are none, the names of the clauses."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from cardgen.definitions.game import Game
from cardgen.errors import fail
from cardgen.play.clauses.compiled import compiled_of
from cardgen.play.words import Name, Words
from cardgen.rules.compile import Compiled, Picked


def say(game: Game, table: np.record, state: np.record, action: int, words: Words) -> str:
    """What the player to act does: `play.SECTION.ACTION`, else `play.ACTION`, with what is picked by its name there;
    else the action's name and what is picked."""
    compiled = compiled_of(game)
    coded = compiled.actions[action & (1 << compiled.action_bits) - 1]
    values = {picked.name: _picked(game, compiled, picked, action, words) for picked in coded.picks}
    for key in (f"play.{coded.path}", f"play.{coded.name}"):
        if words.knows(key):
            try:
                return words.say(key, **values)
            except ValueError as error:
                raise fail(f"{words.language}: {key}: {error}") from None
    said = [value if isinstance(value, str) else value("") for value in values.values()]
    return " ".join([coded.name.replace("_", " "), *said])


def _worded(field: str, value: object, words: Words) -> object:
    """A card's value within its name: by its own string `FIELD.VALUE`, where there is one."""
    return words.say(key) if words.knows(key := f"{field}.{value}") else value


def _picked(game: Game, compiled: Compiled, picked: Picked, action: int, words: Words) -> Name | str:
    bits = action >> picked.shift & (1 << picked.bits) - 1
    if picked.form in ("card", "kind"):
        return card_name(game, compiled.layout.cards[bits], words)
    if picked.form == "cards":
        cards = [card_name(game, card, words)("") for card in _cards(compiled, bits)]
        return words.listed(cards) if cards else ""
    if picked.form in ("player", "other", "player_who", "other_who"):
        return words.player(bits)
    if picked.values:
        return value_name(picked.field, str(picked.values[bits]), words)
    return str(bits)


def value_name(field: str, value: str, words: Words) -> Name:
    """What a field's value is called: by its string FIELD.VALUE, or as it is."""
    return words.name(key) if words.knows(key := f"{field}.{value}") else words.called(value.replace("_", " "))


def _cards(compiled: Compiled, bits: int) -> Iterator[str]:
    width = compiled.layout.card_bits
    while bits:
        if code := bits & (1 << width) - 1:
            yield compiled.layout.cards[code - 1]
        bits >>= width


def card_name(game: Game, card: str, words: Words) -> Name:
    """What a card is called within a sentence: by a string KIND.CARD, CARD.name or the like, by one for all its kind,
    name.KIND, which may say the card's values (`Rose {bloom}`), by its field `name`, or as its face has it."""
    design = next(each for each in game.designs if each.id == card)
    for key in (f"{design.kind}.{card}", f"{design.kind}.{card}.name", f"card.{card}", f"{card}.name", f"name.{card}"):
        if words.knows(key):
            return words.name(key)
    if words.knows(key := f"name.{design.kind}"):
        return words.name(key, {field: _worded(field, value, words) for field, value in design.fields.items()})
    own = design.fields.get("name")
    return words.called(own) if isinstance(own, str) else words.printed(card)
