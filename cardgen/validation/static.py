"""The static check: all that can be said about a game without playing it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from cardgen.checks import CHECKS, check_used
from cardgen.definitions.examples import read_examples
from cardgen.definitions.game import BASE, Game
from cardgen.definitions.load import load_game
from cardgen.errors import JUDGED, Fault, InputError
from cardgen.faces.checks import check_faces, check_glyphs
from cardgen.faces.compose import Composer
from cardgen.findings import Finding
from cardgen.library import Home
from cardgen.press import Common
from cardgen.press.files import Files
from cardgen.press.keyed import is_told
from cardgen.validation.behind import Behind
from cardgen.validation.books import check_books
from cardgen.validation.recall import Checked, recalled


def check_variants(
    home: Home,
    variants: Sequence[str],
    settings: Mapping[str, str] | None,
    faults: dict[tuple[Home, str], InputError],
    files: Files | None = None,
) -> list[Finding]:
    """The findings of all the variants; what one shares with those before it is told once.

    A variant whose files are not valid stops no other one: its faults are added to `faults`.
    """
    told: dict[tuple, Finding] = {}
    common, files = Common(), files or Files()
    for variant in variants:
        try:
            for finding in recalled(home, variant, settings, files, partial(_check, home, variant, settings, common)):
                told.setdefault((finding.code, finding.message, finding.place), finding)
        except InputError as error:
            faults[home, variant] = error
    return list(told.values())


def check_static(home: Home, variant: str = BASE, settings: Mapping[str, str] | None = None) -> list[Finding]:
    """Every static finding on a game or a variant of it. Raises InputError where its files are not valid."""
    return _check(home, variant, settings, Common())[0]


def _check(home: Home, variant: str, settings: Mapping[str, str] | None, common: Common) -> Checked:
    game = load_game(home, variant, settings)
    base = common.base(home) if game.edition != BASE else game
    read_examples(game, base)
    findings = [finding for check in CHECKS for finding in check(game)]
    try:
        composer = Composer(game, readings=common.readings)
        composer.require(game.languages)
    except InputError as error:
        if any(fault.code not in JUDGED for fault in error.faults):
            raise
        found = [of_fault(fault, game) for fault in error.faults]
        told = {(finding.code, finding.place) for finding in findings}
        return findings + [finding for finding in found if (finding.code, finding.place) not in told], False
    findings += check_used(game, composer.used_strings, composer.supplies.named_icons, composer.unread_columns)
    findings = [
        *findings,
        *check_glyphs(composer),
        *check_faces(composer, Behind(composer).colours),
        *check_books(composer, base),
    ]
    return [finding for finding in findings if finding.code not in game.quiet], is_told(composer)


def of_fault(fault: Fault, game: Game, code: str = "") -> Finding:
    """A fault of valid files as a check tells it."""
    told = fault.message, fault.place, game.name, game.variant
    return Finding(code or fault.code, *told, who=fault.who, cause=fault.cause)
