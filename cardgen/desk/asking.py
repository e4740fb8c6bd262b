"""What all routes of tables share: the handler of requests, the key of a browser, and the game of a path.

Browsers store no response (`no-store`), because the next person at the same screen may not see what this seat saw.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from weakref import WeakKeyDictionary

import anyio.to_thread
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from cardgen.definitions.game import Game
from cardgen.desk.answers import NOT_KEPT, Answer, Handler, Refused, fault_as_json
from cardgen.desk.body import read_body
from cardgen.desk.edition import edition
from cardgen.desk.guard import GUEST
from cardgen.desk.sitting import HOST, Sittings
from cardgen.desk.spoken import desk_text
from cardgen.desk.state import Desk
from cardgen.foundations.errors import CardgenError
from cardgen.play.game import PlayedGame
from cardgen.store.remember import per_large_object

_sittings: WeakKeyDictionary[Desk, Sittings] = WeakKeyDictionary()


def sittings_of(desk: Desk) -> Sittings:
    """Returns the tables of a desk."""
    return _sittings.setdefault(desk, Sittings())


def table_handler(method: Callable[[Request, Mapping[str, object]], Answer]) -> Handler:
    """Makes a handler that runs a method in a thread and answers with its result; it reports a wrong request in the
    reader's language."""

    @wraps(method)
    async def handle(request: Request) -> Response:
        language = request.path_params.get("language", "en")
        try:
            body = await read_body(request)
            answer = await anyio.to_thread.run_sync(method, request, body)
        except Refused as error:
            return JSONResponse({"error": desk_text(language, error.key, **error.values)}, 400, NOT_KEPT)
        except CardgenError as error:
            faults = [fault_as_json(fault) for fault in getattr(error, "faults", ())]
            return JSONResponse({"faults": faults}, 422, NOT_KEPT)
        except ValueError:  # a bad body, or values of a record or of options that the game does not have
            return JSONResponse({"error": desk_text(language, "table.asked")}, 400, NOT_KEPT)
        return answer if isinstance(answer, Response) else JSONResponse(answer, headers=NOT_KEPT)

    return handle


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
