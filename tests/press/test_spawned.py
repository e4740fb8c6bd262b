"""Work where the system cannot fork, as on Windows: processes begin anew and get their work as a pickle."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from threading import Lock

import pytest

from cardgen.press import cores, many
from cardgen.press.options import Options
from cardgen.store import processes
from cardgen.store.library import find_game
from cardgen.store.outputs import write_made
from tests.printing import write_game

FRONT = '  id: {draw: text, text: "{card.id}", left: 5, right: 5, top: 5, height: 8}\n'


@pytest.fixture(autouse=True)
def forkless(monkeypatch):
    for module in (processes, many):
        monkeypatch.setattr(module, "forks", lambda: False)


def process_of(number):
    time.sleep(0.2)
    return number, os.getpid()


def broken(number):
    raise ValueError(f"no {number}")


def test_work_that_can_be_sent_runs_in_several_processes():
    done = cores.each(process_of, [1, 2, 3, 4], "working")
    assert [number for number, _ in done] == [1, 2, 3, 4]
    assert os.getpid() not in {process for _, process in done}


def test_other_work_runs_here():
    lock = Lock()
    done = cores.each(lambda number: (lock.locked(), *process_of(number)), [1, 2], "working")
    assert done == [(False, 1, os.getpid()), (False, 2, os.getpid())]


def test_an_error_reaches_the_caller():
    with pytest.raises(ValueError, match="no 1"):
        cores.each(broken, [1, 2], "working")


@pytest.mark.parametrize("variants", [["base"], ["base", "one"]])
def test_the_files_are_the_same(variants, tmp_path, monkeypatch):
    folder = write_game(tmp_path / "wood", FRONT, None, ["one", "two"])
    (folder / "rulebooks").mkdir()
    (folder / "rulebooks/en.md.j2").write_text("# Play\n\nHello")
    (folder / "variants").mkdir()
    (folder / "variants/one.yaml").write_text("changes: wood\ntexts:\n  en: {title: One}\n")
    editions = [(find_game(str(folder)), variant) for variant in variants]
    made = {}
    for forks in (False, True):
        monkeypatch.setattr(processes, "forks", lambda answer=forks: answer)
        monkeypatch.setattr(many, "forks", lambda answer=forks: answer)
        out = tmp_path / str(forks)
        for prepared in many.prepare_all(editions, Options(out=out)):
            assert not prepared.faults
            write_made(prepared.made)
        made[forks] = {file.relative_to(out): file.read_bytes() for file in out.rglob("*.*") if file.name[0] != "."}
    assert made[False] == made[True] and made[True]


ENDLESS = """
import os, sys, time
from pathlib import Path
from cardgen.press import cores
from cardgen.store import processes
processes.forks = lambda: False
def work(number):
    Path(sys.argv[1], str(os.getpid())).touch()
    time.sleep(60)
if __name__ == "__main__":
    cores.each(work, [1, 2], "working")
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="nothing ends so suddenly here")
def test_none_outlives_who_began_it(tmp_path):
    (tmp_path / "began").mkdir()
    script = tmp_path / "endless.py"
    script.write_text(ENDLESS)
    begun = subprocess.Popen([sys.executable, script, tmp_path / "began"])
    end = time.monotonic() + 60
    while len(workers := [int(file.name) for file in (tmp_path / "began").iterdir()]) < 2:
        assert time.monotonic() < end
        time.sleep(0.05)
    begun.kill()
    begun.wait()
    while any(Path(f"/proc/{worker}").exists() for worker in workers):
        assert time.monotonic() < end
        time.sleep(0.05)


def test_the_command_itself_does_not_begin_again(tmp_path):
    """A new process imports the module that the first one runs."""
    code = "import runpy; runpy.run_module('cardgen', run_name='__mp_main__')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=tmp_path, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
