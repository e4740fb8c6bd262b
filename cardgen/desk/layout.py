"""The page on which you lay out cards by hand: it shows the fields of a side, and writes what you move, set, add or
remove into the layout's file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from itertools import chain, count
from pathlib import Path
from threading import RLock, Timer
from types import MappingProxyType
from weakref import WeakKeyDictionary

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from cardgen.definitions.edit import quoted
from cardgen.definitions.layout_edit import LayoutEdit
from cardgen.definitions.layout_reading import read_layout
from cardgen.definitions.layouts import Layout, steps_to
from cardgen.definitions.nodes import Scalar
from cardgen.desk import body as given
from cardgen.desk.access import route
from cardgen.desk.answers import Refused, fault_as_json, tagged, view_handler
from cardgen.desk.body import BadBody
from cardgen.desk.changing import EditionKey, Editions, asked_for, change_handler, edition_key, language_of
from cardgen.desk.dropped_pictures import around, dropped_picture, with_card_value
from cardgen.desk.findings import editor
from cardgen.desk.gallery import PICTURE_CSP, named_sides, side_of, svg_of
from cardgen.desk.layout_fields import (
    Json,
    PlacedField,
    field_rows,
    flow_text,
    in_brackets,
    is_editable,
    is_expression,
    kinds,
    placed_field,
)
from cardgen.desk.moving import OriginalKeys, changes_of_place, file_to_change
from cardgen.desk.new_layout import PRESENT, Changed, free_name, naming, new_layout, starters
from cardgen.desk.saved import saves_of, write, write_bytes
from cardgen.desk.state import Desk
from cardgen.faces import box as boxes
from cardgen.faces.compose import Composer
from cardgen.faces.computed import with_numbers
from cardgen.faces.sides import Side
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import INVALID, InputError, fail
from cardgen.store.remember import stamp

COMPOSE_DELAY = 0.6  # seconds after the last save, before all faces are composed
MAX_COORDINATE = 10_000.0  # mm, of a place that a browser may send
MAX_MOVES = 2_000  # fields of one move
MAX_NAMES = 3000  # icons that are offered
STARTERS: Mapping[str, Mapping[str, str]] = {
    "text": {"text": "Text", "style": "text", "align": "centre"},
    "rectangle": {"fill": "ink 20 %", "corners": "2"},
    "ellipse": {"fill": "ink 20 %"},
    "line": {},
    "path": {"d": "M50 0 L100 100 H0 Z", "fill": "ink 20 %"},
    "icon": {"of": ""},
    "picture": {"of": ""},
    "pattern": {"of": ""},
    "pips": {"of": "", "count": '"3"'},
    "ring": {"count": '"12"'},
    "qr": {"of": "https://example.org"},
}


_ORIGINALS: WeakKeyDictionary[Desk, OriginalKeys] = WeakKeyDictionary()


@dataclass(frozen=True, slots=True)
class _Preview:
    """A composer of which one side alone is new, the number of its save, and the stamps of the files that it wrote."""

    number: int
    composer: Composer
    files: Mapping[Path, tuple[int, int] | None]


class LayoutPage:
    """The routes of the page."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.editions = Editions()
        self.originals = _ORIGINALS.setdefault(desk, OriginalKeys())
        self._lock = RLock()
        self._saves = 0
        self._previews: dict[EditionKey, _Preview] = {}

    # What is shown

    def state(self, request: Request, body: Mapping[str, object]) -> Json:
        """Returns the side of a card with its fields."""
        composer, side, language = self._side(request)
        face = composer.face(side, language)
        layout = side.layout
        base = layout.node.get("extends")
        return {
            "width": side.size[0],
            "height": side.size[1],
            "bleed": composer.bleed,
            "safe": side.safe,
            "digest": composer.digest(face),
            "layout": layout.name,
            "extends": base.text if isinstance(base, Scalar) else "",
            "new": free_name(composer.game.home, layout.name),
            "fields": field_rows(composer, side, language),
            "faults": [fault_as_json(each) for each in composer.marked_faults([language]) if each.who in ("", side.id)],
        }

    def choices(self, request: Request, body: Mapping[str, object]) -> Json:
        """Returns what the page offers: the sides of all cards, the kinds of fields, and the names to choose from."""
        composer = self._composed(request)
        language = language_of(request, composer.game)
        game = composer.game
        faces = [
            {"of": each.of, "id": each.id, "side": each.side, "look": each.look, "name": each.name}
            for each in named_sides(composer, language)
        ]
        names = {
            "colour": list(game.colours),
            "font": list(game.fonts),
            "icon": [*game.icons, *game.home.names("icons")][:MAX_NAMES],
            "pattern": game.home.names("patterns"),
        }
        layouts = [PRESENT, *starters()]
        return {
            "faces": faces, "kinds": kinds(), "starters": list(STARTERS), "layouts": layouts, "names": names,
            "editor": editor(),
        }  # fmt: skip

    def picture(self, request: Request) -> Response:
        """Returns the side as SVG with its bleed: whole, one of its fields `alone`, or all `but` that one."""
        composer, side, language = self._side(request)
        face = composer.face(side, language)
        for name, wanted in (("alone", True), ("but", False)):
            if (key := request.query_params.get(name)) is not None:
                drawn = composer.field_items(side, language)
                items = [each for field, of in drawn.items() if _is_of(field, key) == wanted for each in of]
                face = replace(face, items=tuple(items), layered=())
        return tagged(request, svg_of(composer, face, True), "image/svg+xml", Content_Security_Policy=PICTURE_CSP)

    # What is changed

    def move(self, request: Request, body: Mapping[str, object]) -> Json:
        """Moves, resizes and turns fields: `moves` have the key, the new box in its frame and the turn of each."""
        composer, side, language = self._side(request)
        parent, moves = body.get("parent") is True, given.objects(body, "moves", MAX_MOVES)
        edits: dict[str, LayoutEdit] = {}
        moved: dict[str, list[PlacedField]] = {}
        for move in moves:
            placed = placed_field(composer, side, language, given.text(move, "key"))
            layout = placed.spot.layout
            edit = edits.setdefault(layout.name, LayoutEdit(composer.game.home, layout))
            after = _numbers(move, "box", 4), _numbers({"turn": [move.get("turn")]}, "turn", 1)[0]
            for change in changes_of_place(composer, placed, language, after):
                self.originals.write(edit, placed.spot.name, change, parent)
            moved.setdefault(layout.name, []).append(placed)
        for name, edit in edits.items():
            draft = edit.draft(name)
            for placed in moved[name]:
                self._require_room(draft, composer, side, language, placed)
        self._save(request, composer, side, edits.values())
        return self.state(request, body)

    def set_key(self, request: Request, body: Mapping[str, object]) -> Json:
        """Writes a key of a field; without a text, it takes the key away."""
        composer, side, language = self._side(request)
        placed = placed_field(composer, side, language, given.text(body, "field"))
        edit = LayoutEdit(composer.game.home, placed.spot.layout)
        name, key = placed.spot.name, given.name(body, "key")
        text = given.text(body, "text", "").strip()
        edit.set(name, key, text or None, file_to_change(edit, name, key, body.get("parent") is True))
        self._save(request, composer, side, [edit])
        return self.state(request, body)

    def add(self, request: Request, body: Mapping[str, object]) -> Json:
        """Adds a field in the middle of the side, or a copy of one."""
        composer, side, language = self._side(request)
        edit = LayoutEdit(composer.game.home, side.layout)
        if "copy" in body:
            placed = placed_field(composer, side, language, given.text(body, "copy"))
            node = side.layout.node.below(*steps_to(placed.spot.name))
            if placed.spot.layout.name != side.layout.name or "." in placed.spot.name:
                raise Refused("layout.fixed.part")
            name = _free_name(side.layout, placed.spot.name)
            edit.add(name, {key: in_brackets(value) for key, value in node.items.items()})
        else:
            kind, of = given.name(body, "draw"), given.text(body, "of", "").strip()
            if kind not in STARTERS:
                raise given.BadBody("draw")
            name = _free_name(side.layout, kind)
            keys = {"draw": kind} | {key: value or quoted(of) for key, value in STARTERS[kind].items()}
            edit.add(name, keys | _middle(side))
        self._save(request, composer, side, [edit])
        return self.state(request, body) | {"added": name}

    def remove(self, request: Request, body: Mapping[str, object]) -> Json:
        """Takes fields away."""
        composer, side, language = self._side(request)
        edits: dict[str, LayoutEdit] = {}
        for key in given.names(body, "fields"):
            spot = placed_field(composer, side, language, key).spot
            edits.setdefault(spot.layout.name, LayoutEdit(composer.game.home, spot.layout)).remove(spot.name)
        self._save(request, composer, side, edits.values())
        return self.state(request, body)

    def reorder(self, request: Request, body: Mapping[str, object]) -> Json:
        """Draws a field just below another one, or above all others."""
        composer, side, language = self._side(request)
        spot = placed_field(composer, side, language, given.text(body, "field")).spot
        edit = LayoutEdit(composer.game.home, spot.layout)
        before = given.text(body, "before", "")
        if edit.file_of(spot.name, "draw") != edit.own:
            raise Refused("layout.fixed.inherited")
        edit.reorder(spot.name, before.rpartition(".")[2] or None)
        self._save(request, composer, side, [edit])
        return self.state(request, body)

    def make_layout(self, request: Request, body: Mapping[str, object]) -> Json:
        """Makes a new layout from a starter's, or from the present one, and lets the cards use it that share this
        side."""
        composer, side, _ = self._side(request)
        name = given.name(body, "name").strip()
        place, key = naming(composer, side, request.path_params["id"], request.path_params["side"])
        changed = new_layout(composer, side, place, key, given.name(body, "starter"), name)
        self._write(request, composer, side, changed, layout=name)
        return self.state(request, body)

    def take_picture(self, request: Request, body: Mapping[str, object]) -> Json:
        """Copies a picture into the game, and shows it: in the `field` that somebody dropped it on, or in a new one
        around a point of the side."""
        composer, side, language = self._side(request)
        data, query = body["data"], request.query_params
        assert isinstance(data, bytes)
        picture = dropped_picture(composer.game.home, query.get("name", ""), data)
        files = {picture.path: picture.data} if picture.new else {}
        if key := query.get("field"):
            placed = placed_field(composer, side, language, key)
            if placed.spot.field.draw != "picture":
                raise BadBody("field")
            spot, name = placed.spot, placed.spot.name
            of = spot.layout.node.below(*steps_to(name)).get("of")
            if of is not None and is_expression(of):
                changed = with_card_value(composer, side, flow_text(of), picture.name)
                self._write(request, composer, side, changed, files, layout=None)
                return self.state(request, body) | {"added": key, "file": picture.name}
            edit = LayoutEdit(composer.game.home, spot.layout)
            edit.set(name, "of", picture.name, file_to_change(edit, name, "of", query.get("parent") == "1"))
        else:
            key = _free_name(side.layout, "picture")
            edit = LayoutEdit(composer.game.home, side.layout)
            edit.add(
                key,
                {"draw": "picture", "of": quoted(picture.name)}
                | around(side.size, picture, _point(query, "x"), _point(query, "y")),
            )
        self._save(request, composer, side, [edit], files)
        return self.state(request, body) | {"added": key, "file": picture.name}

    # Help

    def _composed(self, request: Request) -> Composer:
        home, variant, settings = asked_for(self.desk, request)
        asked = edition_key(home, variant, settings)
        with self._lock:
            ahead = self._previews.get(asked)
            if ahead and all(stamp(path) == known for path, known in ahead.files.items()):
                return ahead.composer
        return self.editions.composed(home, variant, settings)[0]

    def _show_ahead(self, request: Request, composer: Composer, side: Side, files: Iterable[Path]) -> None:
        """Shows a side as it is after a save of files, while all other faces are composed in the background."""
        home, variant, settings = asked_for(self.desk, request)
        asked = edition_key(home, variant, settings)
        with self._lock:
            self._saves += 1
            number = self._saves
            self._previews[asked] = _Preview(number, composer.with_side(side), {path: stamp(path) for path in files})

        def compose() -> None:
            with self._lock:
                latest = self._previews.get(asked)
            if latest is None or latest.number != number:
                return
            with suppress(InputError):  # the page of the cards lists the faults
                self.editions.composed(home, variant, settings)
            with self._lock:
                if asked in self._previews and self._previews[asked].number == number:
                    del self._previews[asked]
                    event = {"game": home.name, "variant": variant, "set": [f"{key}={text}" for key, text in asked[2]]}
                    self.desk.send_event("edition", event | {"faults": []})

        timer = Timer(COMPOSE_DELAY, compose)
        timer.daemon = True
        timer.start()

    def _side(self, request: Request) -> tuple[Composer, Side, str]:
        composer = self._composed(request)
        of, query = request.query_params.get("of", "face"), request.query_params
        asked = request.path_params
        side = side_of(composer, of, asked["id"], asked["side"], query.get("look", "1"))
        return composer, side, language_of(request, composer.game)

    def _require_room(self, draft: Layout, composer: Composer, side: Side, language: str, placed: PlacedField) -> None:
        """Raises InputError if a moved field has no room, or would be cut off."""
        spot = placed.spot
        if spot.stack:
            return
        field = draft.field(spot.name)
        numbers = with_numbers(field, composer.reading(side).spots[language].context(replace(spot, field=field)))
        try:
            boxes.place(numbers, spot.frame, side.size, composer.bleed, language in composer.game.mirrored)
        except ValueError as error:
            raise fail(f"{spot.name}: {error}", spot.layout.place_of(spot.name), INVALID) from None

    def _save(
        self, request: Request, composer: Composer, side: Side, edits: Iterable[LayoutEdit],
        files: Mapping[Path, bytes] = MappingProxyType({}),
    ) -> None:  # fmt: skip
        """Writes the changed files, whole or not at all. Raises InputError if a layout would be faulty, or has changed
        meanwhile."""
        home, changed = composer.game.home, Changed()
        for edit in edits:
            edit.draft(edit.layout.name)  # raises all faults
            changed |= edit.changed()
        if not changed:
            return
        if any(not is_editable(home, path) for path in changed):
            raise Refused("layout.fixed.elsewhere")
        texts = {path: after for path, (_, after) in changed.items()}
        read_layout(home, side.layout.name, side.layout.node.place, texts)  # raises all faults
        self._write(request, composer, side, changed, files, side.layout.name)

    def _write(
        self, request: Request, composer: Composer, side: Side, changed: Changed,
        files: Mapping[Path, bytes] = MappingProxyType({}), layout: str | None = None,
    ) -> None:  # fmt: skip
        """Writes changed texts and new files, whole or not at all, and shows the side with a `layout` ahead. Raises
        InputError if that is faulty, or if a file has changed meanwhile."""
        home = composer.game.home

        def write_all() -> Side | None:
            for path, data in files.items():
                write_bytes(path, b"", data, *home.grounds)
            for path, (before, after) in changed.items():
                write(path, before, after, *home.grounds)
            return replace(side, layout=read_layout(home, layout, side.place)) if layout else None

        variant = asked_for(self.desk, request)[1]
        if ahead := saves_of(self.desk).save(home, variant, [*files, *changed], write_all):
            self._show_ahead(request, composer, ahead, changed)


def _is_of(field: str, key: str) -> bool:
    """Whether a field is the one with a key, or lies in it."""
    return field == key or field.startswith((f"{key}.", f"{key}#"))


def _point(query: Mapping[str, str], key: str) -> float | None:
    """A coordinate in a query; None if it has none."""
    try:
        return _numbers({key: [float(query[key])]}, key, 1)[0] if key in query else None
    except ValueError:
        raise BadBody(key) from None


def _numbers(body: Mapping[str, object], key: str, count: int) -> tuple[float, ...]:
    numbers = body.get(key)
    if not isinstance(numbers, list) or len(numbers) != count:
        raise BadBody(key)
    for each in numbers:
        if isinstance(each, bool) or not isinstance(each, (int, float)) or not abs(each) < MAX_COORDINATE:
            raise BadBody(key)
    return tuple(map(float, numbers))


def _free_name(layout: Layout, name: str) -> str:
    """A name that no field of a layout has."""
    stem = name.rstrip("0123456789") or name
    return next(each for each in chain([stem], (f"{stem}{number}" for number in count(2))) if each not in layout.fields)


def _middle(side: Side) -> dict[str, str]:
    """A place in the middle of a side."""
    width, height = side.size
    wide, high = round(width * 0.4, 1), round(height * 0.15, 1)
    left, top = round((width - wide) / 2, 1), round((height - high) / 2, 1)
    return {"left": f"{left:g}", "width": f"{wide:g}", "top": f"{top:g}", "height": f"{high:g}"}


def routes(desk: Desk) -> list[Route]:
    """Returns the routes of the page."""
    page = LayoutPage(desk)
    posts: Mapping[str, Callable[[Request, Mapping[str, object]], Json]] = {
        "move": page.move,
        "key": page.set_key,
        "add": page.add,
        "remove": page.remove,
        "order": page.reorder,
        "new": page.make_layout,
    }
    below = "layout/{id}/{side}"
    return [
        route("GET", "layout", change_handler(page.choices)),
        route("GET", f"{below}.svg", view_handler(page.picture)),
        route("GET", below, change_handler(page.state)),
        route("POST", f"{below}/picture", change_handler(page.take_picture, given.read_bytes)),
        *(route("POST", f"{below}/{name}", change_handler(do)) for name, do in posts.items()),
    ]
