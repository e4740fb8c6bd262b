"""Runs the checks that you try at the desk: one at a time, in a process of its own, with progress for all browsers."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Mapping
from dataclasses import asdict, field, replace
from threading import Lock, Thread, Timer
from typing import TypedDict

from starlette.requests import Request
from starlette.routing import Route

from cardgen.desk.access import route
from cardgen.desk.answers import Refused
from cardgen.desk.body import whole
from cardgen.desk.changing import asked_for, change_handler, game_of
from cardgen.desk.state import Desk
from cardgen.desk.trying import CheckRequest
from cardgen.foundations.dataclass import dataclass
from cardgen.press.edition_key import values_key
from cardgen.press.files import digest
from cardgen.press.options import Options
from cardgen.rules.load import load_game
from cardgen.store import processes
from cardgen.store.answers import note_file
from cardgen.store.library import Home
from cardgen.store.traces import tracing

STOP_TIMEOUT = 3.0  # seconds that a check may take to stop, before its process is ended
MAX_KEPT = 20  # results that are kept while the desk is open
SendEvent = Callable[[str, dict[str, object]], None]


class CheckMessage(TypedDict, total=False):
    """A message of the process that plays, one a line; its `kind` is begun, progress, figures, done, fault or over."""

    id: int
    kind: str
    share: float
    players: int
    table: str
    compiling: bool
    open: int | None
    stopped: str
    faults: list[dict[str, object]]


@dataclass(slots=True)
class CheckRun:
    """A check so far: `share` is the part that is done, of the most that there can be; `state` is begun, playing, done,
    stopped or fault. `key` changes with the files that the check reads."""

    asked: CheckRequest
    key: str
    state: str = "begun"
    share: float = 0.0
    about: dict[str, object] = field(default_factory=dict)
    figures: dict[str, object] = field(default_factory=dict)
    faults: list[dict[str, object]] = field(default_factory=list)

    @property
    def running(self) -> bool:
        return self.state in ("begun", "playing")

    def handle(self, message: CheckMessage) -> None:
        """Handles a message of the process."""
        kind = message["kind"]
        if kind == "progress":
            self.state, self.share = "playing", message["share"]
            self.about = {"players": message["players"], "table": message["table"], "compiling": message["compiling"]}
        elif kind in ("figures", "done"):
            open_ = message.get("open")
            known = self.figures.get("open") if open_ is None else open_
            self.figures = {**message, "open": known}
            if kind == "done":
                self.state, self.share = ("stopped" if message["stopped"] else "done"), 1.0
        elif kind == "fault":
            self.state, self.faults = "fault", list(message["faults"])
        elif kind == "over" and self.running:
            self.state = "stopped"

    def as_json(self) -> dict[str, object]:
        """Returns the check as browsers get it."""
        return {
            "id": self.asked.id,
            "folder": self.asked.folder,
            "variant": self.asked.variant,
            "settings": self.asked.settings,
            "state": self.state,
            "share": self.share,
            "about": self.about,
            "figures": {key: value for key, value in self.figures.items() if key not in ("id", "kind", "document")},
            "faults": self.faults,
        }


class CheckRunner:
    """Plays one check at a time. A thread calls `send_event` with the name and the data of an event."""

    def __init__(self, send_event: SendEvent) -> None:
        self._send_event = send_event
        self._lock = Lock()
        self._process: subprocess.Popen[str] | None = None
        self._runs: dict[int, CheckRun] = {}
        self._last = 0

    def warm(self, home: Home) -> None:
        """Prepares for a check of a game that somebody may soon ask for."""
        with self._lock:
            self._ask({"warm": str(home.folder)})

    def start(self, home: Home, variant: str, settings: Mapping[str, str], how: CheckRequest | None = None) -> CheckRun:
        """Starts a check, and stops the one in play; for a check that is already done, it sends the result again."""
        with self._lock:
            key = played_from(home, variant, settings)
            wanted = replace(
                how or CheckRequest(0, ""), id=0, folder=str(home.folder), variant=variant, settings=dict(settings)
            )
            for running in [each for each in self._runs.values() if each.running]:
                if replace(running.asked, id=0) == wanted and running.key == key:
                    return running
                self._stop(running)
            self._last += 1
            one = CheckRun(replace(wanted, id=self._last), key)
            self._runs[self._last] = one
            for old in list(self._runs)[:-MAX_KEPT]:
                del self._runs[old]
            self._ask({"try": asdict(one.asked)})
            return one

    def stop(self, id: int) -> None:
        """Stops a check, and keeps its results so far."""
        with self._lock:
            if (one := self._runs.get(id)) and one.running:
                self._stop(one)

    def last(self, home: Home, variant: str, settings: Mapping[str, str]) -> CheckRun | None:
        """Returns the newest check of a game with its settings."""
        like = (str(home.folder), variant, dict(settings))
        runs = (one for one in reversed(self._runs.values())
                 if (one.asked.folder, one.asked.variant, one.asked.settings) == like)  # fmt: skip
        return next(runs, None)

    def get(self, id: int) -> CheckRun | None:
        return self._runs.get(id)

    def close(self) -> None:
        """Ends the process, and with it the check in play."""
        with self._lock:
            if self._process and self._process.poll() is None:
                self._process.kill()
                self._process.wait()
            self._process = None

    def _stop(self, one: CheckRun) -> None:
        self._ask({"stop": one.asked.id})
        process = self._process
        late = Timer(STOP_TIMEOUT, lambda: process.kill() if process and one.running else None)
        late.daemon = True
        late.start()

    def _ask(self, asked: dict[str, object]) -> None:
        if self._process is None or self._process.poll() is not None:
            command, environment = processes.command("cardgen.desk.trying")
            self._process = subprocess.Popen(
                command,
                env=environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                encoding="utf-8",
                start_new_session=True,  # the desk alone handles Ctrl-C
            )
            Thread(target=self._listen, args=(self._process,), daemon=True).start()
        assert self._process.stdin
        try:
            self._process.stdin.write(json.dumps(asked) + "\n")
            self._process.stdin.flush()
        except OSError:  # it has just ended, because it was idle
            self._process.wait()
            self._ask(asked)

    def _listen(self, process: subprocess.Popen[str]) -> None:
        """Handles the messages of the process until it ends; the check in play is then over."""
        assert process.stdout
        for line in process.stdout:
            message = json.loads(line)
            if one := self._runs.get(message["id"]):
                one.handle(message)
                self._send_event("try", one.as_json())
        process.wait()
        with self._lock:
            left = [one for one in self._runs.values() if one.running and self._process in (process, None)]
            for one in left:
                one.handle({"kind": "over"})
        for one in left:
            self._send_event("try", one.as_json())


def played_from(home: Home, variant: str, settings: Mapping[str, str]) -> str:
    """Returns a key that changes with all files that a check of an edition reads. Raises InputError."""
    with tracing() as seen:
        load_game(home, variant, settings)
        note_file(home.learnt)
    return digest(values_key(home, variant, Options(settings=dict(settings))), seen.answers)


def routes(desk: Desk, runner: CheckRunner | None = None) -> list[Route]:
    """Returns the routes of the page on which you try a game; its checks run in `runner`, by default in a new one."""
    runner = runner or CheckRunner(desk.send_event)

    def last_try(request: Request, body: Mapping[str, object]) -> dict[str, object]:
        edition = asked_for(desk, request)
        last = runner.last(*edition)
        return {"known": last and last.as_json() | {"outdated": last.key != played_from(*edition)}}

    def begin(request: Request, body: Mapping[str, object]) -> dict[str, object]:
        game = game_of(desk, request)  # raises InputError for faults, before the check starts
        if game.engine is None:
            raise Refused("try.not_played")
        one = runner.start(*asked_for(desk, request))
        return {"known": one.as_json()}

    def stop(request: Request, body: Mapping[str, object]) -> dict[str, object]:
        runner.stop(whole(body, "id"))
        return {}

    def warm(request: Request, body: Mapping[str, object]) -> dict[str, object]:
        runner.warm(asked_for(desk, request)[0])
        return {}

    return [
        route("GET", "try", change_handler(last_try)),
        route("POST", "try", change_handler(begin)),
        route("POST", "try/stop", change_handler(stop)),
        route("POST", "try/warm", change_handler(warm)),
    ]
