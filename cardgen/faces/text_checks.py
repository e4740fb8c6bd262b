"""Static checks of fonts and texts: missing characters and font faces, and marks of emphasis that nothing closes."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from cardgen.faces.compose import Composer
from cardgen.faces.supplies import Supplies
from cardgen.foundations.errors import Place
from cardgen.foundations.findings import Finding


def check_glyphs(composer: Composer) -> Iterator[Finding]:
    """Reports missing characters in texts that are on no face, such as titles, which are printed in the text font.

    Faces check their own texts.
    """
    place = Place(str(composer.game.home.folder / "game.yaml"))
    for language in composer.languages_to_check:
        entries = composer.game.strings[language]
        font = composer.supplies.font("text", False, False, place, language)
        for key, entry in entries.items():
            forms = entry.text.values() if isinstance(entry.text, dict) else [entry.text]
            faults = [fault for form in forms if (fault := font.fault(form.replace("\n", " ")))]
            if faults and key not in composer.used_strings and not entry.beside:
                yield finding_of(composer, "glyph-missing", f"{language}: '{key}': {faults[0]}", entry.place)


def check_fonts(composer: Composer, languages: Collection[str]) -> Iterator[Finding]:
    """Reports font faces, such as bold, that texts in these languages ask for and that do not exist."""
    missing: dict[str, Place] = {}
    for supplies in _supplies_shown(composer):
        for (message, language), place in supplies.stand_ins.items():
            if language in languages:
                missing.setdefault(message, place)
    for message, place in missing.items():
        yield finding_of(composer, "face-missing", message, place)


def check_marks(composer: Composer, languages: Collection[str]) -> Iterator[Finding]:
    """Reports marks of emphasis that nothing closes, in cells of spreadsheets in these languages."""
    unclosed: dict[Place, str] = {}
    for supplies in _supplies_shown(composer):
        for (place, language), message in supplies.marks.items():
            if language in languages:
                unclosed.setdefault(place, message)
    for place, message in unclosed.items():
        yield finding_of(composer, "markup-open", message, place)


def _supplies_shown(composer: Composer) -> Iterator[Supplies]:
    return (composer.reading(side).supplies for side in composer.sides)


def finding_of(
    composer: Composer, code: str, message: str, place: Place, who: str = "", cause: str = "", why: str = ""
) -> Finding:
    """Returns a finding about the composer's game; `who` is the card, and `why` the reason to keep it quiet."""
    return Finding(code, message, place, composer.game.name, composer.game.variant, who=who, cause=cause, quiet=why)
