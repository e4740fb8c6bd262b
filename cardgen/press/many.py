"""Prepares the outputs of many games and variants at once, one process for each core. It writes no files."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import Fault, InputError
from cardgen.foundations.findings import Finding
from cardgen.press.cores import each
from cardgen.press.files import Files
from cardgen.press.keyed import edition_key, is_told
from cardgen.press.options import CHANGED, PICTURES, Options, parts_of
from cardgen.store.library import BASE, Home
from cardgen.store.outputs import OutputFolder, PendingFile, make_outputs
from cardgen.store.processes import processors

if TYPE_CHECKING:
    from cardgen.press.edition import Common, Edition

FEW = 80  # faces, printed sooner than other processes are begun
Job = tuple[Home, str, Options]  # a game, a variant of it, and what to print

# What the processes of a build inherit: of one edition all of it, of several what they have in common
_edition: Edition | None = None
_files = Files()
_common: Common | None = None


@dataclass(frozen=True, slots=True)
class Prepared:
    """What one job came to: files ready to be written, or faults, and what is wrong but printable.

    `whole` where they are all the files of an edition, and what they are made from is told by its key. `folder` holds
    those that are finished, and is to be taken away.
    """

    made: tuple[PendingFile, ...]
    faults: tuple[Fault, ...] = ()
    findings: tuple[Finding, ...] = ()
    whole: OutputFolder | None = None
    folder: Path | None = None
    told: tuple[str, ...] = ()  # what is to be said besides the files


def prepare(job: Job) -> Prepared:
    whole = _whole(job)
    if known := _unchanged(whole):
        return known
    findings: list[Finding] = []
    try:
        edition = _open(job, findings.append)
        made = make_outputs(edition.all_outputs())
        return Prepared(
            tuple(made), (), tuple(findings), _with_findings(whole, edition, findings), told=tuple(edition.told)
        )
    except InputError as error:
        return Prepared((), error.faults, tuple(findings))


def prepare_all(editions: Sequence[tuple[Home, str]], options: Options) -> list[Prepared]:
    """All games and variants, in their order: side by side, or the parts of a single one; then their pictures."""
    global _files, _common
    _files, _common = Files(), None
    parts = parts_of(options)
    if PICTURES not in parts:
        return _sheets(editions, options)
    parts.remove(PICTURES)
    prepared = _sheets(editions, replace(options, only=tuple(parts))) if parts else []
    if any(job.faults for job in prepared):
        return prepared
    try:
        for home, variant in editions:
            prepared.append(_pictures((home, variant, replace(options, only=(PICTURES,)))))
    except BaseException:
        discard(prepared)
        raise
    return prepared


def discard(prepared: Sequence[Prepared]) -> None:
    """Takes away what was finished and not moved into its place."""
    for folder in filter(None, (job.folder for job in prepared)):
        shutil.rmtree(folder, ignore_errors=True)


def _open(job: Job, tell: Callable[[Finding], None]) -> Edition:
    """Reads and composes an edition. What that takes is imported here: what did not change is told without it."""
    import cardgen.press.edition as press

    global _common
    _common = _common or press.Common(_files)
    return press.open_edition(*job, tell, _common)


def _pictures(job: Job) -> Prepared:
    """The pictures of an edition, each of which is made on one of all cores."""
    from cardgen.press.images import make_images

    findings: list[Finding] = []
    try:
        edition = _open(job, findings.append)
        made, folder = make_images(edition.all_outputs(), job[2].out)
    except InputError as error:
        return Prepared((), error.faults, tuple(findings))
    return Prepared(tuple(made), (), tuple(findings), folder=folder)


def _sheets(editions: Sequence[tuple[Home, str]], options: Options) -> list[Prepared]:
    """What is not a picture."""
    jobs: list[Job] = [(home, variant, options) for home, variant in editions]
    if processors() < 2 or (parts_of(options) in (["cards"], [CHANGED]) and len(jobs) == 1):
        return [prepare(job) for job in jobs]
    return each(prepare, jobs, "printing") if len(jobs) > 1 else _by_language(jobs[0])


def _by_language(job: Job) -> list[Prepared]:
    """One edition, its parts and languages side by side; its faces are composed once and inherited."""
    global _edition
    whole = _whole(job)
    if known := _unchanged(whole):
        return [known]
    findings: list[Finding] = []
    try:
        _edition = _open(job, findings.append)
    except InputError as error:
        return [Prepared((), error.faults, tuple(findings))]
    tasks = _edition.tasks()
    longest_first = sorted(tasks, key=lambda task: task[1] != "rulebook")
    faces = len(_edition.composer.sides) * len(_edition.languages)
    few = faces < FEW and not {part for _, part in tasks} & {"rulebook", "summary"}
    made = list(map(_prepare_part, longest_first)) if few else each(_prepare_part, longest_first, "printing")
    done = dict(zip(longest_first, made, strict=True))
    return [
        Prepared((), (), tuple(findings), _with_findings(whole, _edition, findings)),
        *(done[task] for task in tasks),
    ]


def _prepare_part(task: tuple[str, str]) -> Prepared:
    assert _edition is not None
    try:
        return Prepared(tuple(make_outputs(_edition.outputs(*task))))
    except InputError as error:
        return Prepared((), error.faults)


def _whole(job: Job) -> OutputFolder | None:
    """An edition's folder, with the key of all that it is made from: taken before anything of it is read."""
    home, variant, options = job
    if options.changed:
        return None  # it is also made from what was recorded
    try:
        name = BASE if variant == BASE else home.variant(variant).stem
        return OutputFolder(options.out / home.name / name, edition_key(home, variant, options, _files))
    except (InputError, OSError):
        return None  # told when the edition is opened


def _unchanged(whole: OutputFolder | None) -> Prepared | None:
    """An edition that need not be opened: nothing that it is made from changed, and its files are there."""
    if not whole or not (known := whole.unchanged()):
        return None
    made, findings = known
    return Prepared(tuple(made), findings=findings)


def _with_findings(whole: OutputFolder | None, edition: Edition, findings: Sequence[Finding]) -> OutputFolder | None:
    """What is to be remembered of an edition: its files, and what is to be complained of again."""
    return replace(whole, findings=tuple(findings)) if whole and is_told(edition.composer) else None
