"""What the pages share that change a game or try it: its editions with their settings, and the handler of requests."""

from __future__ import annotations

from collections.abc import Mapping
from threading import RLock

from starlette.requests import Request

from cardgen.definitions.game import BASE, Game
from cardgen.desk.answers import Handler, Method, Read, Refused, handler
from cardgen.desk.body import read_body
from cardgen.desk.edition import edition
from cardgen.desk.state import Desk
from cardgen.faces.compose import Composer
from cardgen.faces.readings import Readings
from cardgen.foundations.errors import Fault, InputError
from cardgen.press.books import BookMaker
from cardgen.rules.load import load_game
from cardgen.store.answers import Answers
from cardgen.store.library import Home
from cardgen.store.traces import Trace, tracing
from cardgen.text.strings import Strings
from cardgen.text.titles import full_title, game_title

MAX_COMPOSED = 6  # editions that are kept composed
EditionKey = tuple[Home, str, tuple[tuple[str, str], ...]]  # a game, a variant and its settings


class Otherwise(Refused):
    """Raised if a request is out of date because something has changed, which browsers get as `now`."""

    def __init__(self, key: str, now: str) -> None:
        super().__init__(key, now=now)
        self.now = now

    @property
    def fields(self) -> Mapping[str, object]:
        return {"now": self.now}


class Editions:
    """Keeps games composed with their settings, and composes them again if their files change. Texts need not fit."""

    def __init__(self) -> None:
        self._composed: dict[EditionKey, tuple[Composer, Readings, Trace]] = {}
        self._readings: dict[tuple[Home, str], Readings] = {}
        self._lock = RLock()

    def composed(self, home: Home, variant: str, settings: Mapping[str, str]) -> tuple[Composer, Readings]:
        """Raises InputError."""
        asked, edition = edition_key(home, variant, settings), (home, variant)
        with self._lock:
            if known := self._composed.get(asked):
                composer, readings, seen = known
                if Answers().agree(seen.answers.items()):
                    return composer, readings
                del self._composed[asked]
                self._readings.pop(edition, None)
            self._readings = {each: kept for each, kept in self._readings.items() if each == edition}
            readings = self._readings.setdefault(edition, Readings())
            with tracing() as seen:
                composer = Composer(load_game(home, variant, settings), readings=readings, draft=True)
            self._composed[asked] = composer, readings, seen
            while len(self._composed) > MAX_COMPOSED:
                del self._composed[next(iter(self._composed))]
            return composer, readings

    def maker(self, home: Home, variant: str, settings: Mapping[str, str], language: str) -> BookMaker:
        """Returns the maker of an edition's books in a language. Raises InputError."""
        composer, _ = self.composed(home, variant, settings)
        base, game = load_game(home), composer.game
        title = game_title(Strings(language, game.strings[language]), game.name)
        return BookMaker(composer, base if game.variant != BASE or settings else game, language, title)


def edition_key(home: Home, variant: str, settings: Mapping[str, str]) -> EditionKey:
    return home, variant, tuple(sorted(settings.items()))


def asked_for(desk: Desk, request: Request) -> tuple[Home, str, dict[str, str]]:
    """Returns the game, the variant and the settings of a path. Raises InputError for what the desk does not have."""
    requested = edition(request, desk)
    return requested.home, requested.variant, dict(requested.settings)


def game_of(desk: Desk, request: Request, settings: Mapping[str, str] | None = None) -> Game:
    """Returns the game of a path with its settings, or with other settings. Raises InputError."""
    home, variant, chosen = asked_for(desk, request)
    game = load_game(home, variant, chosen if settings is None else settings)
    language_of(request, game)
    return game


def language_of(request: Request, game: Game) -> str:
    """Returns the language of a path. Raises InputError."""
    language = str(request.path_params["language"])
    if language not in game.languages:
        raise InputError(Fault(f"{game.name} has no language '{language}'"))
    return language


def title_of(game: Game, language: str) -> str:
    """Returns the titles of the game and of its variant."""
    strings = Strings(language, {**game.strings[game.languages[0]], **game.strings[language]})
    return full_title(strings, game.name, " · ")


def change_handler(method: Method, read: Read = read_body) -> Handler:
    """Makes a handler of a method that changes or tries a game; `read` reads the body: as JSON, if it is left out."""
    return handler(method, read)
