"""Makes all files of a press kit in one language, and tells which it cannot make."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from cardgen.definitions.components import FRONT
from cardgen.export.presskit.arrangements import Parts, all_parts, box_body, fan, hand, product
from cardgen.export.presskit.bodies import RoomBody
from cardgen.export.presskit.camera import Camera, Point3, fit_camera
from cardgen.export.presskit.moments import HAND, VIEWER, Moment, Story, story_of
from cardgen.export.presskit.sell_sheet import SheetPicture, SheetTexts, sell_sheet, sheet_words, split_pitch
from cardgen.export.presskit.studio import Studio, Textures
from cardgen.export.presskit.table_plan import TablePlan
from cardgen.export.presskit.turn import animate, table_bodies
from cardgen.export.target import Shipment
from cardgen.faces.sides import contents_of
from cardgen.foundations.errors import InputError
from cardgen.graphics.drawing import Face
from cardgen.press.cores import each
from cardgen.press.images import presented_cards
from cardgen.press.sheets import Sheets
from cardgen.rulebook.facts import fact_parts
from cardgen.text.table_words import table_word
from cardgen.text.typography import typeset

LONG_SIDE = 1600  # pixels
LANDSCAPE, PORTRAIT, WIDER = (1600, 1067), (1200, 1600), (1600, 1200)
SELL_SHEET, TURN = "sell-sheet", "turn"
_FRONT_TURN, _BACK_TURN = 28.0, 208.0  # degrees: a standing box from its front and right, and from its back
_MOST_HELD, _MOST_FANNED, _LEAST = 9, 7, 2
_JPEG = 88  # quality of the pictures on the sell sheet
_IN_SHEET = ("product", "hand", "table", "components")
PITCH = ("press.pitch", "box.pitch")  # keys of what a game is about, the first wins


class PressKit:
    """The press kit of a shipment."""

    def __init__(self, shipment: Shipment) -> None:
        self.shipment, self.game = shipment, shipment.game
        self.language, self.composer = shipment.language, shipment.composer
        self.paged = Sheets(self.composer, self.language, shipment.edition.options).document
        self.textures = Textures(self.paged)

    # ---- what there is

    @cached_property
    def parts(self) -> Parts:
        composer, language = self.composer, self.language
        components = [(each, composer.panels(each, language)) for each in self.game.components]
        decks = []
        for deck in self.game.decks:
            fronts = [card.front for card in composer.cards(deck, language) if card.design.look == 1]
            back = composer.back(deck)
            decks.append((deck, _spread(fronts, 4), composer.face(back, language) if back else None))
        return Parts([each for each in components if each[1]], [deck for deck in decks if deck[1]])

    @cached_property
    def presented(self) -> list[Face]:
        """The fronts of the cards that present the game."""
        options = replace(self.shipment.edition.options, cards=())
        return [one.face for one in presented_cards(self.shipment.faces, self.composer, options)]

    @cached_property
    def story(self) -> Story | None:
        return story_of(self.game)

    @cached_property
    def hand_faces(self) -> list[Face]:
        """The hand that a player is dealt, or else the cards that present the game."""
        dealt = self.story.dealt if self.story else ()
        ids = [card.id for zone in dealt if zone.form == HAND and zone.owner == VIEWER for card in zone.cards]
        if len(ids) >= 3:
            return _spread([self.sides(id)[0] for id in ids], _MOST_HELD)
        return self.presented[:_MOST_HELD]

    @cached_property
    def _sides(self) -> dict[str, tuple[Face, Face]]:
        sides: dict[str, tuple[Face, Face]] = {}
        for deck in self.game.decks:
            back = self.composer.back(deck)
            shared = self.composer.face(back, self.language) if back else None
            for card in self.composer.cards(deck, self.language):
                sides.setdefault(card.design.id, (card.front, card.back or shared or card.front))
        return sides

    def sides(self, id: str) -> tuple[Face, Face]:
        return self._sides[id]

    @cached_property
    def pitch(self) -> str:
        strings = self.composer.strings[self.language]
        return next((strings.say(key) for key in PITCH if key in strings.entries), "")

    # ---- what can be made

    def missing(self) -> Iterator[tuple[str, str]]:
        """The names of pictures that cannot be made, with the reason."""
        if not self.parts.boxes:
            yield "box", "the game has no tuck box"
        elif "back" not in self.parts.boxes[0][1]:
            yield "box-back", "the box shows nothing on its back"
        if len(self.presented) < _LEAST:
            yield "fan", "the game has fewer than two cards"
            yield "hand", "the game has fewer than two cards"
        if self.story is None:
            yield "table", "the game has no rules to set it up by"
            yield TURN, "the game has no rules to play it by"
        else:
            if not any(zone.cards for zone in self.story.dealt):
                yield "table", "no cards lie on the table when it is set up"
            if len(self.story.turn) < 2:
                yield TURN, "no card moved in the turns that cardgen played"
        if not (self.parts.components or self.parts.decks):
            yield "components", "the game has neither cards nor components"
        if not (self.parts.boxes or self.parts.decks):
            yield "product", "the game has neither a box nor cards"
        try:
            self.texts  # noqa: B018
        except InputError as error:
            yield SELL_SHEET, error.faults[0].message

    def make(self) -> dict[str, bytes]:
        """The files by their names, with their endings."""
        left = {name for name, _ in self.missing()}
        left |= {"box-back"} if "box" in left else set()
        stills = [name for name in _SHOTS if name not in left]
        names = [TURN, *stills] if TURN not in left else stills  # what takes longest first
        made = dict(zip(names, each(self._make, names, "making pictures"), strict=True))
        files = {f"{name}.webp" if name == TURN else f"{name}.png": data for name, (data, _) in made.items()}
        if SELL_SHEET not in left:
            files[f"{SELL_SHEET}.pdf"] = self._sell_sheet({name: jpeg for name, (_, jpeg) in made.items() if jpeg})
        return files

    def _make(self, name: str) -> tuple[bytes, bytes]:
        """A file, and a smaller one for the sell sheet."""
        if name == TURN:
            return self._turn(), b""
        size, shoot = _SHOTS[name]
        bodies, camera = shoot(self, size)
        studio = Studio(size, camera, self.textures)
        studio.draw(bodies)
        image = studio.finished()
        small = io.BytesIO()
        if name in _IN_SHEET:
            less = 1 if name == _IN_SHEET[0] else 2
            image.reduce(less).save(small, "JPEG", quality=_JPEG, subsampling=0)
        return _png(image), small.getvalue()

    # ---- pictures

    def _box(self, turn: float, size: tuple[int, int]) -> tuple[list[RoomBody], Camera]:
        bodies = [box_body(*self.parts.boxes[0], turn)]
        return bodies, fit_camera(_reach(bodies), size, 17, 15, 0.13, 0.01)

    def _product(self, size: tuple[int, int]) -> tuple[list[RoomBody], Camera]:
        bodies = product(self.parts, self.presented)
        return bodies, fit_camera(_reach(bodies), size, 25, 17, 0.07, 0.01)

    def _fan(self, size: tuple[int, int]) -> tuple[list[RoomBody], Camera]:
        bodies = fan(self.presented[:_MOST_FANNED])
        return bodies, fit_camera(_reach(bodies), size, 60, 18, 0.07, 0.01)

    def _hand(self, size: tuple[int, int]) -> tuple[list[RoomBody], Camera]:
        bodies = hand(self.hand_faces)
        return bodies, fit_camera(_reach(bodies), size, 16, 18, 0.07, 0.025)

    def _components(self, size: tuple[int, int]) -> tuple[list[RoomBody], Camera]:
        return all_parts(self.parts, size)

    @cached_property
    def _mats(self) -> dict[str, Face]:
        return {each.id: panels[FRONT] for each, panels in self.parts.components if each.make == "mat"}

    def _plan(self, moments: Sequence[Moment]) -> TablePlan:
        assert self.story
        return TablePlan(self.game, self.story, moments, self._mats)

    def _table(self, size: tuple[int, int]) -> tuple[list[RoomBody], Camera]:
        assert self.story
        plan = self._plan([self.story.dealt])
        bodies = [*plan.mat_bodies(), *table_bodies(plan.lay(self.story.dealt), self.sides)]
        return bodies, fit_camera(_reach(bodies), size, 47, 20, 0.045)

    def _turn(self) -> bytes:
        assert self.story
        plan = self._plan(self.story.turn)
        tables = [plan.lay(moment) for moment in self.story.turn]
        under = [*plan.mat_bodies()]
        reach = _reach([*under, *(body for table in tables for body in table_bodies(table, self.sides))])
        camera = fit_camera(reach, LANDSCAPE, 50, 20, 0.05)
        return animate(tables, under, self.sides, LANDSCAPE, camera, self.textures)

    # ---- the sell sheet

    @cached_property
    def texts(self) -> SheetTexts:
        """Raises InputError if there are no words for books in the language."""
        book = self.shipment.edition.book(self.language)
        strings, language = self.composer.strings[self.language], self.language
        lead, about = split_pitch(self.pitch)
        contents = contents_of(self.game, language)
        return SheetTexts(
            typeset(self.shipment.title, language),
            typeset(lead, language),
            typeset(about, language),
            tuple(typeset(fact, language) for fact in sheet_words(fact_parts(self.game, book.words))),
            typeset(table_word(strings, "inside"), language),
            tuple(typeset(each, language) for each in contents),
            ", ".join(self.game.author),
        )

    def _sell_sheet(self, pictures: Mapping[str, bytes]) -> bytes:
        from cardgen.press.edition import as_pdf
        from cardgen.rulebook.look import Look

        source = self.game.home.folder / "game.yaml"
        look = Look(self.shipment.edition.book(self.language).book(source))
        forms = {name: _SHOTS[name][0][0] / _SHOTS[name][0][1] for name in pictures}
        shown = {name: SheetPicture(f"press/{name}", forms[name]) for name in _IN_SHEET if name in pictures}
        hero = shown.pop("product", None)
        page = sell_sheet(self.texts, hero, list(shown.values()), look)
        more = {f"press/{name}": data for name, data in pictures.items()}
        return as_pdf(self.paged([page], {}, more))


Shoot = Callable[[PressKit, tuple[int, int]], tuple[list[RoomBody], Camera]]
_SHOTS: dict[str, tuple[tuple[int, int], Shoot]] = {
    "table": (LANDSCAPE, PressKit._table),
    "components": (WIDER, PressKit._components),
    "product": (LANDSCAPE, PressKit._product),
    "hand": (LANDSCAPE, PressKit._hand),
    "fan": (LANDSCAPE, PressKit._fan),
    "box": (PORTRAIT, lambda kit, size: kit._box(_FRONT_TURN, size)),
    "box-back": (PORTRAIT, lambda kit, size: kit._box(_BACK_TURN, size)),
}


def _reach(bodies: Sequence[RoomBody]) -> list[Point3]:
    return [point for body in bodies for point in body.reach]


def _spread(faces: Sequence[Face], most: int) -> list[Face]:
    """Some of many faces, evenly."""
    count = min(most, len(faces))
    return [faces[round(index * (len(faces) - 1) / max(1, count - 1))] for index in range(count)]


def _png(image: object) -> bytes:
    from cardgen.pdf.raster import Pixels, png

    return png(Pixels(image.width, image.height, False, image.tobytes()), 300)  # type: ignore[attr-defined]
