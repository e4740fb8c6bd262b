"""Guards the desk: it answers only browsers that have its token, and no page of another site. If the desk is shared,
it also gives other devices what `access.py` lists for them.

The Host header protects against DNS rebinding, Origin against forms of other sites, the token against other users of
the machine. The Content Security Policy (Level 3) allows no scripts but ours.
"""

from __future__ import annotations

import hmac
import re
import secrets
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qs, quote, urlencode

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse, RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cardgen.desk.access import Who, who_may

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
MAX_BODY_BYTES = 2_000_000  # bytes of a request's body
MAX_UPLOAD_BYTES = 100_000_000  # bytes of a file that is dropped on the first page, or on a card
CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "font-src 'self' data:; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
)
HEADERS = {
    "Content-Security-Policy": CSP,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
_TAKES_FILES = re.compile(r"/api/start/.+/upload|/api/.+/layout/.+/picture")
GUEST = "cardgen.guest"  # in a request's scope: the key with which a browser has joined a table
OWN = "cardgen.own"  # in a request's scope: whether the desk's own browser asks


class Guard:
    """Passes to an app only the requests that `access` allows. `hosts` are names with ports; other devices may ask only
    if the desk is `shared`."""

    def __init__(self, app: ASGIApp, token: str, hosts: tuple[str, ...], shared: bool = False) -> None:
        self.app, self.token, self.hosts, self.shared = app, token, hosts, shared
        port = hosts[0].rpartition(":")[2]
        self.cookie = f"cardgen-desk-{port}"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if scope["type"] != "http":
            return
        headers = Headers(scope=scope)
        if refusal := self._refusal(scope, headers):
            await PlainTextResponse(refusal, 403, HEADERS)(scope, receive, send)
            return
        query = parse_qs(scope["query_string"].decode("latin-1"))
        given = query.pop("token", [""])[0]
        if given and _same(given, self.token) and scope["path"] == "/":
            rest = f"?{urlencode(query, doseq=True, quote_via=quote)}" if query else ""
            answer = RedirectResponse(f"/{rest}", 303, HEADERS)
            answer.set_cookie(self.cookie, self.token, httponly=True, samesite="strict", path="/")
            await answer(scope, receive, send)
            return
        scope[OWN] = GUEST not in scope and self._knows(headers)
        if not scope[OWN] and not self._open(scope):
            message = "This page belongs to a desk. Open the whole address that `cardgen desk` printed, with its token."
            await PlainTextResponse(message, 403, HEADERS)(scope, receive, send)
            return
        await self.app(scope, _bounded(receive, _max_bytes(scope)), _headed(send))

    def _refusal(self, scope: Scope, headers: Headers) -> str:
        if headers.get("host", "") not in self.hosts:
            return "This desk does not have that address. Open the address that `cardgen desk` printed."
        if scope["method"] in ("GET", "HEAD"):
            return ""
        if headers.get("origin", "") != f"http://{headers['host']}":
            return "Another page sent this request, so the desk refused it."
        if int(headers.get("content-length", "0") or 0) > _max_bytes(scope):
            return "This request is too large for the desk."
        return ""

    def _knows(self, headers: Headers) -> bool:
        try:
            morsel = SimpleCookie(headers.get("cookie", "")).get(self.cookie)
        except CookieError:
            return False
        return bool(morsel and _same(morsel.value, self.token))

    def _open(self, scope: Scope) -> bool:
        if not self.shared:
            return False
        return GUEST in scope or who_may(scope["method"], scope["path"])[0] is Who.NETWORK


def new_token() -> str:
    return secrets.token_urlsafe(24)


def _same(one: str, other: str) -> bool:
    return hmac.compare_digest(one.encode(), other.encode())


def _max_bytes(scope: Scope) -> int:
    """The most bytes of a request's body. Files can be larger than what pages send, but only from the desk's own
    browser, because nobody else may send any."""
    return MAX_UPLOAD_BYTES if _TAKES_FILES.fullmatch(scope["path"]) else MAX_BODY_BYTES


def _bounded(receive: Receive, most: int) -> Receive:
    read = 0

    async def bounded() -> Message:
        nonlocal read
        message = await receive()
        read += len(message.get("body", b""))
        if read > most:
            return {"type": "http.disconnect"}
        return message

    return bounded


def _headed(send: Send) -> Send:
    async def headed(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return headed
