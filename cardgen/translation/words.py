"""Makes the units of a translators' file: each text with its places on cards, the room that it has, and its
translation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardgen.definitions.game import Game
from cardgen.definitions.strings_file import Entry, Text
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import UNKNOWN_NAME, Place, fail, nearest
from cardgen.text.strings import categories
from cardgen.translation.room import Rooms
from cardgen.translation.translatable import TranslatableEdition

_RARE = {"ca", "es", "fr", "it", "pt"}  # languages whose "many" begins at a million


@dataclass(frozen=True, slots=True)
class Unit:
    """A text, or one form of a plural, `KEY[few]`, and its translation; `was` is what a stale one translates."""

    key: str
    source: str
    target: str = ""
    was: str | None = None
    notes: tuple[str, ...] = ()
    most: int | None = None  # letters that have room
    picture: str = ""  # relative to the file
    place: str = ""  # FILE:LINE of the source, or its cell

    @property
    def stale(self) -> bool:
        return self.was is not None


@dataclass(frozen=True, slots=True)
class ReturnedUnit:
    """A unit as it comes back: where it stands in its file, and where its translation does, behind how many signs."""

    unit: Unit
    place: Place
    said: Place
    lead: int | None = None


def units(editions: Sequence[TranslatableEdition], language: str) -> list[Unit]:
    """All texts of a game and its variants as that language translates them. Raises InputError."""
    all_units = []
    for edition in editions:
        rooms, above = Rooms(edition.composer), ".." if edition is editions[0] else f"../../{edition.game.variant}"
        for shown, source in edition.sources.items():
            room, place = rooms.of(source), source.entry.place
            picture = f"{above}/{room.picture}" if room.picture else ""
            where = str(place) if place.sheet else str(place).rpartition(":")[0]
            for name, text, said, was in forms(shown, source.entry, source.target, language):
                all_units.append(Unit(name, text, said, was, room.notes, room.most, picture, where))
    return all_units


def forms(key: str, entry: Entry, target: Entry | None, language: str) -> Iterator[tuple[str, str, str, str | None]]:
    """A text's key, source, translation and, of a stale one, what that translates; of a plural for each form."""
    said = target.text if target else ""
    before = target.source if target and target.source is not None else entry.text
    stale = target is not None and before != entry.text
    if not any(isinstance(text, dict) for text in (entry.text, said)):
        yield key, str(entry.text), str(said), str(form_of(before, "other")) if stale else None
        return
    for form in _wanted(entry.text, said, language):
        own = said.get(form, "") if isinstance(said, dict) else said if form == "other" else ""
        yield f"{key}[{form}]", form_of(entry.text, form), str(own), form_of(before, form) if stale else None


def _wanted(source: Text, said: Text | str, language: str) -> list[str]:
    """The forms of a plural that a language has."""
    known = [form for form in categories(language) if form != "many" or language.partition("_")[0] not in _RARE]
    for text in (source, said):
        known += [form for form in text if isinstance(text, dict) and form not in known and text is said]
    return sorted(known, key=("zero", "one", "two", "few", "many", "other").index)


def form_of(text: Text, form: str) -> str:
    return text.get(form, text["other"]) if isinstance(text, dict) else text


def require_language(game: Game, language: str) -> str:
    """A language of the game that is translated. Raises InputError."""
    first, *others = game.languages
    if language == first:
        raise fail(f"'{first}' is the language that {game.name} is written in: expected one of its others")
    if language not in others:
        raise fail(f"{game.name} has no language '{language}'{nearest(language, others)}", code=UNKNOWN_NAME)
    return language
