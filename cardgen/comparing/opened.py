"""Opens a state of a game: its definition, its faces, its rulebook, and what a print of it would record."""

from __future__ import annotations

from functools import cached_property

from cardgen.comparing.states import State
from cardgen.definitions.components import Component
from cardgen.definitions.game import BASE, Game
from cardgen.faces.compose import Composer
from cardgen.foundations.errors import InputError, fail
from cardgen.ledger.boxes import Box
from cardgen.ledger.ledger_file import read_ledger
from cardgen.press.books import BookMaker
from cardgen.press.changed import Now, now
from cardgen.press.files import Files
from cardgen.press.sheets import title_of
from cardgen.press.shown import SideDigests
from cardgen.rules.load import load_game


class Opened:
    """A state of a game, read when something of it is asked for. Everything raises InputError, with the state's name
    before each fault."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.files = Files()
        self._now: dict[str, Now] = {}
        self._shown: dict[str, SideDigests] = {}

    @cached_property
    def game(self) -> Game:
        try:
            return load_game(self.state.home, self.state.variant)
        except InputError as error:
            raise self.state.with_places(error) from None

    @cached_property
    def composer(self) -> Composer:
        try:
            return Composer(self.game)
        except InputError as error:
            raise self.state.with_places(error) from None

    @cached_property
    def languages(self) -> tuple[str, ...]:
        """Returns the languages that can be compared: those that are wholly translated, or that were printed."""
        if self.state.printed:
            boxes = read_ledger(self.state.home).boxes.get(self.edition, {})
            if not boxes:
                raise fail(f"no print of '{self.edition}' is recorded; 'cardgen printed' records one")
            return tuple(boxes)
        composer = self.composer
        return tuple(each for each in self.game.languages if not composer.blocking_faults([each]))

    @property
    def edition(self) -> str:
        return self.game.edition

    def box(self, language: str) -> Box:
        """Returns the cards of a print: of what was printed, or of what a build would print."""
        if self.state.printed:
            return read_ledger(self.state.home).boxes[self.edition][language]
        return self.now(language).box

    def now(self, language: str) -> Now:
        """Returns the cards with their faces; not of what was printed."""
        if language not in self._now:
            try:
                self._now[language] = now(self.composer, language, self.files)
            except InputError as error:
                raise self.state.with_places(error) from None
        return self._now[language]

    def panels(self, language: str, component: Component) -> dict[str, str]:
        """Returns digests of all that the panels of a component show."""
        shown = self._shown.setdefault(language, SideDigests(self.composer, language, self.files))
        try:
            return {panel: shown.of(side) for panel, side in self.composer.panel_sides(component).items()}
        except InputError as error:
            raise self.state.with_places(error) from None

    def book(self, language: str) -> BookMaker:
        """Returns the maker of the rulebook in a language."""
        base = self.game if self.game.edition == BASE else load_game(self.state.home)
        return BookMaker(self.composer, base, language, title_of(self.composer, language))
