"""Draws the pictures of the first page: a game's cover, and a card of each kind of game from which you can start."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from threading import Lock

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from cardgen.definitions import nodes
from cardgen.definitions.drawings import SUFFIXES
from cardgen.definitions.game import Game
from cardgen.desk.access import route
from cardgen.desk.answers import tagged, view_handler
from cardgen.desk.gallery import PICTURE_CSP, svg_of
from cardgen.desk.state import Desk
from cardgen.faces.colour import mix
from cardgen.faces.compose import Composer
from cardgen.faces.supplies import Supplies
from cardgen.foundations.errors import InputError
from cardgen.graphics.drawing import Page, Shape, Symbol
from cardgen.graphics.geometry import rectangle
from cardgen.press.files import digest
from cardgen.rulebook.colours import roles
from cardgen.rules.load import load_game
from cardgen.starting.starter import kinds, make_game
from cardgen.store import cache
from cardgen.store.answers import Answers
from cardgen.store.code import code_digest
from cardgen.store.library import BUILTIN, PACKAGE, Home, find_game
from cardgen.store.reach import files_below
from cardgen.store.traces import Trace, tracing
from cardgen.svg.write import SvgWriter, page_svg

_TINT = 0.25  # of the game's accent, behind the drawing of a cover
_KIND, _MAX_BYTES = "kinds", 5_000_000
BLANK = "#d9d2c3"  # paper where there is nothing to show


class Covers:
    """The covers of games, drawn again when their files change."""

    def __init__(self) -> None:
        self._drawn: dict[Home, tuple[Trace, str]] = {}
        self._lock = Lock()

    def svg(self, home: Home) -> str:
        """Returns the scene on the cover of a game, or else its first card. Raises InputError."""
        with self._lock:
            if (known := self._drawn.get(home)) and Answers().agree(known[0].answers.items()):
                return known[1]
            with tracing() as trace:
                svg = cover_svg(load_game(home))
            self._drawn[home] = trace, svg
            return svg


def cover_svg(game: Game) -> str:
    """Draws the scene on a game's cover, or else its first card. Raises InputError."""
    if game.scene and game.scene.lower().endswith(SUFFIXES):
        supplies, place = Supplies(game), nodes.at(game.node, "look", "scene")
        if supplies.form(game.scene, place, frozenset()) is None:
            artwork = supplies.artwork(game.scene, place)
            return _on_tint(game, supplies.drawing(artwork, artwork.symbol.box[2]), supplies)
    return card_svg(game)


def card_svg(game: Game, number: int = 0) -> str:
    """Draws the front of one of a game's designs, by its number; if there is no design, paper. Raises InputError."""
    composer = Composer(game, draft=True)
    if designs := [copies for deck in game.decks for copies in composer.copies(deck)]:
        return svg_of(composer, composer.face(designs[number % len(designs)].sides[0], game.languages[0]))
    return page_svg(_page(60.0, 90.0, BLANK), SvgWriter({}, {}))


def _on_tint(game: Game, drawing: Symbol, supplies: Supplies) -> str:
    left, top, right, bottom = drawing.box
    _, paper, accent, _ = roles(dict(game.colours))
    page = _page(right - left, bottom - top, mix(accent, paper, _TINT), drawing)
    sources = {name: font.source for name, font in supplies.fonts.items()}
    return page_svg(page, SvgWriter(supplies.symbols, supplies.pictures, sources))


def _page(width: float, height: float, ground: str, drawing: Symbol | None = None) -> Page:
    box = (0.0, 0.0, width, height)
    return Page(width, height, (Shape(rectangle(*box), fill=ground), *(drawing.items if drawing else ())), box, box)


def kind_svg(kind: str) -> str:
    """Draws the first card of a kind of game; of the starter if `kind` is empty. The cache keeps it."""
    files = [(str(path), path.stat().st_mtime_ns) for path in files_below(BUILTIN / "templates")]
    name = digest(kind, files, code_digest(PACKAGE))
    if kept := cache.read(_KIND, name):
        return kept.decode()
    with tempfile.TemporaryDirectory() as folder:
        game = load_game(find_game(str(make_game(str(Path(folder) / "game"), kind=kind or None))))
        svg = card_svg(
            game, 10 * kinds().index(kind) if kind else 0
        )  # each kind shows another card, because kinds share a layout
    cache.keep(_KIND, name, svg.encode())
    cache.prune(_KIND, _MAX_BYTES)
    return svg


def routes(desk: Desk) -> list[Route]:
    covers = Covers()

    def answer_with(request: Request, draw: Callable[[], str]) -> Response:
        try:
            svg = draw()
        except InputError:  # a faulty game has no cover yet; its own page says why
            svg = page_svg(_page(60.0, 90.0, BLANK), SvgWriter({}, {}))
        return tagged(request, svg, "image/svg+xml", Content_Security_Policy=PICTURE_CSP)

    def cover(request: Request) -> Response:
        return answer_with(request, lambda: covers.svg(desk.home(request.path_params["game"])))

    def kind(request: Request) -> Response:
        return answer_with(request, lambda: kind_svg(request.path_params["kind"].removesuffix("-")))

    return [
        route("GET", "cover.svg", view_handler(cover)),
        route("GET", "/api/start/{language}/kind/{kind}.svg", view_handler(kind)),
    ]
