"""The names of cards, of field values and of actions of clauses, in a game's own strings."""

from __future__ import annotations

from cardgen.definitions.game import Game
from cardgen.definitions.strings_file import own_key
from cardgen.play.words import Name, Words
from cardgen.text.own_words import sayable


def key_of(path: str, name: str, words: Words) -> str:
    """The key of an action's string, `play.SECTION.ACTION` or `play.ACTION`; empty if there is none."""
    return next((key for key in (f"play.{path}", f"play.{name}") if words.knows(key)), "")


def card_name(game: Game, card: str, words: Words) -> Name:
    """The name of a card within a sentence: the string KIND.CARD, CARD.name or the like, the string name.KIND for its
    whole kind, which can contain the card's values (`Rose {bloom}`), its field `name`, or the name on its face."""
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
    """A card's value within its name: the string `FIELD.VALUE`, if there is one."""
    return words.say(key) if words.knows(key := f"{field}.{value}") else value


def value_name(field: str, value: str, words: Words) -> Name:
    """The name of a field's value: the string FIELD.VALUE, or the value itself."""
    return words.name(key) if words.knows(key := f"{field}.{value}") else words.called(value.replace("_", " "))
