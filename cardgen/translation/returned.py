"""Matches returned units with the texts that they translate, and finds the state of each."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping, Sequence

from cardgen.definitions.strings_edit import Translation
from cardgen.definitions.strings_file import Entry, Text
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import MAX_FAULTS, UNKNOWN_NAME, Fault, InputError, nearest
from cardgen.translation.translatable import SourceText, TranslatableEdition, shown_key
from cardgen.translation.words import ReturnedUnit, Unit, form_of, forms

_FORM = re.compile(r"(.*)\[(zero|one|two|few|many|other)\]", re.S)


@dataclass(frozen=True, slots=True)
class PendingTranslation:
    """A translation to write for a string of an edition, and its units by plural form."""

    edition: TranslatableEdition
    key: str
    entry: Entry
    target: Entry | None  # the present translation
    translation: Translation
    units: Mapping[str, ReturnedUnit]

    @property
    def first(self) -> ReturnedUnit:
        return next(iter(self.units.values()))


@dataclass(frozen=True, slots=True)
class Known:
    """A string with a key that translators know."""

    edition: TranslatableEdition
    key: str
    source: SourceText


def translations(
    editions: Sequence[TranslatableEdition], language: str, returned: Iterable[ReturnedUnit]
) -> list[PendingTranslation]:
    """The translations of returned units that differ from those of the game; units without one are left out.

    A fuzzy unit translates what it `was`, so it is stale. So is a unit whose source has changed since the export.
    Raises InputError for each unknown key.
    """
    known = _known_sources(editions)
    by_key = _by_key(known, returned, editions[0].game.name)
    used = {(each.edition.game.variant, each.key) for key in by_key if (each := known[key])}
    pending = []
    for shown, by_form in by_key.items():
        each = known[shown]
        alike = [key for key in _alike(each, by_form) if (each.edition.game.variant, key) not in used]
        used |= {(each.edition.game.variant, key) for key in alike}
        if by_form:
            pending += [_pending(each, key, by_form, language) for key in (each.key, *alike)]
    return [each for each in pending if each.translation != _now(each)]


def _alike(each: Known, by_form: Mapping[str, ReturnedUnit]) -> list[str]:
    """The strings of other cards that a unit also translates: those with the same text, even if its own card now has
    another."""
    sources = {one.unit.source for one in by_form.values()}
    if not each.source.entry.beside or each.source.entry.text in sources:
        return list(each.source.keys)
    texts = (text for text in each.edition.sources.values() if text.entry.beside and not text.target)
    keys = [key for text in texts if text.entry.text in sources for key in text.keys]
    return [key for key in keys if key.rpartition(".")[2] == each.key.rpartition(".")[2]]


def _known_sources(editions: Sequence[TranslatableEdition]) -> dict[str, Known]:
    return {
        shown_key(edition.game, key): Known(edition, key, source)
        for edition in reversed(editions)
        for source in edition.sources.values()
        for key in source.keys
    }


def _split_key(key: str, known: Container[str]) -> tuple[str, str]:
    """The key of a unit's text, and its plural form, if any."""
    match = _FORM.fullmatch(key) if key not in known else None
    return (match[1], match[2]) if match else (key, "")


def _by_key(
    known: Mapping[str, Known], returned: Iterable[ReturnedUnit], game: str
) -> dict[str, dict[str, ReturnedUnit]]:
    """The translated units by key and plural form. Raises InputError for unknown keys and for repeated ones."""
    faults: list[Fault] = []
    by_key: dict[str, dict[str, ReturnedUnit]] = {}
    keys: set[str] = set()
    for each in returned:
        key, form = _split_key(each.unit.key, known)
        if key not in known:
            message = f"{game} has no text '{key}'{nearest(key, known)}"
            faults.append(Fault(message, each.place, UNKNOWN_NAME))
        elif each.unit.key in keys:
            faults.append(Fault(f"'{each.unit.key}' is translated twice in this file", each.place))
        if len(faults) == MAX_FAULTS:
            break
        keys.add(each.unit.key)
        by_form = by_key.setdefault(key, {})
        if each.unit.target:
            by_form[form] = each
    if faults:
        raise InputError(*faults)
    return by_key


def _pending(each: Known, key: str, by_form: Mapping[str, ReturnedUnit], language: str) -> PendingTranslation:
    entry, target = each.edition.strings[key], each.edition.game.translation(language, key)
    translation = _combine_forms({form: one.unit for form, one in by_form.items()}, entry, target)
    return PendingTranslation(each.edition, key, entry, target, translation, by_form)


@dataclass(frozen=True, slots=True)
class Standing:
    """The keys of a file's units by their state: not translated, translated only in the game, and translated from other
    words than the game has now."""

    empty: tuple[str, ...]
    kept: tuple[str, ...]
    stale: tuple[str, ...]


def standing(editions: Sequence[TranslatableEdition], language: str, returned: Iterable[ReturnedUnit]) -> Standing:
    known = _known_sources(editions)
    by_state: dict[str, list[str]] = {"empty": [], "kept": [], "stale": []}
    for unit in (each.unit for each in returned):
        key, form = _split_key(unit.key, known)
        entry, target = known[key].source.entry, known[key].source.target
        has_translation = any(
            name == unit.key and translation for name, _, translation, _ in forms(key, entry, target, language)
        )
        stale = unit.stale or unit.source != form_of(entry.text, form or "other")
        if not unit.target:
            by_state["kept" if has_translation else "empty"].append(unit.key)
            stale = has_translation and target is not None and target.source not in (None, entry.text)
        by_state["stale"] += [unit.key] * stale
    return Standing(**{name: tuple(keys) for name, keys in by_state.items()})


def _now(each: PendingTranslation) -> Translation | None:
    if each.target is None:
        return None
    return each.entry.text if each.target.source is None else each.target.source, each.target.text


def _combine_forms(forms: Mapping[str, Unit], entry: Entry, before: Entry | None) -> Translation:
    target: Text = forms[""].target if "" in forms else _of_plural(forms, before)
    unit = next(iter(forms.values()))
    if before is not None and before.source is not None and unit.stale and _same_source(before.source, forms):
        return before.source, target  # the translation is stale as before
    if not any(unit.stale for unit in forms.values()) and all(
        form_of(entry.text, form or "other") == unit.source for form, unit in forms.items()
    ):
        return entry.text, target
    return (unit.was if unit.was is not None else unit.source), target


def _of_plural(forms: Mapping[str, Unit], before: Entry | None) -> dict[str, str]:
    """The returned forms, and the present ones of the rest."""
    present: Text = before.text if before else {}
    result = {**(present if isinstance(present, dict) else {"other": present})}
    result |= {form: unit.target for form, unit in forms.items()}
    result.setdefault("other", next(reversed(result.values())))
    return result


def _same_source(source: Text, forms: Mapping[str, Unit]) -> bool:
    return all(unit.was == form_of(source, form or "other") for form, unit in forms.items())
