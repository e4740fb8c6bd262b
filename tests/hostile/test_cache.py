"""What is kept between commands: put there by someone else, or harmed. It is never run and never told of."""

import os
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from cardgen.play.compiled import COMPILES, SWITCH
from cardgen.store import cache
from cardgen.store.library import BUILTIN

needs_owners = pytest.mark.skipif(not hasattr(os, "getuid"), reason="folders belong to nobody here")
needs_numba = pytest.mark.skipif(not COMPILES, reason="nothing is compiled without numba")
HARMS = {
    "cut": lambda data: data[: len(data) // 2],
    "by its last byte": lambda data: data[:-1],
    "emptied": lambda data: b"",
    "filled with noise": lambda data: os.urandom(len(data) or 9),
    "turned at one bit": lambda data: data[:-1] + bytes([data[-1] ^ 1]) if data else b"\0",
}


HOMELESS = """
import pwd, sys
from cardgen.commands.cli import main

def nobody(number):
    raise KeyError(number)

pwd.getpwuid = nobody
sys.exit(main(sys.argv[1:]))
"""


class Trap:
    """Makes a file when it is unpickled."""

    def __init__(self, sprung: Path) -> None:
        self.sprung = sprung

    def __reduce__(self):
        return os.mkdir, (str(self.sprung),)


@pytest.fixture
def kept(tmp_path, monkeypatch):
    """The folder of a cache of our own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "kept"))
    (tmp_path / "nowhere").touch()
    monkeypatch.setenv("TMPDIR", str(tmp_path / "nowhere"))
    return tmp_path / "kept" / "cardgen"


def files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


def harm(folder: Path, how: str, spared: str = "") -> int:
    found = [path for path in files(folder) if path.name != spared]
    for path in found:
        path.write_bytes(HARMS[how](path.read_bytes()))
    return len(found)


@pytest.mark.parametrize("how", HARMS)
def test_what_was_harmed_is_as_good_as_none(kept, how):
    for name in ("a", "b"):
        cache.keep("things", name, b"0123456789")
    harm(kept, how, spared=cache.KEY)
    assert cache.read("things", "a") is None
    cache.keep("things", "a", b"anew")
    assert cache.read("things", "a") == b"anew"


@pytest.mark.parametrize("how", HARMS)
def test_a_key_that_was_harmed_is_made_anew(kept, how):
    cache.keep("things", "a", b"one")
    key = kept / cache.KEY
    key.write_bytes(HARMS[how](key.read_bytes()))
    assert cache.read("things", "a") is None
    cache.keep("things", "a", b"two")
    assert cache.read("things", "a") == b"two" and len(key.read_bytes()) == cache.KEY_BYTES


def test_what_is_kept_cannot_be_handed_on_under_another_name(kept):
    cache.keep("things", "a", b"one")
    for other in (kept / "things" / "b", kept / "other" / "a"):
        other.parent.mkdir(exist_ok=True)
        other.write_bytes((kept / "things" / "a").read_bytes())
    assert cache.read("things", "b") is cache.read("other", "a") is None


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes")
def test_what_is_no_file_is_none(kept):
    cache.keep("things", "a", b"one")
    for make in (os.mkfifo, os.mkdir, lambda path: os.symlink("/dev/zero", path)):
        path = kept / "things" / "a"
        path.unlink() if path.is_symlink() or not path.is_dir() else path.rmdir()
        make(path)
        assert cache.read("things", "a") is None


@needs_owners
def test_a_cache_is_this_users_alone(kept):
    before = os.umask(0)
    try:
        cache.keep("things", "a", b"one")
    finally:
        os.umask(before)
    assert [path.stat().st_mode & 0o777 for path in (kept.parent, kept)] == [0o700, 0o700]
    assert all(path.stat().st_mode & 0o077 == 0 for path in files(kept))
    kept.chmod(0o755)  # as earlier versions made it
    assert cache.read("things", "a") == b"one" and kept.stat().st_mode & 0o777 == 0o700


def open_to_all(kept: Path) -> None:
    kept.chmod(0o777)


def open_to_a_group(kept: Path) -> None:
    os.chown(kept, -1, next(iter({*os.getgroups(), 12345} - {os.getuid()})))
    kept.chmod(0o770)


def of_another(kept: Path) -> None:
    os.chown(kept, 12345, -1)


def a_link(kept: Path) -> None:
    kept.symlink_to(kept.rename(kept.with_name("elsewhere")))


def in_a_folder_open_to_all(kept: Path) -> None:
    kept.parent.chmod(0o777)


def in_a_folder_of_another(kept: Path) -> None:
    os.chown(kept.parent, 12345, -1)


def by_a_link_that_others_can_change(kept: Path) -> None:
    folder = kept.parent
    real = folder.rename(folder.with_name("real"))
    opened = folder.with_name("opened")
    opened.mkdir()
    opened.chmod(0o777)
    (opened / "link").symlink_to(real)
    folder.symlink_to("./opened/../opened/link")


@needs_owners
@pytest.mark.parametrize(
    "made",
    [
        open_to_all, open_to_a_group, of_another, a_link, in_a_folder_open_to_all, in_a_folder_of_another,
        by_a_link_that_others_can_change,
    ],
)  # fmt: skip
def test_a_folder_that_others_write_is_not_used(kept, made):
    cache.keep("things", "a", b"one")
    assert cache.read("things", "a") == b"one"
    try:
        made(kept)
    except PermissionError:
        pytest.skip("only an administrator gives folders away")
    assert cache.folder_of("things") is None and cache.read("things", "a") is None
    there = files(kept)
    cache.keep("things", "b", b"two")
    assert files(kept) == there


@needs_owners
def test_a_folder_that_another_made_in_the_temporary_one_is_not_used(tmp_path, monkeypatch):
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(0o1777)
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    monkeypatch.setenv("TMPDIR", str(shared))
    mine = shared / f"cardgen-{os.getuid()}"
    for mode, used in ((0o777, False), (0o700, True)):
        mine.mkdir()
        mine.chmod(mode)
        assert (cache.folder_of("things") == mine / "things") == used
        (mine / cache.KEY).unlink(missing_ok=True)
        mine.rmdir()
    cache.keep("things", "a", b"one")
    assert cache.read("things", "a") == b"one" and mine.stat().st_mode & 0o777 == 0o700
    shared.chmod(0o777)  # where anyone can take a folder's place
    assert cache.read("things", "a") is None


def test_a_cache_does_not_hang_on_the_working_folder(tmp_path, monkeypatch):
    """Which may be a stranger's, with a cache in it."""
    monkeypatch.chdir(tmp_path)
    for name in ("XDG_CACHE_HOME", "HOME", "TMPDIR"):
        monkeypatch.setenv(name, ".")
    assert cache.folder_of("things") is None
    cache.keep("things", "a", b"one")
    assert not list(tmp_path.iterdir())


@needs_owners
def test_without_a_home_and_an_entry_among_users_everything_works(game, run, monkeypatch, tmp_path):
    import pwd

    def nobody(number):
        raise KeyError(number)

    monkeypatch.setattr(pwd, "getpwuid", nobody)
    for name in ("XDG_CACHE_HOME", "HOME"):
        monkeypatch.delenv(name, raising=False)
    (tmp_path / "none").touch()
    monkeypatch.setenv("TMPDIR", str(tmp_path / "none"))
    with pytest.raises(RuntimeError):
        Path.home()
    assert run("build", "./wood").code == 0
    told = run("check", "./wood", "--static")
    assert told.code == 0, told.err
    done = subprocess.run(
        [sys.executable, "-c", HOMELESS, "replay", "king_lui", "--players", "3", "--seed", "1"],
        cwd=tmp_path, env=os.environ | {SWITCH: "0"}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")


# ---- numba's code

PROBE = """
import numpy as np
from cardgen.play.chance import below
from cardgen.play.tiers import at_speed

with at_speed():
    print(below(np.ones(4, np.uint64), 0, 1000))
"""


def probe(**environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", PROBE],
        cwd=BUILTIN, env=os.environ | environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.mark.slow
@needs_numba
def test_compiled_code_that_was_harmed_or_put_there_by_another_is_made_anew(kept, tmp_path):
    first = probe()
    code = [path for path in files(kept) if path.parent.parent.name == "compiled"]
    assert code and first == probe()
    sprung = tmp_path / "sprung"
    bait = pickle.dumps(Trap(sprung))
    for how in [*HARMS, "a trap", "a sealed trap", "numba's own place"]:
        for path in code:
            if how in HARMS:
                path.write_bytes(HARMS[how](path.read_bytes()))
            elif how == "a trap":
                path.write_bytes(bait)
            else:
                path.write_bytes(path.read_bytes()[: cache.SEAL_BYTES] + bait)
        stamps = {path: path.stat().st_mtime_ns for path in code}
        assert probe(NUMBA_CACHE_DIR=str(code[0].parent)) == first, how
        assert not sprung.exists()
        assert any(path.stat().st_mtime_ns != stamp for path, stamp in stamps.items())  # made anew
    assert sprung.parent.exists() and pickle.loads(bait) is None and sprung.exists()  # it is a trap


def test_a_command_makes_all_that_was_harmed_anew(kept, game, run):
    """Findings, sizes, pictures, fonts."""
    commands = [("build", "./wood", "--variant", "all"), ("check", "./wood", "--static", "--variant", "all")]
    first = [run(*command) for command in commands]
    assert files(kept)
    for how in HARMS:
        assert harm(kept, how)
        for command, before in zip(commands, first, strict=True):
            assert (run(*command).code, run(*command).err) == (before.code, before.err), how


@pytest.mark.slow
@pytest.mark.parametrize("how", ["cut", "filled with noise"])
def test_games_that_were_kept_and_harmed_are_played_anew(kept, tmp_path, how):
    def check() -> tuple[int, str, str]:
        done = subprocess.run(
            [sys.executable, "-m", "cardgen", "check", "king_lui", "--variant", "base", "--players", "3",
             "--policies", "random", "--games", "20"],
            cwd=tmp_path, env=os.environ | {SWITCH: "0"}, capture_output=True, text=True, check=False,
        )  # fmt: skip
        return done.returncode, done.stdout, done.stderr

    before = check()
    assert before[0] in (0, 1) and harm(kept, how)
    after = check()
    assert after[0] == before[0] and "Traceback" not in after[2] and "Error" not in after[2]
