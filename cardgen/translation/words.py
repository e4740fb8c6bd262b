"""Makes the units of a translators' file: each text with its cards, its room and its translation."""

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
    """A text, or one plural form, `KEY[few]`, and its translation; `was` is the source of a stale translation."""

    key: str
    source: str
    target: str = ""
    was: str | None = None
    notes: tuple[str, ...] = ()
    most: int | None = None  # the number of letters that fit
    picture: str = ""  # the picture's path, relative to the file
    place: str = ""  # FILE:LINE of the source, or its cell

    @property
    def stale(self) -> bool:
        return self.was is not None


@dataclass(frozen=True, slots=True)
class ReturnedUnit:
    """A unit in a translator's file: its place, that of its translation, and the number of signs before the
    translation on that line."""

    unit: Unit
    place: Place
    target_place: Place
    lead: int | None = None


def units(editions: Sequence[TranslatableEdition], language: str) -> list[Unit]:
    """All texts of a game and its variants, with their translations into a language. Raises InputError."""
    all_units = []
    for edition in editions:
        rooms, above = Rooms(edition.composer), ".." if edition is editions[0] else f"../../{edition.game.variant}"
        for shown, source in edition.sources.items():
            room, place = rooms.of(source), source.entry.place
            picture = f"{above}/{room.picture}" if room.picture else ""
            where = str(place) if place.sheet else str(place).rpartition(":")[0]
            for name, text, translation, was in forms(shown, source.entry, source.target, language):
                all_units.append(Unit(name, text, translation, was, room.notes, room.most, picture, where))
    return all_units


def forms(key: str, entry: Entry, target: Entry | None, language: str) -> Iterator[tuple[str, str, str, str | None]]:
    """The key, source and translation of a text, or of each plural form, and the source of a stale translation."""
    translation = target.text if target else ""
    before = target.source if target and target.source is not None else entry.text
    stale = target is not None and before != entry.text
    if not any(isinstance(text, dict) for text in (entry.text, translation)):
        yield key, str(entry.text), str(translation), str(form_of(before, "other")) if stale else None
        return
    for form in _plural_forms(entry.text, translation, language):
        own = translation.get(form, "") if isinstance(translation, dict) else translation if form == "other" else ""
        yield f"{key}[{form}]", form_of(entry.text, form), str(own), form_of(before, form) if stale else None


def _plural_forms(source: Text, translation: Text | str, language: str) -> list[str]:
    """The plural forms that a language has."""
    result = [form for form in categories(language) if form != "many" or language.partition("_")[0] not in _RARE]
    for text in (source, translation):
        result += [form for form in text if isinstance(text, dict) and form not in result and text is translation]
    return sorted(result, key=("zero", "one", "two", "few", "many", "other").index)


def form_of(text: Text, form: str) -> str:
    return text.get(form, text["other"]) if isinstance(text, dict) else text


def require_language(game: Game, language: str) -> str:
    """Returns a language into which the game is translated. Raises InputError for any other."""
    first, *others = game.languages
    if language == first:
        raise fail(f"'{first}' is the language that {game.name} is written in: expected one of its others")
    if language not in others:
        raise fail(f"{game.name} has no language '{language}'{nearest(language, others)}", code=UNKNOWN_NAME)
    return language
