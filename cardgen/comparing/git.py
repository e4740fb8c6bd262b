"""Reads files as they were at a revision of a git repository, which may come from a stranger.

git only unpacks objects for us, in a repository of our own that borrows the other's objects. So it obeys no
configuration, hook, filter, attribute or replacement of that repository, contacts no other machine, and writes nothing
there. Names of branches and tags are looked up here: no text of a user or a repository becomes an option of git. What
git returns is bounded in files, bytes, memory and seconds.
"""

from __future__ import annotations

import os
import posixpath
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Timer

from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import UNKNOWN_NAME, InputError, Place, fail, nearest
from cardgen.store.library import unusable
from cardgen.store.limited import limited
from cardgen.store.reach import MAX_BYTES, MAX_FILES, is_file, is_folder, is_there, read_bytes

SECONDS = 60.0  # for one command of git
MEMORY = 2_000_000_000  # bytes
MAX_ALL_BYTES = 600_000_000  # of all files of a state
MAX_LIST_BYTES = 20_000_000  # of a list of files
MAX_HEAD_BYTES, MAX_PACKED_BYTES = 4_000, 50_000_000
MAX_LINK_BYTES = 4_000
MAX_LINKS = 5  # from one reference to another
MAX_SHOWN = 20  # revisions that are offered
_HEX = re.compile(r"[0-9a-f]{4,64}")
_WHOLE = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")
_REVISION = re.compile(r"(?P<name>[\w][\w./+-]{0,199}|@)(?P<steps>([~^]\d{0,5}){0,20})")
_CONFIG = """[core]
\trepositoryformatversion = {version}
\tbare = true
\tcommitGraph = false
\tpackedGitWindowSize = 32m
\tpackedGitLimit = 256m
{more}"""
_SHA256 = "[extensions]\n\tobjectFormat = sha256\n"
_LINK, _MODULE = "120000", "160000"  # modes of entries that are no files


@dataclass(frozen=True, slots=True)
class Repository:
    """A repository: its folder of files, its own folder, and the folder of what its work trees share."""

    root: Path
    own: Path
    common: Path


@dataclass(frozen=True, slots=True)
class TreeEntry:
    """A file of a revision: its path from the folder asked for, its mode, the name of its object, and its size."""

    path: str
    mode: str
    object: str
    size: int


def repository_of(folder: Path) -> Repository | None:
    """Returns the repository in which a folder lies, if there is one."""
    folder = Path(os.path.realpath(folder))
    for parent in (folder, *folder.parents):
        own = parent / ".git"
        if is_folder(own):
            return _repository(parent, own)
        if is_file(own):  # of a further work tree, or of a submodule
            text = read_bytes(own, MAX_HEAD_BYTES).decode("utf-8", "replace").strip()
            if text.startswith("gitdir: "):
                return _repository(parent, _led_to(parent, text.removeprefix("gitdir: ")))
    return None


def _repository(root: Path, own: Path) -> Repository | None:
    common = own
    if is_file(own / "commondir"):
        text = read_bytes(own / "commondir", MAX_HEAD_BYTES).decode("utf-8", "replace").strip()
        common = _led_to(own, text)
    there = is_file(own / "HEAD") and is_folder(common / "objects")
    return Repository(root, own, common) if there else None


def _led_to(folder: Path, text: str) -> Path:
    """The folder to which a file of git leads; the same folder, which is no repository, if that is no path."""
    try:
        return Path(os.path.realpath(folder / text))
    except (OSError, ValueError):
        return folder


class Git:
    """git, reading one repository. Make one with `reading`."""

    def __init__(self, program: str, repository: Repository, private: Path) -> None:
        self.program = program
        self.repository = repository
        self.private = private

    def commit(self, revision: str) -> str:
        """Returns the commit that a revision names: a branch, a tag, the beginning of a commit's name, or HEAD, perhaps
        with steps back such as ~2 or ^. Raises InputError."""
        match = _REVISION.fullmatch(revision)
        if not match or ".." in revision or revision.endswith((".lock", "/", ".")):
            raise fail(
                f"'{_printable(revision)}' is no revision; expected a branch, a tag or a commit, such as main or HEAD~1"
            )
        name = "HEAD" if match["name"] == "@" else match["name"]
        start = resolve(self.repository, name)
        if start is None and _HEX.fullmatch(name):
            start = name
        unknown = f"the repository has no revision '{_printable(revision)}'"
        if start is None:
            raise fail(unknown + nearest(name, [*references(self.repository), "HEAD"]), code=UNKNOWN_NAME)
        found = self._run(
            ["rev-parse", "--verify", "--quiet", "--end-of-options", f"{start}{match['steps']}^{{commit}}"]
        )
        commit = found.decode("ascii", "replace").strip()
        if not _WHOLE.fullmatch(commit):
            raise fail(unknown, code=UNKNOWN_NAME)
        return commit

    def history(self, commit: str, folder: str) -> list[tuple[str, str, str]]:
        """Returns the last commits that changed a folder: the beginning of each name, its date, and its first line."""
        assert _WHOLE.fullmatch(commit)
        form = ["--format=%h%x09%cs%x09%s", "--no-ext-diff", "--no-textconv", "--no-mailmap", "--no-color"]
        arguments = ["log", f"--max-count={MAX_SHOWN}", *form, commit, "--", *([folder] if folder else [])]
        lines = self._run(arguments, MAX_LIST_BYTES).decode("utf-8", "replace").splitlines()
        fields = (line.split("\t", 2) for line in lines)
        return [
            (each[0], each[1], _printable(each[2])) for each in fields if len(each) == 3 and _HEX.fullmatch(each[0])
        ]

    def entries(self, commit: str, folder: str) -> list[TreeEntry]:
        """Returns the files of a folder (from the repository's root; empty: the root) at a commit. Raises InputError
        if the folder was not there, and for names that no system takes."""
        assert _WHOLE.fullmatch(commit)
        listed = self._run(["ls-tree", "-r", "-z", "-l", "--full-tree", f"{commit}:{folder}"], MAX_LIST_BYTES)
        entries = []
        for line in listed.split(b"\0"):
            if not line:
                continue
            about, _, name = line.partition(b"\t")
            mode, _, object_name, size = about.decode("ascii", "replace").split()
            if mode == _MODULE:
                continue
            entries.append(TreeEntry(_path(name), mode, object_name, int(size) if size.isdigit() else 0))
            if len(entries) > MAX_FILES:
                raise fail(f"expected at most {MAX_FILES:,} files in this folder of the repository", self._place)
        return entries

    def read(self, entries: Sequence[TreeEntry]) -> Iterator[tuple[TreeEntry, bytes]]:
        """Yields entries with their contents. Raises InputError for files that are too large."""
        for entry in entries:
            if entry.size > MAX_BYTES:
                raise fail(f"{entry.path}: expected at most {MAX_BYTES:,} bytes, got {entry.size:,}", self._place)
        if sum(entry.size for entry in entries) > MAX_ALL_BYTES:
            raise fail(f"expected at most {MAX_ALL_BYTES:,} bytes in this folder of the repository", self._place)
        wanted = "".join(f"{entry.object}\n" for entry in entries).encode()
        overhead = 100 * len(entries)
        found = self._run(["cat-file", "--batch"], sum(entry.size for entry in entries) + overhead, wanted)
        at = 0
        for entry in entries:
            line, _, _ = found[at : at + 200].partition(b"\n")
            fields = line.split()
            if len(fields) != 3 or fields[1] != b"blob" or int(fields[2]) != entry.size:
                raise fail(f"{entry.path}: the repository lacks this file at that revision", self._place)
            at += len(line) + 1
            yield entry, found[at : at + entry.size]
            at += entry.size + 1

    @property
    def _place(self) -> Place:
        return Place(str(self.repository.root))

    def _run(self, arguments: Sequence[str], most: int = MAX_HEAD_BYTES, given: bytes = b"") -> bytes:
        """Runs git and returns its output of at most `most` bytes. Raises InputError."""
        command, environment = limited([self.program, *arguments], MEMORY)
        with tempfile.TemporaryFile() as request:
            request.write(given)
            request.seek(0)
            process = subprocess.Popen(
                command,
                cwd=self.private,
                env={**_environment(self.private, self.repository), **environment},
                stdin=request,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,  # Ctrl-C is for cardgen to handle
            )
            timer = Timer(SECONDS, process.kill)
            timer.start()
            try:
                assert process.stdout
                output = process.stdout.read(most + 1)
                if len(output) > most:
                    raise fail("the repository has too much in this folder", self._place)
                code = process.wait()
            finally:
                timed_out = not timer.is_alive()
                timer.cancel()
                process.kill()
                process.wait()
                if process.stdout:
                    process.stdout.close()
        if timed_out:
            raise fail(f"git takes longer than {SECONDS:g} s to read this repository", self._place)
        if code and arguments[0] == "ls-tree":
            raise fail("the game's folder was not there at that revision", self._place, UNKNOWN_NAME)
        if code and arguments[0] != "rev-parse":
            raise fail("git cannot read this repository", self._place)
        return output


@contextmanager
def reading(repository: Repository) -> Iterator[Git]:
    """Gives git a repository to read. Raises InputError if git is not installed, or for a kind of repository that it
    does not know."""
    program = _program()
    if is_there(repository.common / "reftable"):
        raise fail("cardgen cannot read a repository with reftable", Place(str(repository.root)))
    with tempfile.TemporaryDirectory(prefix="cardgen-git-") as name:
        private = Path(name)
        (private / "refs").mkdir()
        (private / "objects").mkdir()
        (private / "HEAD").write_text("ref: refs/heads/none\n", "utf-8")
        sha256 = _has_sha256(repository)
        text = _CONFIG.format(version=int(sha256), more=_SHA256 if sha256 else "")
        (private / "config").write_text(text, "utf-8")
        yield Git(program, repository, private)


def _program() -> str:
    found = shutil.which("git")
    here = Path.cwd()
    if found is None or not os.path.isabs(found) or Path(found).parent == here:
        raise fail("git is not installed, so cardgen cannot read a revision; compare variants or folders instead")
    return found


def _environment(private: Path, repository: Repository) -> Mapping[str, str]:
    """An environment without anything that leads git elsewhere."""
    kept = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT", "TMPDIR", "TEMP", "TMP") if name in os.environ}
    return kept | {
        "HOME": str(private),
        "XDG_CONFIG_HOME": str(private),
        "LC_ALL": "C",
        "GIT_DIR": str(private),
        "GIT_OBJECT_DIRECTORY": str(repository.common / "objects"),
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_SYSTEM": os.devnull,
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_ATTR_NOSYSTEM": "1",
        "GIT_NO_REPLACE_OBJECTS": "1",
        "GIT_NO_LAZY_FETCH": "1",
        "GIT_ALLOW_PROTOCOL": "none",
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_LITERAL_PATHSPECS": "1",
    }


def _has_sha256(repository: Repository) -> bool:
    """Whether objects have names of 64 letters; the only thing that is read of a repository's configuration."""
    config = repository.common / "config"
    if not is_file(config):
        return False
    return re.search(rb"(?im)^\s*objectformat\s*=\s*sha256\s*$", read_bytes(config, 1_000_000)) is not None


# references


def resolve(repository: Repository, name: str, left: int = MAX_LINKS) -> str | None:
    """Returns the name of the object to which a reference leads; None if there is none."""
    packed = _packed(repository)
    for path in (name, *(f"{folder}{name}" for folder in ("refs/", "refs/tags/", "refs/heads/", "refs/remotes/"))):
        if not _is_reference(path):
            continue
        text = _reference(repository, path)
        if text is not None and text.startswith("ref: "):
            target = text.removeprefix("ref: ").strip()
            if left and _is_reference(target) and target.startswith("refs/"):
                return resolve(repository, target, left - 1)
        elif text is not None and _WHOLE.fullmatch(text):
            return text
        elif path in packed:
            return packed[path]
    return None


def references(repository: Repository) -> list[str]:
    """Returns the names of branches and tags, the first ones."""
    packed = [path.split("/", 2)[2] for path in _packed(repository) if path.startswith(("refs/heads/", "refs/tags/"))]
    loose: list[str] = []
    for kind in ("heads", "tags"):
        base = repository.common / "refs" / kind
        for folder, folders, files in os.walk(base):
            folders.sort()
            loose += [posixpath.relpath(Path(folder, name).as_posix(), base.as_posix()) for name in sorted(files)]
            if len(loose) > 1000:
                break
    return sorted({name for name in (*packed, *loose) if _REVISION.fullmatch(name)})[:1000]


def _is_reference(path: str) -> bool:
    parts = path.split("/")
    plain = path in ("HEAD", "FETCH_HEAD", "ORIG_HEAD", "MERGE_HEAD") or parts[0] == "refs"
    return plain and all(part and not part.startswith(".") and "\\" not in part and ":" not in part for part in parts)


def _reference(repository: Repository, path: str) -> str | None:
    base = repository.common if path.startswith("refs/") else repository.own
    file = base / path
    if not is_file(file):
        return None
    try:
        return read_bytes(file, MAX_HEAD_BYTES).decode("utf-8", "replace").strip()
    except InputError:
        return None


def _packed(repository: Repository) -> dict[str, str]:
    file = repository.common / "packed-refs"
    if not is_file(file):
        return {}
    lines = read_bytes(file, MAX_PACKED_BYTES).decode("utf-8", "replace").splitlines()
    pairs = (line.split(" ", 1) for line in lines if line and line[0] not in "#^")
    return {pair[1].strip(): pair[0] for pair in pairs if len(pair) == 2 and _WHOLE.fullmatch(pair[0])}


# files


def extract(git: Git, commit: str, folder: str, into: Path, keep: Callable[[str], bool] = lambda path: True) -> int:
    """Writes the files of a folder at a commit into a new folder of ours, and returns how many. A link becomes a copy
    of the file to which it leads, if that is among them; other links are left out."""
    entries = [entry for entry in git.entries(commit, folder) if keep(entry.path)]
    by_path = {entry.path: entry for entry in entries}
    links = [entry for entry in entries if entry.mode == _LINK and entry.size <= MAX_LINK_BYTES]
    files = [entry for entry in entries if entry.mode != _LINK]
    targets: dict[str, list[str]] = {}
    for entry, data in git.read(links):
        target = posixpath.normpath(posixpath.join(posixpath.dirname(entry.path), data.decode("utf-8", "replace")))
        if target in by_path and by_path[target].mode != _LINK:
            targets.setdefault(target, []).append(entry.path)
    written = 0
    for entry, data in git.read(files):
        for path in (entry.path, *targets.get(entry.path, ())):
            file = into.joinpath(*path.split("/"))
            try:
                file.parent.mkdir(parents=True, exist_ok=True)
                with file.open("xb") as new:
                    new.write(data)
                written += 1
            except (OSError, ValueError) as error:  # names that this system takes for one, or does not take
                reason = getattr(error, "strerror", None) or error
                raise fail(f"cardgen cannot copy {_printable(path)} from the repository: {reason}") from None
    return written


def _path(name: bytes) -> str:
    """A path of a repository, which must be one of plain names. Raises InputError."""
    try:
        path = name.decode("utf-8")
    except UnicodeDecodeError:
        raise fail(f"{_printable(name.decode('utf-8', 'replace'))}: the name of this file is not in UTF-8") from None
    for part in path.split("/"):
        reason = unusable(part)
        if part in ("", ".", "..") or part.lower() in (".git", "git~1") or re.search(r'[\x00-\x1f\\:*?"<>|]', part):
            reason = "not every system has such names"
        if reason:
            raise fail(f"'{_printable(path)}' in the repository: {reason}")
    return path


def _printable(text: str) -> str:
    return "".join(sign if sign.isprintable() else "�" for sign in text)[:80]
