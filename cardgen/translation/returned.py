"""Matches the units that translators return with the texts that they translate, and finds the state of each."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping, Sequence

from cardgen.definitions.strings_edit import Translation
from cardgen.definitions.strings_file import Entry, Text
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import MOST_FAULTS, UNKNOWN_NAME, Fault, InputError, nearest
from cardgen.translation.translatable import SourceText, TranslatableEdition, shown_key
from cardgen.translation.words import ReturnedUnit, Unit, form_of, forms

_FORM = re.compile(r"(.*)\[(zero|one|two|few|many|other)\]", re.S)


@dataclass(frozen=True, slots=True)
class PendingTranslation:
    """A translation that is to be written for a string of an edition, and which units say it, by plural form."""

    edition: TranslatableEdition
    key: str
    entry: Entry
    target: Entry | None  # what is there now
    said: Translation
    told: Mapping[str, ReturnedUnit]

    @property
    def first(self) -> ReturnedUnit:
        return next(iter(self.told.values()))


@dataclass(frozen=True, slots=True)
class Known:
    """A string that translators may know by its key."""

    edition: TranslatableEdition
    key: str
    source: SourceText


def translations(
    editions: Sequence[TranslatableEdition], language: str, told: Iterable[ReturnedUnit]
) -> list[PendingTranslation]:
    """What units that came back say otherwise than the game does now; those without a translation are left out.

    A fuzzy one counts as translated from what it `was`, and so is stale here; so is one whose source has changed
    since it was given away. Raises InputError for each key that there is not.
    """
    known = _known_sources(editions)
    by_key = _by_key(known, told, editions[0].game.name)
    taken = {(each.edition.game.variant, each.key) for key in by_key if (each := known[key])}
    wanted = []
    for shown, of in by_key.items():
        each = known[shown]
        alike = [key for key in _alike(each, of) if (each.edition.game.variant, key) not in taken]
        taken |= {(each.edition.game.variant, key) for key in alike}
        if of:
            wanted += [_wanted(each, key, of, language) for key in (each.key, *alike)]
    return [each for each in wanted if each.said != _now(each)]


def _alike(each: Known, told: Mapping[str, ReturnedUnit]) -> list[str]:
    """The strings of other cards that a unit translates as well: those that say the same, also where its own card no
    longer does."""
    said = {one.unit.source for one in told.values()}
    if not each.source.entry.beside or each.source.entry.text in said:
        return list(each.source.keys)
    texts = (text for text in each.edition.sources.values() if text.entry.beside and not text.target)
    keys = [key for text in texts if text.entry.text in said for key in text.keys]
    return [key for key in keys if key.rpartition(".")[2] == each.key.rpartition(".")[2]]


def _known_sources(editions: Sequence[TranslatableEdition]) -> dict[str, Known]:
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


def _by_key(known: Mapping[str, Known], told: Iterable[ReturnedUnit], game: str) -> dict[str, dict[str, ReturnedUnit]]:
    """The units with a translation by key and plural form. Raises InputError for others than are known."""
    faults: list[Fault] = []
    by_key: dict[str, dict[str, ReturnedUnit]] = {}
    seen: set[str] = set()
    for each in told:
        key, form = _parted(each.unit.key, known)
        if key not in known:
            message = f"{game} has no text '{key}'{nearest(key, known)}"
            faults.append(Fault(message, each.place, UNKNOWN_NAME))
        elif each.unit.key in seen:
            faults.append(Fault(f"'{each.unit.key}' is translated twice in this file", each.place))
        if len(faults) == MOST_FAULTS:
            break
        seen.add(each.unit.key)
        of = by_key.setdefault(key, {})
        if each.unit.target:
            of[form] = each
    if faults:
        raise InputError(*faults)
    return by_key


def _wanted(each: Known, key: str, told: Mapping[str, ReturnedUnit], language: str) -> PendingTranslation:
    entry, target = each.edition.strings[key], each.edition.game.translation(language, key)
    said = _together({form: one.unit for form, one in told.items()}, entry, target)
    return PendingTranslation(each.edition, key, entry, target, said, told)


@dataclass(frozen=True, slots=True)
class Standing:
    """How it stands with the units of a file, by their keys: not translated, translated in the game though not in the
    file, and translated from other words than the game has now."""

    empty: tuple[str, ...]
    kept: tuple[str, ...]
    stale: tuple[str, ...]


def standing(editions: Sequence[TranslatableEdition], language: str, told: Iterable[ReturnedUnit]) -> Standing:
    known = _known_sources(editions)
    by_state: dict[str, list[str]] = {"empty": [], "kept": [], "stale": []}
    for unit in (each.unit for each in told):
        key, form = _parted(unit.key, known)
        entry, target = known[key].source.entry, known[key].source.target
        there = any(name == unit.key and said for name, _, said, _ in forms(key, entry, target, language))
        stale = unit.stale or unit.source != form_of(entry.text, form or "other")
        if not unit.target:
            by_state["kept" if there else "empty"].append(unit.key)
            stale = there and target is not None and target.source not in (None, entry.text)
        by_state["stale"] += [unit.key] * stale
    return Standing(**{name: tuple(keys) for name, keys in by_state.items()})


def _now(each: PendingTranslation) -> Translation | None:
    if each.target is None:
        return None
    return each.entry.text if each.target.source is None else each.target.source, each.target.text


def _together(forms: Mapping[str, Unit], entry: Entry, before: Entry | None) -> Translation:
    target: Text = forms[""].target if "" in forms else _of_plural(forms, before)
    unit = next(iter(forms.values()))
    if before is not None and before.source is not None and unit.stale and _same_source(before.source, forms):
        return before.source, target  # as stale as it was
    if not any(unit.stale for unit in forms.values()) and all(
        form_of(entry.text, form or "other") == unit.source for form, unit in forms.items()
    ):
        return entry.text, target
    return (unit.was if unit.was is not None else unit.source), target


def _of_plural(forms: Mapping[str, Unit], before: Entry | None) -> dict[str, str]:
    """The forms that came back, and of the others those that are there."""
    there: Text = before.text if before else {}
    target = {**(there if isinstance(there, dict) else {"other": there})}
    target |= {form: unit.target for form, unit in forms.items()}
    target.setdefault("other", next(reversed(target.values())))
    return target


def _same_source(source: Text, forms: Mapping[str, Unit]) -> bool:
    return all(unit.was == form_of(source, form or "other") for form, unit in forms.items())
