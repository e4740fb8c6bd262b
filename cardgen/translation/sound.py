"""Checks a game with the returned translations before cardgen writes any of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from cardgen.checks.translations import differences
from cardgen.definitions.strings_file import Entry, title_faults
from cardgen.faces.compose import Composer
from cardgen.faces.readings import Readings
from cardgen.foundations.errors import DOES_NOT_FIT, Fault, InputError, Place
from cardgen.translation.returned import PendingTranslation
from cardgen.translation.translatable import TranslatableEdition


def require_sound(
    editions: Sequence[TranslatableEdition], language: str, pending: Sequence[PendingTranslation], readings: Readings
) -> list[Fault]:
    """Checks the game with these translations. Returns the faults of texts that would not fit, which are allowed.

    Raises InputError with all other faults, each at the place of its translation.
    """
    places = {one.target_place for each in pending for one in each.units.values()}
    wrong: dict[Place, Fault] = {}  # one fault for each place, because all editions have the same
    large: dict[Place, Fault] = {}
    for edition in editions:
        for fault in _faults(edition, language, pending, readings):
            if place := _translation_at(fault, places):
                (large if fault.code == DOES_NOT_FIT else wrong).setdefault(place, fault)
    icons = {name: icon for edition in editions for name, icon in edition.game.icon_names.items()}
    for each in pending:
        source, text = each.translation
        for differs in differences(text, source, icons, each.entry.plain) if source else ():
            faulty = (one for one in each.units.values() if any(differences(one.unit.target, source, icons)))
            one = next(faulty, each.first)
            wrong.setdefault(one.target_place, Fault(f"'{one.unit.key}' {differs}", one.target_place))
    if wrong:
        raise InputError(*(wrong[place] for place in sorted(wrong, key=lambda place: (place.line, place.column))))
    return list(large.values())


def _faults(
    edition: TranslatableEdition, language: str, pending: Sequence[PendingTranslation], readings: Readings
) -> list[Fault]:
    """The faults of an edition with those of the translations that it reads."""
    game = edition.game
    first, own = dict(game.strings[game.languages[0]]), dict(game.strings[language])
    for each in pending:
        if edition.strings.get(each.key) == each.entry and game.translation(language, each.key) == each.target:
            (source, text), first_unit, plain = each.translation, each.first, each.entry.plain
            first.setdefault(each.key, each.entry)
            own[each.key] = Entry(
                text, first_unit.target_place, source, first_unit.unit.key, lead=first_unit.lead, plain=plain
            )
    if own == game.strings[language]:
        return []
    changed = replace(game, strings={**game.strings, game.languages[0]: first, language: own})
    draft = Composer(changed, readings=readings.apart(), draft=True)
    return title_faults(own) + draft.marked_faults(game.languages)


def _translation_at(fault: Fault, places: Iterable[Place]) -> Place | None:
    """The place of the translation that contains a fault."""
    if not (at := fault.place):
        return None
    same = [each for each in places if (each.file, each.line) == (at.file, at.line) and each.column <= at.column]
    return max(same, key=lambda place: place.column, default=None)
