"""Shows one card in detail: its texts and values, and their places in the files."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict

from starlette.requests import Request
from starlette.routing import Route

from cardgen.definitions.fields import word
from cardgen.definitions.game import Design
from cardgen.desk.access import route
from cardgen.desk.answers import Answer, view_handler
from cardgen.desk.edition import edition
from cardgen.desk.state import Desk
from cardgen.faces.compose import Composer
from cardgen.foundations.errors import UNKNOWN_NAME, Place, fail


def routes(desk: Desk) -> list[Route]:
    def looked_at(request: Request) -> Answer:
        asked = edition(request, desk)
        composer, name = desk.composer(asked), request.path_params["id"]
        for design in composer.game.designs:
            if design.id == name:
                return {
                    "at": _at(design.place),
                    "fields": list(_fields(design)),
                    "texts": list(_texts(composer, design, asked.language)),
                }
        raise fail(f"there is no card '{name}'", code=UNKNOWN_NAME)

    return [route("GET", "card/{id}", view_handler(looked_at))]


def _fields(design: Design) -> Iterator[dict[str, object]]:
    """The fields of a card, and those of its other face, in the order of the files."""
    for face in design.faces:
        for name, value in face.fields.items():
            yield {"name": name, "value": _value_text(value), "at": _at(face.place_of(name))}


def _value_text(value: object) -> str:
    if isinstance(value, (str, int, float, bool)):
        return word(value)
    if isinstance(value, (list, tuple)):
        return ", ".join(map(_value_text, value))
    return str(value)


def _texts(composer: Composer, design: Design, language: str) -> Iterator[dict[str, object]]:
    """The texts of the game's strings that its sides say."""
    entries = composer.game.strings[language]
    used = {key for side in composer.sides_of(design) for key in composer.reading(side).sayer.used}
    for key, entry in entries.items():
        if key in used:
            text = entry.text if isinstance(entry.text, str) else " / ".join(entry.text.values())
            yield {"key": key, "text": text, "at": _at(entry.place)}


def _at(place: Place) -> dict[str, object]:
    return asdict(place) | {"shown": str(place)}
