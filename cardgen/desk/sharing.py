"""Lets other browsers join a table. A person who types the table's code gets a seat there, and nothing else of the
desk.

A browser that joined is a guest, and has a cookie of its own. It sees the faces of the game, and the table as its seat
sees it. The desk refuses it everything else, whatever other cookies it has.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Mapping
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from cardgen.desk.access import Who, route, who_may
from cardgen.desk.answers import NOT_KEPT, Refused
from cardgen.desk.guard import GUEST, OWN
from cardgen.desk.state import Desk

if TYPE_CHECKING:
    from cardgen.desk.sitting import Sitting  # slow to import, and not needed before somebody joins

COOKIE = "cardgen-seat"  # of a browser that has joined a table by its code
TRIES, SECONDS = 20, 60.0  # most attempts to type a code, by all browsers together, in that time
GAMES = "/api/games"


def routes(desk: Desk) -> list[Route]:
    """Returns the routes of the page where you type a code."""
    from cardgen.desk.asking import sittings_of, table_handler
    from cardgen.desk.body import MAX_NAME, text

    tried: deque[float] = deque(maxlen=TRIES)

    def join(request: Request, body: Mapping[str, object]) -> JSONResponse:
        now = time.monotonic()
        if len(tried) == TRIES and now - tried[0] < SECONDS:
            raise Refused("table.no_code")
        tried.append(now)
        sitting = sittings_of(desk).of_code(text(body, "code", most=MAX_NAME))
        if own := request.scope.get(OWN, False):
            sitting.take_back_seat()  # as a guest, the desk's own browser would lose access to the desk
        key = "" if own else sitting.join(text(body, "name", "", MAX_NAME))
        desk.send_event("table", {"id": sitting.id, "version": sitting.table.version, "seats": True})
        language = text(body, "language", "", MAX_NAME) or sitting.table.game.definition.languages[0]
        joined = {"game": sitting.game, "variant": sitting.variant, "language": language, "id": sitting.id}
        answer = JSONResponse(joined, headers=NOT_KEPT)
        if key:
            answer.set_cookie(COOKIE, key, httponly=True, samesite="strict", path="/")
        return answer

    return [route("POST", "/api/join", table_handler(join))]


def guest_of(desk: Desk, request: Request) -> tuple[str, Sitting | None]:
    """Returns the key of a browser that has joined a table, with that table; no key for any other browser."""
    key = request.cookies.get(COOKIE, "")
    if not key:
        return "", None
    from cardgen.desk.asking import sittings_of

    return key, sittings_of(desk).of_guest(key)


def may(verb: str, path: str, sitting: Sitting) -> bool:
    """Returns whether a guest may ask for a path."""
    who, parts = who_may(verb, path)
    if who in (Who.NETWORK, Who.GUEST):
        return True
    if who is Who.DESK or (parts["game"], parts["variant"]) != (sitting.game, sitting.variant):
        return False
    return who is Who.GAME or parts["id"] == sitting.id


def _game(sitting: Sitting) -> dict[str, object]:
    """The one game that a guest knows of."""
    definition = sitting.table.game.definition
    languages = list(definition.languages)
    title = sitting.table.game.words(languages[0]).say("game.title")
    return {"name": sitting.game, "title": title, "variants": [sitting.variant], "languages": languages, "guest": True}


def guests(desk: Desk, app: ASGIApp) -> ASGIApp:
    """An app that answers only what guests may ask, and puts a guest's key into the scope."""

    async def handle(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            key, sitting = guest_of(desk, Request(scope))
            if sitting is not None:
                if not may(scope["method"], scope["path"], sitting):
                    await JSONResponse({"error": "403"}, 403, NOT_KEPT)(scope, receive, send)
                    return
                if scope["path"] == GAMES:
                    await JSONResponse([_game(sitting)], headers=NOT_KEPT)(scope, receive, send)
                    return
                scope[GUEST] = key
        await app(scope, receive, send)

    return handle
