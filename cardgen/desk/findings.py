"""Lists the findings of the static check, each with a link that opens its place in the editor."""

from __future__ import annotations

import os
import shlex
import subprocess
from pathlib import Path

from anyio import to_thread
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from cardgen.desk import body
from cardgen.desk.access import route
from cardgen.desk.answers import NOT_KEPT, Answer, fault_as_json, view_handler
from cardgen.desk.edition import edition
from cardgen.desk.spoken import OTHERWISE, desk_text
from cardgen.desk.state import Desk
from cardgen.faces.compose import Composer
from cardgen.foundations.errors import InputError
from cardgen.foundations.findings import SEVERITIES, Finding
from cardgen.press.edition import Common
from cardgen.store.reach import is_below, is_file
from cardgen.validation.static import check_static

MAX_PATH = 4_096  # characters, the limit of systems
# How to pass line and column to editors with windows. An editor in the terminal would conflict with the desk there.
EDITORS = {
    **dict.fromkeys(("code", "codium", "code-insiders", "cursor"), "-g {file}:{line}:{column}"),
    **dict.fromkeys(("subl", "zed", "hx-gui", "atom"), "{file}:{line}:{column}"),
    **dict.fromkeys(("kate", "kwrite"), "--line {line} --column {column} {file}"),
    **dict.fromkeys(("gedit", "gnome-text-editor", "xed", "pluma"), "+{line}:{column} {file}"),
    **dict.fromkeys(("gvim", "mvim"), "+{line} {file}"),
    "emacsclient": "-n +{line}:{column} {file}",
    "idea": "--line {line} --column {column} {file}",
}


def routes(desk: Desk) -> list[Route]:
    def findings(request: Request) -> Answer:
        asked = edition(request, desk)
        shown = desk.current(asked)
        if shown.faults:
            return {"findings": [fault_as_json(fault) for fault in shown.faults], "editor": editor()}

        def check() -> list[dict[str, object]]:
            common = Common()
            common.readings = desk.readings(asked.home)
            try:
                findings = check_static(asked.home, asked.variant, dict(asked.settings), common)
            except InputError as error:
                return [fault_as_json(fault) for fault in error.faults]
            ranked = sorted(findings, key=lambda each: SEVERITIES.index(each.severity))
            return [_finding_json(finding, shown.good()) for finding in ranked]

        return {"findings": shown.memoised(("findings",), check), "editor": editor()}

    async def opened(request: Request) -> Response:
        """Opens a file of a game in the editor, at a line."""
        try:
            asked = await body.read_body(request)
            path = Path(body.text(asked, "file", most=MAX_PATH))
            line, column = (body.whole(asked, each, 1) or 1 for each in ("line", "column"))
        except ValueError:
            return _refused("see.asked")
        if not (is_file(path) and is_below(path, desk.folders)):
            return _refused("see.outside")
        command = _command(path, line, column)
        if not command:
            return _refused("see.no_editor")
        try:
            await to_thread.run_sync(_start, command)
        except OSError:
            return _refused("see.no_editor")
        return JSONResponse({"opened": str(path)}, headers=NOT_KEPT)

    return [
        route("GET", "findings", view_handler(findings)),
        route("POST", "/api/open", opened),
    ]


def editor() -> str:
    """Returns the graphical editor that $VISUAL or $EDITOR names; without one, only links lead to files."""
    words = _editor_command()
    return Path(words[0]).name if words and Path(words[0]).name in EDITORS else ""


def _editor_command() -> list[str]:
    try:
        return shlex.split(os.environ.get("VISUAL") or os.environ.get("EDITOR") or "")
    except ValueError:
        return []


def _command(path: Path, line: int, column: int) -> list[str]:
    if not editor():
        return []
    words = _editor_command()
    templates = EDITORS[Path(words[0]).name].split()
    return [*words, *(word.format(file=path, line=line, column=column) for word in templates)]


def _start(command: list[str]) -> None:
    silent = subprocess.DEVNULL
    subprocess.Popen(command, stdin=silent, stdout=silent, stderr=silent, start_new_session=True)


def _finding_json(finding: Finding, composer: Composer) -> dict[str, object]:
    place = finding.place
    return {
        "message": finding.message,
        "code": finding.code,
        "who": finding.who,
        "cards": _cards(finding.who, composer),
        "severity": finding.severity,
        "file": place.file if place else None,
        "line": place.line if place else None,
        "column": place.column if place else None,
        "shown": str(place) if place else "",
    }


def _cards(who: str, composer: Composer) -> list[str]:
    """The cards that a finding concerns: the one of that name, or those that use the text of that key."""
    return [
        design.id
        for design in composer.game.designs
        if who in (design.id, design.card)
        or any(who in composer.reading(side).sayer.used for side in composer.sides_of(design))
    ]


def _refused(key: str) -> Response:
    return JSONResponse({"error": desk_text(OTHERWISE, key)}, 400, NOT_KEPT)
