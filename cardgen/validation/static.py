"""The static check: all that can be said about a game without playing it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cardgen.checks import CHECKS, check_used
from cardgen.definitions.examples import read_examples
from cardgen.definitions.game import BASE
from cardgen.definitions.load import load_game
from cardgen.errors import JUDGED, InputError
from cardgen.faces.checks import check_faces, check_glyphs
from cardgen.faces.compose import Composer
from cardgen.findings import Finding
from cardgen.library import Home
from cardgen.press import Common
from cardgen.validation.books import check_books


def check_variants(home: Home, variants: Sequence[str], settings: Mapping[str, str] | None = None) -> list[Finding]:
    """The findings of all the variants; what one shares with those before it is told once."""
    told: dict[tuple, Finding] = {}
    common = Common()
    for variant in variants:
        for finding in check_static(home, variant, settings, common):
            told.setdefault((finding.code, finding.message, finding.place), finding)
    return list(told.values())


def check_static(
    home: Home, variant: str = BASE, settings: Mapping[str, str] | None = None, common: Common | None = None
) -> list[Finding]:
    """Every static finding on a game or a variant of it. Raises InputError where its files are not valid."""
    common = common or Common()
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
        found = [Finding(fault.code, fault.message, fault.place, game.name, game.variant) for fault in error.faults]
        told = {(finding.code, finding.place) for finding in findings}
        return findings + [finding for finding in found if (finding.code, finding.place) not in told]
    findings += check_used(game, composer.used_strings, composer.supplies.named_icons, composer.unread_columns)
    return [*findings, *check_glyphs(composer), *check_faces(composer), *check_books(composer, base)]
