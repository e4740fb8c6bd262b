"""The static check: all that can be said about a game without playing it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial

from cardgen.checks import CHECKS, check_used
from cardgen.definitions.examples import read_examples
from cardgen.definitions.game import BASE, Game
from cardgen.errors import JUDGED, STRING_MISSING, Fault, InputError, Place
from cardgen.faces.checks import check_faces, check_glyphs
from cardgen.faces.compose import Composer
from cardgen.faces.foreign_markup import check_html
from cardgen.faces.twins import check_twins
from cardgen.faces.unknown_names import check_names
from cardgen.findings import Finding, quieted
from cardgen.library import Home
from cardgen.press.cores import each
from cardgen.press.edition import Common
from cardgen.press.files import Files
from cardgen.press.keyed import is_told
from cardgen.rules.compile import compile_program
from cardgen.rules.layout import MOST_PLAYERS
from cardgen.rules.load import load_game
from cardgen.rules.program import program_of
from cardgen.validation.accounts import check_accounts, require_words
from cardgen.validation.behind import Behind
from cardgen.validation.books import check_books
from cardgen.validation.overlaps import check_overlaps
from cardgen.validation.recall import Checked, is_kept, recalled
from cardgen.validation.silent import check_silent

Edition = tuple[Home, str, Mapping[str, str] | None]
Faults = dict[tuple[str, str], tuple[Fault, ...]]  # of games' variants whose files are not valid
Static = tuple[list[Finding], Faults]
MOST_DRAFTED = 1_000  # faults of texts on faces with which the rest of them is looked at
FEW = 4  # editions that are looked over sooner than other processes are begun

# What the processes of a check inherit
_common, _files = Common(), Files()


def check_variants(
    jobs: Sequence[tuple[Home, Sequence[str]]],
    settings: Mapping[str, str] | None,
    files: Files | None = None,
) -> Static:
    """What is found in variants of games, kept quiet or not; what one shares with its game is told once.

    A variant whose files are not valid stops no other one.
    """
    global _common, _files
    _common, _files = Common(), files or Files()
    editions = [(home, variant, settings) for home, variants in jobs for variant in variants]
    unknown = [edition for edition in editions if not is_kept(*edition, _files)]
    sought = (
        each(_findings_or_faults, unknown, "checking") if len(unknown) >= FEW else map(_findings_or_faults, unknown)
    )
    found = dict(zip(((home, variant) for home, variant, _ in unknown), sought, strict=True))
    told: dict[tuple, Finding] = {}
    faults: Faults = {}
    for edition in editions:
        home, variant, _ = edition
        findings, wrong = found[home, variant] if (home, variant) in found else _findings_or_faults(edition)
        if wrong:
            faults[home.name, variant] = wrong
        for finding in findings:
            told.setdefault((finding.game, finding.code, finding.message, finding.place), finding)
    return list(told.values()), faults


def _findings_or_faults(edition: Edition) -> tuple[Sequence[Finding], tuple[Fault, ...]]:
    """What is found, or the faults of files that are not valid."""
    try:
        return recalled(*edition, _files, partial(_check, *edition, _common)), ()
    except InputError as error:
        return (), error.faults


def check_static(
    home: Home, variant: str = BASE, settings: Mapping[str, str] | None = None, common: Common | None = None
) -> list[Finding]:
    """Every static finding on a game or a variant of it that is not kept quiet.

    `common` is what it shares with others of its game. Raises InputError where its files are not valid.
    """
    return [finding for finding in _check(home, variant, settings, common or Common())[0] if not finding.quiet]


def _check(home: Home, variant: str, settings: Mapping[str, str] | None, common: Common) -> Checked:
    game = load_game(home, variant, settings)
    base = common.base(home) if game.edition != BASE else game
    read_examples(game, base)
    findings = [finding for check in CHECKS for finding in check(game)]
    if game.clauses is not None:
        compile_program(program_of(game), min(game.players[1], MOST_PLAYERS))
        require_words(game)
    composer, faults = _composed(game, common)
    findings = _added(findings, (of_fault(fault, game) for fault in faults))
    if composer is None:
        return quieted([*findings, _unchecked(game)], game.quiet), False
    findings += check_used(game, composer.used_strings, composer.supplies.named_icons, composer.unread_columns)
    more = [
        *check_glyphs(composer),
        *check_faces(composer, Behind(composer)),
        *check_overlaps(composer),
        *check_twins(composer),
        *check_html(composer),
        *check_names(composer, base),
        *check_books(composer, base),
        *check_accounts(game, base),
        *check_silent(game),
    ]
    findings = _added(findings, more) if faults else findings + more
    return quieted(findings, game.quiet), not faults and is_told(composer)


def _composed(game: Game, common: Common) -> tuple[Composer | None, Sequence[Fault]]:
    """The faces of a game; where texts on them are at fault, those of a draft, whose other fields can be looked at:
    none where that is so many that nobody asks for the rest.

    Raises InputError where its files are not valid.
    """
    try:
        composer = Composer(game, readings=common.readings)
        composer.require(game.languages)
        return composer, []
    except InputError as error:
        _require_judged(error.faults)
        if len(error.faults) > MOST_DRAFTED:
            return None, error.faults
        composer = Composer(game, readings=common.readings.apart(), draft=True)
        more = (fault for fault in composer.drafted if fault.code != STRING_MISSING)  # `CHECKS` tell what is missing
        faults = list({(fault.message, fault.place): fault for fault in (*error.faults, *more)}.values())
        _require_judged(faults)
        return composer, faults


def _unchecked(game: Game) -> Finding:
    message = f"more than {MOST_DRAFTED:,} errors of texts hide all faces from their checks"
    return Finding("unchecked", message, Place(str(game.home.folder / "game.yaml")), game.name, game.variant)


def _added(findings: list[Finding], more: Iterable[Finding]) -> list[Finding]:
    """Findings and more of them, but those that tell again of a text at fault."""
    told = {(finding.code, finding.place) for finding in findings if finding.code in JUDGED}
    return [*findings, *(finding for finding in more if (finding.code, finding.place) not in told)]


def _require_judged(faults: Sequence[Fault]) -> None:
    """Raises InputError with faults that are none of valid files."""
    if any(fault.code not in JUDGED for fault in faults):
        raise InputError(*faults)


def of_fault(fault: Fault, game: Game, code: str = "") -> Finding:
    """A fault of valid files as a check tells it."""
    told = fault.message, fault.place, game.name, game.variant
    return Finding(code or fault.code, *told, who=fault.who, cause=fault.cause)
