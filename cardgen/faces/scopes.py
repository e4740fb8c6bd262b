"""The scopes of one side: what its expressions can read in each language, and what may differ between languages."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any

from cardgen.definitions.evaluate import is_there
from cardgen.definitions.game import Design, Game
from cardgen.faces.say import Sayer
from cardgen.faces.sides import Side
from cardgen.faces.spots import laid_by, passes_words_on
from cardgen.foundations.errors import InputError
from cardgen.text.own_words import in_own_words, keys_read


class Scopes:
    """What the expressions of one side can read, by language.

    It calls `report` with each fault in the card's own words; `misspoken` has these by language and field.
    """

    def __init__(self, side: Side, game: Game, sayer: Sayer, report: Callable[[str, InputError], None]) -> None:
        self.side, self.game, self.sayer, self.report = side, game, sayer, report
        self.misspoken: dict[str, dict[str, InputError]] = {}
        self._known: dict[str, dict[str, Any]] = {}

    def scope(self, language: str) -> dict[str, Any]:
        """Returns the values by name that expressions can read in a language."""
        if language not in self._known:
            self._known[language] = scope = self.side.scope(self.game, language)
            if isinstance(card := self.side.owner, Design) and card.words:
                wrong = self.misspoken[language] = {}
                scope["card"] = in_own_words(card, self.sayer.strings[language], wrong)
                for error in wrong.values():
                    self.report(language, error)
            if self._worded_cards:
                spoken = {card.id: in_own_words(card, self.sayer.strings[language]) for card in self._worded_cards}
                scope["deck"] = {**scope["deck"], "cards": {**scope["deck"]["cards"], **spoken}}
        return self._known[language]

    def forget(self) -> None:
        """Frees the memory of the scopes."""
        self._known.clear()

    @cached_property
    def differ(self) -> bool:
        """Returns whether a face of the side may differ between languages."""
        side, card = self.side, self.side.owner
        own = isinstance(card, Design) and keys_read(card, side.reads)
        return "language" in side.reads or bool(own) or bool(self._worded_cards)

    def differ_in(self, names: Iterable[str]) -> bool:
        """Returns whether one of these names may have different values in two languages."""
        return any(read in self._own_words or read.startswith(("language", "deck.")) for read in names)

    def deciding(self, language: str) -> object:
        """Returns a key for the spots of a language: languages with equal keys have the same spots."""
        if not self.differ and not passes_words_on(self.side.layout):
            return None
        tested, others = laid_by(self.side.layout)
        words = self._own_words
        read = {name.split(".")[0] for name in tested | others}
        if passes_words_on(self.side.layout) or words & others or read & {"language", "deck"}:
            return language
        said = self.scope(language)["card"] if words else {}
        return tuple(is_there(said.get(name.removeprefix("card."))) for name in sorted(words & tested))

    @cached_property
    def _own_words(self) -> frozenset[str]:
        """The names of the card's fields that have words in each language."""
        card = self.side.owner
        return frozenset(f"card.{field}" for field in card.words) if isinstance(card, Design) else frozenset()

    @cached_property
    def _worded_cards(self) -> list[Design]:
        """Other cards of the deck that the side reads and that have words in each language."""
        read = {name.split(".")[2] for name in self.side.reads if name.startswith("deck.cards.")}
        return [card for card in self.game.designs if card.id in read and card.words] if self.side.deck else []
