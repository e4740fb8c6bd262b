"""Keeps the state of the desk: games, their last valid editions, their faults, and the browsers that listen."""

from __future__ import annotations

import asyncio
import json
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import field
from pathlib import Path
from threading import Lock, RLock
from typing import Any, TypeVar

from cardgen.definitions.game import BASE
from cardgen.definitions.load import head_of
from cardgen.desk.answers import fault_as_json
from cardgen.desk.edition import RequestedEdition
from cardgen.faces.compose import Composer
from cardgen.faces.readings import Readings
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import STRING_MISSING, UNKNOWN_NAME, Fault, InputError, Place, fail, nearest
from cardgen.rules.load import load_game
from cardgen.store.library import Home
from cardgen.text.strings import Strings
from cardgen.text.titles import game_title

T = TypeVar("T")
KEPT = 8  # editions that are kept composed
WAITING = 200  # events that a browser can be behind; one further behind reloads everything
AGAIN = "event: again\ndata: {}\n\n"  # tells such a browser that it has missed something


@dataclass
class CurrentEdition:
    """An edition as the desk shows it: its last valid faces, or, before there are any, a draft that marks the faults;
    and the faults of its files now."""

    composer: Composer | None = None
    faults: tuple[Fault, ...] = ()
    stale: bool = True
    drawn: dict[str, str] = field(default_factory=dict)  # SVG by the digest of a face
    made: dict[tuple, Any] = field(default_factory=dict)  # results made from the composer's faces
    lock: RLock = field(default_factory=RLock)
    _locks: dict[tuple, RLock] = field(default_factory=dict)
    _guard: Lock = field(default_factory=Lock)

    def memoised(self, key: tuple, make: Callable[[], T]) -> T:
        """Returns what is made once for the edition in its present state."""
        made = self.made
        with self._guard:
            lock = self._locks.setdefault(key, RLock())
        with lock:  # a lock for each key, so faces do not wait for findings
            if key not in made:
                made[key] = make()
            return made[key]

    def good(self) -> Composer:
        """Returns the last valid edition. Raises InputError if there never was one."""
        if self.composer is None:
            raise InputError(*self.faults)
        return self.composer


class Desk:
    """The open games, and the browsers that look at them; with `share`, others on the home network can join."""

    def __init__(self, homes: Iterable[Home], share: bool = False) -> None:
        self.homes: Mapping[str, Home] = {home.name: home for home in homes}
        self.share = share
        self._shown: OrderedDict[tuple, CurrentEdition] = OrderedDict()
        self._readings: dict[Home, Readings] = {}
        self._abouts: dict[Home, tuple[str, tuple[str, ...]]] = {}
        self._lock = Lock()
        self._listeners: set[asyncio.Queue[str]] = set()
        self._loop: asyncio.AbstractEventLoop | None = None
        self.at_change: list[Callable[[], None]] = []  # what is to be called when files have changed
        self.at_end: list[Callable[[], None]] = []  # what is to be called when the desk ends
        self.watch_again: Callable[[], None] = lambda: None  # called when there are other folders to watch

    # Games

    def home(self, name: str) -> Home:
        """Returns a game of the desk. Raises InputError."""
        if name not in self.homes:
            raise fail(f"the desk has no game '{name}'{nearest(name, self.homes)}", code=UNKNOWN_NAME)
        return self.homes[name]

    def add(self, home: Home) -> None:
        """Adds a game to the desk; browsers hear of it."""
        with self._lock:
            self.homes = {**self.homes, home.name: home}
        self.watch_again()
        self.send_event("files", {"game": home.name, "there": True})

    def variant(self, home: Home, name: str) -> str:
        """Returns a variant of a game by its name, never by a path, because a browser asks. Raises InputError."""
        known = [BASE, *home.variants]
        if name not in known:
            raise fail(f"{home.name} has no variant '{name}'{nearest(name, known)}", code=UNKNOWN_NAME)
        return name

    def languages(self, home: Home) -> tuple[str, ...]:
        """Returns the languages of a game; if its files are faulty, those that it had before."""
        return self._about(home)[1]

    def title(self, home: Home) -> str:
        """Returns the title of a game."""
        return self._about(home)[0]

    def _about(self, home: Home) -> tuple[str, tuple[str, ...]]:
        with suppress(InputError, ValueError):  # the title may have a placeholder that nothing fills
            languages, strings = head_of(home)
            self._abouts[home] = game_title(Strings(languages[0], strings), home.name), languages
        return self._abouts.get(home, (home.name, ("en",)))

    @property
    def folders(self) -> tuple[Path, ...]:
        """Returns all folders that games of the desk may read."""
        return tuple(dict.fromkeys(folder for home in self.homes.values() for folder in home.bounds))

    # Editions

    def prepare(self) -> None:
        """Composes what a browser will ask for first: the first game, without settings."""
        for home in list(self.homes.values())[:1]:
            with suppress(InputError):
                self.current(RequestedEdition(home, BASE, (), ""))

    def current(self, edition: RequestedEdition) -> CurrentEdition:
        """Returns an edition from its present files, or, if these are faulty, its last valid state. Raises InputError
        if there is none."""
        with self._lock:
            edition_state = self._shown.setdefault(edition.key, CurrentEdition())
            self._shown.move_to_end(edition.key)
            while len(self._shown) > KEPT:
                self._shown.popitem(last=False)
        self._read(edition.key, edition_state)
        edition_state.good()  # raises
        return edition_state

    def composer(self, edition: RequestedEdition) -> Composer:
        """Returns the composer of an edition that has this language; of a draft if texts are not translated yet.

        Raises InputError.
        """
        shown = self.current(edition)
        composer = shown.good()
        if edition.language not in composer.game.languages:
            names = composer.game.languages
            raise fail(f"{composer.game.name} has no language '{edition.language}'{nearest(edition.language, names)}")
        if composer.draft or not composer.blocking_faults([edition.language]):
            return composer
        readings = self.readings(edition.home).apart()
        return shown.memoised(("draft",), lambda: Composer(composer.game, readings=readings, draft=True))

    def readings(self, home: Home) -> Readings:
        """Returns the sides of a game that were read, which all its editions share."""
        with self._lock:
            return self._readings.setdefault(home, Readings())

    def _read(self, key: tuple, edition_state: CurrentEdition) -> bool:
        """Composes an edition if its files have changed; returns whether they have."""
        home, variant, settings = key
        with edition_state.lock:
            if not edition_state.stale:
                return False
            edition_state.stale = False  # if files change meanwhile, it becomes stale again
            readings = self.readings(home)
            try:
                if not home.folder.is_dir():
                    raise fail(
                        "cardgen cannot find the folder of this game; put it back to continue", Place(str(home.folder))
                    )
                game = load_game(home, variant, dict(settings))
                try:
                    composer = Composer(game, readings=readings)
                    wrong = [each for each in composer.blocking_faults(game.languages) if each.code != STRING_MISSING]
                    if wrong:  # the desk shows texts without a translation as a draft
                        raise InputError(*wrong)
                    edition_state.composer, edition_state.faults, edition_state.made = composer, (), {}
                except InputError:
                    if (
                        edition_state.composer is None or edition_state.composer.draft
                    ):  # there is no valid state to keep
                        edition_state.composer, edition_state.made = (
                            Composer(game, readings=readings.apart(), draft=True),
                            {},
                        )
                    raise
            except InputError as error:
                edition_state.faults = error.faults
            return True

    def changed(self) -> None:
        """Called when files have changed: it makes the open editions again, and informs browsers."""
        with self._lock:
            shown = list(self._shown.items())
            for _, each in shown:
                each.stale = True
        for key, each in shown:
            self._read(key, each)
            home, variant, settings = key
            edition = {"game": home.name, "variant": variant, "set": [f"{name}={value}" for name, value in settings]}
            self.send_event("edition", edition | {"faults": [fault_as_json(fault) for fault in each.faults]})
        for name, home in self.homes.items():
            self.send_event("files", {"game": name, "there": home.folder.is_dir()})
        for call in self.at_change:
            call()

    # Browsers

    def send_event(self, event: str, data: Mapping[str, object]) -> None:
        """Sends an event to all browsers, from any thread."""
        message = f"event: {event}\ndata: {json.dumps(data)}\n\n"
        if self._loop and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._pass_on, message)

    def _pass_on(self, message: str) -> None:
        for queue in self._listeners:
            if queue.full():
                while not queue.empty():
                    queue.get_nowait()
                queue.put_nowait(AGAIN)
            else:
                queue.put_nowait(message)

    def listen(self) -> asyncio.Queue[str]:
        """Returns a queue of events for one browser; call it in the loop that serves it."""
        self._loop = asyncio.get_running_loop()
        queue: asyncio.Queue[str] = asyncio.Queue(WAITING)
        self._listeners.add(queue)
        return queue

    def leave(self, queue: asyncio.Queue[str]) -> None:
        self._listeners.discard(queue)
