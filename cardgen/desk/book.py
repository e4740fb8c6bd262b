"""Shows the rulebook, with the template's line of each sentence."""

from __future__ import annotations

from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from cardgen.definitions.game import BASE
from cardgen.desk.access import route
from cardgen.desk.answers import NOT_KEPT, Answer, Refused, tagged, view_handler
from cardgen.desk.edition import RequestedEdition, edition
from cardgen.desk.state import Desk
from cardgen.foundations.errors import Place
from cardgen.press.books import BookMaker, source_of
from cardgen.press.edition import as_pdf
from cardgen.press.sheets import title_of
from cardgen.rulebook.html import make_html
from cardgen.rulebook.pages import make_pages
from cardgen.rules.load import load_game

# A book contains its style sheet and fonts. It runs no scripts and loads nothing.
POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; frame-ancestors 'self'; "
    "sandbox allow-same-origin allow-modals"  # printing opens one
)


def routes(desk: Desk) -> list[Route]:
    def maker(asked: RequestedEdition) -> BookMaker:
        composer = desk.composer(asked)

        def make() -> BookMaker:
            plain = composer.game.edition == BASE
            base = composer.game if plain else load_game(asked.home)
            return BookMaker(composer, base, asked.language, title_of(composer, asked.language))

        return desk.current(asked).memoised(("maker", asked.language), make)

    def opened(request: Request) -> tuple[RequestedEdition, BookMaker, Path]:
        """The edition of a request, the maker of its book, and the book's template."""
        asked = edition(request, desk)
        maker_of_book = maker(asked)
        template = source_of(maker_of_book.composer.game, f"{asked.language}.md.j2")
        if template is None:
            raise Refused("book.none")
        return asked, maker_of_book, template

    def book(request: Request) -> Response:
        asked, maker, template = opened(request)
        text = desk.current(asked).memoised(
            ("book", asked.language),
            lambda: maker.typeset(template, lambda text, book: make_html(text, book, lines=True)),
        )
        return tagged(request, text, "text/html", Content_Security_Policy=POLICY)

    def pdf(request: Request) -> Response:
        """The rulebook's pages as `cardgen build` prints them, to be kept by the browser."""
        asked, maker, template = opened(request)
        name = "-".join((maker.composer.game.name, asked.variant, asked.language, "rulebook"))
        kept = {"Content-Disposition": f'attachment; filename="{name}.pdf"', **NOT_KEPT}
        return Response(as_pdf(maker.typeset(template, make_pages)), media_type="application/pdf", headers=kept)

    def place(request: Request) -> Answer:
        """The place in the files of a sentence, by the line where its block begins in the template."""
        _, maker, template = opened(request)
        line, said = int(request.query_params.get("line", "1")), request.query_params.get("text", "")
        at = maker.source_place(template, line, said)
        return {"file": at.file, "line": at.line, "column": at.column, "shown": str(Place(at.file, at.line, at.column))}

    return [
        route("GET", "book.html", view_handler(book)),
        route("GET", "book/rulebook.pdf", view_handler(pdf)),
        route("GET", "book/place", view_handler(place)),
    ]
