"""What translators give back: which texts their units translate, and what is wrong with them, before any is written."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from cardgen.checks import differences
from cardgen.definitions.strings_edit import Translation
from cardgen.definitions.strings_file import Entry, Text, title_faults
from cardgen.errors import DOES_NOT_FIT, UNKNOWN_NAME, Fault, InputError, Place, nearest
from cardgen.faces.compose import Composer
from cardgen.faces.readings import Readings
from cardgen.press.translatable import Edition, Source, shown_key
from cardgen.press.words import Told, Unit, form_of, forms

_FORM = re.compile(r"(.*)\[(zero|one|two|few|many|other)\]", re.S)
Editions = Sequence[Edition]


@dataclass(frozen=True, slots=True)
class Wanted:
    """A translation that is to be written for a string of an edition, and which units say it, by plural form."""

    edition: Edition
    key: str
    entry: Entry
    target: Entry | None  # what is there now
    said: Translation
    told: Mapping[str, Told]

    @property
    def first(self) -> Told:
        return next(iter(self.told.values()))


@dataclass(frozen=True, slots=True)
class Known:
    """A string that translators may know by its key."""

    edition: Edition
    key: str
    source: Source


def translations(editions: Editions, language: str, told: Iterable[Told]) -> list[Wanted]:
    """What units that came back say otherwise than the game does now; those without a translation are left out.

    A fuzzy one counts as translated from what it `was`, and so is stale here; so is one whose source has changed
    since it was given away. Raises InputError for each key that there is not.
    """
    known = _known(editions)
    found = _by_key(known, told, editions[0].game.name)
    taken = {(each.edition.game.variant, each.key) for key in found if (each := known[key])}
    wanted = []
    for shown, of in found.items():
        each = known[shown]
        alike = [key for key in each.source.keys if (each.edition.game.variant, key) not in taken]
        taken |= {(each.edition.game.variant, key) for key in alike}
        if of:
            wanted += [_wanted(each, key, of, language) for key in (each.key, *alike)]
    return [each for each in wanted if each.said != _now(each)]


def _known(editions: Editions) -> dict[str, Known]:
    return {
        shown_key(edition.game, key): Known(edition, key, source)
        for edition in reversed(editions)
        for source in edition.sources.values()
        for key in source.keys
    }


def _parted(key: str, known: Container[str]) -> tuple[str, str]:
    """The key of a unit's text, and the plural form that it is of, if any."""
    match = _FORM.fullmatch(key) if key not in known else None
    return (match[1], match[2]) if match else (key, "")


def _by_key(known: Mapping[str, Known], told: Iterable[Told], game: str) -> dict[str, dict[str, Told]]:
    """The units with a translation by key and plural form. Raises InputError for others than are known."""
    faults: list[Fault] = []
    found: dict[str, dict[str, Told]] = {}
    seen: set[str] = set()
    for each in told:
        key, form = _parted(each.unit.key, known)
        if key not in known:
            message = f"{game} has no text '{key}'{nearest(key, known)}"
            faults.append(Fault(message, each.place, UNKNOWN_NAME))
        elif each.unit.key in seen:
            faults.append(Fault(f"'{each.unit.key}' is translated twice in this file", each.place))
        seen.add(each.unit.key)
        of = found.setdefault(key, {})
        if each.unit.target:
            of[form] = each
    if faults:
        raise InputError(*faults)
    return found


def _wanted(each: Known, key: str, told: Mapping[str, Told], language: str) -> Wanted:
    entry, target = each.edition.strings[key], each.edition.game.strings[language].get(key)
    said = _together({form: one.unit for form, one in told.items()}, entry, target)
    return Wanted(each.edition, key, entry, target, said, told)


@dataclass(frozen=True, slots=True)
class Standing:
    """How it stands with the units of a file, by their keys: not translated, translated in the game though not in the
    file, and translated from other words than the game has now."""

    empty: tuple[str, ...]
    kept: tuple[str, ...]
    stale: tuple[str, ...]


def standing(editions: Editions, language: str, told: Iterable[Told]) -> Standing:
    known = _known(editions)
    found: dict[str, list[str]] = {"empty": [], "kept": [], "stale": []}
    for unit in (each.unit for each in told):
        key, form = _parted(unit.key, known)
        entry, target = known[key].source.entry, known[key].source.target
        there = any(name == unit.key and said for name, _, said, _ in forms(key, entry, target, language))
        stale = unit.stale or unit.source != form_of(entry.text, form or "other")
        if not unit.target:
            found["kept" if there else "empty"].append(unit.key)
            stale = there and target is not None and target.source not in (None, entry.text)
        found["stale"] += [unit.key] * stale
    return Standing(**{name: tuple(keys) for name, keys in found.items()})


def _now(each: Wanted) -> Translation | None:
    if each.target is None:
        return None
    return each.entry.text if each.target.source is None else each.target.source, each.target.text


def _together(forms: Mapping[str, Unit], entry: Entry, before: Entry | None) -> Translation:
    target: Text = forms[""].target if "" in forms else {form: unit.target for form, unit in forms.items()}
    if isinstance(target, dict) and "other" not in target:
        target["other"] = next(reversed(target.values()))
    unit = next(iter(forms.values()))
    if before is not None and before.source is not None and unit.stale and _same_source(before.source, forms):
        return before.source, target  # as stale as it was
    if not any(unit.stale for unit in forms.values()) and all(
        form_of(entry.text, form or "other") == unit.source for form, unit in forms.items()
    ):
        return entry.text, target
    return (unit.was if unit.was is not None else unit.source), target


def _same_source(source: Text, forms: Mapping[str, Unit]) -> bool:
    return all(unit.was == form_of(source, form or "other") for form, unit in forms.items())


def require_sound(editions: Editions, language: str, wanted: Sequence[Wanted], readings: Readings) -> list[Fault]:
    """What would not fit where it stands, which hinders nobody from taking it.

    Raises InputError with all that would be wrong in the game with these translations, each where it is told.
    """
    places = {one.said for each in wanted for one in each.told.values()}
    wrong: dict[Place, Fault] = {}  # a place is told of once: all editions would say the same
    large: dict[Place, Fault] = {}
    for edition in editions:
        for fault in _faults(edition, language, wanted, readings):
            if place := _told_at(fault, places):
                (large if fault.code == DOES_NOT_FIT else wrong).setdefault(place, fault)
    for each in wanted:
        source, text = each.said
        for differs in differences(text, source, each.entry.plain) if source else ():
            one = next((one for one in each.told.values() if any(differences(one.unit.target, source))), each.first)
            wrong.setdefault(one.said, Fault(f"'{one.unit.key}' {differs}", one.said))
    if wrong:
        raise InputError(*sorted(wrong.values(), key=lambda fault: (fault.place.line, fault.place.column)))
    return list(large.values())


def _faults(edition: Edition, language: str, wanted: Sequence[Wanted], readings: Readings) -> list[Fault]:
    """What would be wrong with an edition that has the translations which it reads."""
    game = edition.game
    first, own = dict(game.strings[game.languages[0]]), dict(game.strings[language])
    for each in wanted:
        if edition.strings.get(each.key) == each.entry and game.strings[language].get(each.key) == each.target:
            (source, text), told, plain = each.said, each.first, each.entry.plain
            first.setdefault(each.key, each.entry)
            own[each.key] = Entry(text, told.said, source, told.unit.key, lead=told.lead, plain=plain)
    changed = replace(game, strings={**game.strings, game.languages[0]: first, language: own})
    return title_faults(own) + Composer(changed, readings=readings.apart(), draft=True).drafted


def _told_at(fault: Fault, places: Iterable[Place]) -> Place | None:
    """The translation within which a fault lies."""
    if not (at := fault.place):
        return None
    same = [each for each in places if (each.file, each.line) == (at.file, at.line) and each.column <= at.column]
    return max(same, key=lambda place: place.column, default=None)
