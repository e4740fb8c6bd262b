"""Takes a game out of the door: everything that is no PDF sheet, a target each.

`prepare_all` makes the files of all jobs, none of them in its place yet; whoever has written them takes away the rest.
"""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from cardgen.definitions.game import BASE
from cardgen.errors import Fault, InputError, Place, fail
from cardgen.export.options import ExportOptions
from cardgen.export.target import Shipment, Target, find_target
from cardgen.findings import Finding
from cardgen.library import Home
from cardgen.outputs import Made, Output, Whole, make_together
from cardgen.press import open_edition
from cardgen.press.cores import each
from cardgen.press.files import Files, digest
from cardgen.press.keyed import edition_key, is_told
from cardgen.press.options import Options

__all__ = ["ExportOptions", "Job", "Shipped", "prepare_all"]


@dataclass(frozen=True, slots=True)
class Job:
    """A game or a variant of it, and the name of where it goes; with `check`, only what would go wrong is asked."""

    home: Home
    variant: str
    target: str
    options: ExportOptions
    check: bool = False


@dataclass(frozen=True, slots=True)
class Shipped:
    """What a job came to: files ready to be written, or faults, or what is wrong: `refused` where an error is among
    what the target found.

    `whole` is the complete export, `tidy` are folders in which nothing of an earlier one is to be left.
    """

    made: tuple[Made, ...] = ()
    faults: tuple[Fault, ...] = ()
    findings: tuple[Finding, ...] = ()
    whole: Whole | None = None
    tidy: tuple[Path, ...] = ()
    refused: bool = False


def prepare_all(jobs: Sequence[Job], folder: Path) -> list[Shipped]:
    """All jobs, in their order, side by side; finished files lie in `folder`. Raises InputError for unknown targets."""
    for job in jobs:
        find_target(job.home, job.target)
    return each(partial(_prepare, folder), jobs, "exporting")


def _prepare(folder: Path, job: Job) -> Shipped:
    try:
        return _Export(job, find_target(job.home, job.target)).shipped(folder)
    except InputError as error:
        return Shipped(faults=error.faults)
    except OSError as error:
        return Shipped(faults=(Fault(f"cannot be written: {error.strerror}", Place(str(folder))),))


@dataclass
class _Export:
    """One job, its keys taken before anything is read."""

    job: Job
    target: Target
    files: Files = field(default_factory=Files)

    def __post_init__(self) -> None:
        job, target = self.job, self.target
        told = job.options
        self.options = Options(told.languages, bleed=target.bleed, settings=told.settings, out=told.out)
        self.key = digest(
            edition_key(job.home, job.variant, self.options, self.files),
            target.name,
            target.made_from,
            told.dpi,
            told.base_url,
        )

    def shipped(self, folder: Path) -> Shipped:
        """Raises InputError."""
        job, target = self.job, self.target
        name = BASE if job.variant == BASE else job.home.variant(job.variant).stem
        out = job.options.out / job.home.name / name
        known = None if job.check else self._whole(out, {}).unchanged()
        if known:
            return Shipped(tuple(known))
        findings: list[Finding] = []
        refused = False
        edition = open_edition(job.home, job.variant, self.options, findings.append)
        shipments = [
            Shipment(edition, language, job.options, out / language / target.name) for language in edition.languages
        ]
        if target.preflight:
            theirs = [finding for shipment in shipments for finding in target.preflight(shipment)]
            findings += theirs
            refused = any(finding.severity == "error" for finding in theirs)
        shipped = Shipped(findings=tuple(findings), refused=refused)
        if job.check or shipped.refused:
            return shipped
        written: dict[Path, bytes] = {}
        for shipment in shipments:
            written |= target.write(shipment)
        whole = self._whole(out, written) if not findings and is_told(edition.composer) else None
        folders = tuple(shipment.folder for shipment in shipments) if target.tidy else ()
        return replace(shipped, made=tuple(_finished(written, folder)), whole=whole, tidy=folders)

    def _whole(self, out: Path, written: Mapping[Path, bytes]) -> Whole:
        """The export to a folder, once what is `written` lies in its place."""
        read = [
            (str(path), _digest(written[path]) if path in written else _digest_there(path))
            for path in self.target.reads(self.job.home)
        ]
        return Whole(out, digest(self.key, read), self.target.name)


def _finished(written: Mapping[Path, bytes], folder: Path) -> list[Made]:
    """Those that changed as files of ours."""
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


def _digest_there(path: Path) -> str | None:
    try:
        return _digest(path.read_bytes())
    except OSError:
        return None


def room(out: Path) -> Path:
    """A folder of ours for finished files, which whoever asks takes away. Raises InputError."""
    try:
        out.mkdir(parents=True, exist_ok=True)
        return Path(tempfile.mkdtemp(prefix=".export-", dir=out))
    except OSError as error:
        raise fail(f"cannot be written: {error.strerror}", Place(str(out))) from None
