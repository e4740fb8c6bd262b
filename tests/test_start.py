"""The files that start cardgen with a double click: run with a Python that only notes what it is asked."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PYTHON = """#!/bin/sh
echo "python $*" >> "{log}"
case "$1" in
  -V) echo "Python {version}" ;;
  -c) exit {too_old} ;;
  -m)
    case "$2" in
      venv)
        {venv}
        mkdir -p "$3/bin"
        cp "$0" "$3/bin/python"
        printf '#!/bin/sh\\necho "cardgen $*" >> "{log}"\\nexit {desk}\\n' > "$3/bin/cardgen"
        chmod +x "$3/bin/cardgen" ;;
      pip) exit {pip} ;;
    esac ;;
esac
"""


@pytest.fixture
def start(tmp_path):
    """Runs the file in a folder with blanks in its name; `python` is None for a machine without any."""
    folder, tools, log = tmp_path / "my games", tmp_path / "bin", tmp_path / "log"
    folder.mkdir()
    tools.mkdir()
    for name in ("start-cardgen.sh", "start-cardgen.command"):
        shutil.copy(ROOT / name, folder)
    for name in ("sh", "dirname", "rm", "touch", "mkdir", "cp", "chmod", "printf"):
        (tools / name).symlink_to(shutil.which(name))

    def run(name="start-cardgen.sh", python="3.12.1", **how):
        log.write_text("")
        (tools / "python3").unlink(missing_ok=True)
        if python:
            how = {"too_old": 0, "venv": ":", "pip": 0, "desk": 0, "log": log, "version": python} | how
            (tools / "python3").write_text(PYTHON.format(**how))
            (tools / "python3").chmod(0o755)
        shell = shutil.which("sh")
        environment = {"PATH": str(tools)}
        done = subprocess.run(
            [shell, str(folder / name)],
            env=environment,
            cwd="/",
            capture_output=True,
            text=True,
            stdin=subprocess.DEVNULL,
        )
        return done.returncode, done.stdout + done.stderr, log.read_text().splitlines()

    run.folder = folder
    return run


@pytest.mark.parametrize("name", ["start-cardgen.sh", "start-cardgen.command"])
def test_the_first_start_prepares_and_opens_the_desk(start, name):
    code, said, asked = start(name)
    assert code == 0
    assert [line for line in said.splitlines() if line.startswith(("1 of 2", "2 of 2"))]
    assert asked[-2:] == [
        "python -m pip install --quiet --disable-pip-version-check --editable .[desk]",
        "cardgen desk",
    ]


def test_the_second_start_only_opens_the_desk(start):
    start()
    code, said, asked = start(python=None)
    assert (code, asked) == (0, ["cardgen desk"])
    assert "first start" not in said


@pytest.mark.parametrize(
    ("how", "says"),
    [
        ({"python": None}, "this computer has no Python"),
        ({"python": "3.9.2", "too_old": 1}, "needs Python 3.11 or newer. This computer has Python 3.9.2"),
        ({"venv": "mkdir .venv; exit 1"}, "python3-venv"),
        ({"pip": 1}, "connected to the network"),
    ],
)
def test_what_hinders_it_is_said_plainly_and_nothing_half_made_stays(start, how, says):
    code, said, _ = start(**how)
    assert code == 1
    assert says in said
    assert not (start.folder / ".venv").exists()
    assert start()[0] == 0  # once it is mended


def test_a_desk_that_fails_keeps_the_window_open(start):
    code, said, _ = start(desk=2)
    assert code == 1
    assert "ended with the message above" in said


def test_the_file_for_windows_does_the_same():
    """It is held by its lines, as there is no Windows here."""
    raw = (ROOT / "Start cardgen.bat").read_bytes()
    lines = raw.decode("ascii").split("\r\n")
    assert b"\n" not in raw.replace(b"\r\n", b"")
    unix = (ROOT / "start-cardgen.sh").read_text("utf-8")
    for shared in (
        "-m venv .venv",
        "3.11",
        "https://www.python.org/downloads/",
        "connected to the network",
        "1 of 2",
        "2 of 2",
    ):
        assert shared in unix and any(shared in line for line in lines), shared
    labels = {line[1:] for line in lines if line.startswith(":")}
    jumps = {line.split("goto ")[1].strip() for line in lines if "goto " in line}
    assert jumps == labels
    assert 'cd /d "%~dp0"' in lines
    assert "pause" in lines


def test_they_may_be_run():
    for name in ("start-cardgen.sh", "start-cardgen.command"):
        assert os.access(ROOT / name, os.X_OK), name
