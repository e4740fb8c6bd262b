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
    editions: Sequence[TranslatableEdition], language: str, wanted: Sequence[PendingTranslation], readings: Readings
) -> list[Fault]:
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
    icons = {name: icon for edition in editions for name, icon in edition.game.icon_names.items()}
    for each in wanted:
        source, text = each.said
        for differs in differences(text, source, icons, each.entry.plain) if source else ():
            told = (one for one in each.told.values() if any(differences(one.unit.target, source, icons)))
            one = next(told, each.first)
            wrong.setdefault(one.said, Fault(f"'{one.unit.key}' {differs}", one.said))
    if wrong:
        raise InputError(*(wrong[place] for place in sorted(wrong, key=lambda place: (place.line, place.column))))
    return list(large.values())


def _faults(
    edition: TranslatableEdition, language: str, wanted: Sequence[PendingTranslation], readings: Readings
) -> list[Fault]:
    """What would be wrong with an edition that has the translations which it reads."""
    game = edition.game
    first, own = dict(game.strings[game.languages[0]]), dict(game.strings[language])
    for each in wanted:
        if edition.strings.get(each.key) == each.entry and game.translation(language, each.key) == each.target:
            (source, text), told, plain = each.said, each.first, each.entry.plain
            first.setdefault(each.key, each.entry)
            own[each.key] = Entry(text, told.said, source, told.unit.key, lead=told.lead, plain=plain)
    if own == game.strings[language]:
        return []
    changed = replace(game, strings={**game.strings, game.languages[0]: first, language: own})
    draft = Composer(changed, readings=readings.apart(), draft=True)
    return title_faults(own) + draft.marked_faults(game.languages)


def _told_at(fault: Fault, places: Iterable[Place]) -> Place | None:
    """The translation within which a fault lies."""
    if not (at := fault.place):
        return None
    same = [each for each in places if (each.file, each.line) == (at.file, at.line) and each.column <= at.column]
    return max(same, key=lambda place: place.column, default=None)
