"""Makes responses to requests: JSON, pages and errors. It reports faults with their places, and never a traceback."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import wraps
from html import escape

import anyio.to_thread
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from cardgen.desk.spoken import OTHERWISE, desk_text, languages
from cardgen.foundations.errors import CardgenError, Fault, InputError
from cardgen.foundations.terminal import say

NOT_KEPT = {"Cache-Control": "no-store"}
Handler = Callable[[Request], Awaitable[Response]]
Answer = Response | Mapping[str, object] | Sequence[object]  # a response, or what becomes one as JSON


class Refused(CardgenError):
    """Raised if a person asks for something that they cannot have; `key` is a text of the desk that says why, with its
    values."""

    def __init__(self, key: str, **values: object) -> None:
        super().__init__(key)
        self.key, self.values = key, values


def fault_as_json(fault: Fault) -> dict[str, object]:
    """Returns a fault as browsers get it."""
    place = fault.place
    return {
        "message": fault.message,
        "code": fault.code,
        "who": fault.who,
        "cards": [fault.who] if fault.who else [],
        "severity": "error",
        "file": place.file if place else None,
        "line": place.line if place else None,
        "column": place.column if place else None,
        "shown": str(place) if place else "",
    }


def tagged(request: Request, content: bytes | str, kind: str, **headers: str) -> Response:
    """Makes a response that is sent again only if its content changed."""
    data = content.encode() if isinstance(content, str) else content
    tag = f'"{hashlib.blake2b(data, digest_size=12).hexdigest()}"'
    fields = {"ETag": tag, "Cache-Control": "no-cache"} | {name.replace("_", "-"): headers[name] for name in headers}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=fields)
    return Response(data, media_type=kind, headers=fields)


def view_handler(method: Callable[[Request], Answer]) -> Handler:
    """Makes a handler that answers with a method's result: a Response, or data for JSON. Faults have status 422,
    refusals 400."""

    @wraps(method)
    async def handle(request: Request) -> Response:
        language = request.path_params.get("language", OTHERWISE)
        try:
            answer = await anyio.to_thread.run_sync(method, request)
        except Refused as error:
            return JSONResponse({"error": desk_text(language, error.key, **error.values)}, 400, NOT_KEPT)
        except InputError as error:
            return JSONResponse({"faults": [fault_as_json(fault) for fault in error.faults]}, 422, NOT_KEPT)
        return answer if isinstance(answer, Response) else JSONResponse(answer, headers=NOT_KEPT)

    return handle


async def broken(request: Request, error: Exception) -> Response:
    """Reports an error of cardgen itself: a line on the terminal, and a message on the page."""
    say(f"desk: {request.url.path}: {type(error).__name__}: {error}".splitlines()[0], file=sys.stderr)
    return JSONResponse({"error": desk_text(OTHERWISE, "see.broken")}, 500, NOT_KEPT)


async def nothing(request: Request, error: Exception) -> Response:
    """Makes the page for an address that does not exist, in the first language that the browser asks for."""
    wanted = request.headers.get("accept-language", "")[:2].lower()
    language = wanted if wanted in languages() else OTHERWISE
    message, home = (escape(desk_text(language, key)) for key in ("desk.nothing", "desk.home"))
    page = (
        f'<!doctype html><html lang="{language}"><meta charset="utf-8"><title>cardgen</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="color-scheme" content="light dark"><link rel="icon" href="/static/desk.svg">'
        '<link rel="stylesheet" href="/static/desk.css">'
        f'<main id="place"><h1>404</h1><p class="problem">{message}</p><p><a href="/">{home}</a></p></main></html>'
    )
    return HTMLResponse(page, 404, NOT_KEPT)
