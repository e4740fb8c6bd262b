"""Lists all routes of the desk, and who may use each.

`guard` and `sharing` read this list. The desk serves no route that is not on it. A path that does not begin with a
slash lies below `/api/GAME/VARIANT/LANGUAGE/`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from enum import Enum, auto
from functools import cache
from re import Pattern

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, compile_path

BELOW = "/api/{game}/{variant}/{language}"
Handler = Callable[[Request], Awaitable[Response] | Response]


class Who(Enum):
    """Who may use a route. The desk's own browser may use all of them."""

    DESK = auto()  # nobody else
    GUEST = auto()  # also a browser that has joined any table
    GAME = auto()  # also one that has joined a table of this game and variant
    SEAT = auto()  # also one that has joined this very table
    NETWORK = auto()  # everybody who reaches a desk that is shared


ROUTES: Mapping[tuple[str, str], Who] = {
    ("GET", "/"): Who.GUEST,
    ("GET", "/join"): Who.NETWORK,
    ("GET", "/static/{name}"): Who.NETWORK,
    ("GET", "/events"): Who.NETWORK,
    ("GET", "/api/words/{language}"): Who.NETWORK,
    ("POST", "/api/join"): Who.NETWORK,
    ("GET", "/api/games"): Who.GUEST,
    ("GET", "/api/sights"): Who.DESK,
    ("POST", "/api/open"): Who.DESK,
    ("GET", "/api/start/{language}"): Who.DESK,
    ("GET", "/api/start/{language}/kind/{kind}.svg"): Who.DESK,
    ("POST", "/api/start/{language}/new"): Who.DESK,
    ("POST", "/api/start/{language}/upload"): Who.DESK,
    ("GET", "/api/start/{language}/folders"): Who.DESK,
    ("POST", "/api/start/{language}/open"): Who.DESK,
    ("GET", "about"): Who.DESK,
    ("GET", "cover.svg"): Who.DESK,
    # see
    ("GET", "faces"): Who.DESK,
    ("GET", "face/{id}/{side}.svg"): Who.GAME,
    ("GET", "component/{id}/{side}.svg"): Who.GAME,
    ("GET", "fetch"): Who.DESK,
    ("POST", "fetch"): Who.DESK,
    ("GET", "compared"): Who.DESK,
    ("GET", "wrong"): Who.DESK,
    ("GET", "card/{id}"): Who.DESK,
    ("GET", "findings"): Who.DESK,
    ("GET", "layout"): Who.DESK,
    ("GET", "layout/{id}/{side}.svg"): Who.DESK,
    ("GET", "layout/{id}/{side}"): Who.DESK,
    ("POST", "layout/{id}/{side}/move"): Who.DESK,
    ("POST", "layout/{id}/{side}/key"): Who.DESK,
    ("POST", "layout/{id}/{side}/add"): Who.DESK,
    ("POST", "layout/{id}/{side}/remove"): Who.DESK,
    ("POST", "layout/{id}/{side}/order"): Who.DESK,
    ("POST", "layout/{id}/{side}/new"): Who.DESK,
    ("POST", "layout/{id}/{side}/picture"): Who.DESK,
    ("GET", "sheets"): Who.DESK,
    ("GET", "sheets/{part}.pdf"): Who.DESK,
    ("GET", "sheets/{part}/ink"): Who.DESK,
    ("GET", "sheets/{part}/{number:int}.svg"): Who.DESK,
    ("GET", "print"): Who.DESK,
    ("GET", "print/choices"): Who.DESK,
    ("GET", "print/{file:int}/{number:int}.png"): Who.DESK,
    ("GET", "print/print.pdf"): Who.DESK,
    ("GET", "compare"): Who.DESK,
    ("GET", "compare/choices"): Who.DESK,
    ("GET", "compare/picture.png"): Who.DESK,
    ("GET", "compare/frames"): Who.DESK,
    ("GET", "compare/play"): Who.DESK,
    ("GET", "book.html"): Who.DESK,
    ("GET", "book/rulebook.pdf"): Who.DESK,
    ("GET", "book/place"): Who.DESK,
    ("GET", "exports"): Who.DESK,
    ("POST", "exports"): Who.DESK,
    ("GET", "live"): Who.DESK,
    ("POST", "live"): Who.DESK,
    # change
    ("GET", "rules"): Who.DESK,
    ("GET", "sentences"): Who.DESK,
    ("GET", "clauses"): Who.DESK,
    ("GET", "cells"): Who.DESK,
    ("POST", "cells"): Who.DESK,
    ("GET", "texts"): Who.DESK,
    ("POST", "texts"): Who.DESK,
    ("POST", "texts/measure"): Who.DESK,
    ("POST", "keep"): Who.DESK,
    ("POST", "undo"): Who.DESK,
    ("POST", "redo"): Who.DESK,
    ("POST", "delete"): Who.DESK,
    ("POST", "rename"): Who.DESK,
    # try
    ("GET", "try"): Who.DESK,
    ("POST", "try"): Who.DESK,
    ("POST", "try/stop"): Who.DESK,
    ("POST", "try/warm"): Who.DESK,
    # play
    ("GET", "table"): Who.DESK,
    ("POST", "table"): Who.DESK,
    ("POST", "table/forget"): Who.DESK,
    ("GET", "table/{id}"): Who.SEAT,
    ("GET", "table/{id}/at/{number:int}"): Who.SEAT,
    ("GET", "table/{id}/frame/{number:int}"): Who.SEAT,
    ("GET", "table/{id}/account"): Who.SEAT,
    ("GET", "table/{id}/told"): Who.SEAT,
    ("POST", "table/{id}/act"): Who.SEAT,
    ("POST", "table/{id}/leave"): Who.SEAT,
    ("POST", "table/{id}/hint"): Who.SEAT,
    ("POST", "table/{id}/why"): Who.SEAT,
    ("POST", "table/{id}/come"): Who.DESK,
    ("POST", "table/{id}/undo"): Who.DESK,
    ("POST", "table/{id}/note"): Who.DESK,
    ("POST", "table/{id}/share"): Who.DESK,
}


def route(verb: str, path: str, handler: Handler) -> Route:
    """Returns a route of the list. Raises KeyError for any other."""
    ROUTES[verb, path]
    return Route(whole_path(path), handler, methods=[verb])


def whole_path(path: str) -> str:
    return path if path.startswith("/") else f"{BELOW}/{path}"


def who_may(verb: str, path: str) -> tuple[Who, dict[str, object]]:
    """Returns who may ask for a path, as a browser sends it, decoded, and the parts of the path; for a path that is not
    on the list, only the desk."""
    for (known, _), (pattern, who) in zip(ROUTES, _patterns(), strict=True):
        if (known == verb or (known, verb) == ("GET", "HEAD")) and (match := pattern.fullmatch(path)):
            return who, match.groupdict()
    return Who.DESK, {}


@cache
def _patterns() -> tuple[tuple[Pattern[str], Who], ...]:
    return tuple((compile_path(whole_path(path))[0], who) for (_, path), who in ROUTES.items())
