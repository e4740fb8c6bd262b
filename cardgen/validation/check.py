"""Runs `cardgen check`: the static and the dynamic check, and the report of both. The same files give the same report,
so cardgen keeps it between commands."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import Fault, InputError
from cardgen.play.played import record_files
from cardgen.press.cores import beside
from cardgen.press.files import Files
from cardgen.press.keyed import edition_key
from cardgen.press.options import Options
from cardgen.store import cache
from cardgen.store.answers import Answers
from cardgen.store.library import BUILTIN, LEARNT, Home, library_of
from cardgen.validation.plan import Plan, ReportOptions
from cardgen.validation.recall import is_kept

if TYPE_CHECKING:
    from cardgen.validation.static import Static

KIND = "told"
MOST_BYTES = 20_000_000
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
    """Checks variants of games. Raises InputError with all faults where none of them can be checked."""
    answers = Answers()
    name = _key(jobs, plan, wanted, Files())
    known = name and not plan.fresh and _are_kept(jobs, _print_options(plan, wanted), answers)
    told = _cached_report(name) if known else None
    if told is None:
        told = _check(jobs, plan, wanted, answers)
        sure = name and not (told.faults or told.stopped or plan.seconds)
        if sure and _are_kept(jobs, _print_options(plan, wanted), answers):
            cache.keep(KIND, name, json.dumps([told.text, told.page, told.ok]).encode())
            cache.prune(KIND, MOST_BYTES)
    return told


def _check(jobs: Jobs, plan: Plan, wanted: ReportOptions, answers: Answers) -> Report:
    def look() -> Static:
        from cardgen.validation.static import check_variants

        return check_variants(jobs, _print_options(plan, wanted), answers)

    played = None
    if wanted.static:
        static, wrong = look()
    else:
        # at once where it is all kept: else meanwhile, as games need little of what the static check looks at
        with beside(look, wait=_are_kept(jobs, _print_options(plan, wanted), answers)) as looked:
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
    """What of the files is looked at, and with which rules."""
    return Options(languages=wanted.languages, cards=wanted.cards, settings=dict(plan.settings))


def _are_kept(jobs: Jobs, asked: Options, answers: Answers) -> bool:
    """Whether there would be nothing for the static check to look at."""
    return all(is_kept(home, each, asked, answers) for home, variants in jobs for each in variants)


def _key(jobs: Jobs, plan: Plan, wanted: ReportOptions, files: Files) -> str:
    """Changes with all that is told but for files that `is_kept` looks at; empty where a variant cannot be read."""
    options = _print_options(plan, wanted)
    try:
        editions = [edition_key(home, variant, options, files) for home, variants in jobs for variant in variants]
    except InputError:
        return ""
    played = (path for home, _ in jobs for path in record_files(home))
    more = files.digests([*(home.folder / LEARNT for home, _ in jobs), *_reports(), *played])
    told = editions, more, replace(plan, fresh=False, cluster=None, settings={}), wanted, os.getcwd()
    return hashlib.sha256(repr(told).encode()).hexdigest()[:32]


def _reports() -> Iterator[Path]:
    for library in filter(None, (library_of(Path.cwd()), BUILTIN)):
        yield from (library / "templates" / "reports").glob("*.j2")


def _cached_report(name: str) -> Report | None:
    with contextlib.suppress(ValueError, TypeError):
        text, page, ok = json.loads(cache.read(KIND, name) or b"")
        return Report(str(text), str(page), bool(ok))
    return None
