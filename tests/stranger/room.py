"""Where a stranger works: an installed wheel that is nobody's to change, an empty home, a folder with no checkout near,
a terminal of 80 x 24 or none, and so many processors."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import random
import re
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import threading
import time
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path

NOBODY = 65534  # the user of whom no system expects anything
PATIENCE = 20.0  # seconds in which a command that is interrupted ends
CLOSED = ["/bin/sh", "-c", 'exec "$@" <&-', "sh"]  # standard input is not there


@dataclass(frozen=True, slots=True)
class Ended:
    """How a command came to its end: exit code, or minus a signal; what it wrote; seconds; processes that live on; and
    whether it was interrupted as it took too long."""

    code: int
    told: str
    seconds: float
    left: tuple[str, ...] = ()
    too_long: bool = False


@dataclass
class Room:
    """A home and a folder below `root`, for the `cardgen` of an environment `venv`."""

    venv: Path
    root: Path
    other_user: bool
    patience: float  # seconds for one line
    more: dict[str, str] = field(default_factory=dict)

    @classmethod
    def made(cls, venv: Path, patience: float, **more: str) -> Room:
        root = Path(tempfile.mkdtemp(prefix="stranger-"))
        room = cls(venv, root, may_be_nobody(venv), patience, more)
        for folder in (root, room.home, room.work):
            folder.mkdir(exist_ok=True)
            folder.chmod(0o755)
            room.give(folder)
        return room

    @property
    def home(self) -> Path:
        return self.root / "home"

    @property
    def work(self) -> Path:
        return self.root / "work"

    @property
    def cache(self) -> Path:
        return self.home / ".cache"

    def folder(self, name: str) -> Path:
        """A new folder to work in."""
        made = self.work / name
        made.mkdir(parents=True)
        self.give(made)
        return made

    def give(self, path: Path) -> None:
        """What was made for the stranger is the stranger's."""
        if self.other_user:
            os.chown(path, NOBODY, NOBODY)

    def write(self, path: Path, content: bytes, adds: bool = False) -> None:
        for folder in reversed([parent for parent in path.parents if not parent.exists()]):
            folder.mkdir()
            self.give(folder)
        with path.open("ab" if adds else "wb") as file:
            file.write(content)
        self.give(path)

    def environment(self) -> dict[str, str]:
        path = os.pathsep.join((str(self.venv / "bin"), "/usr/local/bin", "/usr/bin", "/bin"))
        return {
            "PATH": path,
            "HOME": str(self.home),
            "LANG": "C.UTF-8",
            "TERM": "xterm",
            "BROWSER": "true",
            **self.more,
        }

    def run(
        self,
        words: list[str],
        folder: Path,
        terminal: bool = False,
        processors: int | None = None,
        kill_after: float = 0.0,
        limit: int = 0,
        until: str = "",
        patience: float = 0.0,
    ) -> Ended:
        """One command. It is killed after so many seconds, may write files of `limit` bytes at most, or is interrupted
        as soon as it says `until`."""
        begun = time.monotonic()
        here, there = pty.openpty() if terminal else os.pipe()
        if terminal:
            fcntl.ioctl(there, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        who = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if self.other_user else {}
        limits = ["/bin/sh", "-c", f'ulimit -f {limit // 512}; exec "$@"', "sh"] if limit else []
        with _on(processors):
            process = subprocess.Popen(
                [*CLOSED, *limits, *words],
                cwd=folder,
                env=self.environment(),
                stdout=there,
                stderr=there,
                start_new_session=True,
                **who,
            )
        os.close(there)
        told = _Heard(here)
        end = begun + (kill_after or patience or self.patience)
        while process.poll() is None and time.monotonic() < end and not (until and until in told.text()):
            time.sleep(0.02)
        answered, too_long = "", False
        if process.poll() is None and not kill_after:
            if until in told.text() and until:
                answered = _asked(told.text(), until)
            else:
                too_long = True
            process.send_signal(signal.SIGINT)
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(PATIENCE)
        if process.poll() is None:
            process.kill()
        code = process.wait()
        left = self._left()
        told.end()
        return Ended(code, told.text() + answered, time.monotonic() - begun, left, too_long)

    def _left(self) -> tuple[str, ...]:
        """The stranger's processes that live on, of which a moment later none may; they are ended."""
        living: dict[int, str] = {}
        for _ in range(100):
            living = _living(str(self.home))
            if not living:
                return ()
            time.sleep(0.05)
        for pid in living:
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        return tuple(living.values())

    def clear(self) -> None:
        shutil.rmtree(self.root, ignore_errors=True)


class _Heard:
    """Reads what a command writes while it runs."""

    def __init__(self, here: int) -> None:
        self._here, self._parts = here, [b""]
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        with contextlib.suppress(OSError):  # a terminal that nobody holds any more
            while part := os.read(self._here, 65536):
                self._parts.append(part)

    def text(self) -> str:
        return b"".join(self._parts).decode("utf-8", "replace").replace("\r\n", "\n")

    def end(self) -> None:
        self._thread.join(10)
        if not self._thread.is_alive():
            os.close(self._here)


@contextlib.contextmanager
def _on(processors: int | None):
    """What this thread begins has so many processors, where the system can name them."""
    if processors is None or not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, random.sample(sorted(before), processors))
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def _asked(told: str, until: str) -> str:
    """What a server answers at the address that it told, if it answers anything but a page."""
    address = re.search(rf"{re.escape(until)}[^\s\x1b]*", told)
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    try:
        with browser.open(address[0], timeout=20) as page:
            return (
                "" if b"<html" in page.read(10_000) else f"\nTraceback (most recent call last): no page at {address[0]}"
            )
    except (OSError, ValueError) as error:
        return f"\nTraceback (most recent call last): {address[0]} does not answer ({error})"


def _living(home: str) -> dict[int, str]:
    """Processes with that home, by their numbers; none where the system does not list them."""
    found = {}
    for folder in Path("/proc").glob("[0-9]*") if sys.platform == "linux" else ():
        with contextlib.suppress(OSError):
            if f"HOME={home}\0".encode() in (folder / "environ").read_bytes():
                found[int(folder.name)] = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode()
    return found


def may_be_nobody(venv: Path) -> bool:
    """Whether the stranger can be another user than this one, who runs the Python of that environment."""
    if os.getuid():
        return False
    command = [str(venv / "bin/python"), "-c", ""]
    try:
        return not subprocess.run(command, user=NOBODY, group=NOBODY, extra_groups=[], cwd="/").returncode
    except OSError:
        return False


def pythons() -> dict[str, Path | None]:
    """An interpreter of each version that is held, or None; one that other users may run comes first."""
    found: dict[str, Path | None] = {}
    for version in ("3.11", "3.12", "3.13"):
        managed = sorted((Path.home() / ".pyenv/versions").glob(f"{version}.*/bin/python{version}"))
        here = [Path(sys.executable)] if sys.version.startswith(f"{version}.") else []
        named = [Path(folder) / f"python{version}" for folder in ("/usr/local/bin", "/usr/bin")]
        found[version] = next((each for each in (*named, *managed, *here) if _works(each)), None)
    return found


def _works(python: Path) -> bool:
    try:
        return not subprocess.run([python, "-c", "import ensurepip, venv, ctypes"], capture_output=True).returncode
    except OSError:
        return False


def installed(python: Path, wheel: Path, venv: Path, extras: str = "", constraints: Path | None = None) -> None:
    """The wheel in a new environment, which nobody may change. Raises CalledProcessError."""
    subprocess.run([python, "-m", "venv", "--without-pip", venv], check=True)
    pip = [sys.executable, "-m", "pip", "--python", str(venv / "bin/python"), "install", "--quiet", "--no-compile"]
    more = ["--constraint", str(constraints)] if constraints else []
    subprocess.run([*pip, *more, f"{wheel}{extras}"], check=True, stderr=subprocess.PIPE, text=True)
    for path in [venv, *venv.rglob("*")]:
        if not path.is_symlink():
            path.chmod(path.stat().st_mode & ~0o222 | 0o444)
