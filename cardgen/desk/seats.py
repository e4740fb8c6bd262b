"""The routes of tables: what a browser can ask of a table. `sitting.py` decides who may see what."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from cardgen.desk import body as asked
from cardgen.desk import notes, records
from cardgen.desk.access import route
from cardgen.desk.answers import NOT_KEPT, Answer, Refused
from cardgen.desk.asking import host_only, key_of, sittings_of, table_handler
from cardgen.desk.hints import hint
from cardgen.desk.notes import Note
from cardgen.desk.opening import Opening
from cardgen.desk.sharing import COOKIE
from cardgen.desk.sitting import HOST, PLAY, Sitting
from cardgen.desk.spoken import desk_text
from cardgen.desk.state import Desk
from cardgen.desk.why import why
from cardgen.play.playthrough import lines
from cardgen.play.seating import PERSON


def routes(desk: Desk) -> list[Route]:
    """Returns the routes of the table's pages."""
    opening, seats = Opening(desk), Seats(desk)
    served: list[tuple[str, str, Callable[[Request, Mapping[str, object]], Answer]]] = [
        ("", "GET", opening.choices),
        ("", "POST", opening.open),
        ("/forget", "POST", opening.forget),
        ("/{id}", "GET", seats.view),
        ("/{id}/at/{number:int}", "GET", seats.at),
        ("/{id}/frame/{number:int}", "GET", seats.frame),
        ("/{id}/account", "GET", seats.account),
        ("/{id}/told", "GET", seats.account_lines),
        ("/{id}/act", "POST", seats.act),
        ("/{id}/come", "POST", seats.sit_down),
        ("/{id}/leave", "POST", seats.leave),
        ("/{id}/undo", "POST", seats.undo),
        ("/{id}/hint", "POST", seats.hint),
        ("/{id}/why", "POST", seats.why),
        ("/{id}/note", "POST", seats.note),
        ("/{id}/share", "POST", seats.share),
    ]
    return [route(verb, f"table{path}", table_handler(method)) for path, verb, method in served]


class Seats:
    """Answers the requests about the tables of one desk."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.sittings = sittings_of(desk)

    def view(self, request: Request, body: Mapping[str, object]) -> dict[str, object]:
        return self._sitting(request).view_for(key_of(request), request.path_params["language"])

    def at(self, request: Request, body: Mapping[str, object]) -> dict[str, object]:
        sitting = self._sitting(request)
        sitting.require_game_over(key_of(request))
        return sitting.at(request.path_params["number"], request.path_params["language"])

    def frame(self, request: Request, body: Mapping[str, object]) -> dict[str, object]:
        number, language = request.path_params["number"], request.path_params["language"]
        return self._sitting(request).frame(key_of(request), number, language)

    def act(self, request: Request, body: Mapping[str, object]) -> dict[str, object]:
        sitting = self._sitting(request)
        sitting.act(key_of(request), asked.whole(body, "action"), asked.whole(body, "version"))
        if sitting.table.over:
            self._keep(sitting)
        return self._changed_view(sitting, request)

    def sit_down(self, request: Request, body: Mapping[str, object]) -> dict[str, object]:
        sitting = self._own(request)
        sitting.take_screen(asked.whole(body, "player"))
        return self._changed_view(sitting, request)

    def leave(self, request: Request, body: Mapping[str, object]) -> Response:
        """Leaves the table: a guest's seat becomes free. If nobody else sits there, the table is cleared and the game
        is kept."""
        sitting, key = self._sitting(request), key_of(request)
        answer = JSONResponse({}, headers=NOT_KEPT)
        if key != HOST:
            sitting.leave(key)
            answer.delete_cookie(COOKIE, path="/")
            self._notify_browsers(sitting, seats=True)
        elif not sitting.shared:
            if sitting.table.decisions:
                self._keep(sitting)
            self.sittings.close(sitting)
        return answer

    def undo(self, request: Request, body: Mapping[str, object]) -> dict[str, object]:
        sitting = self._sitting(request)
        sitting.undo(key_of(request))
        return self._changed_view(sitting, request)

    def hint(self, request: Request, body: Mapping[str, object]) -> dict[str, object]:
        sitting = self._sitting(request)
        with sitting.lock:
            if sitting.player_of(key_of(request)) != sitting.table.to_act:
                raise Refused("table.not_your_turn")
            return hint(sitting.table, sitting.laying(request.path_params["language"]).words)

    def why(self, request: Request, body: Mapping[str, object]) -> dict[str, object]:
        """Explains by which rule nothing can be done with what lies at a path."""
        sitting, language = self._sitting(request), request.path_params["language"]
        with sitting.lock:
            player, laying = sitting.player_of(key_of(request)), sitting.laying(language)
            if sitting.table.over:
                return {"reasons": [desk_text(language, "table.over")]}
            if player != sitting.table.to_act:
                name = laying.words.player(sitting.table.to_act or 0)("")
                return {"reasons": [desk_text(language, "table.why.turn", name=name)]}
            reasons = why(sitting.table, laying, player, asked.name(body, "path"))
        return {
            "reasons": reasons or [desk_text(language, "table.why.none")],
            "more": desk_text(language, "table.why.now"),
        }

    def note(self, request: Request, body: Mapping[str, object]) -> dict[str, object]:
        """Saves a note about the present decision, or about an earlier one, with its game."""
        sitting, text = self._own(request), " ".join(asked.text(body, "text").split())
        if not text:
            raise Refused("table.asked")
        table, home = sitting.table, sitting.table.game.definition.home
        number = min(asked.whole(body, "number", len(table.decisions)), len(table.decisions))
        people = PERSON in table.seats
        record = self._keep(sitting) if people else ""
        path = notes.add(
            home,
            Note(sitting.variant, table.mark, number, "/".join(table.seats), record, text[: notes.MAX_NOTE_LETTERS]),
        )
        return {"file": f"{path.parent.name}/{path.name}"}

    def share(self, request: Request, body: Mapping[str, object]) -> dict[str, object]:
        sitting = self._own(request)
        sitting.share(asked.wholes(body, "players"))
        return self._changed_view(sitting, request)

    def account(self, request: Request, body: Mapping[str, object]) -> Response:
        """Returns the whole game as a text file."""
        sitting, language = self._sitting(request), request.path_params["language"]
        sitting.require_game_over(key_of(request))
        text = "\n".join([*sitting.table.account(language), ""])
        name = f"{sitting.game}-{sitting.variant}-{sitting.table.mark}.{language}.txt"
        headers = NOT_KEPT | {"Content-Disposition": f'attachment; filename="{name}"'}
        return PlainTextResponse(text, headers=headers)

    def account_lines(self, request: Request, body: Mapping[str, object]) -> dict[str, object]:
        """Returns the account line by line, each with the number of decisions made by then."""
        sitting, language = self._sitting(request), request.path_params["language"]
        sitting.require_game_over(key_of(request))
        table = sitting.table
        turns = table.turns()
        return {"lines": [[int(turns.position.record.decisions), line] for line in lines(turns, table.words(language))]}

    # ---- what these share

    def _sitting(self, request: Request) -> Sitting:
        return self.sittings.find(request.path_params["id"])

    def _own(self, request: Request) -> Sitting:
        """A table, asked for by the desk's own browser."""
        host_only(request)
        return self._sitting(request)

    def _changed_view(self, sitting: Sitting, request: Request) -> dict[str, object]:
        """What a browser sees after a change; the other browsers get an event, so they look again."""
        self._notify_browsers(sitting)
        return sitting.view_for(key_of(request), request.path_params["language"])

    def _notify_browsers(self, sitting: Sitting, **more: bool) -> None:
        self.desk.send_event("table", {"id": sitting.id, "version": sitting.table.version, **more})

    def _keep(self, sitting: Sitting) -> str:
        """Writes a record of a game, if people play it, and returns the record's name."""
        table, definition = sitting.table, sitting.table.game.definition
        if PERSON in table.seats and sitting.kind == PLAY:
            sitting.record = records.keep(definition.home, table, definition, sitting.started, sitting.record).stem
        return sitting.record
