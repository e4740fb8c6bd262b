"""What all routes of tables share: the handler of requests, the key of a browser, and the game of a path.

Browsers store no response (`no-store`), because the next person at the same screen may not see what this seat saw.
"""

from __future__ import annotations

from weakref import WeakKeyDictionary

from starlette.requests import Request

from cardgen.definitions.game import Game
from cardgen.desk.answers import Handler, Method, Refused, handler
from cardgen.desk.body import read_body
from cardgen.desk.edition import edition
from cardgen.desk.guard import GUEST
from cardgen.desk.sitting import HOST, Sittings
from cardgen.desk.state import Desk
from cardgen.play.game import PlayedGame
from cardgen.store.remember import per_large_object

_sittings: WeakKeyDictionary[Desk, Sittings] = WeakKeyDictionary()


def sittings_of(desk: Desk) -> Sittings:
    """Returns the tables of a desk."""
    return _sittings.setdefault(desk, Sittings())


def table_handler(method: Method) -> Handler:
    """Makes a handler of a method of a table."""
    return handler(method, read_body, "table.asked")


def key_of(request: Request) -> str:
    """Returns the key of a browser at the tables: HOST for the desk's own, and for others the key with which they
    joined."""
    return request.scope.get(GUEST, HOST)


def host_only(request: Request) -> None:
    """Raises Refused for a browser that is not the desk's own."""
    if key_of(request) != HOST:
        raise Refused("table.no_seat")


def definition_of(desk: Desk, request: Request) -> Game:
    """Returns the game of a path, as the desk has it open. Raises InputError."""
    return desk.composer(edition(request, desk)).game


def played_of(desk: Desk, request: Request) -> PlayedGame:
    """Returns the game of a path, ready for play. Raises InputError, and Refused for a game that nobody can play."""
    definition = definition_of(desk, request)
    if definition.engine is None:
        raise Refused("table.no_game")
    return _played_game(definition)


@per_large_object
def _played_game(definition: Game) -> PlayedGame:
    return PlayedGame(definition)
