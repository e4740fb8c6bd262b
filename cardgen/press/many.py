"""Prepares the outputs of many games and variants at once, one process for each core. It writes no files."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import Fault, InputError
from cardgen.foundations.findings import Finding
from cardgen.press.cores import each
from cardgen.press.edition_key import bounds_of, values_key
from cardgen.press.options import CHANGED, PICTURES, Options, parts_of
from cardgen.store.answers import Answers
from cardgen.store.library import BASE, Home
from cardgen.store.outputs import OutputFolder, PendingFile, make_outputs
from cardgen.store.processes import forks, processors
from cardgen.store.traces import Trace, tracing

if TYPE_CHECKING:
    from cardgen.press.edition import Common, Edition

MIN_PARALLEL_FACES = 80  # fewer faces are printed sooner than other processes start
Job = tuple[Home, str, Options]  # a game, a variant of it, and what to print


@dataclass(frozen=True, slots=True)
class Prepared:
    """The result of one job: files ready to write, or faults, and findings that do not stop a print.

    `whole` is given if these are all the files of an edition; its key covers their inputs. `folder` holds finished
    files, and must be removed in the end.
    """

    made: tuple[PendingFile, ...]
    faults: tuple[Fault, ...] = ()
    findings: tuple[Finding, ...] = ()
    whole: OutputFolder | None = None
    folder: Path | None = None
    notes: tuple[str, ...] = ()  # lines to print besides the list of files


class Build:
    """The state that all jobs of a build share; forked processes inherit it, others get a copy."""

    def __init__(self) -> None:
        self.answers = Answers()
        self.known: Common | None = None
        self.opened: Edition | None = None  # by a process that has not inherited the edition of its work

    def open(self, job: Job, report: Callable[[Finding], None]) -> Edition:
        """Reads and composes an edition. It imports the necessary modules only here, because unchanged outputs need
        none of them."""
        import cardgen.press.edition as press

        self.known = self.known or press.Common()
        return press.open_edition(*job, report, self.known)

    def prepare(self, job: Job) -> Prepared:
        """Makes all files of an edition."""
        whole = _whole(job)
        if known := _find_unchanged(whole, self.answers):
            return known
        findings: list[Finding] = []
        try:
            with tracing() as seen:
                edition = self.open(job, findings.append)
                made = make_outputs(edition.all_outputs(), self.answers)
            remembered = _with_findings(whole, findings, seen)
            return Prepared(tuple(made), (), tuple(findings), remembered, notes=tuple(edition.exchange_lines()))
        except InputError as error:
            return Prepared((), error.faults, tuple(findings))

    def by_language(self, job: Job) -> list[Prepared]:
        """Makes one edition, with its parts and languages in parallel; it composes the faces once."""
        whole = _whole(job)
        if known := _find_unchanged(whole, self.answers):
            return [known]
        findings: list[Finding] = []
        with tracing() as seen:
            try:
                edition = self.open(job, findings.append)
            except InputError as error:
                return [Prepared((), error.faults, tuple(findings))]
            tasks = edition.tasks()
            longest_first = sorted(tasks, key=lambda task: task[1] != "rulebook")
            faces = len(edition.composer.sides) * len(edition.languages)
            few = faces < MIN_PARALLEL_FACES and not {part for _, part in tasks} & {"rulebook", "summary"}
            do = (
                partial(self._prepare_part, edition) if forks() or few else partial(Build()._open_and_prepare_part, job)
            )
            made = list(map(do, longest_first)) if few else each(do, longest_first, "printing")
        done = dict(zip(longest_first, made, strict=True))
        return [
            Prepared((), (), tuple(findings), _with_findings(whole, findings, seen)),
            *(done[task] for task in tasks),
        ]

    def _prepare_part(self, edition: Edition, task: tuple[str, str]) -> Prepared:
        try:
            return Prepared(tuple(make_outputs(edition.outputs(*task), self.answers)))
        except InputError as error:
            return Prepared((), error.faults)

    def _open_and_prepare_part(self, job: Job, task: tuple[str, str]) -> Prepared:
        """Works in a process with the only job of a build."""
        self.opened = self.opened or self.open(job, lambda finding: None)  # the parent reports its findings
        return self._prepare_part(self.opened, task)

    def pictures(self, job: Job) -> Prepared:
        """Makes the pictures of an edition, each on one of all cores."""
        from cardgen.press.images import make_images

        findings: list[Finding] = []
        try:
            edition = self.open(job, findings.append)
            made, folder = make_images(edition.all_outputs(), job[2].out)
        except InputError as error:
            return Prepared((), error.faults, tuple(findings))
        return Prepared(tuple(made), (), tuple(findings), folder=folder)

    def sheets(self, editions: Sequence[tuple[Home, str]], options: Options) -> list[Prepared]:
        """Makes everything that is not a picture."""
        jobs: list[Job] = [(home, variant, options) for home, variant in editions]
        if processors() < 2 or (parts_of(options) in (["cards"], [CHANGED]) and len(jobs) == 1):
            return [self.prepare(job) for job in jobs]
        return each(self.prepare, jobs, "printing") if len(jobs) > 1 else self.by_language(jobs[0])


def prepare_all(editions: Sequence[tuple[Home, str]], options: Options) -> list[Prepared]:
    """Prepares all games and variants, in order: in parallel, or the parts of a single one in parallel; then their
    pictures."""
    build = Build()
    parts = parts_of(options)
    if PICTURES not in parts:
        return build.sheets(editions, options)
    parts.remove(PICTURES)
    prepared = build.sheets(editions, replace(options, only=tuple(parts))) if parts else []
    if any(job.faults for job in prepared):
        return prepared
    try:
        for home, variant in editions:
            prepared.append(build.pictures((home, variant, replace(options, only=(PICTURES,)))))
    except BaseException:
        discard(prepared)
        raise
    return prepared


def discard(prepared: Sequence[Prepared]) -> None:
    """Removes finished files that were not moved into place."""
    for folder in filter(None, (job.folder for job in prepared)):
        shutil.rmtree(folder, ignore_errors=True)


def _whole(job: Job) -> OutputFolder | None:
    """An edition's folder, with the key of the values that it is made from."""
    home, variant, options = job
    if options.changed:
        return None  # it also depends on the recorded box
    try:
        name = BASE if variant == BASE else home.variant(variant).stem
    except (InputError, OSError):
        return None  # opening the edition reports the fault
    return OutputFolder(options.out / home.name / name, values_key(home, variant, options), bounds=bounds_of(home))


def _find_unchanged(whole: OutputFolder | None, answers: Answers) -> Prepared | None:
    """The result for an edition whose inputs are unchanged and whose files are there; None if cardgen must open it."""
    if not whole or not (known := whole.find_unchanged(answers)):
        return None
    made, findings = known
    return Prepared(tuple(made), findings=findings)


def _with_findings(whole: OutputFolder | None, findings: Sequence[Finding], seen: Trace) -> OutputFolder | None:
    """The folder of an edition with the findings that cardgen reports again next time, and the trace of its files."""
    return replace(whole, findings=tuple(findings), seen=seen) if whole else None
