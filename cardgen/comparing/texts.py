"""Finds which texts, sentences of rules files and settings differ between two states."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from cardgen.comparing.sentences import BookSentence, Changed, compare_sentences, pair
from cardgen.definitions import nodes
from cardgen.definitions.fields import word
from cardgen.definitions.game import Game
from cardgen.definitions.strings_file import Text, own_key
from cardgen.foundations.dataclass import dataclass

RULES, TEXTS = "rules.yaml", "texts"


@dataclass(frozen=True, slots=True)
class SettingChange:
    """A setting with its values in both states, empty where it is not there."""

    name: str
    old: str
    new: str


def setting_changes(old: Game, new: Game) -> Iterator[SettingChange]:
    """Yields what differs in the head of a game, in its rules, and in the numbers of cards of its decks."""
    one, other = _settings(old), _settings(new)
    for name in dict.fromkeys((*one, *other)):
        if one.get(name, "") != other.get(name, ""):
            yield SettingChange(name, one.get(name, ""), other.get(name, ""))


def _settings(game: Game) -> dict[str, str]:
    low, high = game.players
    head = {
        "players": str(low) if low == high else f"{low}-{high}",
        "age": "" if game.age is None else str(game.age),
        "minutes": game.minutes.span if game.minutes else "",
        "languages": ", ".join(game.languages),
        "version": game.version,
    }
    decks = {f"{deck.name} (cards)": str(deck.count) for deck in game.decks}
    return head | {name: word(value) for name, value in game.rules.items()} | decks


def rule_changes(old: Game, new: Game) -> Iterator[Changed]:
    """Yields the sentences of rules files that differ, with the keys above them."""
    yield from compare_sentences(RULES, [*_sentences(old.clauses, "")], [*_sentences(new.clauses, "")])


def _sentences(node: nodes.Node | None, under: str) -> Iterator[BookSentence]:
    if isinstance(node, nodes.Mapping):
        for key, each in node.items.items():
            if isinstance(each, nodes.Scalar):
                yield BookSentence(under, f"{key}: {each.text}")
            else:
                yield from _sentences(each, f"{under}.{key}" if under else key)
    elif isinstance(node, nodes.Sequence):
        for item in node.items:
            yield from _sentences(item, under)
    elif node is not None and node.text:
        yield BookSentence(under, node.text)


def text_changes(old: Game, new: Game, language: str) -> Iterator[Changed]:
    """Yields the texts that differ in a language, by their keys: strings, and the words of cards."""
    one, other = _texts(old, language), _texts(new, language)
    for key in dict.fromkeys((*one, *other)):
        was, now = one.get(key), other.get(key)
        if was != now:
            before, after = (BookSentence(key, text) if text is not None else None for text in (was, now))
            yield pair(TEXTS, before, after)


def _texts(game: Game, language: str) -> dict[str, str]:
    texts = {key: _spoken(entry.text) for key, entry in game.strings.get(language, {}).items()}
    for design in game.designs:
        for face in design.faces:
            for field, words in face.words.items():
                if language in words:
                    texts[own_key(face.id, face.side, field)] = _spoken(words[language].text)
    return texts


def _spoken(text: Text) -> str:
    """A text, or the forms of a plural in one line."""
    return "; ".join(f"{form}: {each}" for form, each in text.items()) if isinstance(text, Mapping) else text
