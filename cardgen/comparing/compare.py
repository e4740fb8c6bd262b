"""Compares two states of a game: its settings, cards, texts, sentences, and, if asked, how it plays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field

from cardgen.comparing.cards import CardChange, card_changes, component_changes
from cardgen.comparing.opened import Opened
from cardgen.comparing.play import PlayedBoth
from cardgen.comparing.sentences import Changed, changed
from cardgen.comparing.states import State
from cardgen.comparing.texts import SettingChange, rule_changes, setting_changes, text_changes
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import UNKNOWN_NAME, InputError, fail, nearest


@dataclass(frozen=True, slots=True)
class StateComparison:
    """What differs between two states. `cards`, `texts` and `books` are by language. `only_cards`: one of the states
    is a print, which records nothing else. `notes` say what could not be compared."""

    game: str
    old: str
    new: str
    languages: tuple[str, ...]
    only_cards: bool
    settings: tuple[SettingChange, ...] = ()
    cards: Mapping[str, tuple[CardChange, ...]] = field(default_factory=dict)
    rules: tuple[Changed, ...] = ()
    texts: Mapping[str, tuple[Changed, ...]] = field(default_factory=dict)
    books: Mapping[str, tuple[Changed, ...]] = field(default_factory=dict)
    play: PlayedBoth | None = None
    notes: tuple[str, ...] = ()

    @property
    def same(self) -> bool:
        """Returns whether nothing differs but, perhaps, how it plays."""
        by_language = (*self.cards.values(), *self.texts.values(), *self.books.values())
        return not (self.settings or self.rules or any(by_language))


def open_both(old: State, new: State) -> tuple[Opened, Opened]:
    return Opened(old), Opened(new)


def compare(old: Opened, new: Opened, asked: Sequence[str] = (), play: PlayedBoth | None = None) -> StateComparison:
    """Compares two states in the languages asked for, or in all that they share. Raises InputError."""
    languages = _languages(old, new, asked)
    only_cards = old.state.printed or new.state.printed
    about = (new.game.name, old.state.title, new.state.title, languages, only_cards)
    cards = {
        language: (*card_changes(old, new, language), *component_changes(old, new, language)) for language in languages
    }
    if only_cards:
        return StateComparison(*about, cards=cards, play=play)
    books: dict[str, tuple[Changed, ...]] = {}
    notes: list[str] = []
    for language in languages:
        try:
            books[language] = tuple(changed(old.book(language), new.book(language)))
        except InputError as error:
            notes.append(f"{language}: the rulebooks cannot be compared: {error.faults[0].message}")
    return StateComparison(
        *about,
        settings=tuple(setting_changes(old.game, new.game)),
        cards=cards,
        rules=tuple(rule_changes(old.game, new.game)),
        texts={language: tuple(text_changes(old.game, new.game, language)) for language in languages},
        books=books,
        play=play,
        notes=tuple(notes),
    )


def _languages(old: Opened, new: Opened, asked: Sequence[str]) -> tuple[str, ...]:
    common = tuple(language for language in new.languages if language in old.languages)
    for language in asked:
        if language not in common:
            raise fail(f"both states do not have '{language}'{nearest(language, common)}", code=UNKNOWN_NAME)
    if not common:
        raise fail(f"{old.state.title} and {new.state.title} have no language in common that is wholly translated")
    return tuple(asked) or common
