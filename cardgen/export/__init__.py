"""Exports games to formats other than PDF sheets: one target for each format.

A module in `targets` makes a target (`target.py`). A target writes a `Shipment`: one edition in one language.
`prepare_all` writes the files of all jobs beside their final places. `cardgen export` then moves them there, and
removes files that an earlier export left.
"""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from functools import partial
from pathlib import Path

from cardgen.definitions.game import BASE
from cardgen.export.options import ExportOptions
from cardgen.export.target import Shipment, Target, find_target
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import Fault, InputError, Place
from cardgen.foundations.findings import Finding
from cardgen.press.cores import each
from cardgen.press.edition import open_edition
from cardgen.press.edition_key import bounds_of, values_key
from cardgen.press.files import digest
from cardgen.press.options import Options
from cardgen.store.library import Home
from cardgen.store.outputs import Output, OutputFolder, PendingFile, make_together
from cardgen.store.reach import read_bytes
from cardgen.store.traces import Trace, tracing

__all__ = ["ExportOptions", "Job", "Shipped", "prepare_all"]


@dataclass(frozen=True, slots=True)
class Job:
    """One export: a game or a variant of it, and the name of the target. With `check`, it only reports problems."""

    home: Home
    variant: str
    target: str
    options: ExportOptions
    check: bool = False


@dataclass(frozen=True, slots=True)
class Shipped:
    """The result of a job: files ready to write, faults, and findings. It is `refused` if one of these is an error.

    `whole` is the complete export. In the folders of `tidy`, cardgen removes the files of earlier exports. `beside` has
    files that belong to the game, such as a lock file: cardgen writes these first, because the others depend on them.
    """

    made: tuple[PendingFile, ...] = ()
    faults: tuple[Fault, ...] = ()
    findings: tuple[Finding, ...] = ()
    whole: OutputFolder | None = None
    tidy: tuple[Path, ...] = ()
    refused: bool = False
    beside: Mapping[Path, bytes] = field(default_factory=dict)


def prepare_all(jobs: Sequence[Job], folder: Path) -> list[Shipped]:
    """Runs all jobs, and those of one game and target in their order; finished files lie in `folder`.

    Raises InputError for unknown targets.
    """
    together: dict[tuple[Home, str], list[Job]] = {}
    for job in jobs:
        find_target(job.home, job.target)
        together.setdefault((job.home, job.target), []).append(job)
    shipped = each(partial(_prepare, folder), list(together.values()), "exporting")
    return [job for jobs in shipped for job in jobs]


def _prepare(folder: Path, jobs: Sequence[Job]) -> list[Shipped]:
    """Editions of one game for one target, which may share files beside the game, such as a lock."""
    shared: dict[Path, bytes] = {}
    outputs: list[Shipped] = []
    exports = []
    try:
        for job in jobs:
            exports.append(export := _Export(job, find_target(job.home, job.target)))
            outputs.append(export.ship(folder, shared))
    except InputError as error:
        return [Shipped(faults=error.faults)]
    except OSError as error:
        return [Shipped(faults=(Fault(f"cardgen cannot write this: {error.strerror}", Place(str(folder))),))]
    wholes = [export.whole(shared) if export.seen else None for export in exports]
    results = [
        replace(shipped, whole=whole and replace(whole, findings=shipped.findings))
        for shipped, whole in zip(outputs, wholes, strict=True)
    ]
    return [*results, Shipped(beside={path: data for path, data in shared.items() if _there(path) != data})]


@dataclass
class _Export:
    """One job, and the key of the values that it is made from."""

    job: Job
    target: Target

    def __post_init__(self) -> None:
        job, target, options = self.job, self.target, self.job.options
        self.seen: Trace | None = None  # the trace of files read for the job, once it is written
        self.options = Options(options.languages, bleed=target.bleed, settings=options.settings, out=options.out)
        more = target.name, target.made_from, options.dpi, options.base_url
        self.key = values_key(job.home, job.variant, self.options, *more)
        name = BASE if job.variant == BASE else job.home.variant(job.variant).stem
        self.out = options.out / job.home.name / name

    def ship(self, folder: Path, shared: dict[Path, bytes]) -> Shipped:
        """Makes the job's own files, and puts those beside the game into `shared`. Raises InputError."""
        job, target = self.job, self.target
        if not job.check and (known := self.whole(shared).find_unchanged()):
            files, beside = known
            return Shipped(tuple(files), findings=beside)
        if not job.check:
            target.require()
        with tracing() as trace:
            shipped = self._ship_anew(folder, shared)
        if shipped.made:
            self.seen = trace.without(target.reads(job.home))  # the key covers the files left out
        return shipped

    def _ship_anew(self, folder: Path, shared: dict[Path, bytes]) -> Shipped:
        """Makes the job's own files, without a look at an earlier export."""
        job, target = self.job, self.target
        findings: list[Finding] = []
        refused = False
        edition = open_edition(job.home, job.variant, self.options, findings.append)
        shipments = [
            Shipment(edition, language, job.options, self.out / language / target.name, shared)
            for language in edition.languages
        ]
        if target.preflight:
            theirs = [finding for shipment in shipments for finding in target.preflight(shipment)]
            findings += theirs
            refused = any(finding.severity == "error" for finding in theirs)
        shipped = Shipped(findings=tuple(findings), refused=refused)
        if job.check or refused:
            return shipped
        own: dict[Path, bytes] = {}
        for shipment in shipments:
            for path, data in target.write(shipment).items():
                (own if path.is_relative_to(shipment.folder) else shared)[path] = data
        folders = tuple(shipment.folder for shipment in shipments) if target.tidy else ()
        return replace(shipped, made=tuple(_write_changed(own, folder)), tidy=folders)

    def whole(self, shared: Mapping[Path, bytes]) -> OutputFolder:
        """The folder of the export, once the `shared` files are in place."""
        read = [
            (str(path), _digest(data) if (data := shared.get(path, _there(path))) is not None else None)
            for path in self.target.reads(self.job.home)
        ]
        key, trace = digest(self.key, read), self.seen or Trace()
        return OutputFolder(self.out, key, self.target.name, seen=trace, bounds=bounds_of(self.job.home))


def _write_changed(written: Mapping[Path, bytes], folder: Path) -> list[PendingFile]:
    """Writes the changed files to temporary files."""
    outputs = [Output(path, _digest(data), partial(bytes, data)) for path, data in written.items()]
    return make_together(outputs, partial(_finish, folder))


def _finish(folder: Path, changed: Sequence[Output]) -> list[Path]:
    parts = []
    for output in changed:
        with tempfile.NamedTemporaryFile(dir=folder, suffix=".part", delete=False) as file:
            file.write(output.make())
        parts.append(Path(file.name))
    return parts


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _there(path: Path) -> bytes | None:
    try:
        return read_bytes(path)
    except InputError:
        return None
