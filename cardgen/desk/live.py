"""Keeps a game on the table of a running Tabletop Simulator up to date: after each change cardgen exports it again, and
sends the new pictures."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from threading import Condition, Thread

from starlette.requests import Request
from starlette.routing import Route

from cardgen.definitions.game import BASE
from cardgen.desk.access import route
from cardgen.desk.changing import asked_for, change_handler
from cardgen.desk.exports import Exports, export_arguments, exports_of, folder_of
from cardgen.desk.state import Desk
from cardgen.export.live import OWN_PORT, PORT, TableUpdate, send_update, update_of
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import InputError, fail
from cardgen.store.library import Home
from cardgen.store.reach import read_bytes

TARGET = "tts"
RETRY = 2.0  # seconds after which cardgen sends again what somebody holds


@dataclass(frozen=True, slots=True)
class LiveGame:
    """The edition that lies on the table."""

    home: Home
    variant: str
    settings: tuple[tuple[str, str], ...]


class LiveTable:
    """Sends one edition at a time, in a thread of its own. Changes that come while it sends are sent together."""

    def __init__(self, desk: Desk, exports: Exports, ports: tuple[int, int]) -> None:
        self.desk, self.exports, self.ports = desk, exports, ports
        self._game: LiveGame | None = None
        self._status: dict[str, object] = {"state": "off"}
        self._due, self._over = False, False
        self._change = Condition()
        self._thread: Thread | None = None
        desk.at_change.append(self.changed)
        desk.at_end.append(self.end)

    def status_of(self, game: LiveGame) -> Mapping[str, object]:
        return self._status if game == self._game else {"state": "off"}

    def follow(self, game: LiveGame | None) -> None:
        """Sends this edition now and after each change; without one, it stops sending."""
        with self._change:
            self._game = game
            self._due = game is not None
            self._status = {"state": "sending" if game else "off"}
            if game and self._thread is None:
                self._thread = Thread(target=self._send_all, daemon=True)
                self._thread.start()
            self._change.notify_all()
        self.desk.send_event("live", {})

    def changed(self) -> None:
        """Called when files of the desk's games have changed."""
        with self._change:
            self._due = self._game is not None
            self._change.notify_all()

    def end(self) -> None:
        with self._change:
            self._over, self._game = True, None
            self._change.notify_all()

    def _send_all(self) -> None:
        """Sends until the desk ends. What somebody holds is sent again and again, without a new export."""
        left: TableUpdate | None = None  # what somebody's objects have not got yet
        while True:
            with self._change:
                if not (self._due or self._over):
                    self._change.wait(RETRY if left else None)
                if self._over:
                    return
                game, due, self._due = self._game, self._due, False
            if game is None:
                left = None
            elif due or left:
                left = self._send(game, None if due else left)

    def _send(self, game: LiveGame, update: TableUpdate | None) -> TableUpdate | None:
        """Sends an update, or, without one, a new export. Returns it if somebody holds some of its objects."""
        try:
            if update is None:
                self._set_status(game, {"state": "sending"})
                update = self._export(game)
            report = send_update(update, *self.ports)
        except InputError as error:
            self._set_status(game, {"state": "failed", "problem": "\n".join(fault.message for fault in error.faults)})
            return None
        self._set_status(game, {"state": "sent", **asdict(report)})
        return update if report.held else None

    def _export(self, game: LiveGame) -> TableUpdate:
        """Exports the edition in all its languages. Raises InputError."""
        home, variant = game.home, game.variant
        arguments = [folder_of(home), *export_arguments(TARGET, variant, dict(game.settings))]
        code, lines = self.exports.run(arguments, wait=True)
        if code:
            raise fail("\n".join(lines))
        folder = Path("out", home.name, BASE if variant == BASE else home.variant(variant).stem)
        return update_of(*(_objects(path) for path in sorted(folder.glob(f"*/{TARGET}/{home.name}*.json"))))

    def _set_status(self, game: LiveGame, status: dict[str, object]) -> None:
        with self._change:
            if game != self._game:
                return
            self._status = status
        self.desk.send_event("live", {})


def _objects(path: Path) -> list[dict[str, object]]:
    """The objects of a saved object that cardgen has just written."""
    return json.loads(read_bytes(path))["ObjectStates"]


def routes(desk: Desk) -> list[Route]:
    """Returns the routes of the buttons that begin and end it."""
    live = LiveTable(desk, exports_of(desk), (PORT, OWN_PORT))

    def game_of(request: Request) -> LiveGame:
        home, variant, settings = asked_for(desk, request)
        return LiveGame(home, variant, tuple(sorted(settings.items())))

    def status(request: Request, body: Mapping[str, object]) -> dict[str, object]:
        return dict(live.status_of(game_of(request)))

    def switch(request: Request, body: Mapping[str, object]) -> dict[str, object]:
        game = game_of(request)
        live.follow(game if body.get("on") is True else None)
        return dict(live.status_of(game))

    return [route("GET", "live", change_handler(status)), route("POST", "live", change_handler(switch))]
