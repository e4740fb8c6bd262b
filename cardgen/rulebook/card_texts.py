"""The texts and fields of a card, as a book's template reads them."""

from __future__ import annotations

from cardgen.definitions.behaviour import HasPhrases, can
from cardgen.definitions.game import Design
from cardgen.definitions.strings_file import own_key
from cardgen.text.inline import for_markdown
from cardgen.text.own_words import in_own_words, in_translation
from cardgen.text.phrases import text_of_phrases
from cardgen.text.strings import Strings


def fields_of(card: Design, strings: Strings) -> dict[str, str | int]:
    """The card's own fields that are texts, in the book's language, or numbers."""
    said = in_own_words(card, strings) if card.words else card.readable
    said |= in_translation(card, (f"card.{field}" for field in card.fields), strings)
    plain = {key: said[key] for key, value in card.fields.items() if isinstance(value, (str, int))}
    return {key: int(v) if isinstance(v, str) and v.isdecimal() else v for key, v in plain.items()}


def says_of(card: Design, strings: Strings) -> dict[str, str]:
    """The effects of the card in words, by the field that shows them."""
    texts = {}
    for field, behaviour in card.behaviour.items():
        own = own_key(card.id, card.side, field)
        if own in strings.entries:
            said = strings.say(own, **{k: v for k, v in card.fields.items() if isinstance(v, (str, int))})
            texts[field] = for_markdown(said)
        elif can(behaviour, HasPhrases):
            texts[field] = for_markdown(text_of_phrases(strings, field, tuple(behaviour.phrases()), set()))
    return texts


def does_of(card: Design) -> list[str]:
    """The keys of the card's effects, the most particular of each phrase, by which templates choose cards."""
    behaviours = (behaviour for behaviour in card.behaviour.values() if can(behaviour, HasPhrases))
    return [phrase.keys[0] for behaviour in behaviours for phrase in behaviour.phrases()]


def face_id(card: Design, face: Design) -> str:
    return f"{card.id}/{face.side}" if card.reverse else card.id
