"""Processes hire processes, keep to the processors that they may use, and end with the one that began them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cardgen.press import cores
from cardgen.starting.starter import make_game
from cardgen.store import processes

HIRES = """
import os, sys, time
from cardgen.press import cores
from cardgen.starting.starter import make_game
def work():
    return cores.each(str, [1, 2, 3], "working")
"""


def said(code: str, *before: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*before, sys.executable, "-c", code], capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL
    )


@pytest.mark.parametrize("most", [2, 3, 8])
def test_a_process_beside_may_hire_others(most):
    """With two processors it has one and works in place; with more it has all but that of the block."""
    begun = f"""{HIRES}
from cardgen.foundations import interruption
from cardgen.store import processes
os.cpu_count = lambda: {most}
os.sched_getaffinity = lambda which: range({most})
def beside():
    return work(), processes.processors()
if __name__ == "__main__":
    with cores.run_in_background(beside) as found:
        print(found.result())
"""
    told = said(begun)
    assert told.stdout == f"(['1', '2', '3'], {most - 1})\n", told.stderr


def test_a_worker_works_in_place():
    assert cores.each(_within, [1, 2, 3], "working") == [["2", "3"], ["3", "4"], ["4", "5"]]


def _within(number: int) -> list[str]:
    return cores.each(str, [number + 1, number + 2], "working")


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="no processor can be named here")
def test_the_processors_are_those_that_it_may_use():
    here = os.sched_getaffinity(0)
    count = "from cardgen.store import processes; print(processes.processors())"
    try:
        os.sched_setaffinity(0, {min(here)})
        assert said(count).stdout == "1\n"
    finally:
        os.sched_setaffinity(0, here)
    assert said(count).stdout == f"{len(here)}\n"


VARIANT = """\
changes: my_game
rules: {dealt: %d}
texts:
  en: {title: "Hands of %d", why: "Another length."}
"""


@pytest.mark.slow
@pytest.mark.parametrize("most", [2, 4])
def test_many_variants_are_checked_with_nothing_kept(most, tmp_path):
    """The static check begins beside the games that are played, and is itself done by many where there are many."""
    game = make_game(str(tmp_path / "my_game"), kind="shedding")
    (game / "variants").mkdir()
    for dealt in (4, 5, 7):
        (game / f"variants/of_{dealt}.yaml").write_text(VARIANT % (dealt, dealt))
    begun = f"""
import os, sys
os.cpu_count = lambda: {most}
os.sched_getaffinity = lambda which: range({most})
from cardgen.commands.cli import start
from cardgen.play.clauses import steady
steady.GAMES = 8  # those that are watched: here they are interpreted
sys.argv[1:] = ["check", "./my_game", "--variant", "all", "--games", "1", "--policies", "random"]
start()
"""
    told = subprocess.run(
        [sys.executable, "-c", begun],
        cwd=tmp_path,
        env=os.environ | {"XDG_CACHE_HOME": str(tmp_path / "cache"), "CARDGEN_COMPILE": "0"},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert told.returncode in (0, 1) and not told.stderr, told.stderr
    assert told.stdout.count("\nmy_game / of_") == 3, told.stdout


LIVES = {
    "each": "cores.each(stay, [1, 2], 'staying')",
    "beside": "with cores.run_in_background(lambda: stay(1)) as found: found.result()",
    "a pool within": (
        "with cores.run_in_background(lambda: cores.each(stay, [1, 2], 'staying')) as found: found.result()"
    ),
    "dealing": "start._deal_start = stay\nstart.start_of(Game())",
}


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
@pytest.mark.parametrize("told", ["by the system", "by a pipe"])
@pytest.mark.parametrize("work", LIVES)
def test_none_outlives_who_began_it(work, told, how, tmp_path):
    begun = f"""
import os, time
from pathlib import Path
from cardgen.foundations import interruption
from cardgen.store import processes
from cardgen.export import start
from cardgen.press import cores
from cardgen.starting.starter import make_game
os.cpu_count = lambda: 4
os.sched_getaffinity = lambda which: range(4)
{"processes._is_signalled = lambda: False" if told == "by a pipe" else ""}
class Game:
    engine = "wood"
def stay(which):
    Path({str(tmp_path)!r}, str(os.getpid())).touch()
    time.sleep(600)
{LIVES[work]}
"""
    parent = subprocess.Popen([sys.executable, "-c", begun], stderr=subprocess.PIPE, text=True)
    wanted = 2 if work in ("each", "a pool within") else 1
    try:
        until(lambda: len(list(tmp_path.iterdir())) == wanted or parent.poll() is not None)
        assert parent.poll() is None, parent.stderr.read()
        parent.send_signal(how)
        parent.wait(10)
        workers = [int(path.name) for path in tmp_path.iterdir()]
        until(lambda: not any(map(lives, workers)))
    finally:
        parent.kill()
        for path in tmp_path.iterdir():
            if lives(int(path.name)):
                os.kill(int(path.name), signal.SIGKILL)


def lives(pid: int) -> bool:
    """Whether a process is there and no zombie, which waits for nothing but to be counted."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def until(true, seconds: float = 20.0) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.02)


HELD = """
import os, signal, threading, time
from cardgen.foundations import interruption
from cardgen.store import processes
quiet = threading.Event()
beside = threading.Thread(target=quiet.wait)  # it hears signals as well
beside.start()
begun = []
try:
    with processes.delay_interruption():
        os.kill(os.getpid(), signal.{sent})
        time.sleep(0.2)
        begun.append("all begun")
except KeyboardInterrupt:
    begun.append("interrupted")
quiet.set()
print(begun, signal.getsignal(signal.SIGINT) is signal.default_int_handler)
"""


@pytest.mark.skipif(os.name != "posix", reason="sends signals to processes")
@pytest.mark.parametrize("sent", ["SIGINT", "SIGTERM"])
def test_an_interruption_waits_until_all_have_begun(sent):
    told = said(HELD.replace("{sent}", sent))
    assert told.stdout == "['all begun', 'interrupted'] True\n", told.stderr


ENDED_AT_ONCE = """
import os, signal, sys, threading, time
from cardgen.foundations import interruption
from cardgen.store import processes
from cardgen.press import cores
interruption.handle_termination()
os.cpu_count, os.sched_getaffinity = lambda: 2, lambda which: range(2)
def work():
    for _ in range(40):
        with cores.run_in_background(lambda: time.sleep(60)):
            pass
if {beside}:
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
else:
    work()
print("ended")
"""


@pytest.mark.skipif(not processes.forks(), reason="forks")
@pytest.mark.parametrize("beside", [False, True], ids=["main thread", "another thread"])
def test_a_process_that_is_ended_at_once_does_not_take_it_for_an_interruption(beside):
    """It would go on with what the one that forked it was about: with a desk's answers, or with a test."""
    told = said(ENDED_AT_ONCE.replace("{beside}", str(beside)))
    assert (told.stdout, told.stderr) == ("ended\n", "")
