"""Writes the files of a build: whole or not at all, and only if the values that make them have changed."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from pathlib import Path

from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import InputError, Place, fail
from cardgen.foundations.findings import Finding, as_kept, of_kept
from cardgen.store.answers import Answers
from cardgen.store.answers import as_kept as trace_as_kept
from cardgen.store.answers import of_kept as trace_of_kept
from cardgen.store.reach import read_bytes
from cardgen.store.traces import Trace, replay, tracing, untraced
from cardgen.store.writing import place_of, replace_file, replace_files

MANIFEST = ".built.json"  # the build manifest beside the outputs: the keys of each one's content, and its digest
FOLDER_RECORD = ".whole.json"  # the record of several folders, beside their first output: their key and digests
MAX_BYTES = 30_000_000  # of a manifest or a record
MAX_SINGLE_LINES = 6  # for files of one kind in a folder


@dataclass(frozen=True, slots=True)
class Output:
    """A file to write: its path, the key of what it is made from, and the function that makes it.

    `key` changes with the values that the file is made from. A trace records the files that `make` reads. cardgen makes
    the file again if its key or one of those files has changed. `shown` is an optional second key, of what the file
    shows: it is more exact, but takes longer. If only files have changed that it covers, by `is_covered`, and
    `shown` is the same, the file stays. `figures` returns what to report of the file, which the build manifest keeps.
    The folders that `make` lists lie within `bounds`.
    """

    path: Path
    key: str
    make: Callable[[], bytes]
    shown: Callable[[], str] | None = None
    figures: Callable[[], Mapping[str, object]] | None = field(default=None, kw_only=True)
    is_covered: Callable[[str], bool] = field(default=lambda path: False, kw_only=True)
    bounds: tuple[Path, ...] = field(default=(), kw_only=True)


@dataclass(frozen=True, slots=True)
class PendingFile:
    """A file that was made but not written; without data if the file on disk is already the same."""

    path: Path
    key: str
    digest: str  # digest of the file's bytes
    data: bytes | Path | None  # a path leads to a finished file to move
    shown: str | None = None
    figures: Mapping[str, object] | None = None
    seen: Trace = field(default_factory=Trace)  # files read while it was made

    def entry(self) -> dict[str, object]:
        """Returns the manifest's entry for the file."""
        entry: dict[str, object] = {"key": self.key, "bytes": self.digest}
        entry |= {"shown": self.shown} if self.shown else {}
        entry |= {"seen": trace_as_kept(self.seen, self.path.parent)} if self.seen.answers else {}
        return entry | ({"figures": self.figures} if self.figures else {})


@dataclass(frozen=True, slots=True)
class Outdated:
    """A file to make again: the digest of its last version, if it is ours, and its `shown` key now."""

    digest: str | None
    shown: str | None


@dataclass(frozen=True, slots=True)
class OutputFolder:
    """A folder of outputs. `key` is a digest of the values that it is made from, and `seen` the trace of files read for
    it. Its outputs are the files in the folders below it or, with a `part`, everything in the folder of that name in
    each of these. cardgen reports its `findings` each time, also if nothing changed. Listed folders lie within
    `bounds`."""

    folder: Path
    key: str
    part: str = ""
    findings: tuple[Finding, ...] = ()
    seen: Trace = field(default_factory=Trace)
    bounds: tuple[Path, ...] = ()

    def find_unchanged(self, answers: Answers | None = None) -> tuple[list[PendingFile], tuple[Finding, ...]] | None:
        """Returns the files and findings of the last build here, if it was made from the same inputs and nobody changed
        its files."""
        remembered = map(_read_json, self.folder.glob(f"*/{self.part}/{FOLDER_RECORD}"))
        record = next((record for record in remembered if record.get("key") == self.key), {})
        files, kept_findings = record.get("files"), record.get("findings", [])
        if not isinstance(files, dict) or not files or not isinstance(kept_findings, list):
            return None
        try:
            if not (answers or Answers()).agree(trace_of_kept(record.get("seen"), self.folder, self.bounds)):
                return None
            findings = tuple(of_kept(each, self.folder) for each in kept_findings)
        except (KeyError, TypeError, ValueError):
            return None
        made = []
        manifests: dict[Path, dict] = {}
        for name, digest in files.items():
            path = self.folder / name
            if not self._within(path) or ".." in path.parts:  # a stranger's record that names files elsewhere
                return None
            if path.parent not in manifests:
                manifests[path.parent] = _read_manifest(path.parent)
            entry = manifests[path.parent].get(path.name)
            if not isinstance(entry, dict) or entry.get("bytes") != digest or _digest_of(path) != digest:
                return None
            if (seen := _trace_of(entry, path.parent, self.bounds)) is None:
                return None
            shown, figures = entry.get("shown"), entry.get("figures")
            made.append(PendingFile(path, entry.get("key", ""), digest, None, shown, figures, seen))
        return made, findings

    def records(self, made: list[PendingFile]) -> dict[Path, bytes]:
        """Returns the file that records the folder, with its content, if the folder has outputs."""
        ours = {path: file for file in made if (path := self._within(file.path))}
        if not ours:
            return {}
        files = {path.as_posix(): file.digest for path, file in ours.items()}
        findings = [as_kept(finding, self.folder) for finding in self.findings]
        seen = trace_as_kept(self.seen, self.folder)
        data = json.dumps({"key": self.key, "files": files, "findings": findings, "seen": seen}, indent=1).encode()
        first = next(iter(ours))
        return {self.folder / first.parts[0] / self.part / FOLDER_RECORD: data}

    def _within(self, path: Path) -> Path | None:
        """The path of a file relative to the folder; None if it is not one of its outputs."""
        if not path.is_relative_to(self.folder):
            return None
        relative = path.relative_to(self.folder)
        return relative if (relative.parts[1:2] == (self.part,) if self.part else len(relative.parts) == 2) else None


@dataclass(frozen=True, slots=True)
class Written:
    path: Path
    changed: bool
    size: int
    figures: Mapping[str, object] | None = None


def listed_files(written: Sequence[Written], whole: bool) -> Iterator[str]:
    """Yields lines that list files; many of one kind in a folder share a line, unless the `whole` list is asked for."""
    groups: dict[tuple[Path, str], list[Written]] = {}
    for file in written:
        groups.setdefault((file.path.parent, file.path.suffix), []).append(file)
    for (folder, suffix), files in groups.items():
        together = len(files) > MAX_SINGLE_LINES and not whole
        for those in [files] if together else [[file] for file in files]:
            size = f"{sum(file.size for file in those) / 1000:,.0f} kB"
            same = sum(not file.changed for file in those)
            if together:
                unchanged = f", {same:,} unchanged" if same < len(those) else "  unchanged"
                yield f"{folder}{os.sep}  {len(those):,} {suffix} files, {size}{unchanged if same else ''}"
            else:
                yield f"{those[0].path}  {size}{'  unchanged' if same else ''}"


def listed_games(written: Sequence[Written], out: Path) -> Iterator[str]:
    """Yields a line for each game, whose files lie below a folder of its name in `out`."""
    by_game: dict[str, list[Written]] = {}
    for file in written:
        by_game.setdefault(file.path.relative_to(out).parts[0], []).append(file)
    for game, files in by_game.items():
        editions = len({file.path.relative_to(out).parts[1] for file in files})
        size, same = sum(file.size for file in files) / 1_000_000, sum(not file.changed for file in files)
        unchanged = "" if not same else "  unchanged" if same == len(files) else f", {same:,} unchanged"
        variants = f"{editions:,} edition{'s' * (editions != 1)}"
        yield f"{out / game}{os.sep}  {variants}, {len(files):,} files, {size:,.1f} MB{unchanged}"


def write_outputs(outputs: list[Output], *, root: Path = Path()) -> list[Written]:
    """Makes what changed, all in memory, and only then replaces files; a fault leaves every old file."""
    return write_made(make_outputs(outputs), root=root)


def make_outputs(outputs: Sequence[Output], answers: Answers | None = None) -> list[PendingFile]:
    """Makes what changed, without writing it. `answers` are those of the whole build, if there is one."""
    manifests, answers = _manifests(output.path for output in outputs), answers or Answers()
    return [_make(output, manifests[output.path.parent].get(output.path.name), answers) for output in outputs]


def make_together(outputs: Sequence[Output], make: Callable[[list[Output]], Iterable[Path]]) -> list[PendingFile]:
    """Makes the changed files together, in order, each in a temporary file, because memory could not hold them all."""
    manifests, answers = _manifests(output.path for output in outputs), Answers()
    states = [_state(output, manifests[output.path.parent].get(output.path.name), answers) for output in outputs]
    changed = [output for output, state in zip(outputs, states, strict=True) if isinstance(state, Outdated)]
    with tracing() as seen:  # the trace of all files together
        parts = dict(zip([output.path for output in changed], make(changed), strict=True))
    made = []
    for output, state in zip(outputs, states, strict=True):
        if isinstance(state, Outdated):
            state = _pending_file(output, state, parts[output.path], _digest(parts[output.path].read_bytes()), seen)
        made.append(state)
    return made


def _make(output: Output, entry: object, answers: Answers) -> PendingFile:
    with tracing() as seen:
        state = _state(output, entry, answers)
        if isinstance(state, PendingFile):
            return state
        data = output.make()
        return _pending_file(output, state, data, _digest(data), seen)


def _state(output: Output, entry: object, answers: Answers) -> PendingFile | Outdated:
    """Returns the file as it is on disk if it is up to date, else what is known of its last version."""
    there = _digest_of(output.path)
    ours = entry if isinstance(entry, dict) and entry.get("bytes") == there else {}
    if (seen := _trace_of(ours, output.path.parent, output.bounds)) is None:
        ours, seen = {}, Trace()
    changed = [question for question, answer in seen.answers.items() if answers.of(question) != answer]
    if there is not None and not changed and ours.get("key") == output.key:
        replay(seen)
        return PendingFile(output.path, output.key, there, None, ours.get("shown"), ours.get("figures"), seen)
    with tracing() as asked:
        shown = output.shown() if output.shown else None
    covered = all(output.is_covered(question.path) for question in changed)
    if there is not None and shown and covered and ours.get("shown") == shown:
        now = Trace((question, answers.of(question)) for question in seen.answers)
        now.add(asked)
        replay(now)
        return PendingFile(output.path, output.key, there, None, shown, ours.get("figures"), now)
    return Outdated(there if ours else None, shown)


def _trace_of(entry: Mapping[str, object], folder: Path, bounds: Iterable[Path]) -> Trace | None:
    """The trace of a file in the build manifest; None if the manifest has it in another format."""
    try:
        return Trace(trace_of_kept(entry.get("seen", []), folder, bounds))
    except ValueError:
        return None


def _pending_file(output: Output, last: Outdated, data: bytes | Path, digest: str, seen: Trace) -> PendingFile:
    figures = output.figures() if output.figures else None
    changed = None if digest == last.digest else data
    return PendingFile(output.path, output.key, digest, changed, last.shown, figures, seen)


def write_made(made: list[PendingFile], wholes: Iterable[OutputFolder] = (), *, root: Path = Path()) -> list[Written]:
    """Replaces the files that changed, all or none, below the folder `root` that the user has named; the folders
    `wholes` are complete. Raises InputError."""
    _refuse_twins(made)
    manifests = _manifests(file.path for file in made)
    for folder in manifests:
        place_of(folder / MANIFEST, root)  # check each place before anything is replaced
    replace_files({file.path: file.data for file in made if file.data is not None}, root)
    written, changed = [], set()
    for file in made:
        manifest = manifests[file.path.parent]
        if manifest.get(file.path.name) != (entry := file.entry()):
            manifest[file.path.name] = entry
            changed.add(file.path.parent)
        written.append(Written(file.path, file.data is not None, _size(file.path), file.figures))
    records = {folder / MANIFEST: _as_json(manifests[folder]) for folder in sorted(changed)}
    for whole in wholes:
        records |= whole.records(made)
    replace_files(records, root)  # last, so they are true even if the process is killed in between
    return written


def tidy(folder: Path, keep: Iterable[Path]) -> list[Path]:
    """Removes, in a folder and below, the files that we wrote and no longer need, but not those that somebody has
    changed since. Raises InputError."""
    kept, gone = set(keep), []
    for file in sorted(folder.rglob(MANIFEST)):
        manifest = _read_manifest(file.parent)
        for name in sorted(manifest):
            path, entry = file.parent / name, manifest[name]
            if path in kept or not isinstance(entry, dict) or Path(name).name != name:
                continue
            if (there := _digest_of(path)) is not None and there == entry.get("bytes"):
                try:
                    path.unlink()
                except OSError as error:
                    raise fail(f"cardgen cannot remove this: {error.strerror}", Place(str(path))) from None
                gone.append(path)
            del manifest[name]
        if manifest != _read_manifest(file.parent):
            replace_file(file, _as_json(manifest))
    return gone


def _refuse_twins(outputs: list[PendingFile]) -> None:
    keys: dict[str, str] = {}
    for output in outputs:
        path = str(output.path).casefold()  # Windows and macOS take capitals and small letters for the same
        if keys.setdefault(path, output.key) != output.key:
            raise fail(
                "two games with the same name would go into this folder; build them one by one", Place(str(output.path))
            )


def _manifests(paths: Iterable[Path]) -> dict[Path, dict[str, object]]:
    """The build manifests of the folders that these files are in."""
    return {folder: _read_manifest(folder) for folder in dict.fromkeys(path.parent for path in paths)}


def _read_manifest(folder: Path) -> dict[str, object]:
    return _read_json(folder / MANIFEST)


def _read_json(path: Path) -> dict[str, object]:
    """Reads a build manifest; empty if it is missing or damaged."""
    try:
        with untraced():
            content = json.loads(read_bytes(path, MAX_BYTES))
    except (InputError, ValueError, RecursionError):
        return {}
    return content if isinstance(content, dict) else {}


def _digest_of(path: Path) -> str | None:
    """The digest of the bytes of a regular file; a damaged file may have the same size and time."""
    try:
        with untraced():
            return _digest(read_bytes(path)) if not path.is_symlink() else None
    except InputError:
        return None


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _as_json(manifest: Mapping[str, object]) -> bytes:
    return json.dumps(manifest, indent=1, sort_keys=True).encode()


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()  # the fastest secure hash on processors with instructions for it
