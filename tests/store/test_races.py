"""Builds that meet one another, are killed, run out of disk, or find a file changed behind their back."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import time

import pypdfium2
import pytest

from tests.conftest import FILES, Folder, contents

ARGUMENTS = (sys.executable, "-m", "cardgen", "build", "./wood")


@pytest.fixture
def wood(tmp_path) -> Folder:
    game = Folder(tmp_path / "wood")
    for name, text in FILES.items():
        game.write(name, text)
    return game


def start(wood: Folder, **more) -> subprocess.Popen:
    environment = os.environ | {
        "PYTHONPATH": os.pathsep.join(sys.path),
        "XDG_CACHE_HOME": str(wood.path.parent / "cache"),
    }
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    return subprocess.Popen(ARGUMENTS, cwd=wood.path.parent, env=environment, start_new_session=True, **pipes, **more)


def build(wood: Folder, **more) -> tuple[int, str, str]:
    process = start(wood, **more)
    out, err = process.communicate(timeout=60)
    return process.returncode, out, err


def pdfs(wood: Folder) -> dict[str, bytes]:
    return {name: data for name, data in contents(wood.path.parent / "out").items() if name.endswith(".pdf")}


def test_two_builds_at_once_leave_whole_files(wood):
    processes = [start(wood) for _ in range(3)]
    ends = [process.communicate(timeout=60) for process in processes]
    assert [process.returncode for process in processes] == [0, 0, 0], ends
    made = pdfs(wood)
    assert len(made) == 2 and all(len(pypdfium2.PdfDocument(data)) for data in made.values())
    code, out, _ = build(wood)
    assert code == 0 and out.count("unchanged") == 2 and pdfs(wood) == made


@pytest.mark.parametrize("seconds", [0.15, 0.35, 0.6])
def test_a_build_that_is_killed_harms_nothing(wood, seconds):
    assert build(wood)[0] == 0
    before = pdfs(wood)
    wood.edit("strings/en.yaml", "creature.fox: Fox", "creature.fox: Vixen")
    process = start(wood)
    time.sleep(seconds)
    os.killpg(process.pid, signal.SIGKILL)
    process.communicate()
    assert all(len(pypdfium2.PdfDocument(data)) for data in pdfs(wood).values())
    assert pdfs(wood).keys() == before.keys()
    assert build(wood)[0] == 0
    after = pdfs(wood)
    assert after.keys() == before.keys() and after != before


def test_a_full_disk_is_told_and_harms_nothing(wood):
    assert build(wood)[0] == 0
    before = pdfs(wood)
    wood.edit("strings/en.yaml", "creature.fox: Fox", "creature.fox: Vixen")

    def little_room() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (9_000, 9_000))

    code, _, err = build(wood, preexec_fn=little_room)
    assert code == 2 and "Traceback" not in err and "cardgen cannot write" in err
    assert pdfs(wood) == before


def test_a_file_changed_with_the_same_size_and_time_is_noticed(wood):
    assert build(wood)[0] == 0
    before, path = pdfs(wood), wood.path / "strings/en.yaml"
    told = path.stat()
    wood.edit("strings/en.yaml", "creature.fox: Fox", "creature.fox: Elk")
    os.utime(path, ns=(told.st_atime_ns, told.st_mtime_ns))
    assert build(wood)[0] == 0
    assert pdfs(wood) != before
