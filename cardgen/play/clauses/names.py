"""What cards, the values of their fields and the actions of clauses are called, in a game's own strings."""

from __future__ import annotations

from cardgen.definitions.game import Game
from cardgen.definitions.strings_file import own_key
from cardgen.play.words import Name, Words
from cardgen.text.own_words import sayable


def key_of(path: str, name: str, words: Words) -> str:
    """The key of an action's string, `play.SECTION.ACTION` or `play.ACTION`; empty if there is none."""
    return next((key for key in (f"play.{path}", f"play.{name}") if words.knows(key)), "")


def card_name(game: Game, card: str, words: Words) -> Name:
    """What a card is called within a sentence: by a string KIND.CARD, CARD.name or the like, by one for all its kind,
    name.KIND, which may say the card's values (`Rose {bloom}`), by its field `name`, or as its face has it."""
    design = next(each for each in game.designs if each.id == card)
    for key in (f"{design.kind}.{card}", f"{design.kind}.{card}.name", f"card.{card}", f"{card}.name", f"name.{card}"):
        if words.knows(key):
            return words.name(key)
    if words.knows(key := f"name.{design.kind}"):
        return words.name(key, {field: _value_name(field, value, words) for field, value in design.fields.items()})
    if words.knows(key := own_key(card, design.side, "name")):
        return words.name(key, sayable(design.readable))
    own = design.fields.get("name")
    return words.called(own) if isinstance(own, str) else words.printed_name(card)


def _value_name(field: str, value: object, words: Words) -> object:
    """A card's value within its name: by its own string `FIELD.VALUE`, if there is one."""
    return words.say(key) if words.knows(key := f"{field}.{value}") else value


def value_name(field: str, value: str, words: Words) -> Name:
    """What a field's value is called: by its string FIELD.VALUE, or as it is."""
    return words.name(key) if words.knows(key := f"{field}.{value}") else words.called(value.replace("_", " "))
