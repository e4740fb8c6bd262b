"""Runs `cardgen export` for the desk: the same command, in a process of its own, into the same folder."""

from __future__ import annotations

import shlex
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from threading import Lock
from weakref import WeakKeyDictionary

from starlette.requests import Request
from starlette.routing import Route

from cardgen.desk import body as given
from cardgen.desk.access import route
from cardgen.desk.answers import Refused
from cardgen.desk.changing import asked_for, change_handler, game_of, language_of
from cardgen.desk.spoken import desk_words
from cardgen.desk.state import Desk
from cardgen.export.target import all_targets, find_target
from cardgen.store import processes
from cardgen.store.library import Home


class Exports:
    """The exports of a desk. It runs one at a time, because each uses all processors."""

    def __init__(self) -> None:
        self._turn = Lock()

    def run(self, arguments: Sequence[str], wait: bool = False) -> tuple[int, list[str]]:
        """Runs an export; returns the command's exit code and output. If another one is running, it waits or raises
        Refused."""
        if not self._turn.acquire(blocking=wait):
            raise Refused("exports.busy")
        try:
            command, environment = processes.command("cardgen.store.processes", "cardgen", "export", *arguments)
            done = subprocess.run(
                command,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                encoding="utf-8",
                start_new_session=True,  # the desk alone handles Ctrl-C
            )
            return done.returncode, done.stdout.splitlines()
        finally:
            self._turn.release()


_exports: WeakKeyDictionary[Desk, Exports] = WeakKeyDictionary()


def exports_of(desk: Desk) -> Exports:
    """Returns the exports of a desk, which all its pages share."""
    return _exports.setdefault(desk, Exports())


def export_arguments(target: str, variant: str, settings: Mapping[str, str]) -> list[str]:
    """Returns the arguments of `cardgen export` for an edition in all its languages, after the game."""
    given_settings = [part for name, value in settings.items() for part in ("--set", f"{name}={value}")]
    return ["--to", target, "--variant", variant, *given_settings]


def folder_of(home: Home) -> str:
    """Returns a game as the command finds it, from wherever it runs."""
    return str((home.alone or home.folder).resolve())


def routes(desk: Desk) -> list[Route]:
    """Returns the routes of the page of sheets."""
    exports = exports_of(desk)

    def targets(request: Request, body: Mapping[str, object]) -> dict[str, object]:
        game = game_of(desk, request)
        words = desk_words(language_of(request, game)).entries
        available = all_targets(game.home)
        said = {name: entry.text for name in available if (entry := words.get(f"exports.{name}"))}
        abouts = said | {
            name: target.about for name, target in available.items() if name not in said
        }  # print houses come last
        return {"targets": [{"name": name, "about": about} for name, about in abouts.items()]}

    def exported(request: Request, body: Mapping[str, object]) -> dict[str, object]:
        """Exports to one target in the reader's language; returns the output of the command."""
        home, variant, settings = asked_for(desk, request)
        target = find_target(home, given.name(body, "target")).name
        language = language_of(request, game_of(desk, request))
        arguments = [*export_arguments(target, variant, settings), "--lang", language]
        code, lines = exports.run([folder_of(home), *arguments])
        return {
            "made": code == 0,
            "lines": lines,
            "folder": str(Path("out", home.name, variant, language, target)),
            "command": shlex.join(["cardgen", "export", home.name, *arguments]),
        }

    return [route("GET", "exports", change_handler(targets)), route("POST", "exports", change_handler(exported))]
