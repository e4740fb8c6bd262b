"""Composes the faces of a game: all texts of all cards and languages are read and fitted, then faces are drawn."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from cardgen.definitions.game import Deck, Design, Game
from cardgen.definitions.layout_file import Layout, Same, Style, TextField
from cardgen.drawing import Box, Face, Group, Item, Symbol, Use, turned
from cardgen.errors import STRING_MISSING, InputError, Place, fail, nearest
from cardgen.faces import box as boxes
from cardgen.faces import expressions
from cardgen.faces.context import Context
from cardgen.faces.draw import draw
from cardgen.faces.fit import Said, fit
from cardgen.faces.paragraph import lay, paragraph
from cardgen.faces.sides import PRINT, Side, find_sides, unread
from cardgen.faces.supplies import Supplies
from cardgen.text.strings import Strings, placeholders

DEFAULT_BLEED = 3.0


@dataclass(frozen=True, slots=True)
class CardFaces:
    """A card's faces in one language; `back` is None where its deck has none."""

    design: Design
    front: Face
    back: Face | None


class Composer:
    """All faces of one game or variant. Raises InputError, on being made, with every fault of its texts."""

    def __init__(self, game: Game, bleed: float = DEFAULT_BLEED) -> None:
        self.game = game
        self.bleed = bleed
        self.supplies = Supplies(game)
        self.strings = {language: Strings(language, game.strings[language]) for language in game.languages}
        self.used_strings: set[str] = set()
        self.unread_columns: set[str] = set()  # of spreadsheets: designers keep notes there
        self._sides = find_sides(game)
        self._said: dict[tuple[str, str, str], Said] = {}  # by side, field and language
        self._faces: dict[tuple[str, str], Face] = {}
        self._read_texts()
        self._sizes = fit({id(said): said for said in self._said.values()}.values())

    @property
    def sides(self) -> list[Side]:
        return list(self._sides.all.values())

    def cards(self, deck: Deck, language: str) -> list[CardFaces]:
        """The faces of a deck's cards in one language, in the deck's order. Raises InputError with all faults."""

        def faces(design: Design) -> CardFaces:
            front, back = (name and self.face(self._sides.all[name], language) for name in self._sides.of[design.id])
            return CardFaces(design, front, back)

        return _each(deck.designs, faces)

    def face(self, side: Side, language: str) -> Face:
        """One side in one language."""
        if (side.name, language) not in self._faces:
            self._faces[side.name, language] = self._compose(side, language)
        return self._faces[side.name, language]

    # Texts

    def _read_texts(self) -> None:
        fields = [(side, name, field) for side in self.sides for name, field in side.layout.fields.items()]
        _each([*fields, None], lambda told: self._read_field(*told) if told else self._check_read())

    def _check_read(self) -> None:
        tables = [strings.entries for strings in self.strings.values()]
        used = [table[key].text for key in self.used_strings for table in tables if key in table]
        faults = []
        for _, field, fault in unread(self._sides, {name for text in used for name in placeholders(text)}):
            if fault.place.file.endswith(".csv"):
                self.unread_columns.add(field)
            else:
                faults.append(fault)
        if faults:
            raise InputError(*faults)

    def _read_field(self, side: Side, name: str, field: Any) -> None:
        """Checks a field's place; of a text, reads what it says in every language."""
        if isinstance(field, Same):
            return
        area = self._area(side, name, field)
        if not isinstance(field, TextField):
            return
        found: dict[str, tuple[Said, list[str]]] = {}
        for language in self.game.languages:
            context = self._context(side, name, language)
            if field.when and not expressions.is_there(field.when, context.scope):
                continue
            said = self._say(side, name, field, context, language, area)
            found.setdefault(said.words.text, (said, []))[1].append(language)
        for said, languages in found.values():
            shared = replace(said, languages=tuple(languages))
            self._said |= {(side.name, name, language): shared for language in languages}

    def _say(self, side: Side, name: str, field: TextField, context: Context, language: str, area: Box) -> Said:
        text, place = self._text(field, context, language)
        style = _styled(field, side.layout)
        words = paragraph(text, style, language, self.supplies, place)
        return Said((side.deck.name, field.style, name), side.label, (language,), words, style, area, place)

    def _text(self, field: TextField, context: Context, language: str) -> tuple[str, Place]:
        """What a field says, typeset, and where that is written."""
        if field.text is not None:
            return context.fill(field.text, "text"), context.place(field.text, "text")
        key = context.fill(field.say, "say")
        self.used_strings.add(key)
        strings = self.strings[language]
        if key not in strings.entries:
            where = f" (card '{context.design.id}')" if context.design else ""
            message = f"the string '{key}' is missing in {language}{nearest(key, strings.entries)}{where}"
            raise fail(message, self._missing_place(key, language) or context.place(field.say, "say"), STRING_MISSING)
        place = strings.entries[key].place
        try:
            return strings.say(key, **context.scope.get("card", {})), place
        except ValueError as error:
            raise fail(f"{key}: {error}", place) from None

    def _missing_place(self, key: str, language: str) -> Place | None:
        """Where a translator would look: the file of the language that lacks what the first one has."""
        first = self.game.languages[0]
        if language == first or key not in self.game.strings[first]:
            return None
        return Place(str(self.game.home.folder / "strings" / f"{language}.yaml"))

    # Drawing

    def _context(self, side: Side, name: str, language: str, digest: str = "0000") -> Context:
        scope = side.scope(self.game, language, digest)
        return Context(side.layout, name, scope, self.supplies, side.design, self.bleed)

    def _area(self, side: Side, name: str, field: Any) -> Box:
        try:
            return boxes.place(field, *side.deck.size, self.bleed)
        except ValueError as error:
            raise fail(f"fields.{name}: {error}", side.layout.place_of(name)) from None

    def _compose(self, side: Side, language: str) -> Face:
        """Draws all fields but the small print, which tells a digest of what they show, and then that."""
        fields = {name: field for name, field in side.layout.fields.items() if not isinstance(field, Same)}
        drawn = {
            name: self._draw(side, name, field, self._context(side, name, language), language)
            for name, field in fields.items()
            if not _is_print(field)
        }
        digest = self._digest(drawn)
        for name, field in fields.items():
            if _is_print(field):
                drawn[name] = self._draw(side, name, field, self._context(side, name, language, digest), language)
        width, height = side.deck.size
        items: list[Item] = []
        for name, field in side.layout.fields.items():
            if not isinstance(field, Same):
                items += drawn[name]
            elif not field.when or expressions.is_there(field.when, side.scope(self.game, language)):
                items.append(Group(tuple(drawn[field.same]), turned(field.turn, width / 2, height / 2)))
        return Face(f"{side.name}/{language}", side.label, width, height, self.bleed, tuple(items))

    def _digest(self, drawn: dict[str, list[Item]]) -> str:
        """Four signs that change with what a face shows, its icons included."""
        symbols: dict[str, Symbol] = {}
        for items in drawn.values():
            _add_symbols(items, self.supplies.symbols, symbols)
        return hashlib.blake2b(repr((drawn, symbols)).encode(), digest_size=2).hexdigest()

    def _draw(self, side: Side, name: str, field: Any, context: Context, language: str) -> list[Item]:
        if field.when and not expressions.is_there(field.when, context.scope):
            return []
        area = self._area(side, name, field)
        if isinstance(field, TextField):
            said = self._said[side.name, name, language]
            if _is_print(field):
                said = self._say(side, name, field, context, language, area)
            colour = context.colour(field.colour or said.style.colour, "colour")
            items = lay(said.words, self._sizes[said.group], area, said.style.align, field.valign, colour)
        else:
            items = draw(field, area, context)
        if field.turn:
            left, top, right, bottom = area
            return [Group(tuple(items), turned(field.turn, (left + right) / 2, (top + bottom) / 2))]
        return items


def _each(things: Iterable, do: Callable) -> list:
    """`do` of each thing. Raises InputError with the faults of all."""
    found, faults = [], []
    for thing in things:
        try:
            found.append(do(thing))
        except InputError as error:
            faults += error.faults
    if faults:
        raise InputError(*dict.fromkeys(faults))
    return found


def _styled(field: TextField, layout: Layout) -> Style:
    own = {key: value for key in ("align", "lines") if (value := getattr(field, key)) is not None}
    return layout.styles[field.style].model_copy(update=own)


def _is_print(field: Any) -> bool:
    return isinstance(field, TextField) and PRINT in expressions.reads(field.text or "")


def _add_symbols(items: Iterable[Item], known: dict[str, Symbol], found: dict[str, Symbol]) -> None:
    """Adds to `found` the symbols that items use, and those that these use."""
    for item in items:
        if isinstance(item, Group):
            _add_symbols(item.items, known, found)
        elif isinstance(item, Use) and item.symbol not in found:
            found[item.symbol] = known[item.symbol]
            _add_symbols(known[item.symbol].items, known, found)
