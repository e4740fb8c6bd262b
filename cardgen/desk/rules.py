"""The routes of rules: controls, changed sentences, and saved variants."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict

from starlette.requests import Request
from starlette.routing import Route

from cardgen.comparing.sentences import changed
from cardgen.definitions.game import BASE
from cardgen.desk import body as given
from cardgen.desk import keep
from cardgen.desk.access import route
from cardgen.desk.answers import Refused
from cardgen.desk.changing import Editions, asked_for, change_handler, game_of, language_of, title_of
from cardgen.desk.controls import controls, counts
from cardgen.desk.saved import saves_of
from cardgen.desk.state import Desk
from cardgen.desk.titles import variant_titles


def routes(desk: Desk) -> list[Route]:
    """Returns the routes of the page of rules."""
    editions = Editions()

    def get_rules(request: Request, body: Mapping[str, object]) -> dict[str, object]:
        game, before = game_of(desk, request), game_of(desk, request, {})
        language = language_of(request, game)
        return {
            "game": game.name,
            "variant": game.variant,
            "folder": str(game.home.folder),
            "path": f"variants/{game.name}/{game.variant_file.name}" if game.variant_file else "",
            "title": title_of(game, language),
            "own_title": variant_titles(game.home, language).get(game.variant, ""),
            "played": game.engine is not None,
            "controls": [asdict(each) for each in controls(game, before, language)],
            "counts": [asdict(each) for each in counts(game, before, language)],
        }

    def sentences(request: Request, body: Mapping[str, object]) -> dict[str, object]:
        home, variant, settings = asked_for(desk, request)
        language = language_of(request, game_of(desk, request, {}))
        before, now = (editions.maker(home, variant, each, language) for each in ({}, settings))
        return {"changed": [asdict(each) for each in changed(before, now)]}

    def keep_variant(request: Request, body: Mapping[str, object]) -> dict[str, object]:
        home, variant, settings = asked_for(desk, request)
        name, title = given.name(body, "name"), given.name(body, "title", "").strip()
        if not settings:
            raise Refused("rules.keep.empty")
        if name == variant != BASE and not body.get("over"):
            raise Refused("rules.keep.over", name=name)
        language = language_of(request, game_of(desk, request, {}))
        made = keep.as_variant(home, variant, settings, name, title, language)
        saves_of(desk).save(home, made.path.stem, [made.path], lambda: keep.write(made, *home.grounds))
        return {"variant": made.path.stem}

    return [
        route("GET", "rules", change_handler(get_rules)),
        route("GET", "sentences", change_handler(sentences)),
        route("POST", "keep", change_handler(keep_variant)),
    ]
