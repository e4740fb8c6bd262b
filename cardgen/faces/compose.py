"""Composes the faces of a game: every text of every card and language is fitted first, then faces are drawn.

Fitting picks one size per style and field over the whole deck and all languages of the game, whatever is printed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from cardgen.definitions.game import Deck, Design, Game
from cardgen.definitions.layout_file import Layout, Same, Style, TextField, read_layout
from cardgen.drawing import Box, Face, Group, Item, turned
from cardgen.errors import DOES_NOT_FIT, STRING_MISSING, Fault, InputError, Place, fail, nearest
from cardgen.faces import box as boxes
from cardgen.faces import expressions
from cardgen.faces.context import Context
from cardgen.faces.draw import draw
from cardgen.faces.paragraph import Paragraph, lay, paragraph
from cardgen.faces.supplies import Supplies
from cardgen.text.strings import Strings, placeholders
from cardgen.units import POINT

STEP = 0.25 * POINT  # between the sizes that are tried
DEFAULT_BLEED = 3.0
PRINT = "print"  # the expression of a card's id and version
ALWAYS_READ = {"icon"}  # a text may name any card's icon


@dataclass(frozen=True, slots=True)
class Side:
    """One face to compose: a card's front or back, or a back that a whole deck shares (no design)."""

    deck: Deck
    layout: Layout
    design: Design | None
    name: str

    @property
    def label(self) -> str:
        return self.design.id if self.design else f"{self.deck.name} back"


@dataclass(frozen=True, slots=True)
class Said:
    """A text of a side in one language, ready to be fitted and laid."""

    words: Paragraph
    style: Style
    area: Box
    place: Place


@dataclass(frozen=True, slots=True)
class CardFaces:
    """A card's faces in one language; `back` is None where its deck has none."""

    design: Design
    front: Face
    back: Face | None


class Composer:
    """All faces of one game or variant. Raises InputError, on being made, with every fault found."""

    def __init__(self, game: Game, bleed: float = DEFAULT_BLEED) -> None:
        self.game = game
        self.bleed = bleed
        self.supplies = Supplies(game)
        self.strings = {language: Strings(language, game.strings[language]) for language in game.languages}
        self.used_strings: set[str] = set()
        self.unread_columns: set[str] = set()  # of spreadsheets: designers keep notes there
        self._layouts: dict[str, Layout] = {}
        self._said: dict[tuple[str, str, str], Said] = {}  # side, field, language
        self._sizes: dict[tuple[str, str, str], float] = {}  # deck, style, field
        self._faces: dict[tuple[str, str], Face] = {}
        self.sides = list(self._sides())
        self._prepare()
        self._fit()

    def cards(self, deck: Deck, language: str) -> list[CardFaces]:
        """The faces of a deck's cards in one language, in the deck's order."""
        sides = {side.name: side for side in self.sides}
        found = []
        for design in deck.designs:
            back = sides.get(f"{deck.name}/{design.id}/back") or (design.back and sides[f"{deck.name}/{design.back}"])
            front = self.face(sides[f"{deck.name}/{design.id}/front"], language)
            found.append(CardFaces(design, front, self.face(back, language) if back else None))
        return found

    def face(self, side: Side, language: str) -> Face:
        """One side in one language."""
        if (side.name, language) not in self._faces:
            self._faces[side.name, language] = self._compose(side, language)
        return self._faces[side.name, language]

    # What there is to compose

    def _layout(self, name: str, place: Place) -> Layout:
        if name not in self._layouts:
            self._layouts[name] = read_layout(self.game.home, name, place)
        return self._layouts[name]

    def _sides(self) -> Iterator[Side]:
        shared: set[str] = set()
        for deck in self.game.decks:
            for design in deck.designs:
                at = design.kind_node.place
                layout = self._layout(design.layout, design.place_of("layout"))
                yield Side(deck, layout, design, f"{deck.name}/{design.id}/front")
                if design.back is None:
                    continue
                back = self._layout(design.back, at)
                if any(name.startswith("card.") for name in _names_read(back)):
                    yield Side(deck, back, design, f"{deck.name}/{design.id}/back")
                elif (name := f"{deck.name}/{design.back}") not in shared:
                    shared.add(name)
                    yield Side(deck, back, None, name)

    def _scope(self, side: Side, language: str, print_id: str = "0000") -> dict[str, Any]:
        scope: dict[str, Any] = {
            "game": {"name": self.game.name, "version": self.game.version, "variant": self.game.variant},
            "deck": {"name": side.deck.name},
            "language": language,
        }
        if side.design:
            design = side.design
            scope["card"] = {"id": design.id, "kind": design.kind, "count": design.count, **design.fields}
            scope[PRINT] = f"{design.id} {self.game.version}-{print_id}"
        return scope

    def _context(self, side: Side, name: str, scope: Mapping[str, Any]) -> Context:
        return Context(side.layout, name, scope, self.supplies, side.design, self.bleed)

    # Fitting

    def _prepare(self) -> None:
        faults: list[Fault] = []
        for side in self.sides:
            for field_name, field in side.layout.fields.items():
                try:
                    self._prepare_field(side, field_name, field)
                except InputError as error:
                    faults += error.faults
        faults += self._unread()
        if faults:
            raise InputError(*dict.fromkeys(faults))

    def _prepare_field(self, side: Side, name: str, field: Any) -> None:
        if isinstance(field, Same):
            return
        area = self._area(side, name, field)
        if not isinstance(field, TextField):
            return
        for language in self.game.languages:
            scope = self._scope(side, language)
            if field.when and not expressions.is_there(field.when, scope):
                continue
            context = self._context(side, name, scope)
            text, place = self._text(field, context, language)
            style = _styled(field, side.layout)
            words = paragraph(text, style, language, self.supplies, place)
            self._said[side.name, name, language] = Said(words, style, area, place)

    def _area(self, side: Side, name: str, field: Any) -> Box:
        try:
            return boxes.place(field, *side.deck.size, self.bleed)
        except ValueError as error:
            raise fail(f"fields.{name}: {error}", side.layout.place_of(name)) from None

    def _text(self, field: TextField, context: Context, language: str) -> tuple[str, Place]:
        if field.text is not None:
            return context.fill(field.text, "text"), context.place(field.text, "text")
        key = context.fill(field.say, "say")
        self.used_strings.add(key)
        strings = self.strings[language]
        if key not in strings.entries:
            place = self._missing_place(key, language)
            where = f" (card '{context.design.id}')" if context.design else ""
            message = f"the string '{key}' is missing in {language}{nearest(key, strings.entries)}{where}"
            raise fail(message, place or context.place(field.say, "say"), STRING_MISSING)
        place = strings.entries[key].place
        try:
            return strings.say(key, **context.scope.get("card", {})), place
        except ValueError as error:
            raise fail(f"{key}: {error}", place) from None

    def _missing_place(self, key: str, language: str) -> Place | None:
        """Where a translator would look: the file of the language that lacks what the first one has."""
        if language == self.game.languages[0] or key not in self.game.strings[self.game.languages[0]]:
            return None
        return Place(str(self.game.home.folder / "strings" / f"{language}.yaml"))

    def _unread(self) -> Iterator[Fault]:
        """Fields of cards that no layout reads, most often a slip of the pen."""
        for deck in self.game.decks:
            for design in deck.designs:
                read = set(ALWAYS_READ)
                for side in self.sides:
                    if side.deck is deck and side.layout.name in (design.layout, design.back):
                        read |= self._fields_read(side.layout)
                for field in design.fields:
                    place = design.place_of(field)
                    if field in read:
                        continue
                    if place.file.endswith(".csv"):
                        self.unread_columns.add(field)
                    else:
                        owner = self._owner(design, field)
                        known = nearest(field, read)
                        yield Fault(
                            f"{owner}.{field}: unknown key; the layout '{design.layout}' does not read it{known}", place
                        )

    @staticmethod
    def _owner(design: Design, field: str) -> str:
        path = f"decks.{design.deck}.kinds.{design.kind}"
        return f"{path}.cards.{design.id}" if field in design.node.items else path

    def _fields_read(self, layout: Layout) -> set[str]:
        read = {name.removeprefix("card.") for name in _names_read(layout) if name.startswith("card.")}
        for key in self.used_strings:
            for strings in self.strings.values():
                if key in strings.entries:
                    read |= placeholders(strings.entries[key].text)
        return read

    def _fit(self) -> None:
        faults: list[Fault] = []
        for side in self.sides:
            for name in side.layout.fields:
                texts: dict[str, list[str]] = {}
                for language in self.game.languages:
                    if said := self._said.get((side.name, name, language)):
                        texts.setdefault(said.words.text, []).append(language)
                for languages in texts.values():
                    faults += self._fit_one(side, name, languages)
        if faults:
            raise InputError(*faults)

    def _group(self, side: Side, name: str) -> tuple[str, str, str]:
        return side.deck.name, side.layout.fields[name].style, name

    def _fit_one(self, side: Side, name: str, languages: list[str]) -> list[Fault]:
        """Shrinks the field's size until this text, the same in some languages, fits; a fault if it cannot."""
        said = self._said[side.name, name, languages[0]]
        group, style = self._group(side, name), said.style
        left, top, right, bottom = said.area
        size = self._sizes.get(group, style.size)
        while excess := said.words.excess(size, right - left, bottom - top, style.lines):
            if size <= style.at_least + 1e-9:
                break
            size = max(style.at_least, size - STEP)
        self._sizes[group] = size
        if not excess:
            return []
        over, way = excess
        room = right - left if way == "wide" else bottom - top
        message = (
            f"card '{side.label}', field '{name}', {', '.join(languages)}: {said.words.text!r} is {over:.1f} mm too "
            f"{way} for its {room:.1f} mm at {style.at_least / POINT:g} pt, the smallest size allowed"
        )
        return [Fault(message, said.place, DOES_NOT_FIT)]

    # Drawing

    def _compose(self, side: Side, language: str) -> Face:
        marked = {name for name, field in side.layout.fields.items() if _reads_print(field)}
        scope = self._scope(side, language)
        drawn = {
            name: self._draw(side, name, field, scope, language)
            for name, field in side.layout.fields.items()
            if name not in marked and not isinstance(field, Same)
        }
        if marked:
            digest = hashlib.blake2b(repr(drawn).encode(), digest_size=2).hexdigest()
            scope = self._scope(side, language, digest)
            for name in marked:
                drawn[name] = self._draw(side, name, side.layout.fields[name], scope, language)
        items: list[Item] = []
        width, height = side.deck.size
        for name, field in side.layout.fields.items():
            if isinstance(field, Same):
                if not field.when or expressions.is_there(field.when, scope):
                    items.append(Group(tuple(drawn[field.same]), turned(field.turn, width / 2, height / 2)))
            else:
                items += drawn[name]
        return Face(f"{side.name}/{language}", side.label, width, height, self.bleed, tuple(items))

    def _draw(self, side: Side, name: str, field: Any, scope: Mapping[str, Any], language: str) -> list[Item]:
        context = self._context(side, name, scope)
        if field.when and not expressions.is_there(field.when, scope):
            return []
        area = self._area(side, name, field)
        if isinstance(field, TextField):
            said = self._said[side.name, name, language]
            if _reads_print(field):
                text, place = self._text(field, context, language)
                said = replace(said, words=paragraph(text, said.style, language, self.supplies, place))
            template = field.colour or said.style.colour
            colour = context.colour(template, "colour")
            items = lay(said.words, self._sizes[self._group(side, name)], area, said.style.align, field.valign, colour)
        else:
            items = draw(field, area, context)
        if field.turn:
            left, top, right, bottom = area
            return [Group(tuple(items), turned(field.turn, (left + right) / 2, (top + bottom) / 2))]
        return items


def _styled(field: TextField, layout: Layout) -> Style:
    own = {key: value for key in ("align", "lines") if (value := getattr(field, key)) is not None}
    return layout.styles[field.style].model_copy(update=own)


def _templates(field: Any) -> Iterator[str]:
    for key, value in field:
        if isinstance(value, str):
            yield "{" + value.strip("{} ") + "}" if key == "when" else value


def _names_read(layout: Layout) -> set[str]:
    """The expressions of all fields and styles of a layout."""
    found = {name for field in layout.fields.values() for text in _templates(field) for name in expressions.reads(text)}
    return found | {name for style in layout.styles.values() for name in expressions.reads(style.colour)}


def _reads_print(field: Any) -> bool:
    return isinstance(field, TextField) and PRINT in expressions.reads(field.text or "")
