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

from cardgen.desk.body import BadBody
from cardgen.desk.spoken import OTHERWISE, desk_text, languages
from cardgen.foundations.errors import CardgenError, Fault, InputError
from cardgen.foundations.terminal import say

NOT_KEPT = {"Cache-Control": "no-store"}
Handler = Callable[[Request], Awaitable[Response]]
Answer = Response | Mapping[str, object] | Sequence[object]  # a response, or what becomes one as JSON
Method = Callable[[Request, Mapping[str, object]], Answer]
Read = Callable[[Request], Awaitable[Mapping[str, object]]]


class Refused(CardgenError):
    """Raised if a person asks for something that they cannot have; `key` is a text of the desk that says why, with its
    values."""

    def __init__(self, key: str, **values: object) -> None:
        super().__init__(key)
        self.key, self.values = key, values

    @property
    def fields(self) -> Mapping[str, object]:
        """Fields of the response, besides the text."""
        return {}


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


def handler(method: Method, read: Read | None = None, bad_body: str = "rules.asked") -> Handler:
    """Makes a handler that runs a method in a thread, so no page waits for another, and answers with its result: a
    Response, or data for JSON.

    `read` reads the request's body for the method. A wrong body and refusals have status 400, faults 422. `bad_body` is
    the text of the desk about a wrong body. Any other exception is an error of cardgen, which `broken` reports.
    """

    @wraps(method)
    async def handle(request: Request) -> Response:
        language = request.path_params.get("language", OTHERWISE)
        try:
            body = await read(request) if read else {}
            answer = await anyio.to_thread.run_sync(method, request, body)
        except Refused as error:
            text = desk_text(language, error.key, **error.values)
            return JSONResponse({"error": text, **error.fields}, 400, NOT_KEPT)
        except BadBody:
            return JSONResponse({"error": desk_text(language, bad_body)}, 400, NOT_KEPT)
        except InputError as error:
            return JSONResponse({"faults": [fault_as_json(fault) for fault in error.faults]}, 422, NOT_KEPT)
        return answer if isinstance(answer, Response) else JSONResponse(answer, headers=NOT_KEPT)

    return handle


def view_handler(method: Callable[[Request], Answer]) -> Handler:
    """Makes a handler of a method that needs no body."""
    return handler(wraps(method)(lambda request, body: method(request)))


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
