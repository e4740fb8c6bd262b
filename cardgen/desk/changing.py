"""What the pages that change and try a game share: the game with its settings, answers in JSON, faults with places."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from threading import RLock
from typing import Any

import anyio.to_thread
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from cardgen.definitions.game import BASE, Game
from cardgen.desk.answers import NOT_KEPT, Handler, Refused, fault_told
from cardgen.desk.body import read_body
from cardgen.desk.edition import edition
from cardgen.desk.spoken import desk_text
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

MOST_COMPOSED = 6  # editions that are kept composed
Method = Callable[[Request, Mapping[str, object]], Any]
_Asked = tuple[Home, str, tuple[tuple[str, str], ...]]  # a game, a variant and its settings


class Otherwise(Refused):
    """What cannot be had as something is otherwise by now, which browsers are told as `now`."""

    def __init__(self, key: str, now: str) -> None:
        super().__init__(key, now=now)
        self.now = now


class Editions:
    """Games composed as they are set, and again where their files changed; a text that does not fit stops nothing."""

    def __init__(self) -> None:
        self._composed: dict[_Asked, tuple[Composer, Readings, Trace]] = {}
        self._readings: dict[tuple[Home, str], Readings] = {}
        self._lock = RLock()

    def composed(self, home: Home, variant: str, settings: Mapping[str, str]) -> tuple[Composer, Readings]:
        """Raises InputError."""
        asked, edition = (home, variant, tuple(sorted(settings.items()))), (home, variant)
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
            while len(self._composed) > MOST_COMPOSED:
                del self._composed[next(iter(self._composed))]
            return composer, readings

    def maker(self, home: Home, variant: str, settings: Mapping[str, str], language: str) -> BookMaker:
        """What makes the books of an edition in a language. Raises InputError."""
        composer, _ = self.composed(home, variant, settings)
        base, game = load_game(home), composer.game
        title = game_title(Strings(language, game.strings[language]), game.name)
        return BookMaker(composer, base if game.variant != BASE or settings else game, language, title)


def asked_for(desk: Any, request: Request) -> tuple[Home, str, dict[str, str]]:
    """The game, the variant and the settings that a path names. Raises InputError for what the desk does not have."""
    found = edition(request, desk)
    return found.home, found.variant, dict(found.settings)


def game_of(desk: Any, request: Request, settings: Mapping[str, str] | None = None) -> Game:
    """The game that a path names, with what is set laid over it, or other settings. Raises InputError."""
    home, variant, chosen = asked_for(desk, request)
    game = load_game(home, variant, chosen if settings is None else settings)
    language_of(request, game)
    return game


def language_of(request: Request, game: Game) -> str:
    """The language that a path names. Raises InputError."""
    language = str(request.path_params["language"])
    if language not in game.languages:
        raise InputError(Fault(f"{game.name} has no language '{language}'"))
    return language


def title_of(game: Game, language: str) -> str:
    """What people call the game and its variant."""
    strings = Strings(language, {**game.strings[game.languages[0]], **game.strings[language]})
    return full_title(strings, game.name, " · ")


def taking(method: Method) -> Handler:
    """A handler of what a method answers to a body, worked out in a thread, so that no page waits for another."""

    @wraps(method)
    async def handle(request: Request) -> Response:
        language = request.path_params["language"]
        try:
            body = await read_body(request)
            return JSONResponse(await anyio.to_thread.run_sync(method, request, body), headers=NOT_KEPT)
        except Refused as error:
            told = {"error": desk_text(language, error.key, **error.values)}
            if isinstance(error, Otherwise):
                told["now"] = error.now
            return JSONResponse(told, 400, NOT_KEPT)
        except InputError as error:
            return JSONResponse({"faults": [fault_told(fault) for fault in error.faults]}, 422, NOT_KEPT)
        except (ValueError, KeyError, TypeError):  # no JSON, or of another shape
            return JSONResponse({"error": desk_text(language, "rules.asked")}, 400, NOT_KEPT)

    return handle
