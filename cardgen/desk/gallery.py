"""Lists all faces of an edition, with their pictures and findings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from cardgen.checks.translations import check_translations
from cardgen.desk.access import route
from cardgen.desk.answers import Answer, fault_as_json, tagged, view_handler
from cardgen.desk.edition import edition
from cardgen.desk.spoken import desk_text
from cardgen.desk.state import Desk
from cardgen.desk.titles import variant_titles
from cardgen.faces.colour import VISIONS
from cardgen.faces.compose import Composer
from cardgen.faces.sides import Side
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import UNKNOWN_NAME, InputError, fail
from cardgen.graphics.drawing import Face, texts
from cardgen.press.sheets import title_of
from cardgen.svg.write import SvgWriter, cut_svg, face_svg, path_data
from cardgen.text.card_names import kind_names
from cardgen.text.print_words import names as names_of

MAKE = "make."  # the prefix of kinds of components in the words of the desk
MAX_DRAWN = 3000  # faces kept as SVG
FRONT, BACK = "front", "back"
PICTURE_CSP = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; sandbox"  # of a picture opened by itself


@dataclass(frozen=True, slots=True)
class NamedSide:
    """A side of the gallery: the `side` of a card or component `id`, of a `kind`, printed `count` times, in one
    `look`; `shown` is what is drawn on it."""

    of: str  # face or component
    id: str
    side: str
    name: str
    kind: str
    group: str
    count: int
    shown: Side
    look: int = 1


def routes(desk: Desk) -> list[Route]:
    def faces(request: Request) -> Answer:
        asked = edition(request, desk)
        shown = desk.current(asked)
        composer = desk.composer(asked)
        faces = [_face_json(composer, asked.language, seen) for seen in named_sides(composer, asked.language)]
        faults = shown.faults or shown.good().blocking_faults([asked.language])
        return {
            "title": title_of(composer, asked.language),
            "languages": composer.game.languages,
            "variants": ["base", *asked.home.variants],
            "titles": variant_titles(asked.home, asked.language),
            "bleed": composer.bleed,
            "kinds": _kinds(composer, asked.language),
            "faces": faces,
            "marked": composer.draft,
            "faults": [fault_as_json(fault) for fault in faults],
        }

    def wrong(request: Request) -> Answer:
        """The faults of an edition's files, while its last valid state is shown, or those of its clauses alone."""
        from cardgen.rules.load import faults_of_sentences

        asked = edition(request, desk)
        faults = desk.current(asked).faults or faults_of_sentences(desk.composer(asked).game)
        return {"faults": [fault_as_json(fault) for fault in faults]}

    def picture(request: Request) -> Response:
        asked = edition(request, desk)
        composer, of = desk.composer(asked), "component" if "/component/" in request.url.path else "face"
        name, side = request.path_params["id"], request.path_params["side"]
        look = request.query_params.get("look", "1")
        face = composer.face(side_of(composer, of, name, side, look), asked.language)
        whole = request.query_params.get("bleed") == "1"
        key = f"{composer.digest(face)} {face.name} {whole}"
        shown = desk.current(asked)
        if key not in shown.drawn:
            if len(shown.drawn) > MAX_DRAWN:
                shown.drawn = {}
            shown.drawn[key] = svg_of(composer, face, whole)
        return tagged(request, shown.drawn[key], "image/svg+xml", Content_Security_Policy=PICTURE_CSP)

    def compared(request: Request) -> Answer:
        """Every side in all languages: its number of letters, and its stale texts."""
        asked = edition(request, desk)
        composer = desk.composer(asked)
        return desk.current(asked).memoised(("compared",), lambda: list(_compared(composer)))

    return [
        route("GET", "/api/sights", view_handler(lambda request: VISIONS)),
        route("GET", "compared", view_handler(compared)),
        route("GET", "faces", view_handler(faces)),
        route("GET", "wrong", view_handler(wrong)),
        route("GET", "face/{id}/{side}.svg", view_handler(picture)),
        route("GET", "component/{id}/{side}.svg", view_handler(picture)),
    ]


def _compared(composer: Composer) -> Iterator[Mapping[str, object]]:
    game, symbols = composer.game, composer.supplies.symbols
    stale = {(each.who, each.cause) for each in check_translations(game) if each.code == "string-stale"}
    for design in game.designs:
        for side, printed_face in zip((FRONT, BACK), composer.sides_of(design), strict=False):
            used = composer.reading(printed_face).sayer.used
            languages = {}
            for language in game.languages:
                try:
                    face = composer.face(printed_face, language)
                except InputError:
                    continue  # not translated yet
                letters = sum(len(text.text.strip()) for text, _ in texts(face.items, symbols))
                old = sorted(key for key in used if (key, language) in stale)
                languages[language] = {"letters": letters, "stale": old, "digest": composer.digest(face)}
            yield {"id": design.id, "side": side, "languages": languages}


def svg_of(composer: Composer, face: Face, bleed: bool = False) -> str:
    """Draws a face as SVG, as it is cut or with its bleed."""
    supplies = composer.supplies
    sources = {name: font.source for name, font in supplies.fonts.items()}
    drawer = SvgWriter(supplies.symbols, supplies.pictures, sources)
    return face_svg(face, drawer) if bleed else cut_svg(face, drawer)


def named_sides(composer: Composer, language: str) -> Iterator[NamedSide]:
    """Yields every side of every card and component, in the order of the files."""
    names = composer.names(language)
    for deck in composer.game.decks:
        for copies in composer.copies(deck):
            design = copies.design
            for side, shown in zip((FRONT, BACK), copies.sides, strict=False):
                name = names.get(f"{design.id}/{design.reverse.side}" if side == BACK and design.reverse else design.id)
                name = (name or names[design.id]) + (f" · {design.look}/{design.looks}" if design.looks > 1 else "")
                yield NamedSide("face", design.id, side, name, design.kind, deck.name, design.count, shown, design.look)
    called = names_of(composer.strings[language], "component", [each.id for each in composer.game.components])
    for component in composer.game.components:
        kind, name = f"{MAKE}{component.make}", called[component.id]
        for panel, shown in composer.panel_sides(component).items():
            yield NamedSide("component", component.id, panel, name, kind, kind, component.count or 1, shown)


def _kinds(composer: Composer, language: str) -> Mapping[str, str]:
    """The titles of kinds of cards and components."""
    titles = kind_names(composer.game.designs, composer.names(language), composer.strings[language])
    makes = dict.fromkeys(component.make for component in composer.game.components)
    return titles | {f"{MAKE}{make}": desk_text(language, f"{MAKE}{make}") for make in makes}


def _face_json(composer: Composer, language: str, seen: NamedSide) -> Mapping[str, object]:
    face = composer.face(seen.shown, language)
    return {
        "of": seen.of, "id": seen.id, "look": seen.look, "side": seen.side,
        "name": seen.name, "kind": seen.kind, "group": seen.group, "count": seen.count,
        "width": face.width, "height": face.height, "safe": seen.shown.safe,
        "outline": path_data(face.outline), "digest": composer.digest(face),
    }  # fmt: skip


def side_of(composer: Composer, of: str, name: str, side: str, look: str) -> Side:
    """Returns a side by its names in the gallery. Raises InputError."""
    if of == "component":
        for component in composer.game.components:
            if component.id == name and side in (panels := composer.panel_sides(component)):
                return panels[side]
    else:
        for copies in (each for deck in composer.game.decks for each in composer.copies(deck)):
            if (copies.design.id, str(copies.design.look)) == (name, look):
                for named, shown in zip((FRONT, BACK), copies.sides, strict=False):
                    if named == side:
                        return shown
    raise fail(f"'{name}' has no {side}", code=UNKNOWN_NAME)
