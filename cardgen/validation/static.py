"""Runs the static check: all findings on a game that need no play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from cardgen.checks.definitions import CHECKS, check_used
from cardgen.definitions.examples import read_examples
from cardgen.definitions.game import BASE, Game
from cardgen.faces.checks import check_faces
from cardgen.faces.compose import Composer
from cardgen.faces.foreign_markup import check_html
from cardgen.faces.text_checks import check_fonts, check_glyphs, check_marks
from cardgen.faces.twins import check_twins
from cardgen.faces.unknown_names import check_names
from cardgen.foundations.errors import JUDGED, STRING_MISSING, Fault, InputError, Place
from cardgen.foundations.findings import Finding, apply_quiet
from cardgen.press.cores import each
from cardgen.press.edition import Common
from cardgen.press.edition_key import note_code
from cardgen.press.files import Files
from cardgen.press.options import Options
from cardgen.rules.compile import compile_program
from cardgen.rules.layout import MAX_PLAYERS
from cardgen.rules.load import load_game
from cardgen.rules.program import program_of
from cardgen.store.answers import Answers
from cardgen.store.library import Home
from cardgen.validation.accounts import check_accounts, require_words
from cardgen.validation.ahead import examine_ahead
from cardgen.validation.behind import Behind
from cardgen.validation.books import check_books
from cardgen.validation.narrowed import Narrowed
from cardgen.validation.overlaps import check_overlaps
from cardgen.validation.recall import Checked, is_kept, recalled
from cardgen.validation.silent import check_silent

Edition = tuple[Home, str, Options]
Faults = dict[tuple[str, str], tuple[Fault, ...]]  # faults of variants with invalid files, by game and variant
Static = tuple[list[Finding], Faults]
MAX_DRAFTED = 1_000  # faults of texts up to which cardgen checks the other fields of faces
PARALLEL_FROM = 4  # editions; for fewer, one process is faster


def check_variants(
    jobs: Sequence[tuple[Home, Sequence[str]]],
    asked: Options = Options(),
    answers: Answers | None = None,
) -> Static:
    """Returns the findings on variants of games, kept quiet or not; it reports what a variant shares with its game
    once.

    `asked` has the languages and cards to look at, and the rules that are set. A variant with invalid files does not
    stop the others.
    """
    answers = answers or Answers()
    look = partial(_findings_or_faults, Common(), answers)
    editions = [(home, variant, asked) for home, variants in jobs for variant in variants]
    unknown = [edition for edition in editions if not is_kept(*edition, answers)]
    sought = each(look, unknown, "checking") if len(unknown) >= PARALLEL_FROM else map(look, unknown)
    results_by_variant = dict(zip(((home, variant) for home, variant, _ in unknown), sought, strict=True))
    distinct: dict[tuple, Finding] = {}
    faults: Faults = {}
    for edition in editions:
        home, variant, _ = edition
        findings, wrong = results_by_variant[home, variant] if (home, variant) in results_by_variant else look(edition)
        if wrong:
            faults[home.name, variant] = wrong
        for finding in findings:
            distinct.setdefault((finding.game, finding.code, finding.message, finding.place), finding)
    return list(distinct.values()), faults


def _findings_or_faults(
    common: Common, answers: Answers, edition: Edition
) -> tuple[Sequence[Finding], tuple[Fault, ...]]:
    """The findings, or the faults of invalid files."""
    try:
        return recalled(*edition, answers, partial(_check, *edition, common)), ()
    except InputError as error:
        return (), error.faults


def check_static(
    home: Home, variant: str = BASE, settings: Mapping[str, str] | None = None, common: Common | None = None
) -> list[Finding]:
    """Returns every static finding on a game, or on a variant of it, that is not kept quiet.

    `common` is what it shares with others of its game. Raises InputError where its files are not valid.
    """
    common = common or Common()
    asked = Options(settings=dict(settings or {}))
    return [finding for finding in _check(home, variant, asked, common)[0] if not finding.quiet]


def _check(home: Home, variant: str, asked: Options, common: Common) -> Checked:
    game = load_game(home, variant, asked.settings)
    base = common.base(home) if game.edition != BASE else game
    part = Narrowed(game, base, asked)
    read_examples(game, base)
    spoken = part.spoken()
    findings = [finding for check in CHECKS for finding in check(spoken)]
    if game.clauses is not None:
        compile_program(program_of(game), min(game.players[1], MAX_PLAYERS))
        require_words(game)
    note_code(game.declared)
    composer, faults = _composed(part, common, common.files)
    if composer is None:
        findings = _added(findings, (of_fault(fault, game) for fault in faults))
        return apply_quiet([*findings, _unchecked(game)], game.quiet), False
    findings = list(part.concerning(findings, composer))
    findings = _added(findings, part.of_faces([of_fault(fault, game) for fault in faults], composer))
    more = _looked_at(composer, base, part)
    findings = _added(findings, more) if faults else [*findings, *more]
    findings = apply_quiet(_each_once(findings), game.quiet)
    return findings if part.is_all else [*findings, part.finding()], not faults


def _looked_at(composer: Composer, base: Game, part: Narrowed) -> Iterator[Finding]:
    """The findings on faces and, unless only some cards are asked for, on everything else."""
    game = composer.game
    if not part.by_card:
        yield from check_used(game, composer.used_strings, composer.supplies.named_icons, composer.unread_columns)
        yield from check_glyphs(composer)
    examine_ahead(composer)
    yield from check_faces(composer, Behind(composer))
    yield from check_overlaps(composer)
    yield from check_twins(composer)
    yield from check_fonts(composer, part.spoken().languages)
    yield from check_marks(composer, part.spoken().languages)
    yield from part.concerning(check_html(composer), composer)
    if part.by_card:
        return
    yield from check_names(composer, base)
    yield from check_books(composer, base)
    yield from check_accounts(replace(game, languages=part.languages), base)
    yield from check_silent(game)


def _composed(part: Narrowed, common: Common, files: Files) -> tuple[Composer | None, Sequence[Fault]]:
    """The faces of a game. If texts on them are faulty, those of a draft, whose other fields can be checked; None if
    the draft leaves out too much. Raises InputError for invalid files."""
    try:
        composer = part.composer(files, common.readings)
        composer.require(composer.languages_to_check)
        return composer, []
    except InputError as error:
        _require_judged(error.faults)
        if len(error.faults) > MAX_DRAFTED:
            return None, error.faults
        composer = part.composer(files, common.readings.apart(), draft=True)
        marked = composer.marked_faults(part.languages)
        more = (fault for fault in marked if fault.code != STRING_MISSING)  # `CHECKS` report missing strings
        faults = list({(fault.message, fault.place): fault for fault in (*error.faults, *more)}.values())
        _require_judged(faults)
        return composer, faults


def _unchecked(game: Game) -> Finding:
    message = f"cardgen checked no faces, because the texts have more than {MAX_DRAFTED:,} errors"
    return Finding("unchecked", message, Place(str(game.home.folder / "game.yaml")), game.name, game.variant)


def _added(findings: list[Finding], more: Iterable[Finding]) -> list[Finding]:
    """Findings and further ones, except those that report the same faulty text again."""
    reported = {(finding.code, finding.place) for finding in findings if finding.code in JUDGED}
    return [*findings, *(finding for finding in more if (finding.code, finding.place) not in reported)]


def _each_once(findings: Iterable[Finding]) -> list[Finding]:
    """Findings without those that repeat another side: a face can be a card's front and its back."""
    return list({(finding.code, finding.message, finding.place): finding for finding in findings}.values())


def _require_judged(faults: Sequence[Fault]) -> None:
    """Raises InputError for faults of invalid files."""
    if any(fault.code not in JUDGED for fault in faults):
        raise InputError(*faults)


def of_fault(fault: Fault, game: Game, code: str = "") -> Finding:
    """Makes a finding of a fault in valid files."""
    about = fault.message, fault.place, game.name, game.variant
    return Finding(code or fault.code, *about, who=fault.who, cause=fault.cause)
