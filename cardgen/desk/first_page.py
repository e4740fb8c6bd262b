"""The first page of the desk: its games, and the ways to a new one. It makes games, and opens folders."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from starlette.requests import Request
from starlette.routing import Route

from cardgen.desk import body as given
from cardgen.desk.access import route
from cardgen.desk.answers import Refused
from cardgen.desk.changing import change_handler
from cardgen.desk.state import Desk
from cardgen.desk.uploads import Uploads
from cardgen.foundations.errors import InputError, Place, fail
from cardgen.rules.load import load_game
from cardgen.starting.dropped import NewGame, free_name, game_of_files
from cardgen.starting.places import folder_for_new, folders_in
from cardgen.starting.starter import kinds, make_game
from cardgen.store.library import find_game

MAX_TITLE = 80  # letters
MAX_REMARKS = 50


def routes(desk: Desk) -> list[Route]:
    uploads = Uploads()
    desk.at_end.append(uploads.end_all)

    def first_page(request: Request, body: Mapping[str, object]) -> dict[str, object]:
        return {
            "kinds": ["", *kinds()],
            "folder": _folder_text(folder_for_new()),
        }

    def about(request: Request, body: Mapping[str, object]) -> dict[str, object]:
        """Returns what a tile says of a game."""
        game = load_game(desk.home(request.path_params["game"]))
        first, last = game.players[0], game.players[-1]
        return {"players": [first, last], "cards": sum(deck.count for deck in game.decks)}

    def new_game(request: Request, body: Mapping[str, object]) -> dict[str, object]:
        """Makes a game of a `kind`, or of an `upload`, and adds it to the desk."""
        title = " ".join(given.text(body, "title", most=MAX_TITLE).split())
        if not title:
            raise Refused("start.no_title")
        kind, upload = given.name(body, "kind", ""), given.name(body, "upload", "")
        dropped = uploads.folder(upload) if upload else None
        folder = folder_for_new()
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise fail(f"cardgen cannot write this: {error.strerror}", Place(str(folder))) from None
        path = str(folder / free_name(title, folder, list(desk.homes)))
        try:
            made = (
                game_of_files(path, title, dropped)
                if dropped
                else NewGame(make_game(path, kind=kind or None, title=title), ())
            )
        except InputError as error:
            raise _without_folder(error, dropped) from None
        uploads.end(upload)
        home = find_game(str(made.folder))
        desk.add(home)
        return {"game": home.name, "folder": _folder_text(made.folder), "remarks": [*made.remarks][:MAX_REMARKS]}

    def upload(request: Request, body: Mapping[str, object]) -> Mapping[str, object]:
        data = body["data"]
        assert isinstance(data, bytes)
        return uploads.add(request.query_params.get("id", ""), request.query_params.get("path", ""), data)

    def folders(request: Request, body: Mapping[str, object]) -> dict[str, object]:
        """Lists the folders in a folder: in the user's home if none is named."""
        folder = _path(request.query_params.get("in") or str(Path.home()))
        known = folders_in(folder)
        return {
            "folder": str(folder),
            "above": str(folder.parent) if folder.parent != folder else "",
            "folders": [{"name": name, "path": str(folder / name), "game": game} for name, game in known],
        }

    def open_folder(request: Request, body: Mapping[str, object]) -> dict[str, object]:
        home = find_game(str(_path(given.text(body, "path"))))
        if (other := desk.homes.get(home.name)) and other != home:
            raise Refused("start.same_name", game=home.name, folder=str(other.folder))
        desk.add(home)
        return {"game": home.name}

    return [
        route("GET", "/api/start/{language}", change_handler(first_page)),
        route("POST", "/api/start/{language}/new", change_handler(new_game)),
        route("POST", "/api/start/{language}/upload", change_handler(upload, given.read_bytes)),
        route("GET", "/api/start/{language}/folders", change_handler(folders)),
        route("POST", "/api/start/{language}/open", change_handler(open_folder)),
        route("GET", "about", change_handler(about)),
    ]


def _path(text: str) -> Path:
    if "\0" in text:
        raise given.BadBody("path")
    return Path(text).absolute()


def _folder_text(folder: Path) -> str:
    """A folder as people write it, with `~` for their home."""
    try:
        return str(Path("~") / folder.relative_to(Path.home().resolve()))
    except (ValueError, RuntimeError):  # elsewhere, or a user without a home
        return str(folder)


def _without_folder(error: InputError, folder: Path | None) -> InputError:
    """The error with the names of dropped files as the person knows them."""
    before = f"{folder}/" if folder else ""

    def at(place: Place | None) -> Place | None:
        return replace(place, file=place.file.removeprefix(before)) if place else None

    faults = (replace(each, message=each.message.replace(before, ""), place=at(each.place)) for each in error.faults)
    return InputError(*faults) if before else error
