"""The gate that is a stranger sees what it is to see; what it walks through is told by `make stranger`."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest

from cardgen.store.library import BUILTIN

from .pages import commands, text_of
from .stranger import walk
from .stranger.harm import DAMAGE, damage
from .stranger.lines import File, Line, pages, steps
from .stranger.lowest import constraints
from .stranger.room import Ended, Room

LINE = Line("howto/x.md", 3, "cardgen build ./my_game", "Two sheets.\n...\nof paper\n", ("out/my_game",))


def test_every_line_of_a_block_is_typed():
    for page in pages():
        text = (BUILTIN / "README.md").read_text("utf-8") if page == "README.md" else text_of(page)
        typed = {step.command for step in steps(page) if isinstance(step, Line)}
        assert {line for line in commands(text) if "[" not in line and "NAME" not in line} <= typed


def test_files_stand_in_their_order():
    found = [step for step in steps("tutorial.md")]
    first = next(i for i, step in enumerate(found) if isinstance(step, Line) and step.verb == "build")
    shown = next(i for i, step in enumerate(found) if isinstance(step, File) and step.name == "game.yaml")
    again = max(i for i, step in enumerate(found) if isinstance(step, Line) and step.verb == "build")
    assert first < shown < again


@pytest.mark.parametrize(
    ("ended", "wrong"),
    [
        (Ended(1, "Two sheets. of paper", 1), "ended with 1, not 0"),
        (Ended(0, "Two sheets.", 1), "does not say what the page shows: of paper"),
        (Ended(0, "Two sheets. of paper\nTraceback (most recent call last):\n", 1), "Python is heard"),
        (Ended(0, "Two sheets. of paper\nx.py:3: DeprecationWarning: old\n", 1), "Python is heard"),
        (Ended(0, "Two sheets. of paper", 1, ("sleep 600",)), "left a process: sleep 600"),
        (Ended(-9, "", 1, too_long=True), "ended with -9, not 130"),
    ],
)
def test_what_is_other_than_the_page_says_is_told(ended, wrong, tmp_path):
    (tmp_path / "out/my_game").mkdir(parents=True)
    assert any(fault.startswith(wrong) for fault in walk.faults_of(LINE, ended, tmp_path))


def test_what_is_as_the_page_says_is_no_fault_but_what_is_not_made_is(tmp_path):
    fine = Ended(0, "\x1b[1mTwo\n  sheets.\nand then\nof paper", 1)
    assert list(walk.faults_of(LINE, fine, tmp_path)) == ["did not make out/my_game"]
    (tmp_path / "out/my_game").mkdir(parents=True)
    assert list(walk.faults_of(LINE, fine, tmp_path)) == []


def test_lines_that_cannot_run_are_few_and_there(monkeypatch):
    assert len(walk.cannot()) <= walk.MOST
    for more in ({"cardgen fly": "no wings"}, {f"cardgen build {i}": "why" for i in range(11)}):
        monkeypatch.setattr(walk, "words", lambda more=more: {"cannot": more})
        with pytest.raises(ValueError, match="at most 10"):
            walk.cannot()


@pytest.fixture
def room(tmp_path):
    (tmp_path / "venv/bin").mkdir(parents=True)
    room = Room(tmp_path / "venv", tmp_path, other_user=False, patience=20)
    room.home.mkdir()
    return room


def test_a_terminal_has_its_size_and_there_is_no_input(room):
    asked = "import os, sys; print(sys.stdin, *os.get_terminal_size(1), os.environ['HOME'])"
    ended = room.run([sys.executable, "-c", asked], room.home, terminal=True)
    assert (ended.code, ended.told) == (0, f"None 80 24 {room.home}\n")
    assert room.run([sys.executable, "-c", "import sys; sys.exit(sys.stdout.isatty())"], room.home).code == 0


def test_what_takes_too_long_is_interrupted_and_what_lives_on_is_told(room):
    room.patience = 1
    assert room.run([sys.executable, "-c", "import time; time.sleep(60)"], room.home).too_long
    left = "import subprocess, sys; subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'])"
    began = time.monotonic()
    assert len(room.run([sys.executable, "-c", left], room.home).left) == 1
    assert time.monotonic() - began < 30


@pytest.mark.parametrize("how", DAMAGE)
def test_files_are_harmed(how, tmp_path):
    Path(tmp_path, "a/b").mkdir(parents=True)
    Path(tmp_path, "a/b/kept").write_bytes(b"0123456789" * 10)
    (content,) = damage(tmp_path, how).values()
    assert Path(tmp_path, "a/b/kept").read_bytes() == content != b"0123456789" * 10


def test_the_oldest_libraries_are_those_of_the_project():
    told = constraints(BUILTIN / "pyproject.toml", "[desk]").splitlines()
    assert "pyyaml==6.0.2" in told and "uvicorn==0.32.*" in told and not any("distributed" in line for line in told)
