"""Composes the faces of a game. All fields of all cards and languages are read first, so that every fault is found in
one go; then texts are fitted, and faces put together."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from cardgen.definitions.components import Component
from cardgen.definitions.game import Deck, Design, Game
from cardgen.definitions.layout_file import Layout, Same, Style, TextField
from cardgen.definitions.strings_file import no_file, untranslated
from cardgen.drawing import Box, Face, Group, Item, Symbol, Use, turned
from cardgen.errors import DOES_NOT_FIT, INVALID, STRING_MISSING, Fault, InputError, Place, fail, nearest
from cardgen.faces import box as boxes
from cardgen.faces import expressions
from cardgen.faces.context import Context, named
from cardgen.faces.draw import draw
from cardgen.faces.fit import Said, fit
from cardgen.faces.paragraph import lay, paragraph
from cardgen.faces.sides import PRINT, Side, find_sides, unread
from cardgen.faces.supplies import Supplies
from cardgen.text.phrases import own_key, tell
from cardgen.text.strings import Strings, placeholders

DEFAULT_BLEED = 3.0


@dataclass(frozen=True, slots=True)
class CardFaces:
    """A card's faces in one language; `back` is None where its deck has none."""

    design: Design
    front: Face
    back: Face | None


class Composer:
    """All faces of one game or variant, or its cards' alone.

    Raises InputError, on being made, with every fault of the faces.
    """

    def __init__(self, game: Game, bleed: float = DEFAULT_BLEED, components: bool = True) -> None:
        self.game = game
        self.bleed = bleed
        self.supplies = Supplies(game)
        self.strings = {language: Strings(language, game.strings[language]) for language in game.languages}
        self.used_strings: set[str] = set()
        self.unread_columns: set[str] = set()  # of spreadsheets: designers keep notes there
        self._lacking: dict[str, list[Fault]] = {}  # what languages other than the first do not translate
        self._suggested: set[tuple[str, str]] = set()  # owners' fields that faults say were meant
        self._sides = find_sides(game, components)
        self._said: dict[tuple[str, str, str], Said] = {}  # texts by side, field and language
        self._drawn: dict[tuple[str, str, str], list[Item]] = {}  # all other fields, likewise
        self._faces: dict[tuple[str, str], Face] = {}
        self._scopes: dict[tuple[str, str, str], dict[str, Any]] = {}  # what expressions may read, by side and language
        self._read()
        self._sizes = fit(self._said.values())

    @property
    def sizes(self) -> list[tuple[tuple[str, str, str], float]]:
        """Deck or component, style and field, each with the size of its text in mm, which all languages share."""
        own = list(self._sizes.items())
        return own if self._trimmed is self else own + self._trimmed.sizes

    @property
    def sides(self) -> list[Side]:
        return list(self._sides.all.values())

    def cards(self, deck: Deck, language: str) -> list[CardFaces]:
        """The faces of a deck's cards in one language, in the deck's order."""
        found = []
        for design in deck.designs:
            front, back = (name and self.face(self._sides.all[name], language) for name in self._sides.of[design.id])
            found.append(CardFaces(design, front, back))
        return found

    def panels(self, component: Component, language: str) -> dict[str, Face]:
        """The faces of a component's panels in one language: front, back, side, top; those that show something."""
        sides = self._sides.panels[component.id]
        return {panel: self.face(self._sides.all[name], language) for panel, name in sides.items()}

    def face(self, side: Side, language: str) -> Face:
        """One side in one language."""
        self.require([language])
        if (side.name, language) not in self._faces:
            self._faces[side.name, language] = self._compose(side, language)
        return self._faces[side.name, language]

    def require(self, languages: Iterable[str]) -> None:
        """Raises InputError with all that these languages do not translate; the others can be printed without."""
        faults = [fault for language in languages for fault in self._lacking.get(language, ())]
        if faults:
            raise InputError(*dict.fromkeys(faults))

    # Reading

    def _read(self) -> None:
        faults: list[Fault] = []
        for language in self.game.languages[1:]:
            if not (path := self.game.home.strings(language)).exists():
                self._lacking[language] = [no_file(path, language, self.game.languages)]
        for side in self.sides:
            for name, field in side.layout.fields.items():
                try:
                    self._read_field(side, name, field)
                except InputError as error:
                    faults += error.faults
        faults += self._unread()
        if faults:
            # A card's bad colour comes up in every field that reads it: once is enough.
            raise InputError(*{(fault.place, _about(fault)): fault for fault in reversed(faults)}.values())

    def _unread(self) -> list[Fault]:
        tables = [strings.entries for strings in self.strings.values()]
        used = [table[key].text for key in self.used_strings for table in tables if key in table]
        faults = []
        texts = {name for text in used for name in placeholders(text)}
        for field, fault in unread(self.game, self._sides, texts, self._suggested):
            if fault.place.file.endswith(".csv"):
                self.unread_columns.add(field)
            else:
                faults.append(fault)
        return faults

    def _read_field(self, side: Side, name: str, field: Any) -> None:
        """What a field says or draws, in every language in which it does."""
        if isinstance(field, Same):
            return
        area = self._area(side, name, field)
        languages = [
            language for language in self.game.languages if expressions.is_drawn(field, self._scope(side, language))
        ]
        if isinstance(field, TextField):
            self._read_text(side, name, field, area, languages)
            if not languages and field.say and "rules." in (field.when or field.unless):
                self.used_strings.add(self._context(side, name, self.game.languages[0]).fill(field.say, "say"))
            return
        drawn: list[Item] = []
        for language in languages:
            if not drawn or "language" in side.reads:
                drawn = draw(field, area, self._context(side, name, language))
            self._drawn[side.name, name, language] = drawn

    def _read_text(self, side: Side, name: str, field: TextField, area: Box, languages: list[str]) -> None:
        found: dict[str, list[Said]] = {}
        for language in languages:
            if self._lacks(side, name, field, language):
                continue
            said = self._say(side, name, field, self._context(side, name, language), language, area)
            found.setdefault(said.words.text, []).append(said)
        for same in found.values():
            together = tuple(language for said in same for language in said.languages)
            for said in same:
                self._said[side.name, name, *said.languages] = replace(said, languages=together)

    def _lacks(self, side: Side, name: str, field: TextField, language: str) -> bool:
        """Whether a language does not translate what a field says; kept for whoever asks for that language."""
        first = self.game.languages[0]
        if language == first or field.text is not None:
            return False
        if field.tell is not None:
            return self._lacks_phrase(side, name, field, language)
        key = self._context(side, name, language).fill(field.say, "say")
        source = self.game.strings[first].get(key)
        if source is None or key in self.game.strings[language]:
            return False
        if (path := self.game.home.strings(language)).exists():
            self._lacking.setdefault(language, []).append(untranslated(path, language, key, source))
        return True

    def _lacks_phrase(self, side: Side, name: str, field: TextField, language: str) -> bool:
        """The same of a card's behaviour: what the first language needs to tell it, every other one needs too."""
        first, needed = self.game.languages[0], set()
        try:
            self._tell(field, self._context(side, name, first), first, needed)
        except InputError:
            return False  # told of the first language
        lacking = sorted(needed - self.game.strings[language].keys())
        if lacking and (path := self.game.home.strings(language)).exists():
            texts = self.game.strings[first]
            told = self._lacking.setdefault(language, [])
            told += [untranslated(path, language, key, texts[key]) for key in lacking]
        return bool(lacking)

    def _tell(self, field: TextField, context: Context, language: str, used: set[str]) -> tuple[str, Place]:
        """A card's behaviour in words: the card's own text where there is one, else its phrases."""
        strings = self.strings[language]
        behaviour = context.behaviour(field.tell, "tell")
        own = own_key(context.owner.id, context.owner.side, field.tell)
        place = context.owner.place_of(field.tell)
        try:
            if own in strings.entries:
                used.add(own)
                place = strings.entries[own].place
                return strings.say(own, **_words(context.scope)), place
            return tell(strings, field.tell, tuple(behaviour.phrases()), used), place
        except KeyError as error:
            (key,) = error.args
            message = f"the string '{key}' is missing in {language}{nearest(key, strings.entries)}"
            raise fail(f"{message} ({named(context.owner)})", place, STRING_MISSING) from None
        except ValueError as error:
            raise fail(f"{field.tell}: {error} ({named(context.owner)})", place) from None

    def _say(self, side: Side, name: str, field: TextField, context: Context, language: str, area: Box) -> Said:
        text, place = self._text(field, context, language)
        style = _styled(field, side.layout)
        words = paragraph(text, style, language, self.supplies, place)
        colour = context.colour(field.colour or style.colour, "colour")
        return Said((side.group, field.style, name), side.who, (language,), words, style, area, colour, place)

    def _text(self, field: TextField, context: Context, language: str) -> tuple[str, Place]:
        """What a field says, typeset, and where that is written."""
        if field.text is not None:
            return context.fill(field.text, "text"), context.place(field.text, "text")
        if field.tell is not None:
            return self._tell(field, context, language, self.used_strings)
        key = context.fill(field.say, "say")
        self.used_strings.add(key)
        strings = self.strings[language]
        if key not in strings.entries:
            raise fail(*self._unsaid(key, field.say, context, language), STRING_MISSING)
        place = strings.entries[key].place
        try:
            return strings.say(key, **_words(context.scope)), place
        except ValueError as error:
            raise fail(f"{key}: {error}", place) from None

    def _unsaid(self, key: str, template: str, context: Context, language: str) -> tuple[str, Place]:
        """What to tell of a text that is not there, and where: at a card whose own text it would be."""
        message, owner = f"the string '{key}' is missing in {language}", context.owner
        if isinstance(owner, Design) and owner.id in key.split("."):
            others = {design.id for design in self.game.designs} - {owner.id}
            meant = [other for other in self.strings[language].entries if others.isdisjoint(other.split("."))]
            where = f"under texts: {language}:" if self.game.variant_file else f"to strings/{language}.yaml"
            return f"{message}{nearest(key, meant)}; add it {where}", owner.place
        where = f" ({named(owner)})" if owner else ""
        return f"{message}{nearest(key, self.strings[language].entries)}{where}", context.place(template, "say")

    # Drawing

    def _context(self, side: Side, name: str, language: str, digest: str = "0000") -> Context:
        return Context(
            side.layout,
            name,
            self._scope(side, language, digest),
            self.supplies,
            side.owner,
            self.bleed,
            self._suggested,
        )

    def _scope(self, side: Side, language: str, digest: str = "0000") -> dict[str, Any]:
        key = side.name, language, digest
        if key not in self._scopes:
            self._scopes[key] = side.scope(self.game, language, digest)
        return self._scopes[key]

    def _area(self, side: Side, name: str, field: Any) -> Box:
        try:
            return boxes.place(field, *side.size, self.bleed)
        except ValueError as error:
            grown = getattr(side.owner, "make", None) == "tuck-box"  # its size follows from the deck; no file is wrong
            code = DOES_NOT_FIT if grown else INVALID
            raise fail(f"fields.{name}: {error}", side.layout.place_of(name), code) from None

    def _compose(self, side: Side, language: str) -> Face:
        """Draws all fields but the small print, which tells a digest of what they show, and then that."""
        drawn = self._unmarked(side, language)
        marked = {name: field for name, field in side.layout.fields.items() if _is_print(field)}
        code = self._trimmed.code(side.name, language) if marked else ""
        drawn |= {name: self._items(side, name, field, language, code) for name, field in marked.items()}
        width, height = side.size
        items: list[Item] = []
        for name, field in side.layout.fields.items():
            if not isinstance(field, Same):
                items += drawn[name]
            elif expressions.is_drawn(field, self._scope(side, language)):
                items.append(Group(tuple(drawn[field.same]), turned(field.turn, width / 2, height / 2)))
        return Face(f"{side.name}/{language}", side.label, width, height, self.bleed, tuple(items))

    @cached_property
    def _trimmed(self) -> Composer:
        """The same game with the usual bleed: a card's code must not change with what is cut off."""
        return self if self.bleed == DEFAULT_BLEED else Composer(self.game, components=bool(self._sides.panels))

    def code(self, side: str, language: str) -> str:
        """Four signs that change with what a face shows."""
        return self._digest(self._unmarked(self._sides.all[side], language))

    def _unmarked(self, side: Side, language: str) -> dict[str, list[Item]]:
        """What a side's fields put on it, but for the small print."""
        fields = side.layout.fields.items()
        return {n: self._items(side, n, f, language) for n, f in fields if not isinstance(f, Same) and not _is_print(f)}

    def _digest(self, drawn: dict[str, list[Item]]) -> str:
        symbols: dict[str, Symbol] = {}
        for items in drawn.values():
            add_symbols(items, self.supplies.symbols, symbols)
        return hashlib.blake2b(repr((drawn, symbols)).encode(), digest_size=2).hexdigest()

    def _items(self, side: Side, name: str, field: Any, language: str, digest: str | None = None) -> list[Item]:
        """What a field puts on a face; nothing where its `when` or `unless` keeps it away."""
        key = (side.name, name, language)
        if key in self._said:
            said = self._said[key]
            if digest:
                said = self._say(side, name, field, self._context(side, name, language, digest), language, said.area)
            size = self._sizes[said.group]
            items = lay(said.words, size, said.area, said.style.align, field.valign, said.colour)
        else:
            items = self._drawn.get(key, [])
        if items and field.turn:
            left, top, right, bottom = self._area(side, name, field)
            return [Group(tuple(items), turned(field.turn, (left + right) / 2, (top + bottom) / 2))]
        return items


def _about(fault: Fault) -> str:
    """What a fault is about: the key that its message begins with, and the field that a card lacks.

    Which card it is does not matter where several are written at one place.
    """
    about = re.match(r"(.*?: the card has no '[^']*'|.*?(?=: |$))", fault.message, re.DOTALL)[0]
    return re.sub(r"^[a-z0-9_-]+(?=\.|: the card has no )", "", about)


def _words(scope: Mapping[str, Any]) -> dict[str, Any]:
    """What a text may say: the rules, and a card's or component's own; neither lists nor keys with values."""
    known = {**scope.get("rules", {}), **scope.get("card", {}), **scope.get("component", {})}
    return {name: value for name, value in known.items() if isinstance(value, (str, int))}


def _styled(field: TextField, layout: Layout) -> Style:
    own = {key: value for key in ("align", "lines") if (value := getattr(field, key)) is not None}
    return layout.styles[field.style].model_copy(update=own)


def _is_print(field: Any) -> bool:
    return isinstance(field, TextField) and PRINT in expressions.reads(field.text or "")


def add_symbols(items: Iterable[Item], known: dict[str, Symbol], found: dict[str, Symbol]) -> None:
    """Adds to `found` the symbols that items use, and those that these use."""
    for item in items:
        if isinstance(item, Group):
            add_symbols(item.items, known, found)
        elif isinstance(item, Use) and item.symbol not in found:
            found[item.symbol] = known[item.symbol]
            add_symbols(known[item.symbol].items, known, found)
