"""The desk's server: its routes, the browser's files, and the stream of server-sent events."""

from __future__ import annotations

import asyncio
import gc
import socket
import webbrowser
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import cache
from importlib import import_module
from pathlib import Path
from threading import Lock, Thread

import anyio.to_thread
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Mount, Route, Router
from starlette.types import ASGIApp, Receive, Scope, Send

from cardgen.definitions.game import BASE
from cardgen.desk import interrupts
from cardgen.desk.access import route
from cardgen.desk.ahead import begin
from cardgen.desk.answers import NOT_KEPT, broken, nothing, tagged, view_handler
from cardgen.desk.guard import LOOPBACK, OWN, Guard, new_token
from cardgen.desk.sharing import guests
from cardgen.desk.spoken import desk_words, languages
from cardgen.desk.state import Desk
from cardgen.desk.titles import variant_titles
from cardgen.desk.watch import watching
from cardgen.foundations.errors import fail
from cardgen.foundations.terminal import say
from cardgen.store.library import Home

# Modules with `routes(desk)`, in the order of their import: the first group at the start, the others when somebody asks
# for a route of theirs. Those that import `play` are last, because they take as long as all others together.
ROUTE_MODULES = (
    ("gallery", "first_page", "covers"),
    ("findings", "card", "layout", "sheets", "book", "rules", "clauses", "texts", "cells", "saved", "fetch"),
    ("printing", "comparing", "exports", "live", "tries", "seats", "sharing"),
)
STATIC = Path(__file__).parent / "static"
KINDS = {".js": "text/javascript", ".css": "text/css", ".html": "text/html", ".svg": "image/svg+xml"}
PORT = 8017
FOR_GUESTS = ("event: table\n", "event: again\n")  # these say that a table has changed, not how
SETTLED = 5.0  # seconds without garbage collection: a start makes hardly any garbage
OWN_STREAMS, GUESTS_STREAMS, A_GUESTS_STREAMS = 64, 64, 8  # open at a time: of the designer, of all guests, of one
PING = 20.0  # seconds after which a stream says that it is still there


def app(desk: Desk, token: str, hosts: tuple[str, ...]) -> ASGIApp:
    """Makes the app that answers browsers."""
    routes = [
        route("GET", "/", _page),
        route("GET", "/join", _page),
        route("GET", "/static/{name}", _static),
        route("GET", "/api/words/{language}", view_handler(_words)),
        route("GET", "/api/games", view_handler(lambda request: _games(desk))),
        route("GET", "/events", _events(desk)),
        *_routes(desk, ROUTE_MODULES[0]),
        Mount("/", _later(desk, ROUTE_MODULES[1:])),
    ]

    @asynccontextmanager
    async def life(_: Starlette) -> AsyncIterator[None]:
        asyncio.get_running_loop().call_later(SETTLED, gc.enable)  # because the desk may run for hours
        async with watching(desk):
            yield
        for end in desk.at_end:
            end()

    inner = Starlette(routes=routes, exception_handlers={Exception: broken, 404: nothing}, lifespan=life)
    return guests(desk, Guard(inner, token, hosts, desk.share))


def _routes(desk: Desk, names: Sequence[str]) -> list[Route]:
    return [each for name in names for each in import_module(f"cardgen.desk.{name}").routes(desk)]


def _later(desk: Desk, groups: Sequence[Sequence[str]]) -> ASGIApp:
    """An app of routes that nobody needs at first. It imports a group of them in a thread when one is asked for."""
    lock = Lock()

    @cache
    def imported() -> Router:
        return Router(_routes(desk, groups[0]), default=_later(desk, groups[1:]) if groups[1:] else None)

    def once() -> Router:
        with lock:
            return imported()

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        router = await anyio.to_thread.run_sync(once)
        await router(scope, receive, send)

    return answer


def serve(homes: Sequence[Home], port: int | None = None, share: bool = False, browser: bool = True) -> None:
    """Serves until it is interrupted. Raises InputError if it cannot listen at the port."""
    interrupts.hold()
    try:
        _serve(Desk(homes, share), port, browser)
    finally:
        interrupts.release()


def _serve(desk: Desk, port: int | None, browser: bool) -> None:
    share = desk.share
    Thread(target=desk.prepare, daemon=True).start()  # while the server and the browser start
    from cardgen.desk.serving import Config, DeskServer
    from cardgen.desk.waiting import Bounded

    at = "0.0.0.0" if share else "127.0.0.1"
    listening = listening_at(at, port)
    number = listening.getsockname()[1]
    names = (*LOOPBACK, *([_own_address()] if share else []))
    hosts = tuple(f"{name}:{number}" for name in names)
    token = new_token()
    address = f"http://{names[0]}:{number}/?token={token}"
    say(f"the desk is at {address}")
    if share:
        say(f"other people on your network can join at http://{hosts[-1]}/join")
    say("press Ctrl-C to end it", flush=True)
    if browser:
        webbrowser.open(address)
    begin(list(desk.homes.values()))
    config = Config(
        app(desk, token, hosts),
        log_level="error",
        access_log=False,
        timeout_graceful_shutdown=1,
        http=Bounded,
        lifespan="on",
        date_header=False,
    )
    DeskServer(config).run(sockets=[listening])


def listening_at(at: str, port: int | None) -> socket.socket:
    """Returns a socket at a port; at any free one if no port was named and the usual one is in use."""
    for number in (PORT, 0) if port is None else (port,):
        # asyncio sets TCP_NODELAY only if the socket names TCP. Without it, the end of each answer waits for 40 ms.
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((at, number))
            listener.listen(128)
            return listener
        except OSError:
            listener.close()
    raise fail(f"port {port} is in use, perhaps by another desk; choose another with --port, or leave --port out")


def _own_address() -> str:
    """The address of this machine in its network; finding it sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def _page(request: Request) -> Response:
    """The page of the desk, which names the languages that it speaks."""
    page = (STATIC / "desk.html").read_text("utf-8").replace("{languages}", " ".join(sorted(languages())))
    return tagged(request, page, "text/html")


def _static(request: Request) -> Response:
    name = request.path_params["name"]
    known = {path.name: path for path in STATIC.iterdir() if path.suffix in KINDS}
    if name not in known:
        raise HTTPException(404)
    return tagged(request, known[name].read_bytes(), KINDS[known[name].suffix])


def _words(request: Request) -> Response:
    entries = desk_words(request.path_params["language"]).entries
    return JSONResponse({key: entry.text for key, entry in entries.items()})


def _games(desk: Desk) -> list[dict]:
    return [
        {
            "name": home.name,
            "title": desk.title(home),
            "variants": [BASE, *home.variants],
            "titles": {language: variant_titles(home, language) for language in desk.languages(home)},
            "languages": desk.languages(home),
        }
        for home in desk.homes.values()
    ]


def _events(desk: Desk):
    streams: Counter[str] = Counter()  # of the desk's own browsers, and of each guest's address

    async def events(request: Request) -> Response:
        own = request.scope[OWN]
        who = "" if own else request.client.host if request.client else "?"
        guests = streams.total() - streams[""]
        if streams[who] >= (OWN_STREAMS if own else A_GUESTS_STREAMS) or (not own and guests >= GUESTS_STREAMS):
            return Response(status_code=503, headers={**NOT_KEPT, "Retry-After": "5"})

        async def stream() -> AsyncIterator[str]:
            queue = desk.listen()
            streams[who] += 1
            try:
                yield ": here\n\n"
                while True:
                    try:
                        message = await asyncio.wait_for(queue.get(), PING)
                        if own or message.startswith(FOR_GUESTS):
                            yield message
                    except TimeoutError:
                        yield ": still here\n\n"
            finally:
                streams[who] -= 1
                desk.leave(queue)

        return StreamingResponse(stream(), media_type="text/event-stream", headers=NOT_KEPT)

    return events
