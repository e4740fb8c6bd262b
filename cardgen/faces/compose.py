"""Composes the faces of a game. All fields of all cards and languages are read first, so every fault is found in
one go; then texts are fitted, and faces put together."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import replace
from functools import cached_property
from typing import TypeVar

from cardgen.definitions.components import Component
from cardgen.definitions.game import Deck, Design, Game
from cardgen.definitions.strings_file import no_file
from cardgen.faces.code import add_code
from cardgen.faces.face_builder import Faces, Sizes
from cardgen.faces.fit import STEP, SizeGroup, fit
from cardgen.faces.reading import Reading
from cardgen.faces.readings import Readings
from cardgen.faces.sides import Side, find_sides, unread
from cardgen.faces.sizes import Memory, Recalled
from cardgen.faces.stacks import STACK
from cardgen.faces.supplies import Supplies
from cardgen.foundations import progress
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import STRING_MISSING, Fault, InputError, Place
from cardgen.graphics.drawing import Face, Item
from cardgen.store.library import is_sheet
from cardgen.store.reach import is_there
from cardgen.store.traces import tracing
from cardgen.text.card_names import card_names
from cardgen.text.strings import Strings, values_read

DEFAULT_BLEED = 3.0
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Copies:
    """Copies of a card that look the same, with their sides: `design` counts only these; `back` is None if the deck has
    no back."""

    design: Design
    front: Side
    back: Side | None

    @property
    def id(self) -> str:
        """Returns the card's id, with the number of the look unless it is the first: `ham`, `ham~2`."""
        return self.design.id if self.design.look == 1 else f"{self.design.id}~{self.design.look}"

    @property
    def sides(self) -> list[Side]:
        return [self.front, self.back] if self.back else [self.front]

    def called(self, names: Mapping[str, str]) -> str:
        """Returns the card's name, with the number of the look if it has several."""
        name = names[self.design.id]
        return name if self.design.looks == 1 else f"{name} ({self.design.look}/{self.design.looks})"


@dataclass(frozen=True, slots=True)
class CardFaces:
    """The faces of these copies in one language."""

    copies: Copies
    front: Face
    back: Face | None

    @property
    def design(self) -> Design:
        return self.copies.design


class Composer:
    """Composes all faces of one game or variant, or only those of its printed cards; `readings` are shared with its
    other editions.

    If `chosen` names cards, only these have faces, in the text sizes that all cards share. If `memory` holds those
    sizes, the other cards are not read.

    The constructor raises InputError if cardgen can print no language. `require` raises it for some languages. A draft
    marks faults on the faces; `marked_faults` returns them.
    """

    def __init__(
        self,
        game: Game,
        bleed: float = DEFAULT_BLEED,
        whole: bool = True,
        readings: Readings | None = None,
        chosen: Collection[str] = (),
        memory: Memory | None = None,
        draft: bool = False,
    ) -> None:
        self.game = game
        self.bleed = bleed
        self.supplies = Supplies(game)
        self.strings = {language: Strings(language, game.strings[language]) for language in game.languages}
        self.used_strings: set[str] = set()
        self.unread_columns: set[str] = set()  # columns of spreadsheets with designers' notes
        self._blocking_faults: dict[str, list[Fault]] = {}  # faults that prevent printing, by language
        self.whole = whole
        self.draft = draft
        self._drafted: list[tuple[Sequence[str], Fault]] = []  # faults that a draft marks, each with its languages
        self.chosen = frozenset(chosen)
        self.languages_to_check: Sequence[str] = game.languages
        self._limit: list[Side] | None = None
        self._sides = find_sides(game, whole)
        self._names: dict[str, dict[str, str]] = {}
        self._read_before = readings or Readings()
        recalled = memory.recall(self._sides.all) if memory and chosen else None
        self._complete = recalled is None
        self._faces = {
            name: self._read_before.read(self._sides.all[name], game, bleed, self.supplies, draft)
            for name in progress.track_all(self._to_read(recalled), "reading")
        }
        self._readings = {name: faces.reading for name, faces in self._faces.items()}
        self._gather()
        said = [(name, each) for name, reading in self._readings.items() for _, each in reading.fitted]
        fitting = fit(progress.track_all(said, "fitting texts"), recalled.sizes if recalled else None)
        self._sizes = fitting.sizes
        if fitting.over:
            self._mark(fitting.over)
        elif memory and self._complete:
            asked = {name: {key for _, key in of.sayer.asked} for name, of in self._readings.items()}
            memory.keep(self._sides.all, asked, fitting)

    @property
    def sizes(self) -> list[tuple[tuple[str, str, str], float]]:
        """Returns the text sizes that all languages share, in mm, by deck or component, style and field."""
        own = [(group, size) for group, size in self._sizes.items() if group[1] != STACK]
        return own if self._with_default_bleed is self else own + self._with_default_bleed.sizes

    @property
    def sides(self) -> list[Side]:
        """Returns the sides of the chosen cards, or else all of the game."""
        if self._limit is not None:
            return self._limit
        if not self.chosen:
            return [self._sides.all[name] for name in self._readings]
        shown = (side for deck in self.game.decks for copies in self.copies(deck) for side in copies.sides)
        return list({side.name: side for side in shown}.values())

    def limited_to(self, sides: Iterable[Side] | None = None, languages: Sequence[str] | None = None) -> Composer:
        """Returns a composer of the same faces that shows a check only these sides, with what they draw, and only
        these languages; None means all."""
        limited = copy(self)
        if sides is not None:
            limited._limit, limited.supplies = list(sides), Supplies(self.game)
            for side in limited._limit:
                limited.supplies.add(self.reading(side).supplies)
        if languages is not None:
            limited.languages_to_check = languages
        return limited

    def with_side(self, side: Side) -> Composer:
        """Returns a composer of the same faces, except that one side has another layout, as in a draft. Its texts keep
        the sizes that they share with others if they fit; the others stay as they are."""
        changed = copy(self)
        with tracing(self.supplies.seen):
            faces = Faces(Reading(side, self.game, self.bleed, self.supplies.apart(), draft=True))
        self.supplies.add(faces.reading.supplies)
        changed._faces = self._faces | {side.name: faces}
        changed._readings = self._readings | {side.name: faces.reading}
        changed._sides = replace(self._sides, all=self._sides.all | {side.name: side})
        changed._sizes = self._sizes | fit([(side.name, each) for _, each in faces.reading.fitted], self._sizes).sizes
        changed._drafted = [*self._drafted, *(((language,), fault) for language, fault in faces.reading.drafted)]
        return changed

    @property
    def languages(self) -> list[str]:
        """Returns the languages in which there are faces."""
        return [language for language in self.game.languages if not self.blocking_faults([language])]

    @property
    def checked_languages(self) -> list[str]:
        """Returns the languages to check in which there are faces."""
        return [language for language in self.languages if language in self.languages_to_check]

    def designs(self, deck: Deck) -> list[Design]:
        """Returns the cards of a deck that have faces."""
        chosen = self.chosen
        return [design for design in deck.designs if not chosen or {design.id, design.card} & chosen]

    def _to_read(self, recalled: Recalled | None) -> list[str]:
        """The names of the sides to read: all of them, unless their sizes are recalled."""
        if recalled is None:
            return list(self._sides.all)
        cards = [design for deck in self.game.decks for design in self.designs(deck)]
        wanted = {name for design in cards for name in self._sides.of[design.id] if name} | recalled.changed
        wanted |= {name for design in cards for name in self._sides.looks[design.id]}
        return [name for name in self._sides.all if name in wanted]

    def sides_of(self, design: Design) -> list[Side]:
        """Returns a card's front in its first look, and its back if the deck has one."""
        return [self._sides.all[name] for name in self._sides.of[design.id] if name]

    def copies(self, deck: Deck) -> list[Copies]:
        """Returns the copies of a deck's cards, in order, each card's copies shared evenly among its looks. A card
        without copies has its first look."""
        copies = []
        for design in self.designs(deck):
            back = self._sides.all.get(self._sides.of[design.id][1] or "")
            fronts = self._sides.looks[design.id]
            for at, name in enumerate(fronts):
                count = len(range(at, design.count, len(fronts)))
                if count or not at:
                    shown = replace(design, count=count, look=at + 1, looks=len(fronts))
                    copies.append(Copies(shown, self._sides.all[name], back))
        return copies

    def cards(self, deck: Deck, language: str, codes: bool = False) -> list[CardFaces]:
        """Returns the faces of these copies in one language; with `codes`, each face of play has its code."""
        cards = []
        for copies in self.copies(deck):
            code_on_back = codes and copies.design.reverse is not None
            front = self._coded_face(copies.front, language, codes)
            back = self._coded_face(copies.back, language, code_on_back) if copies.back else None
            cards.append(CardFaces(copies, front, back))
        return cards

    def _coded_face(self, side: Side, language: str, with_code: bool) -> Face:
        game, face = self.game, self.face(side, language)
        if not with_code:
            return face
        font = self.supplies.font("text", False, False, Place(str(game.home.folder / "game.yaml")), language)
        code = self.code(side, language)
        return add_code(face, code, font, side.safe, game.colours["ink"], game.colours["paper"])

    def figure(self, side: Side) -> Side | None:
        """Returns the side that figures show instead if its texts would be too small, if its owner names one."""
        return self._sides.all.get(self._sides.figures.get(side.name, ""))

    def back(self, deck: Deck) -> Side | None:
        """Returns what a deck's cards show face down: the back of the first card that has one."""
        named = (self._sides.of[design.id][1] for design in deck.designs if not design.reverse)
        return self._sides.all.get(next(filter(None, named), ""))

    def panels(self, component: Component, language: str) -> dict[str, Face]:
        """Returns the faces of a component's panels in one language: of front, back, side and top, those that show
        something."""
        return {panel: self.face(side, language) for panel, side in self.panel_sides(component).items()}

    def panel_sides(self, component: Component) -> dict[str, Side]:
        return {panel: self._sides.all[name] for panel, name in self._sides.panels[component.id].items()}

    def face(self, side: Side, language: str, sizes: Sizes | None = None) -> Face:
        """Returns one side in one language; with `sizes`, in other sizes than its own."""
        self.require([language])
        return self.faces(side).face(language, sizes or self._sizes)

    def face_without_drafts(self, side: Side, language: str) -> Face:
        """Returns one side in one language, without the fields that a draft marks as faulty."""
        self.require([language])
        return self.faces(side).face_without_drafts(language, self._sizes)

    def code(self, side: Side, language: str, sizes: Sizes | None = None) -> str:
        """Returns a code that changes with what a side shows at the usual bleed, but not with what is cut off."""
        faces = self._with_default_bleed.faces(side)
        return faces.digest(faces.face(language, sizes or self._with_default_bleed._sizes))

    def sizes_with(self, shared: Sizes) -> dict[SizeGroup, float]:
        """Returns the sizes of all texts, with the given sizes for what cards share. It takes these from the sizes that
        fitting tries, so a face is exactly as it was."""
        texts = {said.group: said for reading in self._readings.values() for said in reading.said.values()}
        sizes = dict(self._sizes)
        for group, size in shared.items():
            near = (each for each in texts[group].tried() if abs(each - size) < STEP / 100) if group in texts else ()
            sizes[group] = next(iter(near), sizes.get(group, size))
        return sizes

    def names(self, language: str) -> dict[str, str]:
        """Returns the names of cards in one language, by id, and of the sides of two-sided ones by ID/SIDE."""
        if language not in self._names:
            self._names[language] = card_names(self.game.designs, self.game.home, self.strings[language])
        return self._names[language]

    def digest(self, face: Face) -> str:
        """Returns a digest that changes only with what one of the faces shows."""
        return self._faces[face.name.rpartition("/")[0]].digest(face)

    def faces(self, side: Side) -> Faces:
        return self._faces[side.name]

    def reading(self, side: Side) -> Reading:
        return self._readings[side.name]

    def items(self, side: Side, field: str, language: str) -> list[Item]:
        """Returns what one field draws on a side."""
        return self.faces(side).items(field, language, self._sizes)

    def field_items(self, side: Side, language: str) -> dict[str, list[Item]]:
        """Returns what each field draws on a side, in drawing order."""
        return self.faces(side).field_items(language, self._sizes)

    def run_check(self, check: str, side: Side, language: str, examine: Callable[[], Iterable[T]]) -> Iterable[T]:
        """Returns what a check finds on a side in one language. Editions that show the same share it, but a draft,
        which can have marked fields, does not."""
        return examine() if self.draft else self.faces(side).run_check(check, language, self._sizes, examine)

    def blocking_faults(self, languages: Iterable[str]) -> list[Fault]:
        """Returns the faults that prevent printing in these languages; the others can be printed."""
        return list(dict.fromkeys(fault for language in languages for fault in self._blocking_faults.get(language, ())))

    def marked_faults(self, languages: Collection[str]) -> list[Fault]:
        """Returns the faults that a draft marks on faces in these languages."""
        marked = (fault for of, fault in self._drafted if not {*of}.isdisjoint(languages))
        return list(dict.fromkeys(marked))

    def require(self, languages: Iterable[str]) -> None:
        """Raises InputError with the faults that prevent printing in these languages."""
        if faults := self.blocking_faults(languages):
            raise InputError(*faults)

    def _require_any(self, *faults: Fault) -> None:
        """Raises InputError if there are faults of all languages, or each language has some. It then reports those of
        each language, too, except missing translations."""
        if faults or all(self._blocking_faults.get(language) for language in self.game.languages):
            own = (fault for of in self._blocking_faults.values() for fault in of if fault.code != STRING_MISSING)
            raise InputError(*_first_of_each([*faults, *own]))

    def _gather(self) -> None:
        """Collects what all sides used and lack. Raises InputError with every fault."""
        faults: list[Fault] = []
        for language in self.game.languages[1:]:
            path = self.game.home.strings(language)
            if not self.game.strings[language] and not is_there(path):
                self._blocking_faults[language] = [no_file(path, language, self.game.languages)]
        for reading in self._readings.values():
            faults += reading.faults
            self.used_strings |= reading.sayer.used
            self.supplies.add(reading.supplies)
            for language, blocking in reading.blocking_faults.items():
                self._blocking_faults.setdefault(language, []).extend(blocking)
        faults += self._unread() if self._complete else ()
        if self.draft:
            drafted = (each for reading in self._readings.values() for each in reading.drafted)
            self._drafted += ((self.game.languages, fault) for fault in _first_of_each(faults))
            self._drafted += (((language,), fault) for language, fault in drafted)
        else:
            self._require_any(*faults)

    def _mark(self, over: Mapping[int, Fault]) -> None:
        """Records texts that do not fit at the smallest size allowed. They block the languages that say them, except in
        a draft.

        Raises InputError if they block all languages.
        """
        large = [
            (reading, key, over[id(said)])
            for reading in self._readings.values()
            for keys, said in reading.fitted
            if id(said) in over
            for key in keys
        ]
        for reading, (field, language), fault in large:
            if self.draft:
                reading.marked.add((field, language))
                self._drafted.append(((language,), fault))
            else:
                self._blocking_faults.setdefault(language, []).append(fault)
        if not self.draft:
            self._require_any()

    def _unread(self) -> list[Fault]:
        tables = [strings.entries for strings in self.strings.values()]
        used = [table[key].text for key in self.used_strings for table in tables if key in table]
        used += [entry.text for table in tables for entry in table.values() if entry.beside]
        faults = []
        ignored: Counter[tuple[str, str, str]] = Counter()  # cards that show nothing of a column
        texts = {name for text in used for name in values_read(text)}
        suggested = {owned for reading in self._readings.values() for owned in reading.suggested}
        for field, fault in unread(self.game, self._sides, texts, self.used_strings, suggested):
            if fault.place and is_sheet(fault.place.file):
                ignored[fault.place.file, fault.place.sheet, field] += 1
            else:
                faults.append(fault)
        held = Counter(
            (place.file, place.sheet, field)
            for design in self.game.designs
            for face in design.faces
            for field in face.fields
            if (place := face.key_place(field))
        )  # cards with a value in a column: kinds with layouts of their own may share a sheet
        self.unread_columns |= {column[2] for column, cards in ignored.items() if cards == held[column]}
        return faults

    @cached_property
    def _with_default_bleed(self) -> Composer:
        """A composer of this game with the usual bleed."""
        if self.bleed == DEFAULT_BLEED:
            return self
        return Composer(self.game, whole=self.whole, readings=self._read_before, chosen=self.chosen, draft=self.draft)


def _first_of_each(faults: Sequence[Fault]) -> list[Fault]:
    """Keeps the first fault on each thing at a place: every field that reads a card's bad colour reports it."""
    return list({(fault.place, _about(fault)): fault for fault in reversed(faults)}.values())


def _about(fault: Fault) -> str:
    """The subject of a fault: the key that its message begins with, and the field that a card lacks.

    Which card it is does not matter where several are written at one place.
    """
    match = re.match(r"(.*?: the card has no '[^']*'|.*?(?=: |$))", fault.message, re.DOTALL)
    return re.sub(r"^[a-z0-9_-]+(?=\.|: the card has no )", "", match[0] if match else fault.message)
