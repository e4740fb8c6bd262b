"""Runs `cardgen check`: the static and the dynamic check, and the report of both. The same files give the same report,
so cardgen keeps it between commands."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import Fault, InputError
from cardgen.press.cores import run_in_background
from cardgen.press.edition_key import values_key
from cardgen.press.options import Options
from cardgen.store.answers import Answers
from cardgen.store.library import Home
from cardgen.store.results import find_result, keep_result
from cardgen.store.traces import tracing
from cardgen.validation.plan import Plan, ReportOptions
from cardgen.validation.recall import is_kept

if TYPE_CHECKING:
    from cardgen.validation.static import Static

KIND = "reports"
Jobs = Sequence[tuple[Home, Sequence[str]]]


@dataclass(frozen=True, slots=True)
class Report:
    """`page` is empty unless it was asked for. `faults` are those of variants that were left out."""

    text: str
    page: str
    ok: bool
    faults: tuple[Fault, ...] = ()
    stopped: str = ""


def check(jobs: Jobs, plan: Plan, wanted: ReportOptions) -> Report:
    """Checks variants of games. Raises InputError with all faults if it can check none of them."""
    answers = Answers()
    name = _name(jobs, plan, wanted)
    if not plan.fresh and (known := _kept_report(name, answers)):
        return known
    with tracing() as seen:
        report = _check(jobs, plan, wanted, answers)
    is_whole = not (report.faults or report.stopped or plan.seconds)
    if is_whole and _are_kept(jobs, _print_options(plan, wanted), answers):
        keep_result(KIND, name, [report.text, report.page, report.ok], seen)
    return report


def _check(jobs: Jobs, plan: Plan, wanted: ReportOptions, answers: Answers) -> Report:
    def look() -> Static:
        from cardgen.validation.static import check_variants

        return check_variants(jobs, _print_options(plan, wanted), answers)

    played = None
    if wanted.static:
        static, wrong = look()
    else:
        # the static check runs before play if its answers are kept, else beside it, as play needs few of its files
        with run_in_background(look, wait=_are_kept(jobs, _print_options(plan, wanted), answers)) as looked:
            from cardgen.validation.play import check_play
            from cardgen.validation.telling.live import watching

            with watching() as watcher:
                played = check_play(jobs, plan, watcher, looked)
            static, wrong = looked.result()
    faults = [fault for each in wrong.values() for fault in each]
    if all((home.name, variant) in wrong for home, variants in jobs for variant in variants):
        raise InputError(*dict.fromkeys(faults))
    if played:
        faults += played.faults
        static = [*static, *played.unbegun]
    faults = list(dict.fromkeys(faults))
    from cardgen.validation.telling.report import as_json
    from cardgen.validation.telling.tell import as_text

    quiet = [finding for finding in static if finding.quiet]
    quiet += [finding for part in (played.parts if played else ()) for finding in part.quiet]
    static = [finding for finding in static if not finding.quiet]
    document = as_json(static, played, faults, quiet)
    page = ""
    if wanted.page:
        from cardgen.validation.telling.page import page as as_page

        page = as_page(static, played, len(quiet))
    text = json.dumps(document, indent=2) if wanted.as_json else as_text(static, played, wanted.whole, len(quiet))
    return Report(text, page, document["ok"], tuple(faults), played.stopped if played else "")


def _print_options(plan: Plan, wanted: ReportOptions) -> Options:
    """The options of the static check: the parts to check, and the settings."""
    return Options(languages=wanted.languages, cards=wanted.cards, settings=dict(plan.settings))


def _are_kept(jobs: Jobs, asked: Options, answers: Answers) -> bool:
    """Whether all answers of the static check are kept."""
    return all(is_kept(home, each, asked, answers) for home, variants in jobs for each in variants)


def _name(jobs: Jobs, plan: Plan, wanted: ReportOptions) -> str:
    """A hash of everything that a report depends on, except files, which its trace records."""
    options = _print_options(plan, wanted)
    editions = [values_key(home, variant, options) for home, variants in jobs for variant in variants]
    parts = editions, replace(plan, fresh=False, cluster=None, settings={}), wanted, os.getcwd()
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:32]


def _kept_report(name: str, answers: Answers) -> Report | None:
    with contextlib.suppress(ValueError, TypeError):
        text, page, ok = find_result(KIND, name, answers)
        return Report(str(text), str(page), bool(ok))
    return None
