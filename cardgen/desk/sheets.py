"""Shows the sheets as the printer will print them: how many, and how much ink they need."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from cardgen.desk.access import route
from cardgen.desk.answers import NOT_KEPT, Answer, tagged, view_handler
from cardgen.desk.edition import edition
from cardgen.desk.gallery import PICTURE_CSP
from cardgen.desk.state import Desk
from cardgen.foundations.errors import UNKNOWN_NAME, InputError, fail
from cardgen.graphics.drawing import Document
from cardgen.press.edition import as_pdf
from cardgen.press.files import Files
from cardgen.press.ink import ink_area
from cardgen.press.options import Options
from cardgen.press.sheets import card_sheets, component_sheets
from cardgen.press.tally import tally
from cardgen.svg.write import SvgWriter, page_svg

MAKERS = {"cards": card_sheets, "components": component_sheets}
PAPERS = ("a4", "letter", "pa4", "a3")


def routes(desk: Desk) -> list[Route]:
    def document(request: Request, part: str) -> Document:
        asked = edition(request, desk)
        composer, options = desk.composer(asked), _options(request)
        key = ("sheets", asked.language, part, options.paper, options.ink)
        return desk.current(asked).memoised(key, lambda: MAKERS[part](composer, asked.language, options))

    def sheets(request: Request) -> Answer:
        game = desk.composer(edition(request, desk)).game
        parts = [part for part in MAKERS if part == "cards" or game.components]
        made = {part: document(request, part) for part in parts}
        return {
            "papers": PAPERS,
            "parts": {
                part: {
                    **tally(printed),
                    "pages": [
                        {"width": page.width, "height": page.height, "back": page.back} for page in printed.pages
                    ],
                }
                for part, printed in made.items()
            },
        }

    def ink(request: Request) -> Answer:
        """Returns how many square centimetres ink covers. It has a route of its own, because measuring takes long."""
        part = request.path_params["part"]
        printed = document(request, _part(part))
        asked = edition(request, desk)
        key = ("ink", asked.language, part, *_options(request).paper, _options(request).ink)
        return {"ink": desk.current(asked).memoised(key, lambda: ink_area(printed, part, Files()))}

    def page(request: Request) -> Response:
        printed = document(request, _part(request.path_params["part"]))
        number = request.path_params["number"]
        if not 0 <= number < len(printed.pages):
            raise fail(f"there is no page {number}", code=UNKNOWN_NAME)
        sources = dict(printed.fonts)
        drawn = page_svg(printed.pages[number], SvgWriter(printed.symbols, printed.pictures, sources))
        return tagged(request, drawn, "image/svg+xml", Content_Security_Policy=PICTURE_CSP)

    def pdf(request: Request) -> Response:
        """The sheets as `cardgen build` prints them, to be kept by the browser."""
        part, asked = _part(request.path_params["part"]), edition(request, desk)
        composer = desk.composer(asked)
        if composer.draft:
            composer.require([asked.language])
            raise InputError(*desk.current(asked).faults)
        printed = document(request, part)
        name = "-".join((composer.game.name, asked.variant, asked.language, part, _options(request).paper))
        kept = {"Content-Disposition": f'attachment; filename="{name}.pdf"', **NOT_KEPT}
        return Response(as_pdf(printed), media_type="application/pdf", headers=kept)

    return [
        route("GET", "sheets/{part}.pdf", view_handler(pdf)),
        route("GET", "sheets", view_handler(sheets)),
        route("GET", "sheets/{part}/ink", view_handler(ink)),
        route("GET", "sheets/{part}/{number:int}.svg", view_handler(page)),
    ]


def _options(request: Request) -> Options:
    asked = request.query_params
    paper = asked.get("paper", PAPERS[0])
    if paper not in PAPERS:
        raise fail(f"there is no paper '{paper}'; expected one of {', '.join(PAPERS)}", code=UNKNOWN_NAME)
    return Options(paper=paper, ink="low" if asked.get("ink") == "low" else "full")


def _part(name: str) -> str:
    if name not in MAKERS:
        raise fail(f"'{name}' has no sheets", code=UNKNOWN_NAME)
    return name
